/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   growth.c - work whose growth with its input is counted.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "growth.h"
#include "result.h"

bool
growth_only (int argc, char **argv, const struct growth *cases, size_t count)
{
  if (argc != 4 || strcmp (argv[1], "growth") != 0)
    {
      for (size_t i = 0; i < count; i++)
        printf ("GROWTH: %zu %s\n", cases[i].size, cases[i].name);
      return false;
    }
  for (size_t i = 0; i < count; i++)
    if (strcmp (cases[i].name, argv[2]) == 0)
      {
        cases[i].work (strtoul (argv[3], NULL, 10));
        return true;
      }
  unit_result (false, "there is no such case of growth");
  return true;
}
