/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-main.c - a program that calls through every kind of linker-generated
   code.  */

#include <unistd.h>

#ifdef TLS
/* A shared object's: through a TLS descriptor.  */
extern __thread int plt_tls;
#endif

static int
ours (void)
{
  return 3;
}

static int (*resolve (void)) (void) { return ours; }

/* Resolved at run time, also in static programs.  */
int indirect (void) __attribute__ ((ifunc ("resolve")));

/* Their addresses are taken too: they may get code without a number.  */
typedef pid_t caller (void);
caller *volatile parent;
int (*volatile other) (void);

int
calls (void)
{
  int sum = getpid () > 0;

  sum += getuid () == geteuid ();
  sum += getppid () == parent ();
  sum += indirect () == other ();
#ifdef TLS
  sum += plt_tls;
#endif
  return sum;
}

#ifndef TLS
int
main (void)
{
  parent = getppid;
  other = indirect;
  return calls () == 4 ? 0 : 1;
}
#endif
