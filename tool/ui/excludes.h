/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   excludes.h - what --exclude leaves out of directories.  */

#ifndef TOOL_EXCLUDES_H
#define TOOL_EXCLUDES_H

#include <stdbool.h>
#include <stddef.h>

#include "diag.h"

/* Patterns, strings of the caller.  All zero: there are none.  */
struct excludes
{
  char **patterns;
  size_t count;
  size_t capacity;
};

/* Add PATTERN, the argument of --exclude of COMMAND; a slash at its end is cut
   off.  Returns OPTIONS_GO_ON or the exit status.  excludes_free is due.  */
int excludes_take (struct excludes *excludes, const char *command,
                   char *pattern, const struct diag_sink *sink);

/* Whether a pattern matches PATH, which is below a directory that was given
   and is relative to it: a pattern with a slash matches the whole of PATH,
   "*" no slash; another one matches the last name in PATH.  */
bool excludes_match (const struct excludes *excludes, const char *path);

void excludes_free (struct excludes *excludes);

#endif /* TOOL_EXCLUDES_H */
