/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   memory.h - the engine's memory.  */

#ifndef MERGER_MEMORY_H
#define MERGER_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The caller's allocator, or malloc and free.  */
struct memory
{
  void *(*alloc) (void *data, size_t size);
  void (*release) (void *data, void *pointer);
  void *data;
};

/* Memory from ALLOC and RELEASE, which take DATA; from malloc if they are
   NULL.  */
struct memory memory_of (void *(*alloc) (void *, size_t),
                         void (*release) (void *, void *), void *data);

/* Allocate COUNT elements of SIZE bytes, not cleared.  NULL only if there is
   no memory, not for a COUNT of 0.  */
void *memory_array (const struct memory *memory, size_t count, size_t size);

/* Release POINTER, which may be NULL.  */
void memory_free (const struct memory *memory, void *pointer);

/* Make room for MORE elements of SIZE bytes in the array that the pointer at
   ARRAY points to, which has COUNT elements and room for *CAPACITY.  The
   capacity at least doubles, so that growing is linear.  False if there is no
   memory: the array is then unchanged.  */
bool memory_grow (const struct memory *memory, void *array, size_t *capacity,
                  size_t count, size_t more, size_t size);

#endif /* MERGER_MEMORY_H */
