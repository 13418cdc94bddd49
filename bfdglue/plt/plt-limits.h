/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-limits.h - what plt/ compares: what each number bounds, what happens
   beyond it, and how it was found.  */

#ifndef BFDGLUE_PLT_LIMITS_H
#define BFDGLUE_PLT_LIMITS_H

enum
{
  /* Bytes and rows compared for each byte of PLT code and of pieces.  Beyond
     it the existing functions that are left are replaced without a comparison.
     Real functions take one.  */
  BUDGET_FACTOR = 16
};

#endif /* BFDGLUE_PLT_LIMITS_H */
