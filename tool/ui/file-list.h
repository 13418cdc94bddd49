/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-list.h - the files that a command line names, and those in folders.  */

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

/* Make LIST of the COUNT NAMES, each folder among them replaced by the ELF
   files, archives and packed kernel modules below it, in the order of their
   names.  Symbolic links below a folder are not followed.  Returns an exit
   status: a folder that cannot be read is said, and the others are
   listed.  */
int file_list_recurse (char *const *names, size_t count,
                       struct file_list *list, const struct diag_sink *sink);

void file_list_free (struct file_list *list);

#endif /* TOOL_FILE_LIST_H */
