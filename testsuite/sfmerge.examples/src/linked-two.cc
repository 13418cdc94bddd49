// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright (C) 2026 the sfmerge authors
//
// linked-two.cc - an object for linker.c, with copies of functions that
// another has, and one that it has alone.

#include "linked.hh"

static __attribute__ ((noinline)) long
own (long value)
{
  return linked_copy (value) + 3;
}

int
linked_two (int count)
{
  return linked_both (count) + static_cast<int> (own (count)) + 2;
}
