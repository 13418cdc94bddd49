/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   busy.c - a program that a profiler looks at: functions with frames of all
   kinds, for a while, and in the C library too.  */

#include <stdlib.h>
#include <string.h>

static volatile unsigned sink;

__attribute__ ((noinline)) unsigned
innermost (unsigned n)
{
  for (unsigned i = 0; i < 2000; i++)
    n = n * 1664525 + 1013904223 + sink;
  return n;
}

/* The CFA is on the frame pointer.  */
__attribute__ ((noinline)) unsigned
middle (unsigned n)
{
  char p[(n & 63) + 16];

  memset (p, (int) n, sizeof p);
  return innermost (n + (unsigned char) p[n & 15]) + 1;
}

static int
compare (const void *a, const void *b)
{
  const unsigned *x = a, *y = b;

  sink = *x;
  return (*x > *y) - (*x < *y);
}

__attribute__ ((noinline)) unsigned
sorted (unsigned n)
{
  unsigned numbers[256];

  for (unsigned i = 0; i < 256; i++)
    numbers[i] = n = n * 1664525 + 1013904223;
  qsort (numbers, 256, sizeof *numbers, compare);
  return numbers[n & 255];
}

__attribute__ ((noinline)) unsigned
outer (unsigned depth, unsigned n)
{
  if (depth == 0)
    return middle (n) + sorted (n);
  return outer (depth - 1, n + 1) * 3 + 1;
}

int
main (void)
{
  unsigned n = 1;

  for (unsigned i = 0; i < 40000; i++)
    n = outer (n % 20, n);
  return n == 0;
}
