/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   build-table.c - the FDEs of a builder, in the order of the section.

   Theory of operation.  Entries are in chunks of limited size, and an array of
   the chunks has the address of the first entry of each, so that an insertion
   moves at most a chunk's entries, and when a chunk is split the array: 40
   bytes for every few hundred functions.  A chunk that is full is split in
   halves, unless the entry goes to the end of the table, where a new chunk
   keeps rising addresses dense.  Chunks that removals have made small are
   joined with a neighbour.  */

#include "config.h"

#include <string.h>

#include "builder.h"

enum
{
  /* Entries of a chunk: fewer make the array of chunks longer, more make
     insertions move more.  */
  CHUNK_MAX = 256,

  /* Chunks are joined if both together have no more than this, far enough from
     CHUNK_MAX that a few insertions do not split them again.  */
  CHUNK_JOINED = CHUNK_MAX / 2
};

void
sfm_build_table_free (const struct memory *memory, struct build_table *t)
{
  for (size_t i = 0; i < t->count; i++)
    sfm_memory_free (memory, t->chunks[i].entries);
  sfm_memory_free (memory, t->chunks);
}

struct build_place
sfm_build_table_end (const struct build_table *t)
{
  if (t->count == 0)
    return (struct build_place){ 0, 0 };
  return (struct build_place){ t->count - 1, t->chunks[t->count - 1].count };
}

