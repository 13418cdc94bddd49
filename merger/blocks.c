/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   blocks.c - finding functions with equal blocks of rows.

   Theory of operation.  Each function gets the number of its block when a
   compact plan has it for the first time, in the order of the input, in which
   records and rows lie in memory.  The number does not depend on the plan, so
   plans in another order, or at another place, only look numbers up.

   A function's rows are looked up by a hash of their bytes.  If an equal block
   exists, it is used: its rows are known not to shrink.  Otherwise the rows
   are shrunk (shrink.c), unless collect-quick.c has seen that they cannot, and
   looked up again if that changed them.  A block points to its rows in the
   input; only rows that change are copied.

   The hash has no secret key, so an input can make blocks collide.  A block is
   therefore looked for in MAX_PROBES slots at most and then stored again,
   which costs bytes but no time.

   The type of row starts is the smallest for every start that the function
   could have, not only those that its rows have: consumers may rely on that
   (rule F8 of doc/internals.md, section 8).  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "bytes.h"
#include "engine.h"
#include "fde.h"
#include "merger.h"
#include "rows.h"

enum
{
  MAX_PROBES = 64,
  FIRST_SLOTS = 64,
  MADE_SIZE = 1 << 16, /* bytes of rows that are allocated together */

  /* struct block: attr; the low byte is as in struct func: info.  */
  ATTR_FLEX = 0x100,
  ATTR_REP_SHIFT = 16
};

/* Rows that are in no input.  */
struct made_rows
{
  struct made_rows *next;
  size_t size;
  uint8_t bytes[];
};

void
sfm_blocks_drop (struct sfm_merger *m)
{
  struct blocks *b = &m->blocks;

  sfm_memory_free (&m->memory, b->list);
  sfm_memory_free (&m->memory, b->of);
  sfm_memory_free (&m->memory, b->slots);
  while (b->made != NULL)
    {
      struct made_rows *next = b->made->next;
      sfm_memory_free (&m->memory, b->made);
      b->made = next;
    }
  *b = (struct blocks){ .count = 0 };
}

/* The attributes of F that are part of its block, without the FRE type.  */
static uint32_t
attr_of (const struct sfm_merger *m, const struct func *f)
{
  if (m->target != SFM_TO_V3)
    return 0;
  return func_out_kind (f, true)
         | (f->flags & (FUNC_FLEX | FUNC_TO_FLEX) ? ATTR_FLEX : 0U)
         | (uint32_t) func_out_rep (f, true) << ATTR_REP_SHIFT;
}

/* The slot for HASH of B in which a block may be put, or NULL.  */
static uint32_t *
free_slot (const struct blocks *b, uint32_t hash)
{
  const size_t mask = b->slot_count - 1;

  for (size_t probe = 0; probe < MAX_PROBES; probe++)
    if (b->slots[(hash + probe) & mask] == 0)
      return &b->slots[(hash + probe) & mask];
  return NULL;
}

/* Make the table of B's slots at least COUNT slots large.  */
static bool
grow_slots (const struct memory *memory, struct blocks *b, size_t count)
{
  size_t slots = b->slot_count == 0 ? FIRST_SLOTS : b->slot_count;

  while (slots < count)
    slots *= 2;
  if (slots == b->slot_count)
    return true;
  uint32_t *grown = sfm_memory_array (memory, slots, sizeof *grown);
  if (grown == NULL)
    return false;
  memset (grown, 0, slots * sizeof *grown);
  sfm_memory_free (memory, b->slots);
  b->slots = grown;
  b->slot_count = slots;
  for (size_t i = 0; i < b->count; i++)
    {
      uint32_t *slot = free_slot (b, b->list[i].hash);
      if (slot != NULL)
        *slot = (uint32_t) i + 1;
    }
  return true;
}

/* Whether the SIZE bytes at A and at B are equal.  Shared rows are short, 25
   bytes on average: a call of memcmp takes longer.  */
static ALWAYS_INLINE bool
same_bytes (const uint8_t *a, const uint8_t *b, size_t size)
{
  if (size >= 8)
    {
      const size_t last = size - 8;
      for (size_t at = 0; at < last; at += 8)
        if (get_u64 (a + at, false) != get_u64 (b + at, false))
          return false;
      return get_u64 (a + last, false) == get_u64 (b + last, false);
    }
  while (size != 0 && *a == *b)
    {
      size--;
      a++;
      b++;
    }
  return size == 0;
}

