/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   check-quick.c - the checker: a fast pass over functions that break no rule.

   Theory of operation.  Nearly all functions of a section that a program wrote
   are correct, and seeing that is faster than finding out what is wrong.  Each
   function is examined [pass_all] until something might have to be reported.
   Then no state has changed, and check-fde.c examines the function again, with
   all rules.  So every rule is reported in one place, and this file may give
   up at any point.  A test and a fuzz target compare the findings with and
   without it.

   In our output most functions share the rows of another.  A table has the
   last blocks that were found right in each of its sets; a function whose
   block is there, with as many rows of the same type, only has to be longer
   than the start of the last one [shares].  The table is made when the first
   function seems to share rows.

   Starts that rise from 0 are all below the end of the function if the last
   one is.  The bytes left in the section are compared once with the most that
   the rows can take, so that a row costs two compares; the longest functions
   and those at the end of the section are left to check-fde.c.  */

#include "config.h"

#include <string.h>

#include "checker.h"
#include "engine.h"

enum
{
  /* Bytes of the longest row that a table can describe.  */
  MAX_ROW = 4 + 1 + CHECK_ROW_SIZE,

  /* FDEs to look ahead; 4 to 32 do equally well.  */
  FDES_AHEAD = 16,

  /* Blocks of a set, which fill a cache line, and log2 of the most sets, which
     take a mebibyte.  */
  BLOCK_SET = 4,
  BLOCK_SETS_BITS = 14
};

/* The fields of an FDE that pass_all needs.  */
struct quick_fde
{
  const uint8_t *rows;
  uint32_t size;
  uint32_t fre_off;
  uint32_t count;
  uint8_t info;
};

/* Read the FDE at B, of version 3 if V3.  False: its attribute block is not in
   the FRE sub-section, or a field that is usually 0 is not.  */
static ALWAYS_INLINE bool
read_quick (const struct check *c, const struct check_piece *p,
            const uint8_t *b, const bool v3, const bool big,
            struct quick_fde *f)
{
  if (v3)
    {
      f->size = check_u32 (b + 8, big);
      f->fre_off = check_u32 (b + 12, big);
      if (p->fre_len < CHECK_ATTR_SIZE
          || f->fre_off > p->fre_len - CHECK_ATTR_SIZE)
        return false;
      const uint8_t *attr = c->bytes + p->fres + f->fre_off;
      f->count = check_u16 (attr, big);
      f->info = attr[2];
      f->rows = attr + CHECK_ATTR_SIZE;
      return (attr[3] | attr[4]) == 0;
    }
  f->size = check_u32 (b + 4, big);
  f->fre_off = check_u32 (b + 8, big);
  f->count = check_u32 (b + 12, big);
  f->info = b[16];
  if (f->fre_off > p->fre_len)
    return false;
  f->rows = c->bytes + p->fres + f->fre_off;
  return p->version == 1 || (b[17] | b[18] | b[19]) == 0;
}

/* The end of the COUNT rows at POS with starts of WIDTH bytes, and in *LAST
   the start of the last one.  NULL if a row needs a closer look, as every row
   does if LIMIT is 0.  Reads at most COUNT times MAX_ROW bytes.  */
static ALWAYS_INLINE const uint8_t *
pass_rows (const uint8_t *table, const uint8_t *pos, uint32_t count,
           uint32_t limit, const unsigned width, const bool big,
           uint32_t *last)
{
  uint32_t previous = check_start (pos, width, big);
  uint8_t entry = table[pos[width]];

  if (previous != 0 || entry > CHECK_ROW_SIZE)
    return NULL;
  pos += width + 1 + entry;
  while (--count != 0)
    {
      uint32_t start = check_start (pos, width, big);
      entry = table[pos[width]];
      if (start <= previous || entry > CHECK_ROW_SIZE)
        return NULL;
      previous = start;
      pos += width + 1 + entry;
    }
  *last = previous;
  return previous < limit ? pos : NULL;
}

/* Whether the starts of F's rows can be any of its bytes (F8).  */
static ALWAYS_INLINE bool
reaches_end (const struct quick_fde *f)
{
  const unsigned type = f->info & CHECK_INFO_FRE_TYPE;

  return type == SFM_FRE_TYPE_ADDR4
         || (type == SFM_FRE_TYPE_ADDR1 && f->size <= 0x100)
         || (type == SFM_FRE_TYPE_ADDR2 && f->size <= 0x10000);
}

