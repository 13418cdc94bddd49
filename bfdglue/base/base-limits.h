/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   base-limits.h - what base/ takes and shares out: what each number bounds,
   what happens beyond it, and how it was found.  */

#ifndef BFDGLUE_BASE_LIMITS_H
#define BFDGLUE_BASE_LIMITS_H

#include "poison.h"

enum
{
/* Bytes of a file that are read at once, at least: a call takes less time than
   their copy.  AddressSanitizer finds the use of bytes that were not asked for
   only in blocks of which nothing was.  */
#ifdef POISON_MEMORY
  PAGED_BLOCK = 256,
#else
  PAGED_BLOCK = 16 * 1024,
#endif

  /* Bytes of a block of memory that holds one file after the other, and the
     number of such blocks: for an image and for its copy.  A larger file has
     memory of its own; a /usr with CUDA, LLVM and Java has 41 of them.  */
  PAGED_SLAB = 32 << 20,
  PAGED_SLABS = 2,

  /* Bytes of free memory that a process which keeps it does not give back; a
     larger block is mapped for itself.  glibc before 2.35 takes no more.  */
  MEMORY_KEPT = 32 << 20,

  /* Bytes of the first chunk of a pool.  Each further one is twice as large,
     up to what just fits large pages; a larger block gets a chunk of its own.
     The first suffices for an object of some ten functions, and malloc has it
     at hand.  One of 256 KiB is mapped anew for each object, unless the
     process keeps memory: with sanitizers that took three quarters of the time
     of unit-object-rewrite.  */
  POOL_CHUNK_SIZE = 16 * 1024,
  POOL_CHUNK_SIZE_MAX = 4 << 20,

  /* Bytes from which a block of memory gets large pages; smaller ones get
     ordinary pages.  It is two large pages: a smaller block would waste more
     than it gains.  */
  LARGE_PAGES_SIZE = 4 << 20,

  /* Elements up to which keyed_sort calls qsort, which is as fast there.  */
  KEYED_SORT_MIN = 64,

  /* Bytes of an image from which reading its symbols, or a copy of it, is
     worth a second thread: that much takes a millisecond.  Below, one thread
     does it.  */
  THREADS_WORTH_BYTES = 1 << 20,

  /* Threads that share one array.  More processors are not used, and arrays of
     results have that many elements.  The number was
     chosen, not measured.  */
  THREADS_PARTS_MAX = 8,

  /* Elements that are worth a thread of their own.  Fewer are done by the
     calling thread.  The number was chosen, not measured.  */
  THREADS_PART_MIN = 16384,

  /* Bytes of zeros that become a hole in a new file; fewer are written.  With
     page-sized holes every output would be a sparse file; only images that
     were sparse have holes of this size.  */
  SPARSE_HOLE_SIZE = 1 << 20,

  /* Bytes of a message and of the place that it names.  What is longer, such
     as the name of a C++ function, is cut off.  Both were chosen, not
     measured.  */
  DIAG_TEXT_SIZE = 1024,
  DIAG_PLACE_SIZE = 128
};

#endif /* BFDGLUE_BASE_LIMITS_H */