/* Set the hash of WANTED.  Returns the number of the block of B that is equal
   to it, or 0.  In V2 the bytes alone do not show where rows end, so the
   number of rows and the FRE type are compared in every version.  */
static ALWAYS_INLINE uint32_t
find_equal (const struct blocks *b, struct block *wanted)
{
  const size_t mask = b->slot_count - 1;
  uint64_t hash = hash_bytes (wanted->form, wanted->bytes, wanted->size)
                  * UINT64_C (0x9e3779b97f4a7c15);
  uint32_t number;

  wanted->hash = (uint32_t) (hash >> 32);
  size_t at = wanted->hash & mask;
  for (unsigned left = MAX_PROBES; left != 0 && (number = b->slots[at]) != 0;
       left--, at = (at + 1) & mask)
    {
      const struct block *other = &b->list[number - 1];
      if (other->hash == wanted->hash && other->form == wanted->form
          && other->size == wanted->size
          && same_bytes (other->bytes, wanted->bytes, wanted->size))
        return number;
    }
  return 0;
}

/* Make room for another block of M.  Half of the slots stay free.  */
static bool
make_block_room (struct sfm_merger *m)
{
  struct blocks *b = &m->blocks;

  return sfm_memory_grow (&m->memory, &b->list, &b->capacity, b->count, 1,
                          sizeof *b->list)
         && grow_slots (&m->memory, b, 2 * b->count + 2);
}

/* Append BLOCK, whose hash is set, to the list of M.  Sets *NUMBER.  */
static ALWAYS_INLINE sfm_status
append_block (struct sfm_merger *m, const struct block *block,
              uint32_t *number, struct sfm_diag *diag)
{
  struct blocks *b = &m->blocks;

  if ((b->count == b->capacity || 2 * b->count + 2 > b->slot_count)
      && !make_block_room (m))
    return sfm_no_memory (diag);
  b->list[b->count++] = *block;
  *number = (uint32_t) b->count;
  uint32_t *slot = free_slot (b, block->hash);
  if (slot != NULL)
    *slot = *number;
  return SFM_OK;
}

/* Room for SIZE bytes of rows, or NULL.  */
static uint8_t *
made_room (struct sfm_merger *m, size_t size)
{
  struct blocks *b = &m->blocks;

  if (b->made == NULL || b->made_left < size)
    {
      size_t room = size > MADE_SIZE ? size : MADE_SIZE;
      struct made_rows *made
          = room > SIZE_MAX - sizeof *made
                ? NULL
                : sfm_memory_array (&m->memory, 1, sizeof *made + room);
      if (made == NULL)
        return NULL;
      *made = (struct made_rows){ .next = b->made, .size = room };
      b->made = made;
      b->made_left = room;
    }
  return b->made->bytes + (b->made->size - b->made_left);
}

/* Make the rows of F, shrunk to FRE_TYPE, in memory that is still free, and
   point B to them.  */
static sfm_status
make_rows (struct sfm_merger *m, const struct func *f, uint8_t fre_type,
           struct block *b, struct sfm_diag *diag)
{
  bool flex
      = (f->flags & (FUNC_FLEX | FUNC_TO_FLEX)) != 0 && m->target == SFM_TO_V3;
  uint8_t *rows = made_room (m, b->size);
  struct sfm_piece view = m->sources[0].piece;
  struct shrink s = { .view = &view,
                      .word_bytes = m->word_bytes[flex],
                      .flex = flex,
                      .fre_type = block_attr (b) & FDE_INFO_FRE_TYPE,
                      .count = block_rows (b),
                      .size = b->size };

  if (rows == NULL)
    return sfm_no_memory (diag);
  view.version = m->target == SFM_TO_V3 ? 3 : 2;
  view.bytes = rows;
  view.fres = 0;
  view.fre_len = b->size;
  TRY (sfm_write_rows (m, f, rows, diag));
  if (!sfm_shrink_rows (&s, rows, fre_type))
    return sfm_fail (diag, SFM_ERR_USAGE, 0,
                     "the rows of the function at 0x%" PRIx64
                     " have changed since they were added",
                     f->addr);
  b->bytes = rows;
  b->size = s.size;
  b->form = block_form (
      (block_attr (b) & ~(uint32_t) FDE_INFO_FRE_TYPE) | fre_type, s.count);
  return SFM_OK;
}

