// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright (C) 2026 the sfmerge authors
//
// linked.hh - two functions of which each object has a copy.

#ifndef LINKED_HH
#define LINKED_HH

extern "C" int linked_three (volatile int *numbers, int count);

template <typename T>
__attribute__ ((noinline, noclone)) T
linked_copy (T value)
{
  volatile T numbers[12] = { value };
  return numbers[0] + numbers[11];
}

inline __attribute__ ((noinline, noclone)) int
linked_both (int count)
{
  volatile int numbers[40] = { count };
  return linked_three (numbers, count) + linked_copy (count);
}

#endif