/* The end of F's rows, with the start of the last one in *LAST, or NULL.  */
static ALWAYS_INLINE const uint8_t *
pass_block (const struct check *c, const struct quick_fde *f, const bool big,
            uint32_t *last)
{
  const uint8_t *table = c->plain_rows;

  switch (f->info & CHECK_INFO_FRE_TYPE)
    {
    case SFM_FRE_TYPE_ADDR1:
      return pass_rows (table, f->rows, f->count, f->size, 1, big, last);
    case SFM_FRE_TYPE_ADDR2:
      return pass_rows (table, f->rows, f->count, f->size, 2, big, last);
    default:
      return pass_rows (table, f->rows, f->count, f->size, 4, big, last);
    }
}

/* The set of C, which has sets, for the block at OFF.  */
static ALWAYS_INLINE struct check_block *
block_set (const struct check *c, uint32_t off)
{
  const uint64_t hash = off * UINT32_C (0x9e3779b1);

  return &c->blocks[BLOCK_SET * (hash >> (32 - c->sets_bits))];
}

void
sfm_check_block_keep (const struct check *c, const struct check_block *block)
{
  if (c->blocks == NULL)
    return;
  struct check_block *set = block_set (c, block->off);
  memmove (set + 1, set, (BLOCK_SET - 1) * sizeof *set);
  set[0] = *block;
}

/* Record that the rows of F, the last of which begins at LAST, break no
   rule.  */
static void
keep_rows (const struct check *c, const struct quick_fde *f, uint32_t last)
{
  const struct check_block block = { .off = f->fre_off,
                                     .count = f->count,
                                     .last = last,
                                     .type = f->info & CHECK_INFO_FRE_TYPE };

  sfm_check_block_keep (c, &block);
}

/* Whether F shares the rows of another function and is allowed to.  */
static ALWAYS_INLINE bool
shares (const struct check *c, const struct quick_fde *f)
{
  if (c->blocks == NULL)
    return false;
  const struct check_block *b = block_set (c, f->fre_off);
  for (unsigned i = 0; i < BLOCK_SET; i++, b++)
    if (b->off == f->fre_off && b->count == f->count)
      return b->type == (f->info & CHECK_INFO_FRE_TYPE) && b->last < f->size;
  return false;
}

/* Whether the COUNT rows at byte OFF of the FRE sub-section may be unused.
   Without this, shared rows would be walked each time.  */
static ALWAYS_INLINE bool
may_take (const struct check *c, uint32_t off, uint32_t count)
{
  if (c->covered == NULL)
    return off == c->tiled;
  return count <= 64 / 2 && (c->covered[off / 64] >> off % 64 & 1) == 0;
}

/* Mark SIZE bytes, not 0, from byte OFF on as used.  False: one of them is in
   use, or there is a map and they are more than 64.  */
static ALWAYS_INLINE bool
take_bytes (struct check *c, uint32_t off, uint64_t size)
{
  if (c->covered == NULL)
    c->tiled += (uint32_t) size;
  else
    {
      if (size > 64)
        return false;
      uint64_t bits = UINT64_MAX >> (64 - size);
      uint64_t low = bits << off % 64;
      uint64_t high = bits >> 1 >> (63 - off % 64);
      uint64_t *map = c->covered + off / 64;
      if ((map[0] & low) | (map[1] & high))
        return false;
      map[0] |= low;
      map[1] |= high;
    }
  c->covered_size += size;
  return true;
}

/* Take the rows of F, which no function has yet, if they break no rule.  */
static ALWAYS_INLINE bool
usual_rows (struct check *c, const struct check_piece *p,
            const struct quick_fde *f, const bool big)
{
  const uint64_t room = (uint64_t) (c->bytes + c->size - f->rows);
  uint32_t last;

  if ((uint64_t) f->count * MAX_ROW > room)
    return false;
  const uint8_t *stop = pass_block (c, f, big, &last);
  if (stop == NULL || stop > c->bytes + p->end
      || !take_bytes (c, f->fre_off,
                      (uint64_t) (stop - (c->bytes + p->fres + f->fre_off))))
    {
      c->tries -= f->count;
      return false;
    }
  if (c->blocks != NULL)
    keep_rows (c, f, last);
  return true;
}

/* Make the sets and fill them with the blocks of the functions before number
   IDX of P, the first that may share rows: pieces without sharing need no
   sets.  Rows are walked again only while tries are left.  Without memory,
   sharing is not recognised here.  */
