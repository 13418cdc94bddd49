/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   engine.c - what mergers, builders and the checker share: options and other
   structs whose size the caller gives, memory, and threads.

   A merger has a handful of large arrays whose sizes are known or double.  An
   arena of chunks would only keep the outgrown ones alive.

   The threads are those of C11, so that the engine needs no other library;
   without them the caller's thread does all the work.  Threads live for one
   pass.  Creating one takes some 20 us; the least work for one is twenty times
   that [MIN_FUNCTIONS].  */

#include "config.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#if defined HAVE_THREADS_H && !defined __STDC_NO_THREADS__
#include <threads.h>
#define USE_THREADS 1
#endif

#include "engine.h"

/* The caller may have been compiled with an older or a newer header than this
   library, so no byte past the given size is read or written.  Each release's
   struct ends at a multiple of its alignment, and the members of the next
   release begin there.  Any other size is a mistake and would cut a member in
   two.  */

sfm_status
sfm_sized_take (const struct sized_form *form, void *known, const void *given,
                struct sfm_diag *diag)
{
  const uint8_t *bytes = given;
  size_t size;

  memcpy (&size, bytes, sizeof size);
  if (size == 0 || size % form->align != 0)
    return sfm_fail (diag, SFM_ERR_USAGE, 0,
                     "the size of the %s is %zu, not a positive multiple "
                     "of %zu",
                     form->name, size, form->align);
  for (size_t i = form->size; i < size; i++)
    if (bytes[i] != 0)
      return sfm_fail (diag, SFM_ERR_UNSUPP, 0,
                       "byte %zu of the %zu of the %s is set, this library "
                       "knows %zu",
                       i, size, form->name, form->size);
  memcpy (known, bytes, size < form->size ? size : form->size);
  return SFM_OK;
}

sfm_status
sfm_sized_reserved (const uint8_t *reserved, size_t size, const char *name,
                    struct sfm_diag *diag)
{
  static const uint8_t zeros[32];

  if (size <= sizeof zeros && memcmp (reserved, zeros, size) == 0)
    return SFM_OK;
  for (size_t i = 0; i < size; i++)
    if (reserved[i] != 0)
      return sfm_fail (diag, SFM_ERR_UNSUPP, 0,
                       "reserved byte %zu of %s is 0x%02x, this library "
                       "knows only 0",
                       i, name, reserved[i]);
  return SFM_OK;
}

void
sfm_sized_give (const void *known, size_t size, void *given)
{
  const uint8_t *from = known;
  uint8_t *to = given;
  size_t room;

  memcpy (&room, to, sizeof room);
  for (size_t i = sizeof room; i < room; i++)
    to[i] = i < size ? from[i] : 0;
}

enum
{
  READER_BITS = SFM_READER_STRICT | SFM_READER_NO_FLEX | SFM_READER_NO_MASK
                | SFM_READER_STOPS | SFM_READER_NO_EMPTY
};

sfm_status
sfm_output_options_check (enum sfm_target target, uint64_t reader, bool alloc,
                          bool release, struct sfm_diag *diag)
{
  if ((reader & ~(uint64_t) READER_BITS) != 0)
    return sfm_fail (diag, SFM_ERR_UNSUPP, 0,
                     "the bits 0x%" PRIx64
                     " of the reader are not all among the known 0x%x",
                     reader, (unsigned) READER_BITS);
  if (alloc != release)
    return sfm_fail (diag, SFM_ERR_USAGE, 0,
                     "alloc and release must be given together");
  if (target > SFM_TO_V3)
    return sfm_fail (diag, SFM_ERR_USAGE, 0, "no target %d", (int) target);
  return SFM_OK;
}

#include "engine.h"

enum
{
  MIN_FUNCTIONS = 16384 /* for each thread; half a millisecond */
};

unsigned
sfm_parallel_parts (unsigned threads, size_t count)
{
  size_t parts = count / MIN_FUNCTIONS;

  if (parts > threads)
    parts = threads;
  if (parts > PARALLEL_MAX)
    parts = PARALLEL_MAX;
  return parts == 0 ? 1 : (unsigned) parts;
}

#ifdef USE_THREADS
struct worker
{
  void (*run) (void *data, unsigned part);
  void *data;
  unsigned part;
  bool started;
  thrd_t thread;
};

static int
work (void *data)
{
  struct worker *w = data;

  w->run (w->data, w->part);
  return 0;
}

void
sfm_parallel_run (unsigned parts, void (*run) (void *data, unsigned part),
                  void *data)
{
  struct worker workers[PARALLEL_MAX];

  for (unsigned i = 1; i < parts; i++)
    {
      struct worker *w = &workers[i];
      *w = (struct worker){ .run = run, .data = data, .part = i };
      w->started = thrd_create (&w->thread, work, w) == thrd_success;
    }
  run (data, 0);
  for (unsigned i = 1; i < parts; i++)
    if (workers[i].started)
      thrd_join (workers[i].thread, NULL);
    else
      run (data, i);
}
#else
void
sfm_parallel_run (unsigned parts, void (*run) (void *data, unsigned part),
                  void *data)
{
  for (unsigned i = 0; i < parts; i++)
    run (data, i);
}
#endif

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
