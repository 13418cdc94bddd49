/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   parts.c - printing where the other parts of sfmerge are installed.

   The paths are meant for command substitution in a shell.  gcc silently
   ignores a -B directory that does not exist, so a path is printed only if the
   part exists.  */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file-list.h"
#include "installed.h"
#include "report.h"

enum
{
  PART_WRAPPER = 2
};

static const struct part
{
  const char *option;
  const struct installed *installed;
  int access;     /* mode for access () */
  bool directory; /* print the directory that holds it */
} parts[] = {
  { "--print-data", &installed_script, R_OK, true },
  { "--print-plugin", &installed_plugin, R_OK, false },
  [PART_WRAPPER] = { "--print-wrap", &installed_wrapper, X_OK, true },
};

/* The path of PART, from malloc; NULL: it is not there, or no memory, which is
   reported.  */
static char *
find_part (const struct part *part, const struct diag_sink *sink)
{
  char *self = installed_self ();
  char *path = installed_beside (self, &installed_program, part->installed);

  free (self);
  if (path == NULL)
    diag_nomem (sink, NULL);
  else if (access (path, part->access) != 0)
    {
      diag (sink, DIAG_ERROR, path, "%s has no answer: %s", part->option,
            strerror (errno));
      free (path);
      path = NULL;
    }
  else if (part->directory)
    *strrchr (path, '/') = '\0';
  return path;
}

/* Print the path of PART; returns the exit status.  */
static int
print_part (const struct part *part, const struct diag_sink *sink)
{
  char *path = find_part (part, sink);

  if (path == NULL)
    return STATUS_FAILED;
  puts (path);
  free (path);
  return STATUS_DONE;
}

char *
parts_wrapper (const struct diag_sink *sink)
{
  return find_part (&parts[PART_WRAPPER], sink);
}

bool
parts_print (const char *option, int *status)
{
  struct report report;

  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
    if (strcmp (option, parts[i].option) == 0)
      {
        report_init (&report);
        if (!HAVE_PLUGIN && parts[i].installed == &installed_plugin)
          {
            diag (&report.sink, DIAG_ERROR, NULL,
                  "it was built without the linker plugin");
            *status = STATUS_FAILED;
          }
        else
          *status = print_part (&parts[i], &report.sink);
        return true;
      }
  return false;
}
