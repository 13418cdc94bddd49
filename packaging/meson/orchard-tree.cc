/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   A tree grows.  */

extern "C" int tree (int);

int
tree (int x)
{
  return x + 1;
}
