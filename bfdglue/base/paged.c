/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   paged.c - the bytes of a file in memory of our own, read when they are asked
   for.

   A bit for each block tells whether it was read.  A thread that finds all its
   bits set needs no lock: they are set after the bytes were read, and released
   by an atomic store.  */

#include "config.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "paged.h"
#include "poison.h"
#include "text.h"

ssize_t
read_at (int fd, void *bytes, size_t size, uint64_t at)
{
  uint8_t *to = bytes;
  size_t done = 0;

  while (done < size)
    {
      const ssize_t got
          = pread (fd, to + done, size - done, (off_t) (at + done));
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return -1;
      if (got == 0)
        break;
      done += (size_t) got;
    }
  return (ssize_t) done;
}

bool
read_all_at (int fd, void *bytes, size_t size, uint64_t at)
{
  const ssize_t got = read_at (fd, bytes, size, at);

  if (got >= 0 && (size_t) got < size)
    errno = EIO;
  return got >= 0 && (size_t) got == size;
}

bool
write_at (int fd, const void *bytes, size_t size, uint64_t at)
{
  const uint8_t *from = bytes;

  while (size != 0)
    {
      const ssize_t put = pwrite (fd, from, size, (off_t) at);
      if (put < 0 && errno == EINTR)
        continue;
      if (put <= 0)
        {
          errno = put == 0 ? ENOSPC : errno;
          return false;
        }
      from += put;
      size -= (size_t) put;
      at += (uint64_t) put;
    }
  return true;
}

struct paged_state
{
  pthread_mutex_t lock;
  _Atomic int error; /* why some bytes could not be read, or PAGED_SOUND */
  _Atomic uint64_t there[];
};

enum
{
  WORD_BITS = 64,
  PAGED_SOUND = -1 /* no errno */
};

/* Number of the block after that of byte number END - 1.  */
static size_t
blocks_of (uint64_t end)
{
  return (size_t) ((end + PAGED_BLOCK - 1) / PAGED_BLOCK);
}

/* Memory that is used again.

   Mapping memory, touching it for the first time and giving it back took half
   of a dry run of synth over a directory of libraries, where a process
   handles one file after the other.  Clearing what was touched takes far
   less.  At most a file and its copy are open at a time.  */

static struct slab
{
  uint8_t *bytes; /* PAGED_SLAB of them, all zero unless it is in use */
  bool in_use;
} slabs[PAGED_SLABS];

static bool keeps_memory;

void
paged_keep_memory (void)
{
  keeps_memory = true;
#ifdef M_MMAP_THRESHOLD
  (void) mallopt (M_MMAP_THRESHOLD, MEMORY_KEPT);
  (void) mallopt (M_TRIM_THRESHOLD, MEMORY_KEPT);
#endif
}

/* SIZE zeros, for give_memory.  NULL: no memory.  */
static uint8_t *
take_memory (size_t size)
{
  for (size_t i = 0; keeps_memory && size <= PAGED_SLAB && i < PAGED_SLABS;
       i++)
    {
      struct slab *slab = &slabs[i];
      if (slab->in_use)
        continue;
      if (slab->bytes == NULL)
        slab->bytes = sparse_alloc (PAGED_SLAB);
      slab->in_use = slab->bytes != NULL;
      return slab->bytes;
    }
  return sparse_alloc (size);
}

/* Take back the memory of PAGED.  */
static void
give_memory (const struct paged *paged)
{
  struct byte_range range = { 0, 0 };

  for (size_t i = 0; i < PAGED_SLABS; i++)
    if (slabs[i].bytes == paged->bytes)
      {
        while (paged_next (paged, &range))
          memset (slabs[i].bytes + range.start, 0,
                  (size_t) (range.end - range.start));
        slabs[i].in_use = false;
        return;
      }
  sparse_free (paged->bytes, paged->size);
}

/* SIZE bytes of FD or SOURCE without runs.  */
static struct paged *
new_empty (int fd, const uint8_t *source, size_t size)
{
  const size_t words = blocks_of (size) / WORD_BITS + 1;
  struct paged *paged = calloc (1, sizeof *paged);

  if (paged == NULL)
    return NULL;
  paged->state
      = calloc (1, sizeof *paged->state + words * sizeof *paged->state->there);
  paged->bytes = paged->state != NULL ? take_memory (size) : NULL;
  if (paged->bytes == NULL)
    {
      free (paged->state);
      free (paged);
      return NULL;
    }
  pthread_mutex_init (&paged->state->lock, NULL);
  paged->state->error = PAGED_SOUND;
  paged->size = size;
  paged->fd = fd;
  paged->source = source;
  poison_range (paged->bytes, size);
  return paged;
}

