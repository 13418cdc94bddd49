/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   readable.h - where the files of a command line may name others.  */

#ifndef TOOL_READABLE_H
#define TOOL_READABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "pool.h"

/* Directories and files.  All zero: there are none.  */
struct readable
{
  const char **paths;
  size_t count;
  size_t capacity;
  struct pool pool;
};

/* Add the directory that each of the COUNT FILES is, or is in: a thin archive
   names files beside it.  False: no memory.  */
bool readable_add (struct readable *readable, char *const *files,
                   size_t count);

void readable_free (struct readable *readable);

#endif /* TOOL_READABLE_H */
