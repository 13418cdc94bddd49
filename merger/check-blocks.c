/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   check-blocks.c - the checker: row blocks cover the FRE sub-section (format
   reference, S7).

   Theory of operation.  A bit for each byte of the FRE sub-section says that
   a function uses it.  A walk over rows asks for bytes as it goes
   [check_block_room], some 64-bit words of the map at a time, and stops at
   the first that another function has; so all walks together never read a byte
   twice, whatever the offsets and counts.  A function whose first byte is
   taken is not walked but deferred: it shares another's block, which
   writers may do, or lies inside one, which is an error.  Which of the two,
   a sort by offset tells in the end [check_blocks]; sections without sharing
   pay for none of that.  The map takes an eighth of the sub-section; the
   other way to find overlaps, to sort all blocks, costs more than the walk
   itself, as GNU ld sorts functions but leaves blocks in input order.  */

#include "config.h"

#include <inttypes.h>

#include "check.h"

enum
{
  /* Bytes looked ahead, so that most blocks need one look: 41 ns a function
     instead of 44.  */
  AHEAD = 64
};

bool
check_block_exists (const struct check_piece *p,
                    const struct check_function *f)
{
  if (p->version == 3)
    return f->fre_type <= SFRAME_FRE_TYPE_ADDR4;
  return f->num_fres != 0 && f->fre_off < p->fre_len
         && f->fre_type <= SFRAME_FRE_TYPE_ADDR4;
}

bool
check_block_used (const struct check *c, uint64_t off)
{
  return (c->covered[off / 64] >> off % 64 & 1) != 0;
}

/* The number of zero bits below the lowest one of BITS, which is not 0.  */
static inline unsigned
low_zeros (uint64_t bits)
{
#if defined __GNUC__
  return (unsigned) __builtin_ctzll (bits);
#else
  unsigned count = 0;
  for (; (bits & 1) == 0; bits >>= 1)
    count++;
  return count;
#endif
}

bool
check_block_room (struct check *c, const struct check_piece *p,
                  const struct check_function *f, uint32_t row, uint64_t pos,
                  uint64_t need, uint64_t *clear)
{
  if (need > p->end - pos)
    {
      check_report (c, SFM_FIND_BOUNDS, f->idx, row, pos,
                    "%" PRIu64 " bytes at 0x%" PRIx64
                    " leave the FREs, which end at 0x%" PRIx64,
                    need, pos, p->end);
      return false;
    }
  uint64_t wanted = need + AHEAD < p->end - pos ? need + AHEAD : p->end - pos;
  while (*clear - pos < wanted)
    {
      uint64_t off = *clear - p->fres;
      uint64_t bits = c->covered[off / 64] >> off % 64;

      if (bits != 0)
        {
          *clear += low_zeros (bits);
          break;
        }
      *clear += 64 - off % 64;
      if (*clear > p->end)
        *clear = p->end;
    }
  if (*clear - pos >= need)
    return true;
  check_report (c, SFM_FIND_FRE_OVERLAP, f->idx, row, pos,
                "%" PRIu64 " bytes at 0x%" PRIx64
                " reach those of another function at 0x%" PRIx64,
                need, pos, *clear);
  return false;
}

void
check_block_mark (struct check *c, const struct check_piece *p, uint64_t begin,
                  uint64_t end)
{
  uint64_t off = begin - p->fres, stop = end - p->fres;

  c->covered_size += stop - off;
  while (off < stop)
    {
      uint64_t count = 64 - off % 64;
      if (count > stop - off)
        count = stop - off;
      uint64_t bits = count == 64 ? UINT64_MAX : (UINT64_C (1) << count) - 1;
      c->covered[off / 64] |= bits << off % 64;
      off += count;
    }
}

/* F shares the block of FIRST, whose rows were checked: what is left to see
   is whether F is long enough for them.  */
static void
check_sharer (struct check *c, const struct check_function *first,
              const struct check_function *f)
{
  uint32_t last = c->last_start[first->idx];

  if (last != CHECK_BLOCK_FAILED && last >= f->limit
      && (last != 0 || f->size != 0))
    check_report (c, SFM_FIND_ROW_PAST_END, f->idx, f->num_fres - 1, f->rows,
                  "the last row starts at 0x%" PRIx32
                  ", the end is at 0x%" PRIx32,
                  last, f->limit);
}

/* ITEMS are the COUNT functions with blocks, by offset.  Returns how many
   share a block, and in *EXAMPLE the lowest of their numbers.  */
static uint32_t
check_groups (struct check *c, const struct check_piece *p,
              const struct check_item *items, size_t count, uint32_t *example)
{
  struct check_function first = { 0 }, f;
  uint32_t shared = 0;

  *example = SFM_NO_INDEX;
  for (size_t i = 0; i < count; i++)
    {
      bool begins = i == 0 || items[i].key != items[i - 1].key;
      if (begins)
        check_fde_read (c, p, items[i].idx, &first);
      if (c->last_start[items[i].idx] != CHECK_BLOCK_DEFERRED)
        continue;
      check_fde_read (c, p, items[i].idx, &f);
      if (c->last_start[first.idx] == CHECK_BLOCK_DEFERRED
          || first.num_fres != f.num_fres || first.fre_type != f.fre_type)
        {
          check_report (c, SFM_FIND_FRE_OVERLAP, f.idx, SFM_NO_INDEX, f.rows,
                        "the rows at 0x%" PRIx32
                        " of the FREs lie in those of another function",
                        f.fre_off);
          continue;
        }
      check_sharer (c, &first, &f);
      shared++;
      if (f.idx < *example)
        *example = f.idx;
    }
  return shared;
}

/* Tell shared blocks from overlapping ones.  */
static sfm_status
check_deferred (struct check *c, const struct check_piece *p)
{
  size_t count = 0;
  uint32_t example;
  struct check_function f;

  struct check_item *items = check_items (c, p->num_fdes);
  if (items == NULL)
    return SFM_ERR_NOMEM;
  for (uint32_t i = 0; i < p->num_fdes; i++)
    if (check_fde_read (c, p, i, &f) && check_block_exists (p, &f))
      items[count++] = (struct check_item){ .key = f.fre_off, .idx = i };
  uint32_t shared = check_groups (
      c, p, check_sort (items, items + p->num_fdes, count), count, &example);
  check_release (c, items);
  if (shared != 0)
    check_report (c, SFM_FIND_FRE_SHARED, example, SFM_NO_INDEX,
                  p->fdes + (uint64_t) example * p->fde_size,
                  "%" PRIu32 " of %" PRIu32
                  " functions use the rows of another one",
                  shared, p->num_fdes);
  return SFM_OK;
}

/* Report the first byte that no function uses.  */
static void
report_unused (struct check *c, const struct check_piece *p)
{
  uint64_t off = 0;

  while (off < p->fre_len && check_block_used (c, off))
    {
      if (off % 64 == 0 && c->covered[off / 64] == UINT64_MAX)
        off += 64;
      else
        off++;
    }
  check_report (
      c, SFM_FIND_FRE_UNUSED, SFM_NO_INDEX, SFM_NO_INDEX, p->fres + off,
      "functions use 0x%" PRIx64 " of 0x%" PRIx32 " bytes of the FREs",
      c->covered_size, p->fre_len);
}

sfm_status
check_blocks (struct check *c, const struct check_piece *p)
{
  if (c->deferred_count != 0)
    {
      sfm_status status = check_deferred (c, p);
      if (status != SFM_OK)
        return status;
    }
  if (!c->walk_failed && c->covered_size < p->fre_len)
    report_unused (c, p);
  return SFM_OK;
}
