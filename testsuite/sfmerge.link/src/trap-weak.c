/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   trap-weak.c - a function that is weak with -DPART=1 and strong with
   -DPART=2, of the same size but with another frame.  */

#define PASTE2(a, b) a##b
#define PASTE(a, b) PASTE2 (a, b)

int trap_weak (int);
int PASTE (trap_beside, PART) (int);
int part1_public (int);

#if PART == 1
__attribute__ ((weak))
#endif
int
trap_weak (int n)
{
  volatile char t[24 + 16 * PART];

  t[n & 7] = 1;
  return part1_public (n) + t[1];
}

int
PASTE (trap_beside, PART) (int n)
{
  volatile char t[200 * PART];

  t[n & 7] = 1;
  return part1_public (n + 1) + t[1];
}
