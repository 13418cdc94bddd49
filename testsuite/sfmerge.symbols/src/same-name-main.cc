// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright (C) 2026 the sfmerge authors
//
// same-name-main.cc - calls the units of same-name.cc and prints what comes
// of it.

#include <cstdio>

#define UNITS(X)                                                              \
  X (0)                                                                       \
  X (1)                                                                       \
  X (2)                                                                       \
  X (3)                                                                       \
  X (4)                                                                       \
  X (5)                                                                       \
  X (6)                                                                       \
  X (7)                                                                       \
  X (8)                                                                       \
  X (9)                                                                       \
  X (10)                                                                      \
  X (11)                                                                      \
  X (12)                                                                      \
  X (13)                                                                      \
  X (14)                                                                      \
  X (15)                                                                      \
  X (16)                                                                      \
  X (17)                                                                      \
  X (18) X (19) X (20) X (21) X (22) X (23)

#define DECLARE(n) extern "C" int unit_##n (int);
UNITS (DECLARE)
#define NAME(n) unit_##n,
static int (*const units[]) (int) = { UNITS (NAME) };

int
main ()
{
  long r = 0;

  for (unsigned i = 0; i < sizeof units / sizeof *units; i++)
    r = r * 3 + units[i]((int) i + 2);
  std::printf ("%ld\n", r);
  return 0;
}