/* Find the block of F with B's attributes, whose rows may shrink to FRE_TYPE.
   PLAIN: B has the rows of the input, and no block is equal to it.  */
static sfm_status
find_shrunk (struct sfm_merger *m, const struct func *f, struct block *b,
             bool plain, uint8_t fre_type, uint32_t *number,
             struct sfm_diag *diag)
{
  const struct block before = *b;

  *number = 0;
  TRY (make_rows (m, f, fre_type, b, diag));
  if (plain && b->size == before.size)
    {
      *b = before;
      return SFM_OK;
    }
  *number = find_equal (&m->blocks, b);
  if (*number == 0)
    m->blocks.made_left -= b->size;
  return SFM_OK;
}

/* Set *NUMBER to the number of F's block.  */
static sfm_status
find_any (struct sfm_merger *m, const struct func *f, uint32_t *number,
          struct sfm_diag *diag)
{
  const bool rebuild = (f->flags & FUNC_REBUILD) != 0;
  uint32_t limit
      = func_out_kind (f, rebuild) & FDE_INFO_MASK ? f->rep_size : f->size;
  uint8_t type = sfm_rebuild_fre_type (f), smallest = row_type_for (limit - 1);
  struct block b
      = { .size = func_out_size (m, f),
          .form = block_form (attr_of (m, f) | type, func_out_rows (m, f)),
          .bytes = func_rows (m, f),
          .offset = BLOCK_UNUSED };
  /* Rows that another function has already cannot shrink.  */
  bool plain = !rebuild && type <= smallest;

  *number = plain ? find_equal (&m->blocks, &b) : 0;
  if (*number == 0)
    TRY (find_shrunk (m, f, &b, plain, smallest < type ? smallest : type,
                      number, diag));
  return *number != 0 ? SFM_OK : append_block (m, &b, number, diag);
}

/* find_any for a function with FUNC_LEAST, whose rows are at BYTES.  ATTR_BITS
   are the bits of struct func: info that are part of the block.  */
static ALWAYS_INLINE sfm_status
find_least (struct sfm_merger *m, const struct func *f, const uint8_t *bytes,
            uint32_t attr_bits, uint32_t *number, struct sfm_diag *diag)
{
  struct block b = { .size = f->rows_size,
                     .form = block_form (f->info & attr_bits, f->num_fres),
                     .bytes = bytes,
                     .offset = BLOCK_UNUSED };

  *number = find_equal (&m->blocks, &b);
  return *number != 0 ? SFM_OK : append_block (m, &b, number, diag);
}

/* Make room for the numbers of MORE functions, and for their blocks if these
   all differ.  The table starts small and grows, because it is accessed in
   random order.  */
static bool
make_room (struct sfm_merger *m, size_t more)
{
  struct blocks *b = &m->blocks;

  if (!sfm_memory_grow (&m->memory, &b->of, &b->of_capacity, b->of_count, more,
                        sizeof *b->of)
      || !sfm_memory_grow (&m->memory, &b->list, &b->capacity, b->count, more,
                           sizeof *b->list)
      || !grow_slots (&m->memory, b, more / 2))
    return false;
  if (more != 0)
    memset (b->of + b->of_count, 0, more * sizeof *b->of);
  b->of_count += more;
  return true;
}

sfm_status
sfm_blocks_find (struct sfm_merger *m, struct sfm_diag *diag)
{
  if (!make_room (m, m->func_count - m->blocks.of_count))
    return sfm_no_memory (diag);
  const uint32_t attr_bits
      = m->target == SFM_TO_V3 ? 0xff : (uint32_t) FDE_INFO_FRE_TYPE;
  uint32_t *of = m->blocks.of;
  const uint8_t *fres = NULL;
  uint32_t source = UINT32_MAX;
  const struct func *f = m->funcs;
  for (size_t i = 0; i < m->func_count; i++, f++)
    {
      if (of[i] != 0 || !func_kept (f))
        continue;
      if ((f->flags & (FUNC_LEAST | FUNC_REBUILD)) != FUNC_LEAST)
        {
          TRY (find_any (m, f, &of[i], diag));
          continue;
        }
      if (f->source != source)
        {
          source = f->source;
          fres = func_rows (m, f) - f->rows;
        }
      TRY (find_least (m, f, fres + f->rows, attr_bits, &of[i], diag));
    }
  return SFM_OK;
}