struct build_place
sfm_build_table_find (const struct build_table *t, uint64_t addr)
{
  size_t low = 0, high = t->count;

  while (low < high)
    {
      const size_t middle = low + (high - low) / 2;
      if (t->chunks[middle].first <= addr)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return (struct build_place){ 0, 0 };
  const struct build_chunk *chunk = &t->chunks[low - 1];
  struct build_place place = { low - 1, 0 };
  high = chunk->count;
  while (place.at < high)
    {
      const size_t middle = place.at + (high - place.at) / 2;
      if (chunk->entries[middle].addr <= addr)
        place.at = middle + 1;
      else
        high = middle;
    }
  return place;
}

struct build_entry *
sfm_build_table_before (const struct build_table *t, struct build_place place)
{
  if (place.at != 0)
    return &t->chunks[place.chunk].entries[place.at - 1];
  if (place.chunk == 0)
    return NULL;
  const struct build_chunk *chunk = &t->chunks[place.chunk - 1];
  return &chunk->entries[chunk->count - 1];
}

struct build_entry *
sfm_build_table_after (const struct build_table *t, struct build_place place)
{
  if (place.chunk < t->count && place.at == t->chunks[place.chunk].count)
    place = (struct build_place){ place.chunk + 1, 0 };
  return place.chunk < t->count ? &t->chunks[place.chunk].entries[place.at]
                                : NULL;
}

/* From chunk number IDX on, numbers are no longer right.  */
static void
forget_numbers (struct build_table *t, size_t idx)
{
  if (t->numbered > idx)
    t->numbered = idx;
}

static void
drop_chunk (const struct memory *memory, struct build_table *t, size_t idx)
{
  sfm_memory_free (memory, t->chunks[idx].entries);
  t->count--;
  memmove (t->chunks + idx, t->chunks + idx + 1,
           (t->count - idx) * sizeof *t->chunks);
  forget_numbers (t, idx);
}

static bool
grow_chunk (const struct memory *memory, struct build_chunk *chunk,
            size_t more)
{
  return sfm_memory_grow (memory, &chunk->entries, &chunk->capacity,
                          chunk->count, more, sizeof *chunk->entries);
}

/* Make an empty chunk with number IDX, with room for COUNT entries.  */
static bool
add_chunk (const struct memory *memory, struct build_table *t, size_t idx,
           size_t count)
{
  struct build_chunk chunk = { 0 };

  if (!sfm_memory_grow (memory, &t->chunks, &t->capacity, t->count, 1,
                        sizeof *t->chunks)
      || !grow_chunk (memory, &chunk, count))
    return false;
  memmove (t->chunks + idx + 1, t->chunks + idx,
           (t->count - idx) * sizeof *t->chunks);
  t->chunks[idx] = chunk;
  t->count++;
  forget_numbers (t, idx);
  return true;
}

/* Make room for an entry at *PLACE, which may move to another chunk.  */
static bool
make_gap (const struct memory *memory, struct build_table *t,
          struct build_place *place)
{
  const size_t idx = place->chunk + 1;

  if (t->count == 0)
    return add_chunk (memory, t, 0, 1);
  struct build_chunk *chunk = &t->chunks[place->chunk];
  if (chunk->count < CHUNK_MAX)
    return chunk->count < chunk->capacity || grow_chunk (memory, chunk, 1);
  const bool at_end = idx == t->count && place->at == chunk->count;
  const size_t kept = at_end ? CHUNK_MAX : CHUNK_MAX / 2;
  if (!add_chunk (memory, t, idx, CHUNK_MAX - kept + 1))
    return false;
  struct build_chunk *added = &t->chunks[idx];
  chunk = added - 1;
  added->count = chunk->count - kept;
  chunk->count = kept;
  memcpy (added->entries, chunk->entries + kept,
          added->count * sizeof *added->entries);
  /* If it has no entries, insertion sets FIRST.  */
  if (added->count != 0)
    added->first = added->entries[0].addr;
  if (place->at > kept || at_end)
    *place = (struct build_place){ idx, place->at - kept };
  return true;
}

bool
sfm_build_table_insert (const struct memory *memory, struct build_table *t,
                        struct build_place *place,
                        const struct build_entry *entry)
{
  if (!make_gap (memory, t, place))
    return false;
  struct build_chunk *chunk = &t->chunks[place->chunk];
  struct build_entry *to = chunk->entries + place->at;
  if (place->at != chunk->count)
    memmove (to + 1, to, (chunk->count - place->at) * sizeof *to);
  *to = *entry;
  chunk->count++;
  chunk->first = chunk->entries[0].addr;
  place->at++;
  t->entries++;
  forget_numbers (t, place->chunk + 1);
  return true;
}

/* Join chunk IDX of T with the one after it if they are small, and let *PLACE
   follow its entry.  The chunk has room: one that is not the last was full
   before, or got half of CHUNK_MAX and one when another was split.  */
static void
join (const struct memory *memory, struct build_table *t, size_t idx,
      struct build_place *place)
{
  if (idx + 1 >= t->count)
    return;
  struct build_chunk *chunk = &t->chunks[idx], *next = chunk + 1;
  if (chunk->count + next->count > CHUNK_JOINED)
    return;
  memcpy (chunk->entries + chunk->count, next->entries,
          next->count * sizeof *next->entries);
  if (place->chunk == idx + 1)
    *place = (struct build_place){ idx, place->at + chunk->count };
  chunk->count += next->count;
  drop_chunk (memory, t, idx + 1);
}

void
sfm_build_table_remove (const struct memory *memory, struct build_table *t,
                        struct build_place *place)
{
  if (place->at == 0)
    {
      place->chunk--;
      place->at = t->chunks[place->chunk].count;
    }
  struct build_chunk *chunk = &t->chunks[place->chunk];
  place->at--;
  struct build_entry *from = chunk->entries + place->at;
  memmove (from, from + 1, (chunk->count - place->at - 1) * sizeof *from);
  chunk->count--;
  t->entries--;
  forget_numbers (t, place->chunk + 1);
  if (chunk->count == 0)
    {
      drop_chunk (memory, t, place->chunk);
      place->at = 0;
      if (place->chunk == t->count)
        *place = sfm_build_table_end (t);
      return;
    }
  chunk->first = chunk->entries[0].addr;
  join (memory, t, place->chunk, place);
  if (place->chunk != 0)
    join (memory, t, place->chunk - 1, place);
}

void
sfm_build_table_number (struct build_table *t)
{
  for (size_t i = t->numbered; i < t->count; i++)
    t->chunks[i].before
        = i == 0 ? 0 : t->chunks[i - 1].before + t->chunks[i - 1].count;
  t->numbered = t->count;
}

const struct build_entry *
sfm_build_table_entry (const struct build_table *t, size_t idx)
{
  size_t low = 0, high = t->numbered;

  if (idx >= t->entries)
    return NULL;
  /* The last numbered chunk that begins at or before IDX.  */
  while (low < high)
    {
      const size_t middle = low + (high - low) / 2;
      if (t->chunks[middle].before <= idx)
        low = middle + 1;
      else
        high = middle;
    }
  if (low != 0)
    idx -= t->chunks[--low].before;
  while (idx >= t->chunks[low].count)
    idx -= t->chunks[low++].count;
  return &t->chunks[low].entries[idx];
}
