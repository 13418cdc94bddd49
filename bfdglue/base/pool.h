/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pool.h - memory that is freed all at once, and growing arrays.  */

#ifndef BFDGLUE_POOL_H
#define BFDGLUE_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pool_chunk;

/* An all-zero pool is empty.  */
struct pool
{
  struct pool_chunk *chunks;
};

/* SIZE bytes aligned for any type, not cleared, until the pool is freed, reset
   or rewound to before them.  NULL: no memory.  */
void *pool_alloc (struct pool *pool, size_t size);

/* A copy of the SIZE bytes at DATA with a NUL after them.  NULL: no
   memory.  */
char *pool_copy (struct pool *pool, const void *data, size_t size);

/* Free everything; the pool is then empty and usable.  */
void pool_free (struct pool *pool);

/* Empty the pool, but keep one chunk for reuse.  */
void pool_reset (struct pool *pool);

/* A point in POOL; pool_rewind frees what was allocated after it.  */
struct pool_mark
{
  struct pool_chunk *chunk;
  size_t used;
};
struct pool_mark pool_mark (const struct pool *pool);
void pool_rewind (struct pool *pool, const struct pool_mark *mark);

/* Make room for one more element of ELEMENT bytes in the array whose pointer
   is at ARRAY, which has COUNT elements and room for *CAPACITY.  The capacity
   doubles, so that appending takes linear time.  False: no memory.  */
bool array_grow (void *array, size_t *capacity, size_t count, size_t element);

/* Reserve room for COUNT elements in such an array, if there is memory:
   growing step by step would touch twice as much of it.  */
void array_expect (void *array, size_t *capacity, size_t count,
                   size_t element);

/* An array of elements of TYPE that grows; all zero is an empty one.  */
#define LIST(type)                                                            \
  struct                                                                      \
  {                                                                           \
    type *at;                                                                 \
    size_t count;                                                             \
    size_t capacity;                                                          \
  }

/* Add an element, what follows, to LIST, a pointer to such an array.  The
   value is false if there is no memory for it.  */
#define LIST_ADD(list, ...)                                                   \
  (array_grow (&(list)->at, &(list)->capacity, (list)->count,                 \
               sizeof *(list)->at)                                            \
   && ((list)->at[(list)->count++] = (__VA_ARGS__), true))

/* A set of byte strings, numbered in the order of addition.  */

#define STRING_SET_NONE UINT32_MAX

/* An all-zero set is empty.  */
struct string_set
{
  void *root;               /* of tsearch */
  struct string_key **keys; /* by number */
  size_t count;
  size_t capacity;
};

/* The number of the key with the SIZE bytes at TEXT, or STRING_SET_NONE.  */
uint32_t string_set_find (const struct string_set *set, const void *text,
                          size_t size);

/* Set *NUMBER to the number of the key with the SIZE bytes at TEXT.  A new key
   gets the previous SET->count; its TEXT is not copied and must stay.  False:
   no memory.  */
bool string_set_add (struct string_set *set, const void *text, size_t size,
                     uint32_t *number);

/* The TEXT of key NUMBER, which SET has.  */
const void *string_set_text (const struct string_set *set, uint32_t number);

void string_set_free (struct string_set *set);

#endif /* BFDGLUE_POOL_H */
