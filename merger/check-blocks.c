/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   check-blocks.c - the checker: row blocks cover the FRE sub-section (rule S7
   of doc/internals.md, section 8).

   Theory of operation.  While each block begins where the one before ends, as
   in our output, one number says which bytes are in use.  The first block that
   does not begin there creates a map with a bit for each byte
   [sfm_check_block_enter].  A walk over rows claims bytes as it goes
   [sfm_check_block_room], a few 64-bit words of the map at a time, and stops
   at the first byte that another function uses.  So all walks together never
   read a byte twice, whatever the offsets and counts.  A function whose first
   byte is in use is not walked but deferred.  It either shares another's
   block, which writers may do, or begins inside one, which is an error; a sort
   by offset tells them apart at the end [sfm_check_blocks].  Most that share
   are seen to do so at once (check-quick.c).  Sections without sharing pay for
   none of that.  The map takes an eighth of the sub-section.
   The alternative, sorting all blocks to find overlaps, costs more than the
   walk itself, because GNU ld sorts functions but leaves blocks in input
   order.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "checker.h"

enum
{
  /* Bytes to look ahead, so that most blocks need one look: 41 ns a function
     instead of 44.  */
  BYTES_AHEAD = 64
};

void
sfm_check_blocks_begin (struct check *c)
{
  c->tiled = 0;
  c->covered = NULL;
  c->covered_size = 0;
  c->walk_failed = false;
  c->shared = 0;
  c->example = SFM_NO_INDEX;
}

bool
sfm_check_block_exists (const struct check_piece *p,
                        const struct check_function *f)
{
  if (p->version == 3)
    return f->fre_type <= SFM_FRE_TYPE_ADDR4;
  return f->num_fres != 0 && f->fre_off < p->fre_len
         && f->fre_type <= SFM_FRE_TYPE_ADDR4;
}

static void
set_bits (uint64_t *map, uint64_t at, uint64_t end)
{
  while (at < end)
    {
      uint64_t count = 64 - at % 64;
      if (count > end - at)
        count = end - at;
      uint64_t bits = count == 64 ? UINT64_MAX : (UINT64_C (1) << count) - 1;
      map[at / 64] |= bits << at % 64;
      at += count;
    }
}

/* Remember that the block of FDE number IDX begins in another function's
   block.  */
static sfm_status
defer (struct check *c, const struct check_piece *p, uint32_t idx)
{
  if (c->deferred == NULL)
    {
      size_t size = ((size_t) p->num_fdes / 64 + 1) * sizeof *c->deferred;
      c->deferred = sfm_memory_array (&c->memory, size, 1);
      if (c->deferred == NULL)
        return SFM_ERR_NOMEM;
      memset (c->deferred, 0, size);
    }
  set_bits (c->deferred, idx, (uint64_t) idx + 1);
  return SFM_OK;
}

/* Make COVERED for P, all bits clear.  False: no memory.  */
static bool
make_covered (struct check *c, const struct check_piece *p)
{
  /* A bit for each byte, and one word more for code that looks at two.  */
  size_t need = ((size_t) p->fre_len / 64 + 2) * sizeof (uint64_t);

  if (need > c->scratch_size)
    {
      sfm_memory_free (&c->memory, c->scratch);
      c->scratch_size = 0;
      c->scratch = sfm_memory_array (&c->memory, need, 1);
      if (c->scratch == NULL)
        return false;
      c->scratch_size = need;
    }
  c->covered = c->scratch;
  memset (c->covered, 0, need);
  return true;
}

sfm_status
sfm_check_block_enter (struct check *c, const struct check_piece *p,
                       const struct check_function *f, bool *used)
{
  if (c->covered == NULL && f->fre_off > c->tiled)
    {
      if (!make_covered (c, p))
        return SFM_ERR_NOMEM;
      set_bits (c->covered, 0, c->tiled);
    }
  *used = c->covered == NULL ? f->fre_off < c->tiled
                             : check_bit (c->covered, f->fre_off);
  return *used ? defer (c, p, f->idx) : SFM_OK;
}

/* The number of zero bits below the lowest set bit of BITS, which is not
   0.  */
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
sfm_check_block_room (struct check *c, const struct check_piece *p,
                      const struct check_function *f, uint32_t row,
                      uint64_t pos, uint64_t need, uint64_t *clear)
{
  if (need > p->end - pos)
    {
      sfm_check_report (c, SFM_FIND_BOUNDS, f->idx, row, pos,
                        "%" PRIu64 " bytes at 0x%" PRIx64
                        " leave the FREs, which end at 0x%" PRIx64,
                        need, pos, p->end);
      return false;
    }
  if (c->covered == NULL)
    {
      *clear = p->end;
      return true;
    }
  uint64_t wanted
      = need + BYTES_AHEAD < p->end - pos ? need + BYTES_AHEAD : p->end - pos;
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
  sfm_check_report (c, SFM_FIND_FRE_OVERLAP, f->idx, row, pos,
                    "%" PRIu64 " bytes at 0x%" PRIx64
                    " reach those of another function at 0x%" PRIx64,
                    need, pos, *clear);
  return false;
}

