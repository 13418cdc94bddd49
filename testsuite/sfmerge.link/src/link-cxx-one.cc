// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright (C) 2026 the sfmerge authors
//
// link-cxx-one.cc - throws through frames of both parts.

#include "link-cxx.hh"
#include <cstdio>
#include <stdexcept>

static __attribute__ ((noinline)) int
local_only (int n)
{
  return shared_inline (n) + 1;
}

int
main ()
{
  std::vector<int> v (5, 3);
  std::vector<std::string> w (2, "x");
  base *b = make (4);
  int r = sum (v) + (int) sum (w).size () + b->value (local_only (6));
  delete b;
  try
    {
      make (-1);
    }
  catch (const std::runtime_error &e)
    {
      r += e.what ()[0];
    }
  std::printf ("%d\n", r);
  return 0;
}