/* Add a run to PAGED unless it is empty.  */
static void
add_run (struct paged *paged, uint64_t at, uint64_t from, uint64_t size)
{
  if (size != 0 && paged->run_count < PAGED_RUNS)
    paged->runs[paged->run_count++] = (struct paged_run){ at, from, size };
}

struct paged *
paged_new (int fd, const uint8_t *source, size_t size)
{
  struct paged *paged = new_empty (fd, source, size);

  if (paged == NULL)
    return NULL;
  large_pages_advise (paged->bytes, size);
  add_run (paged, 0, 0, size);
  return paged;
}

void
paged_free (struct paged *paged)
{
  if (paged == NULL)
    return;
  byte_changes_free (&paged->written);
  poison_remove (paged->bytes, paged->size);
  give_memory (paged);
  pthread_mutex_destroy (&paged->state->lock);
  free (paged->state);
  free (paged);
}

/* Give TO the runs of FROM with ZEROS zeros at AT.  False: too many.  */
static bool
shift_runs (struct paged *to, const struct paged *from, uint64_t at,
            uint64_t zeros)
{
  for (unsigned i = 0; i < from->run_count; i++)
    {
      const struct paged_run *run = &from->runs[i];
      const bool all = zeros == 0 || run->at + run->size <= at;
      const uint64_t before = all             ? run->size
                              : run->at >= at ? 0
                                              : at - run->at;
      if (to->run_count + (before != 0) + (before != run->size) > PAGED_RUNS)
        return false;
      add_run (to, run->at, run->from, before);
      add_run (to, run->at + before + zeros, run->from + before,
               run->size - before);
    }
  return true;
}

struct paged *
paged_copy (struct paged *from, uint64_t at, uint64_t zeros, size_t size)
{
  struct paged *to = new_empty (from->fd, from->source, size);
  bool good = to != NULL && shift_runs (to, from, at, zeros);

  if (to != NULL)
    to->origin = from->origin != NULL ? from->origin : from;
  for (size_t i = 0; good && i < from->written.count; i++)
    {
      const struct byte_range *r = &from->written.at[i];
      const uint64_t by = r->start < at ? 0 : zeros;
      memcpy (paged_write (to, r->start + by, r->end - r->start),
              from->bytes + r->start, (size_t) (r->end - r->start));
      good = !to->written.failed;
    }
  if (good)
    return to;
  paged_free (to);
  return NULL;
}

/* Read SIZE bytes at FROM of PAGED's file to BYTES.  False with errno; 0: the
   file has become shorter.  */
static bool
read_source (const struct paged *paged, uint8_t *bytes, uint64_t from,
             uint64_t size)
{
  if (paged->fd < 0)
    {
      memcpy (bytes, paged->source + from, (size_t) size);
      return true;
    }
  const ssize_t got = read_at (paged->fd, bytes, (size_t) size, from);
  if (got >= 0)
    errno = 0;
  return got >= 0 && (uint64_t) got == size;
}

/* Read blocks FIRST to LAST, none of which was read.  */
static void
read_blocks (struct paged *paged, size_t first, size_t last)
{
  const uint64_t start = (uint64_t) first * PAGED_BLOCK;
  const uint64_t end
      = smaller ((uint64_t) (last + 1) * PAGED_BLOCK, paged->size);

  poison_remove (paged->bytes + start, (size_t) (end - start));
  for (unsigned i = 0; i < paged->run_count; i++)
    {
      const struct paged_run *run = &paged->runs[i];
      const uint64_t from = larger (start, run->at);
      const uint64_t to = smaller (end, run->at + run->size);
      if (from >= to
          || read_source (paged, paged->bytes + from,
                          run->from + (from - run->at), to - from))
        continue;
      /* The first failure counts.  */
      struct paged *of = paged->origin != NULL ? paged->origin : paged;
      int none = PAGED_SOUND;
      atomic_compare_exchange_strong (&of->state->error, &none, errno);
    }
}

