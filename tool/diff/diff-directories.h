/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diff-directories.h - the files of two directories, matched by name.  */

#ifndef TOOL_DIFF_DIRECTORIES_H
#define TOOL_DIFF_DIRECTORIES_H

#include "cmd-diff.h"
#include "diff-output.h"
#include "file-list.h"

struct diff_dirs
{
  struct file_list old;
  struct file_list now;
  struct diff_files *pairs; /* by name */
  size_t count;
  size_t capacity;
};

/* List the files that OPTIONS name: OLD and NOW or, with RECURSE, those below
   these directories, of which files with the same name below them are pairs.
   diff_dirs_free is due in any case.  Returns an exit status: a
   directory that cannot be read is reported, and the rest is still
   listed.  */
int diff_dirs_read (const struct diff_options *options, struct diff_dirs *dirs,
                    const struct diag_sink *sink);
void diff_dirs_free (struct diff_dirs *dirs);

#endif /* TOOL_DIFF_DIRECTORIES_H */
