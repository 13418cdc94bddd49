/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pool.c - memory that is freed all at once, and growing arrays.

   The engine has its own memory, private to merger/, with the caller's
   allocator and an accounting that are not needed here.  */

#include "config.h"

#include <search.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "base-limits.h"
#include "pool.h"
#include "sorted.h"
#include "text.h"

/* A set of byte strings, numbered in the order of addition.

   The keys come from files, whose authors may know any hash function and
   choose names that collide: 20,000 of them, a link map of 1 MB, took 1.2 s,
   and twice as many take four times as long.  A secret in the hash would need
   randomness, so this is the balanced tree of the C library.  */

struct string_key
{
  const unsigned char *text;
  size_t size;
  uint32_t number;
};

static int
compare_keys (const void *a, const void *b)
{
  const struct string_key *x = a, *y = b;

  /* Most have different sizes.  */
  ORDER_BY (x->size, y->size);
  return x->size == 0 ? 0 : memcmp (x->text, y->text, x->size);
}

uint32_t
string_set_find (const struct string_set *set, const void *text, size_t size)
{
  const struct string_key sought = { .text = text, .size = size };
  struct string_key *const *found = tfind (&sought, &set->root, compare_keys);

  return found != NULL ? (*found)->number : STRING_SET_NONE;
}

bool
string_set_add (struct string_set *set, const void *text, size_t size,
                uint32_t *number)
{
  *number = string_set_find (set, text, size);
  if (*number != STRING_SET_NONE)
    return true;
  if (set->count == STRING_SET_NONE
      || !array_grow (&set->keys, &set->capacity, set->count,
                      sizeof *set->keys))
    return false;
  struct string_key *key = malloc (sizeof *key);
  if (key == NULL)
    return false;
  *key = (struct string_key){ text, size, (uint32_t) set->count };
  if (tsearch (key, &set->root, compare_keys) == NULL)
    {
      free (key);
      return false;
    }
  *number = (uint32_t) set->count++;
  set->keys[*number] = key;
  return true;
}

const void *
string_set_text (const struct string_set *set, uint32_t number)
{
  return set->keys[number]->text;
}

void
string_set_free (struct string_set *set)
{
  tdestroy (set->root, free);
  free (set->keys);
  *set = (struct string_set){ .count = 0 };
}

struct pool_chunk
{
  struct pool_chunk *next;
  size_t used;
  size_t size;
  alignas (max_align_t) unsigned char bytes[];
};

enum
{
  CHUNK_MAX = POOL_CHUNK_SIZE_MAX - sizeof (struct pool_chunk)
};

static struct pool_chunk *
add_chunk (struct pool *pool, size_t size)
{
  if (size > SIZE_MAX - sizeof (struct pool_chunk))
    return NULL;
  struct pool_chunk *chunk = malloc (sizeof *chunk + size);
  if (chunk == NULL)
    return NULL;
  chunk->next = pool->chunks;
  chunk->used = 0;
  chunk->size = size;
  pool->chunks = chunk;
  return chunk;
}

/* The size of the next chunk of POOL.  */
static size_t
next_size (const struct pool *pool)
{
  if (pool->chunks == NULL)
    return POOL_CHUNK_SIZE;
  return pool->chunks->size < CHUNK_MAX / 2 ? pool->chunks->size * 2
                                            : CHUNK_MAX;
}

void *
pool_alloc (struct pool *pool, size_t size)
{
  const size_t align = alignof (max_align_t);

  if (size > SIZE_MAX - align)
    return NULL;
  size = (size + align - 1) / align * align;

  struct pool_chunk *chunk = pool->chunks;
  if (chunk == NULL || size > chunk->size - chunk->used)
    chunk = add_chunk (pool, (size_t) larger (size, next_size (pool)));
  if (chunk == NULL)
    return NULL;
  void *result = chunk->bytes + chunk->used;
  chunk->used += size;
  return result;
}

char *
pool_copy (struct pool *pool, const void *data, size_t size)
{
  if (size == SIZE_MAX)
    return NULL;
  char *copy = pool_alloc (pool, size + 1);
  if (copy == NULL)
    return NULL;
  if (size != 0)
    memcpy (copy, data, size);
  copy[size] = '\0';
  return copy;
}

/* Free the chunks of POOL that were added after LAST, which may be NULL.  */
static void
free_until (struct pool *pool, const struct pool_chunk *last)
{
  while (pool->chunks != last)
    {
      struct pool_chunk *next = pool->chunks->next;
      free (pool->chunks);
      pool->chunks = next;
    }
}

void
pool_free (struct pool *pool)
{
  free_until (pool, NULL);
}

void
pool_reset (struct pool *pool)
{
  struct pool_chunk *first = pool->chunks;

  if (first == NULL || first->size > CHUNK_MAX)
    {
      pool_free (pool);
      return;
    }
  pool->chunks = first->next;
  pool_free (pool);
  pool->chunks = first;
  first->next = NULL;
  first->used = 0;
}

struct pool_mark
pool_mark (const struct pool *pool)
{
  return (struct pool_mark){ .chunk = pool->chunks,
                             .used
                             = pool->chunks == NULL ? 0 : pool->chunks->used };
}

void
pool_rewind (struct pool *pool, const struct pool_mark *mark)
{
  if (mark->chunk == NULL)
    {
      pool_reset (pool);
      return;
    }
  free_until (pool, mark->chunk);
  pool->chunks->used = mark->used;
}

/* Make the array whose pointer is at ARRAY one of WANTED elements.  False: no
   memory.  */
static bool
resize (void *array, size_t *capacity, size_t wanted, size_t element)
{
  /* The pointer may be of any type, so it is copied.  */
  void *grown;

  memcpy (&grown, array, sizeof grown);
  grown = realloc (grown, wanted * element);
  if (grown == NULL)
    return false;
  memcpy (array, &grown, sizeof grown);
  *capacity = wanted;
  return true;
}

bool
array_grow (void *array, size_t *capacity, size_t count, size_t element)
{
  if (count < *capacity)
    return true;
  size_t wanted = *capacity == 0 ? 16 : *capacity;
  if (wanted > SIZE_MAX / 2 / element)
    return false;
  return resize (array, capacity, wanted * 2, element);
}

void
array_expect (void *array, size_t *capacity, size_t count, size_t element)
{
  if (count > *capacity && count <= SIZE_MAX / element)
    (void) resize (array, capacity, count, element);
}
