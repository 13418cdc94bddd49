/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-shared.c - loads the shared object that the tests made of
   link-part.c, so that a damaged one is seen.  */

#include "link-prog.h"
#include <stdio.h>

int
main (void)
{
  printf ("%d\n", part1_public (7) + part2_public (9));
  return 0;
}
