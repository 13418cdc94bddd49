// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright (C) 2026 the sfmerge authors
//
// linked-one.cc - an object for linker.c, whose copies of functions stay.

#include "linked.hh"

int
linked_one (int count)
{
  return count == 0 ? 0 : linked_both (count) * linked_one (count - 1) + 1;
}
