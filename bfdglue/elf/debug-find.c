/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   debug-find.c - find the separate debug file of an image by its build-id.

   Packages of debug files have DIR/.build-id/AB/CDEF....debug, of which AB is
   the first byte of the id; debuginfod's client keeps what it has fetched as
   DIR/ABCDEF.../debuginfo.  Nothing is fetched here.  A file that was found so
   is one that somebody else chose: it may not be the right one, nor be whole,
   and debug_file_check decides.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "debug-file.h"

#define PACKAGED "/usr/lib/debug"

static bool
is_directory (const char *path)
{
  struct stat st;

  return stat (path, &st) == 0 && S_ISDIR (st.st_mode);
}

bool
debug_file_searched (const char *symbols)
{
  return strcmp (symbols, DEBUG_FILE_AUTO) == 0 || is_directory (symbols);
}

/* The directory of debuginfod's client, to be freed, or NULL.  */
static char *
fetched (void)
{
  static const struct
  {
    const char *variable, *below;
  } places[] = {
    { "DEBUGINFOD_CACHE_PATH", "" },
    { "XDG_CACHE_HOME", "/debuginfod_client" },
    { "HOME", "/.cache/debuginfod_client" },
  };
  char *path = NULL;

  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    {
      const char *base = getenv (places[i].variable);
      if (base != NULL && base[0] == '/')
        return asprintf (&path, "%s%s", base, places[i].below) < 0 ? NULL
                                                                   : path;
    }
  return NULL;
}

size_t
debug_file_dirs (const char *symbols, char *dirs[DEBUG_FILE_DIRS])
{
  const bool automatic = strcmp (symbols, DEBUG_FILE_AUTO) == 0;
  size_t count = 0;

  char *const all[DEBUG_FILE_DIRS] = { strdup (automatic ? PACKAGED : symbols),
                                       automatic ? fetched () : NULL };

  for (size_t i = 0; i < DEBUG_FILE_DIRS; i++)
    if (all[i] != NULL && is_directory (all[i]))
      dirs[count++] = all[i];
    else
      free (all[i]);
  return count;
}

/* The file of DIR for ID, in hexadecimal digits, to be freed, or NULL.  */
static char *
find_in (const char *dir, const char *id)
{
  char *path = NULL;

  if (asprintf (&path, "%s/.build-id/%.2s/%s.debug", dir, id, id + 2) < 0)
    return NULL;
  if (access (path, R_OK) == 0)
    return path;
  free (path);
  if (asprintf (&path, "%s/%s/debuginfo", dir, id) < 0)
    return NULL;
  if (access (path, R_OK) == 0)
    return path;
  free (path);
  return NULL;
}

char *
debug_file_find (const char *symbols, const struct image *image)
{
  char *dirs[DEBUG_FILE_DIRS], *path = NULL;
  char text[BUILD_ID_TEXT];
  struct build_id id;

  if (!build_id_find (image, true, &id) || id.size > BUILD_ID_SHOWN)
    return NULL;
  build_id_print (&id, text);
  const size_t count = debug_file_dirs (symbols, dirs);
  for (size_t i = 0; i < count; i++)
    {
      if (path == NULL)
        path = find_in (dirs[i], text);
      free (dirs[i]);
    }
  return path;
}
