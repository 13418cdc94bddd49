/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-list.h - the files that a command line names, with directories
   expanded.  */

#ifndef TOOL_FILE_LIST_H
#define TOOL_FILE_LIST_H

#include <stddef.h>

#include "pool.h"
#include "report.h"

struct file_list
{
  const char **paths;
  size_t count;
  size_t capacity;
  struct pool pool;
};

/* Add the COUNT NAMES to LIST.  A directory is replaced by the ELF files,
   archives and compressed kernel modules (.ko.gz) below it, sorted by name;
   symbolic links below it are not followed.  Returns an exit status: a
   directory that cannot be read is reported, and the rest is still listed.  */
int file_list_recurse (char *const *names, size_t count,
                       struct file_list *list, const struct diag_sink *sink);

void file_list_free (struct file_list *list);

#endif /* TOOL_FILE_LIST_H */
