/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   numbers.h - small questions about addresses, offsets and sizes.  */

#ifndef BFDGLUE_NUMBERS_H
#define BFDGLUE_NUMBERS_H

#include <stdint.h>

static inline uint64_t
larger (uint64_t a, uint64_t b)
{
  return a > b ? a : b;
}

static inline uint64_t
smaller (uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

/* The first multiple of ALIGN, a power of two, from VALUE on.  The sum must
   not wrap around.  */
static inline uint64_t
align_up (uint64_t value, uint64_t align)
{
  return (value + align - 1) & ~(align - 1);
}

#endif /* BFDGLUE_NUMBERS_H */
