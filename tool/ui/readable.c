/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   readable.c - where the files of a command line may name others.  */

#include "config.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "debug-file.h"
#include "report.h"

/* The directory that PATH is, or is in.  NULL: no memory.  */
static const char *
directory_of (struct readable *r, const char *path)
{
  struct stat st;
  const size_t base = path_base_offset (path);

  if (stat (path, &st) == 0 && S_ISDIR (st.st_mode))
    return path;
  return base == 0 ? "." : pool_copy (&r->pool, path, base);
}

bool
readable_add (struct readable *r, char *const *files, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      const char *path = directory_of (r, files[i]);
      /* Files of one directory are mostly given one after the other.  */
      if (path != NULL && r->count != 0
          && strcmp (path, r->at[r->count - 1]) == 0)
        continue;
      if (path == NULL || !LIST_ADD (r, path))
        return false;
    }
  return true;
}

bool
readable_symbols (struct readable *r, const char *symbols)
{
  char *dirs[DEBUG_FILE_DIRS], *file = (char *) (uintptr_t) symbols;
  bool fits = true;

  if (symbols == NULL)
    return true;
  if (!debug_file_searched (symbols))
    return readable_add (r, &file, 1);
  const size_t count = debug_file_dirs (symbols, dirs);
  for (size_t i = 0; i < count; i++)
    {
      char *copy = pool_copy (&r->pool, dirs[i], strlen (dirs[i]));
      fits = fits && copy != NULL && readable_add (r, &copy, 1);
      free (dirs[i]);
    }
  return fits;
}

void
readable_free (struct readable *r)
{
  free (r->at);
  pool_free (&r->pool);
}
