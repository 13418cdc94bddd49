/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   index-limits.h - what index/ takes of symbol tables, and where its searches
   and sorts change their way: what each number bounds, what happens beyond it,
   and how it was found.  */

#ifndef BFDGLUE_INDEX_LIMITS_H
#define BFDGLUE_INDEX_LIMITS_H

enum
{
  /* Bytes of symbol names: this many for each byte of the strings, and
     NAME_SIZE_MEAN for each symbol.  A table with more is refused.  Names may
     share bytes (linkers merge tails), and many locals have one name.  A
     hostile table has a name for each byte of a long string; sorting those
     would cost more than everything else.  */
  NAMES_SHARE_LIMIT = 64,
  NAME_SIZE_MEAN = 256,

  /* Symbols in a bucket of the names, at most on average, as a power of two.
     More cost comparisons, fewer cost memory.  */
  BUCKET_BITS = 2,

  /* Names in a bucket up to which insertion sort is faster than qsort.  */
  BUCKET_INSERTION_MAX = 16,

  /* Symbols after the last one found that are tried before all are searched:
     by name, where labels may come between two functions, and by address.  */
  LOOK_AHEAD = 4,
  STEP_LIMIT = 8,

  /* Symbols at one address that are compared for the best name.  A hostile
     table has all of them at one, and many functions there.  */
  NAMES_TRIED = 64
};

#endif /* BFDGLUE_INDEX_LIMITS_H */
