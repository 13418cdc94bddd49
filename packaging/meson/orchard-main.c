/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   Trees grow.  */

int tree (int);

int
main (void)
{
  return tree (3) != 4;
}
