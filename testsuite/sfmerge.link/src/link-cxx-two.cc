// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright (C) 2026 the sfmerge authors
//
// link-cxx-two.cc - the other C++ part.

#include "link-cxx.hh"
#include <stdexcept>

static __attribute__ ((noinline)) int
local_only (int n)
{
  std::vector<int> v (3, n);
  return sum (v) + shared_inline (5);
}

struct derived : base
{
  int k;
  explicit derived (int n) : k (n) {}
  int value (int n) const override { return local_only (n) + k; }
};

base *
make (int n)
{
  if (n < 0)
    throw std::runtime_error ("negative");
  return new derived (n);
}
