/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   trap-leaf.c - with -DPART=1 and -DPART=2, functions of different names
   whose entries in .sframe are alike.  */

#define PASTE2(a, b) a##b
#define PASTE(a, b) PASTE2 (a, b)

int PASTE (trap_leaf, PART) (int);

int
PASTE (trap_leaf, PART) (int n)
{
  return n * (2 * PART + 1);
}
