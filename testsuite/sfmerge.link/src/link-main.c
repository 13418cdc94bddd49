/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-main.c - the program that the link tests put together: prints one
   number that depends on every part.  */

#include "link-prog.h"
#include <stdio.h>
#include <stdlib.h>

static long total;

static void
at_end (void)
{
  printf ("%ld\n", total);
}

static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

int
main (int argc, char **argv)
{
  int values[] = { 5, 1, 4, 2, argc };

  (void) argv;
  atexit (at_end);
  qsort (values, 5, sizeof values[0], compare);
  for (int i = 0; i < 5; i++)
    total += part1_public (values[i]) * (i + 1) + part2_public (values[i]);
  return 0;
}
