/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   crash.c - a program that a signal ends, in a function that others call.
   With an argument it says that it is ready, and goes on there.  */

#include <stdio.h>
#include <string.h>

int innermost (volatile int *where, int n);
int middle (volatile int *where, int n);
int outer (volatile int *where, int n);

static volatile int forever;

__attribute__ ((noinline)) int
innermost (volatile int *where, int n)
{
  while (forever)
    n++;
  *where = n;
  return n + 1;
}

/* The CFA is on the frame pointer.  */
__attribute__ ((noinline)) int
middle (volatile int *where, int n)
{
  char p[(n & 63) + 16];

  memset (p, n, sizeof p);
  const int r = innermost (where, n);

  return r + p[r & 15];
}

__attribute__ ((noinline)) int
outer (volatile int *where, int n)
{
  return middle (where, n + 1) * 2;
}

int
main (int argc, char **argv)
{
  (void) argv;
  forever = argc > 1;
  puts ("ready");
  fflush (stdout);
  return outer (NULL, argc) == 0;
}