void
sfm_check_block_mark (struct check *c, const struct check_piece *p,
                      uint64_t begin, uint64_t end)
{
  uint64_t off = begin - p->fres, stop = end - p->fres;

  c->covered_size += stop - off;
  if (c->covered == NULL)
    c->tiled = (uint32_t) stop;
  else
    set_bits (c->covered, off, stop);
}

/* F shares a block whose rows were checked and whose last row starts at LAST.
   Only the length of F remains to be checked against them.  */
static void
check_sharer (struct check *c, const struct check_function *f, uint32_t last)
{
  if (last >= f->limit && last != 0)
    sfm_check_report (
        c, check_past_end (f, last), f->idx, f->num_fres - 1, f->rows,
        "the last row starts at 0x%" PRIx32 ", the end is at 0x%" PRIx32, last,
        f->limit);
}

/* The functions whose blocks begin at the same byte, by number.  */
struct group
{
  const struct check_item *items;
  size_t count;
  uint64_t stop; /* offset of the next block that was walked */
};

/* Check the deferred functions of G, and count those that share the first
   one's rows.  */
static void
check_group (struct check *c, const struct check_piece *p,
             const struct group *g)
{
  struct check_function first, f;
  uint32_t last;

  sfm_check_decode_fde (c, p, g->items[0].idx, &first);
  bool walked = !check_bit (c->deferred, first.idx);
  bool known = walked && g->count > 1
               && sfm_check_decode_last (c, p, &first, g->stop, &last);
  for (size_t i = 0; i < g->count; i++)
    {
      if (!check_bit (c->deferred, g->items[i].idx))
        continue;
      sfm_check_decode_fde (c, p, g->items[i].idx, &f);
      if (!walked || first.num_fres != f.num_fres
          || first.fre_type != f.fre_type)
        {
          sfm_check_report (c, SFM_FIND_FRE_OVERLAP, f.idx, SFM_NO_INDEX,
                            f.rows,
                            "the rows at 0x%" PRIx32
                            " of the FREs lie in those of another function",
                            f.fre_off);
          continue;
        }
      if (known)
        check_sharer (c, &f, last);
      c->shared++;
      if (f.idx < c->example)
        c->example = f.idx;
    }
}

/* Check the groups among the COUNT ITEMS, which are functions with blocks,
   sorted by offset.  The order is from last to first: rows that reach the next
   walked block have been reported as overlapping it and are not walked to
   their end, so that this pass too reads no byte twice.  */
static void
check_groups (struct check *c, const struct check_piece *p,
              const struct check_item *items, size_t count)
{
  uint64_t stop = p->end;

  for (size_t end = count, begin; end != 0; end = begin)
    {
      begin = end - 1;
      while (begin != 0 && items[begin - 1].key == items[begin].key)
        begin--;
      const struct group group
          = { .items = items + begin, .count = end - begin, .stop = stop };
      check_group (c, p, &group);
      if (!check_bit (c->deferred, items[begin].idx))
        stop = p->fres + items[begin].key;
    }
}

/* Tell shared blocks from overlapping ones.  SFM_OK or NOMEM.  */
static sfm_status
check_deferred (struct check *c, const struct check_piece *p)
{
  size_t count = 0;
  uint32_t off;

  struct check_item *items = sfm_check_items (c, p->num_fdes);
  if (items == NULL)
    return SFM_ERR_NOMEM;
  for (uint32_t i = 0; i < p->num_fdes; i++)
    if (sfm_check_decode_block (c, p, i, &off))
      items[count++] = (struct check_item){ .key = off, .idx = i };
  check_groups (c, p, sfm_check_sort (items, items + p->num_fdes, count),
                count);
  sfm_memory_free (&c->memory, items);
  return SFM_OK;
}

/* Report that functions share rows.  */
static void
report_shared (struct check *c, const struct check_piece *p)
{
  const bool object = c->options->object;

  sfm_check_report (
      c, object ? SFM_FIND_SHARED_OBJECT : SFM_FIND_FRE_SHARED, c->example,
      SFM_NO_INDEX, p->fdes + (uint64_t) c->example * p->fde_size,
      "%" PRIu32 " of %" PRIu32 " functions use the rows of another one%s",
      c->shared, p->num_fdes,
      object ? ", with which GNU ld writes past its output" : "");
}

/* Report the first byte that no function uses.  */
static void
report_unused (struct check *c, const struct check_piece *p)
{
  uint64_t off = c->covered == NULL ? c->tiled : 0;

  while (c->covered != NULL && off < p->fre_len && check_bit (c->covered, off))
    {
      if (off % 64 == 0 && c->covered[off / 64] == UINT64_MAX)
        off += 64;
      else
        off++;
    }
  report_piece (c, SFM_FIND_FRE_UNUSED, p->fres + off,
                "functions use 0x%" PRIx64 " of 0x%" PRIx32
                " bytes of the FREs",
                c->covered_size, p->fre_len);
}

sfm_status
sfm_check_blocks (struct check *c, const struct check_piece *p)
{
  if (c->deferred != NULL)
    {
      sfm_status status = check_deferred (c, p);
      sfm_memory_free (&c->memory, c->deferred);
      c->deferred = NULL;
      if (status != SFM_OK)
        return status;
    }
  if (c->shared != 0)
    report_shared (c, p);
  if (!c->walk_failed && c->covered_size < p->fre_len)
    report_unused (c, p);
  return SFM_OK;
}
