/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   text.h - questions about strings and paths.  */

#ifndef BFDGLUE_TEXT_H
#define BFDGLUE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static inline bool
text_begins (const char *text, const char *prefix)
{
  return strncmp (text, prefix, strlen (prefix)) == 0;
}

/* The offset of the last component of PATH: the size of its directory, with
   the slash.  */
static inline size_t
path_base_offset (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash == NULL ? 0 : (size_t) (slash - path) + 1;
}

#endif /* BFDGLUE_TEXT_H */
