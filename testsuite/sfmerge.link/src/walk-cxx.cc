/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   walk-cxx.cc - compiled twice, with PART 1 and 2: calls through functions of
   which both objects have a copy, in COMDAT groups, and through those of
   either, at whose end walk-self.c unwinds with the program's own .sframe.  */

#include "walk.h"
#include <cstring>

#define NOINLINE __attribute__ ((noinline))

/* Keeps the compiler from seeing that the results do not matter.  */
extern volatile int walk_sink;

int part_one (int depth, int n);
int part_two (int depth, int n);

/* Both objects have these; the linker keeps one of each.  */

template <int SIZE>
NOINLINE int
spread (int depth, int n)
{
  char space[(n & 31) + SIZE];

  memset (space, n, sizeof space);
  int r = depth & 1 ? part_one (depth - 1, n + 1) : part_two (depth - 1, n);

  return r + space[r & 7] + space[walk_sink & 7];
}

struct walker
{
  int n;

  virtual NOINLINE int go (int depth)
  {
    int r = n & 1 ? spread<16> (depth, n) : spread<4000> (depth, n + 1);

    return r * walk_sink + n;
  }
};

inline NOINLINE int
either (int depth, int n)
{
  walker here;

  here.n = n + walk_sink % 2;
  return here.go (depth) + here.n;
}

#if PART == 1

volatile int walk_sink;

/* Of one object alone.  */
static NOINLINE int
own (int depth, int n)
{
  int r = either (depth - 1, n);

  return r - n * walk_sink;
}

int
part_one (int depth, int n)
{
  return depth <= 0 ? walk_here () : own (depth, n) + 1;
}

int
main ()
{
  if (!walk_begin ())
    return 1;
  for (int depth = 0; depth < 40; depth += 3)
    for (int n = 0; n < 4; n++)
      walk_sink += either (depth, n + walk_sink % 2);
  return walk_end ();
}

#else

int
part_two (int depth, int n)
{
  return depth <= 0 ? walk_here () : spread<64> (depth - 1, n) + 1;
}

#endif
