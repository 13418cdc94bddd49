/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   version.c - what --version prints.  */

#include "config.h"

#include <stdio.h>

#include "options.h"
#include "process.h"
#include "sfmerge.h"

void
version_print (bool verbose)
{
  printf ("sfmerge %s\n", sfm_version ());
  fputs ("Copyright (C) 2026 the sfmerge authors\n"
         "License GPLv3+: GNU GPL version 3 or later "
         "<https://gnu.org/licenses/gpl.html>.\n"
         "This is free software: you are free to change and redistribute "
         "it.\n"
         "There is NO WARRANTY, to the extent permitted by law.\n",
         stdout);
  if (verbose)
    printf ("Workers: no capabilities, no privileges, %s, %s\n",
            sandbox_has_landlock () ? "Landlock"
                                    : "no Landlock in this kernel",
            sandbox_has_filter () ? "system calls refused"
                                  : "no system calls refused");
}
