/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   keyed-sort.h - sort large arrays, by a number first.  */

#ifndef BFDGLUE_KEYED_SORT_H
#define BFDGLUE_KEYED_SORT_H

#include <stddef.h>

/* Sort the COUNT elements of SIZE bytes at ARRAY by COMPARE, as qsort does.
   COMPARE must order by the uint64_t at OFFSET in each element before all
   else.  This takes memory for 16 bytes and a copy of each element; without
   it, qsort sorts them.  */
void keyed_sort (void *array, size_t count, size_t size, size_t offset,
                 int (*compare) (const void *, const void *));

/* Sort elements that are mostly in order, or two such runs: assemblers list
   the local symbols first.  */
void sort_if_needed (void *array, size_t count, size_t size,
                     int (*compare) (const void *, const void *));

#endif /* BFDGLUE_KEYED_SORT_H */
