/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   apple.c - the leaves of the sample's call tree.  */

#include "orchard.h"

unsigned
apple_weight (unsigned number)
{
  return 150 + number * 7 % 40;
}

unsigned
apple_price (unsigned number)
{
  return apple_weight (number) / 5;
}
