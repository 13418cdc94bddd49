/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   orchard.c - the sample's main program.  */

#include <stdio.h>

#include "orchard.h"

static void
report (const char *what, unsigned value)
{
  printf ("%s: %u\n", what, value);
}

int
main (void)
{
  report ("weight", tree_weight (12));
  report ("price", tree_price (12));
  return 0;
}
