/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   inline.h - what the compiler is asked for where a walk must be fast.  */

#ifndef MERGER_INLINE_H
#define MERGER_INLINE_H

/* Before the type of a function that is made anew for each combination of its
   constant arguments (byte order, version, width).  */
#if defined __GNUC__
#define ALWAYS_INLINE inline __attribute__ ((always_inline))
#else
#define ALWAYS_INLINE inline
#endif

/* Ask for the bytes at P before their turn comes.  Always inline: GCC 12 takes
   a function that only prefetches for one without effect, and drops calls of
   it.  */
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
