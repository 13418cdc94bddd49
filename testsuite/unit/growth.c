/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   growth.c - one piece of work by name, for unit.exp to count.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "growth.h"

void
unit_grows (int argc, char **argv, const struct unit_work *works, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (argc < 3)
      printf ("GROWS: %zu %s\n", works[i].size, works[i].name);
    else if (strcmp (argv[1], works[i].name) == 0)
      exit (works[i].run (strtoul (argv[2], NULL, 0)) ? EXIT_SUCCESS
                                                      : EXIT_FAILURE);
  if (argc >= 3)
    exit (EXIT_FAILURE);
}
