// SPDX-License-Identifier: GPL-3.0-or-later
// Copyright (C) 2026 the sfmerge authors
//
// link-cxx.hh - inline and template functions that both C++ parts have a
// COMDAT copy of.

#ifndef LINK_CXX_HH
#define LINK_CXX_HH

#include <string>
#include <vector>

struct base
{
  virtual ~base () {}
  virtual int value (int n) const { return n; }
};

template <typename T>
__attribute__ ((noinline)) T
sum (const std::vector<T> &v)
{
  T s = T ();
  for (const T &x : v)
    s = s + x;
  return s;
}

__attribute__ ((noinline)) inline int
shared_inline (int n)
{
  return n > 2 ? shared_inline (n - 1) + shared_inline (n - 2) : n;
}

base *make (int n);

#endif
