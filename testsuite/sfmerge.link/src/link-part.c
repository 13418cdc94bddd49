/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-part.c - a part of the program, compiled once with -DPART=1 and once
   with -DPART=2 to objects of the same name in different directories: equal
   STT_FILE and static names, different code.  */

#include "link-prog.h"
#include <stdlib.h>
#include <string.h>

#define PASTE2(a, b, c) a##b##c
#define PASTE(a, b, c) PASTE2 (a, b, c)
#define NAME(what) PASTE (part, PART, what)

static __attribute__ ((noinline)) int
helper (int x)
{
  return x > 3 ? helper (x - 1) * PART + helper (x - 2) : x;
}

/* The CFA moves to the frame pointer.  */
static __attribute__ ((noinline)) int
variable_frame (int n)
{
  char p[(n & 31) + 32];

  memset (p, n, sizeof p);
  return p[n & 15] + helper (n & 7);
}

/* CFA offsets of two and of four bytes.  */
static __attribute__ ((noinline)) int
middle_frame (int n)
{
  volatile int t[100 * PART];

  for (int i = 0; i < 100 * PART; i++)
    t[i] = i * n;
  return t[n & 63] + helper (3);
}

static __attribute__ ((noinline)) int
large_frame (int n)
{
  volatile char t[40000];

  memset ((void *) t, n, sizeof t);
  return t[n & 1023] + helper (n & 3);
}

static __attribute__ ((noinline, cold)) void
give_up (int n)
{
  abort ();
  (void) n;
}

int
NAME (_unused) (int n)
{
  return middle_frame (n) + PART;
}

int
NAME (_public) (int n)
{
  if (n > 100000)
    give_up (n);
  return variable_frame (n) + middle_frame (n) + large_frame (n);
}
