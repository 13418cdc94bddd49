/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   orchard.h - a sample program: a few small functions in three files, so
   that a link has three .sframe sections to put together.  */

#ifndef EXAMPLES_ORCHARD_H
#define EXAMPLES_ORCHARD_H

unsigned apple_weight (unsigned number);
unsigned apple_price (unsigned number);
unsigned tree_weight (unsigned apples);
unsigned tree_price (unsigned apples);

#endif /* EXAMPLES_ORCHARD_H */
