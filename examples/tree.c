/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   tree.c - functions of the sample that call others and keep registers over
   the call, so that their stack frames change on the way.  */

#include "orchard.h"

unsigned
tree_weight (unsigned apples)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < apples; i++)
    {
      sum += apple_weight (i);
    }
  return sum;
}

unsigned
tree_price (unsigned apples)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < apples; i++)
    {
      sum += apple_price (i);
    }
  return sum;
}