static void
learn_blocks (struct check *c, const struct check_piece *p, uint32_t idx)
{
  struct quick_fde f;
  uint32_t last;

  c->sets_bits = 1;
  while (c->sets_bits < BLOCK_SETS_BITS && p->num_fdes >> c->sets_bits > 4)
    c->sets_bits++;
  const size_t size = sizeof *c->blocks * BLOCK_SET << c->sets_bits;
  c->blocks = sfm_memory_array (&c->memory, size, 1);
  if (c->blocks == NULL)
    return;
  memset (c->blocks, 0, size);
  for (uint32_t i = 0; i < idx; i++)
    {
      const uint8_t *b = c->bytes + p->fdes + (size_t) i * p->fde_size;
      if ((c->deferred != NULL && check_bit (c->deferred, i))
          || !read_quick (c, p, b, p->version == 3, p->big_endian, &f)
          || (f.info & c->odd_info) != 0 || !reaches_end (&f)
          || (uint64_t) f.count - 1 >= c->tries
          || (uint64_t) f.count * MAX_ROW
                 > (uint64_t) (c->bytes + c->size - f.rows))
        continue;
      c->tries -= f.count;
      if (pass_block (c, &f, p->big_endian, &last) != NULL)
        keep_rows (c, &f, last);
    }
}

/* Prefetch the rows of the FDE at B: after GNU ld's sort they are scattered.
   With a million functions this saves a third of the time.  */
static ALWAYS_INLINE void
prefetch_block_of (const struct check *c, const struct check_piece *p,
                   const uint8_t *b, const bool v3, const bool big)
{
  uint32_t fre_off = check_u32 (b + (v3 ? 12 : 8), big);

  if (fre_off >= p->fre_len)
    return;
  prefetch (c->bytes + p->fres + fre_off);
  prefetch (c->covered + fre_off / 64);
}

/* sfm_check_quick for version 3 if V3, and for big-endian data if BIG; both
   are constants in each call.  */
static ALWAYS_INLINE uint32_t
pass_all (struct check *c, const struct check_piece *p, uint32_t idx,
          const bool v3, const bool big)
{
  const bool object = c->options->object;
  const uint8_t odd_info = c->odd_info;
  bool per_field;
  uint64_t base = sfm_check_decode_base (c, p, &per_field);
  uint64_t end = c->previous > c->cover_end ? c->previous : c->cover_end;
  uint32_t left = p->num_fdes - idx;

  for (; left != 0; left--)
    {
      uint64_t field = p->fdes + (uint64_t) (p->num_fdes - left) * p->fde_size;
      const uint8_t *b = c->bytes + field;
      struct quick_fde f;
      if (c->covered != NULL && left > FDES_AHEAD)
        prefetch_block_of (c, p, b + (size_t) FDES_AHEAD * p->fde_size, v3,
                           big);
      uint64_t addr = base + (v3 ? check_u64 (b, big) : check_i32 (b, big));
      if (per_field)
        addr += field;
      if (!read_quick (c, p, b, v3, big, &f) || (f.info & odd_info) != 0
          || (uint64_t) f.count - 1 >= c->tries || !reaches_end (&f))
        break;
      const bool free = may_take (c, f.fre_off, f.count);
      if (!object && (addr < end || addr + f.size < addr))
        break;
      if (!free && c->sets_bits == 0)
        learn_blocks (c, p, p->num_fdes - left);
      if (free ? !usual_rows (c, p, &f, big) : !shares (c, &f))
        break;
      if (!free && c->shared++ == 0)
        c->example = p->num_fdes - left;
      c->rows += f.count;
      c->previous = addr;
      if (!object)
        c->cover_end = end = addr + f.size;
    }
  return p->num_fdes - left;
}

void
sfm_check_quick_begin (struct check *c, const struct check_piece *p)
{
  bool aarch64 = check_is_aarch64 (p->abi);

  sfm_memory_free (&c->memory, c->blocks);
  c->blocks = NULL;
  c->sets_bits = 0;
  c->odd_info
      = (uint8_t) ~(CHECK_INFO_FRE_TYPE | (aarch64 ? CHECK_INFO_PAUTH : 0)
                    | (p->version == 3 ? CHECK_INFO_SIGNAL : 0));
}

uint32_t
sfm_check_quick (struct check *c, const struct check_piece *p, uint32_t idx)
{
  if (p->version == 3)
    return p->big_endian ? pass_all (c, p, idx, true, true)
                         : pass_all (c, p, idx, true, false);
  return p->big_endian ? pass_all (c, p, idx, false, true)
                       : pass_all (c, p, idx, false, false);
}
