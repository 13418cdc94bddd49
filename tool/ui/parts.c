/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   parts.c - telling where what belongs to the program is.

   The answers are for the command substitution of a shell: gcc ignores a -B
   that names nothing, and links without a word.  So there is an answer only
   if the part is there.  */

#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "installed.h"
#include "parts.h"
#include "report.h"

static const struct part
{
  const char *option;
  const struct installed *installed;
  int access;  /* as for access */
  bool folder; /* what is printed is the directory that it is in */
} parts[] = {
  { "--print-data", &installed_script, R_OK, true },
  { "--print-plugin", &installed_plugin, R_OK, false },
  { "--print-wrap", &installed_wrapper, X_OK, true },
};

/* Print where PART is.  */
static sfm_status
print_part (const struct part *part, const struct diag_sink *sink)
{
  char *self = installed_self ();
  char *path = installed_beside (self, &installed_program, part->installed);
  sfm_status status = SFM_OK;

  free (self);
  if (path == NULL)
    return diag_nomem (sink, NULL);
  if (access (path, part->access) != 0)
    {
      diag (sink, DIAG_ERROR, path, "%s has no answer: %s", part->option,
            strerror (errno));
      status = SFM_ERR_IO;
    }
  else
    {
      if (part->folder)
        *strrchr (path, '/') = '\0';
      puts (path);
    }
  free (path);
  return status;
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
          *status = print_part (&parts[i], &report.sink) == SFM_OK
                        ? STATUS_DONE
                        : STATUS_FAILED;
        return true;
      }
  return false;
}
