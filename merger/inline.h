/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   inline.h - inlining and prefetching where a walk must be fast.  */

#ifndef MERGER_INLINE_H
#define MERGER_INLINE_H

/* Goes before the type of a function that is compiled once for each
   combination of its constant arguments (byte order, version, width).  */
#if defined __GNUC__
#define ALWAYS_INLINE inline __attribute__ ((always_inline))
#else
#define ALWAYS_INLINE inline
#endif

/* Fetch the bytes at P into the cache.  Always inline: GCC 12 considers a
   function that only prefetches to have no effect, and drops calls of it.  */
static ALWAYS_INLINE void
prefetch (const void *p)
{
#if defined __GNUC__
  __builtin_prefetch (p);
#else
  (void) p;
#endif
}

#endif /* MERGER_INLINE_H */
