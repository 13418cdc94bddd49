/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   trap-version.c - two versions of one symbol: the image has NAME@V1 and
   NAME@@V2, no plain NAME.  */

int trap_new (int);
int trap_old (int);
int part1_public (int);

__asm__(".symver trap_old,trap_call@TRAP_1\n\t"
        ".symver trap_new,trap_call@@TRAP_2");

int
trap_old (int n)
{
  volatile char t[300];

  t[n & 15] = 1;
  return t[n & 15] + part1_public (n);
}

int
trap_new (int n)
{
  volatile char t[700];

  t[n & 15] = 2;
  return t[n & 15] + part1_public (n);
}
