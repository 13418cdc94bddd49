/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   memory.c - the engine's memory.

   A merger has a handful of large arrays whose sizes are known or double.  An
   arena of chunks would only keep the outgrown ones alive.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "engine.h"

static void *
default_alloc (void *data, size_t size)
{
  (void) data;
  return malloc (size);
}

static void
default_release (void *data, void *pointer)
{
  (void) data;
  free (pointer);
}

struct memory
sfm_memory_of (void *(*alloc) (void *, size_t),
               void (*release) (void *, void *), void *data)
{
  if (alloc == NULL)
    return (struct memory){ default_alloc, default_release, NULL };
  return (struct memory){ alloc, release, data };
}

void *
sfm_memory_array (const struct memory *memory, size_t count, size_t size)
{
  if (count > SIZE_MAX / size)
    return NULL;
  return memory->alloc (memory->data, count == 0 ? size : count * size);
}

void
sfm_memory_free (const struct memory *memory, void *pointer)
{
  if (pointer != NULL)
    memory->release (memory->data, pointer);
}

bool
sfm_memory_grow (const struct memory *memory, void *array, size_t *capacity,
                 size_t count, size_t more, size_t size)
{
  enum
  {
    FIRST = 64
  };

  if (more <= *capacity - count)
    return true;
  if (more > SIZE_MAX - count)
    return false;
  size_t wanted = *capacity > SIZE_MAX / 2 ? SIZE_MAX : *capacity * 2;
  if (wanted < count + more)
    wanted = count + more;
  if (wanted < FIRST)
    wanted = FIRST;
  void *grown = sfm_memory_array (memory, wanted, size);
  if (grown == NULL)
    return false;
  /* ARRAY points to a pointer of some type; memcpy makes the type
     irrelevant.  */
  void *old;
  memcpy (&old, array, sizeof old);
  if (count != 0)
    memcpy (grown, old, count * size);
  sfm_memory_free (memory, old);
  memcpy (array, &grown, sizeof grown);
  *capacity = wanted;
  return true;
}
