/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   readable.c - where the files of a command line may name others.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report.h"
#include "text.h"

/* Color of what people read on terminals.

   The colors are gcc's, so that a build with both looks like one.  NO_COLOR
   counts if it is set and not empty (no-color.org); the option is stronger, as
   it was given for this very command.  JSON never has color.  */

/* Whether standard output and standard error are colored.  */
static bool colored[2];

/* Whether FD is a terminal whose user has nothing against color.  */
static bool
wants_color (int fd)
{
  const char *no_color = getenv ("NO_COLOR");
  const char *term = getenv ("TERM");

  return (no_color == NULL || no_color[0] == '\0') && term != NULL
         && strcmp (term, "dumb") != 0 && isatty (fd);
}

void
color_decide (enum color_when when)
{
  colored[0] = when == COLOR_ALWAYS
               || (when == COLOR_AUTO && wants_color (STDOUT_FILENO));
  colored[1] = when == COLOR_ALWAYS
               || (when == COLOR_AUTO && wants_color (STDERR_FILENO));
}

const char *
color_begin (enum color color, bool message)
{
  static const char *const codes[] = { [COLOR_ERROR] = "\033[01;31m",
                                       [COLOR_WARNING] = "\033[01;35m",
                                       [COLOR_NOTE] = "\033[01;36m",
                                       [COLOR_GOOD] = "\033[32m",
                                       [COLOR_PLACE] = "\033[01m" };

  return colored[message] ? codes[color] : "";
}

const char *
color_end (bool message)
{
  return colored[message] ? "\033[m" : "";
}

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
          && strcmp (path, r->paths[r->count - 1]) == 0)
        continue;
      if (path == NULL
          || !array_grow (&r->paths, &r->capacity, r->count, sizeof *r->paths))
        return false;
      r->paths[r->count++] = path;
    }
  return true;
}

void
readable_free (struct readable *r)
{
  free (r->paths);
  pool_free (&r->pool);
}
