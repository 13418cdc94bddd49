/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   walk-main.c - calls through frames of many shapes, at whose end
   walk-self.c unwinds with the program's own .sframe.  */

#include "walk.h"
#include <stdio.h>
#include <string.h>

static int descend (int depth, int n);

/* Keeps the compiler from seeing that the results do not matter.  */
static volatile int sink;

/* A frame with saved registers and a CFA on the stack pointer.  */
static __attribute__ ((noinline)) int
plain (int depth, int n)
{
  int a = n * sink, b = n ^ sink, c = n + depth;
  int r = descend (depth - 1, n + 1);

  return r + a * b - c;
}

/* The CFA is on the frame pointer, in the middle of the function.  */
static __attribute__ ((noinline)) int
variable (int depth, int n)
{
  char p[(n & 63) + 16];

  memset (p, n, sizeof p);
  int r = descend (depth - 1, n + 2);

  return r + p[r & 15] + p[sink & 15];
}

/* A CFA offset that needs four bytes.  */
static __attribute__ ((noinline)) int
large (int depth, int n)
{
  volatile char t[50000];

  memset ((void *) t, n, sizeof t);
  int r = descend (depth - 1, n + 3);

  return r + t[n & 1023];
}

/* Eight arguments: the caller pushes some.  */
static __attribute__ ((noinline)) int
many (int depth, int a, int b, int c, int d, int e, int f, int g)
{
  int r = descend (depth - 1, a + g);

  return r + a + b + c + d + e + f + g;
}

static __attribute__ ((noinline)) int
descend (int depth, int n)
{
  if (depth <= 0)
    return walk_here ();
  switch (n & 3)
    {
    case 0:
      return plain (depth, n) + 1;
    case 1:
      return variable (depth, n) + 1;
    case 2:
      return large (depth, n) + 1;
    default:
      return many (depth, n, 2, 3, 4, 5, 6, 7) + 1;
    }
}

int
main (void)
{
  if (!walk_begin ())
    return 1;
  for (int depth = 0; depth < 40; depth += 3)
    for (int n = 0; n < 4; n++)
      sink += descend (depth, n + sink % 2);
  return walk_end ();
}
