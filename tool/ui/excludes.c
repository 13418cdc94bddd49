/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   excludes.c - what --exclude leaves out of directories.

   A pattern of a path is matched from the directory on that was given, so that
   usr/lib/debug means that of a tree and no other one.  */

#include "config.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "file-list.h"
#include "options.h"
#include "pool.h"
#include "report.h"
#include "text.h"

int
excludes_take (struct excludes *excludes, const char *command, char *pattern,
               const struct diag_sink *sink)
{
  size_t size = strlen (pattern);

  while (size > 1 && pattern[size - 1] == '/')
    pattern[--size] = '\0';
  if (size == 0 || strcmp (pattern, "/") == 0)
    return report_usage ("%s: --exclude='%s' matches nothing", command,
                         pattern);
  if (!array_grow (&excludes->patterns, &excludes->capacity, excludes->count,
                   sizeof *excludes->patterns))
    return report_input_status (diag_nomem (sink, NULL));
  excludes->patterns[excludes->count++] = pattern;
  return OPTIONS_GO_ON;
}

bool
excludes_match (const struct excludes *excludes, const char *path)
{
  for (size_t i = 0; i < excludes->count; i++)
    {
      const char *pattern = excludes->patterns[i];
      const bool whole = strchr (pattern, '/') != NULL;
      if (fnmatch (pattern + (*pattern == '/'),
                   whole ? path : path + path_base_offset (path), FNM_PATHNAME)
          == 0)
        return true;
    }
  return false;
}

void
excludes_free (struct excludes *excludes)
{
  free (excludes->patterns);
}