/* Whether block number BLOCK was read, or claimed.  */
static bool
is_there (const struct paged *paged, size_t block)
{
  return (atomic_load_explicit (&paged->state->there[block / WORD_BITS],
                                memory_order_acquire)
              >> (block % WORD_BITS)
          & 1)
         != 0;
}

static void
set_there (struct paged *paged, size_t block)
{
  atomic_fetch_or_explicit (&paged->state->there[block / WORD_BITS],
                            UINT64_C (1) << (block % WORD_BITS),
                            memory_order_release);
}

/* Read those of blocks FIRST to LAST that were not.  */
static void
need_blocks (struct paged *paged, size_t first, size_t last)
{
  pthread_mutex_lock (&paged->state->lock);
  for (size_t block = first; block <= last; block++)
    {
      const size_t begin = block;
      while (block <= last && !is_there (paged, block))
        block++;
      if (block == begin)
        continue;
      read_blocks (paged, begin, block - 1);
      for (size_t i = begin; i < block; i++)
        set_there (paged, i);
    }
  pthread_mutex_unlock (&paged->state->lock);
}

const uint8_t *
paged_at (struct paged *paged, uint64_t at, uint64_t size)
{
  if (size == 0)
    return paged->bytes + at;
  const size_t first = (size_t) (at / PAGED_BLOCK);
  const size_t last = blocks_of (at + size) - 1;
  size_t block = first;

  while (block <= last && is_there (paged, block))
    block++;
  if (block <= last)
    need_blocks (paged, block, last);
  return paged->bytes + at;
}

/* Claim all blocks of the SIZE bytes at AT; those that are only partly among
   these are read.  ZERO: set all SIZE bytes to zero.  */
static void
claim (struct paged *paged, uint64_t at, uint64_t size, bool zero)
{
  const size_t first = (size_t) (at / PAGED_BLOCK);
  const size_t last = blocks_of (at + size) - 1;

  for (size_t block = first; block <= last; block++)
    {
      const uint64_t start = larger (at, (uint64_t) block * PAGED_BLOCK);
      const uint64_t end
          = smaller (at + size, (uint64_t) (block + 1) * PAGED_BLOCK);
      if (end - start != PAGED_BLOCK)
        (void) paged_at (paged, start, end - start);
      else if (!is_there (paged, block))
        {
          poison_remove (paged->bytes + start, PAGED_BLOCK);
          set_there (paged, block);
          continue;
        }
      if (zero)
        memset (paged->bytes + start, 0, (size_t) (end - start));
    }
  byte_changes_add (&paged->written, at, at + size);
}

uint8_t *
paged_write (struct paged *paged, uint64_t at, uint64_t size)
{
  if (size != 0)
    claim (paged, at, size, false);
  return paged->bytes + at;
}

void
paged_zero (struct paged *paged, uint64_t at, uint64_t size)
{
  if (size != 0)
    claim (paged, at, size, true);
}

bool
paged_next (const struct paged *paged, struct byte_range *range)
{
  const size_t count = blocks_of (paged->size);
  size_t block = blocks_of (range->end);

  while (block < count && !is_there (paged, block))
    block++;
  range->start = (uint64_t) block * PAGED_BLOCK;
  while (block < count && is_there (paged, block))
    block++;
  range->end = smaller ((uint64_t) block * PAGED_BLOCK, paged->size);
  return range->start < range->end;
}

bool
paged_next_written (const struct paged *paged, size_t *next,
                    struct byte_range *range)
{
  const struct byte_changes *written = &paged->written;
  size_t i = *next;

  if (i == written->count)
    return false;
  *range = written->at[i++];
  for (;
       i < written->count
       && written->at[i].start / PAGED_BLOCK <= (range->end - 1) / PAGED_BLOCK;
       i++)
    range->end = larger (range->end, written->at[i].end);
  *next = i;
  return true;
}

bool
paged_maps (const struct paged *paged, uint64_t at, uint64_t from,
            uint64_t size)
{
  for (unsigned i = 0; i < paged->run_count; i++)
    {
      const struct paged_run *run = &paged->runs[i];
      if (at >= run->at && at - run->at < run->size
          && size <= run->size - (at - run->at))
        return from == run->from + (at - run->at);
    }
  return false;
}

bool
paged_sound (const struct paged *paged)
{
  const struct paged *origin = paged->origin != NULL ? paged->origin : paged;
  const int error = origin->state->error;

  if (error != PAGED_SOUND)
    errno = error;
  return error == PAGED_SOUND;
}
