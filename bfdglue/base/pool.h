/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pool.h - memory that is freed all at once, and arrays that grow.  */

#ifndef BFDGLUE_POOL_H
#define BFDGLUE_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pool_chunk;

/* All zero is an empty pool.  */
struct pool
{
  struct pool_chunk *chunks;
};

/* SIZE bytes aligned for any type, not cleared, or NULL.  They live until
   pool_free or pool_reset.  */
void *pool_alloc (struct pool *pool, size_t size);

/* The SIZE bytes at DATA, copied, with a NUL behind them, or NULL.  */
char *pool_copy (struct pool *pool, const void *data, size_t size);

/* Free everything; the pool is then empty and usable.  */
void pool_free (struct pool *pool);

/* Forget everything but keep one chunk for what comes next.  */
void pool_reset (struct pool *pool);

/* Where POOL ends, and going back to there: what came later is forgotten.  */
struct pool_mark
{
  struct pool_chunk *chunk;
  size_t used;
};
struct pool_mark pool_mark (const struct pool *pool);
void pool_rewind (struct pool *pool, const struct pool_mark *mark);

/* Make room for one more element of ELEMENT bytes in the array that the
   pointer at ARRAY points to, which holds COUNT and has room for *CAPACITY;
   false if there is no memory.  Doubles, so that adding is linear.  */
bool array_grow (void *array, size_t *capacity, size_t count, size_t element);

/* Make room for COUNT elements in the same array where so many are expected,
   if there is memory: growing would touch twice as much of it.  */
void array_expect (void *array, size_t *capacity, size_t count,
                   size_t element);

#endif /* BFDGLUE_POOL_H */
