/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   proof-cold.c - functions whose cold parts are one call, in frames of
   different sizes.  With -DPART=1 the one that the program needs, with
   -DPART=2 one that it does not need beside one that it does, else the
   program.  -DSAME: both are static functions of one name.  */

int proof_fill (int *block, int n);
void proof_stop (void) __attribute__ ((noreturn, cold));
int needed (int n);
int beside (int n);
int collected (int n);

#ifdef SAME
#define LARGE static __attribute__ ((noinline)) int both
#define SMALL LARGE
#define CALLED both
#elif PART == 1
#define LARGE __attribute__ ((noinline)) int needed
#else
#define SMALL int collected
#endif

#if PART == 1
LARGE (int n)
{
  int block[60];

  proof_fill (block, n);
  if (block[n] == 4711)
    proof_stop ();
  return block[1];
}

#ifdef SAME
int
needed (int n)
{
  return CALLED (n);
}
#endif
#elif PART == 2
SMALL (int n)
{
  int pair[2] = { n, 0 }, sum;

  sum = proof_fill (pair, n);
  sum += proof_fill (pair, n + 1);
  if (sum == 4711)
    proof_stop ();
  return sum * pair[1];
}

#ifdef SAME
int
collected (int n)
{
  return CALLED (n) + 1;
}
#endif

int
beside (int n)
{
  return n * 9 + 2;
}
#else
int
proof_fill (int *block, int n)
{
  block[0] = n;
  block[1] = 0;
  return n;
}

int
main (void)
{
  return needed (0) + beside (0) - 2;
}
#endif
