/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   trap-ifunc.c - an indirect function, whose name stands for a PLT entry
   where its address has to be the same everywhere.  */

#include <stdio.h>

int trap_ifunc (int);

static int
one_way (int n)
{
  volatile char t[300];

  t[n & 15] = 1;
  return t[n & 15] + n;
}

static int
other_way (int n)
{
  volatile char t[500];

  t[n & 15] = 2;
  return t[n & 15] + n;
}

static int (*choose (void)) (int)
{
  volatile int zero = 0;

  return zero ? one_way : other_way;
}

int trap_ifunc (int) __attribute__ ((ifunc ("choose")));

int (*trap_pointer) (int) = trap_ifunc;

static __attribute__ ((constructor)) void
call (void)
{
  printf ("%d\n", trap_ifunc (1) + trap_pointer (2));
}
