/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   proof-frame.c - a program with a function whose frame is another with
   another PART, in code of the same length.  */

#define APART __attribute__ ((noinline, noipa))

APART static int
look (const char *block)
{
  return *block;
}

APART int
framed (int n)
{
  char block[56 + 16 * PART];

  block[0] = n;
  return look (block) + 3;
}

int
main (void)
{
  return framed (1) & 0;
}
