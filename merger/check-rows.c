/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   check-rows.c - the checker: walking rows (rules F5 to F7 and F10 of
   doc/internals.md, section 8).

   Theory of operation.  A table by FRE info byte gives the bytes of a row's
   data words, and whether the row needs a closer look [sfm_check_rows_tables].
   A correct row of AMD64 or AArch64 then costs a load and three compares
   [sfm_check_rows_walk].  The table depends on the ABI, version and fixed
   offsets of the piece, and is kept while they stay the same.  */

#include "config.h"

#include <inttypes.h>

#include "checker.h"
#include "engine.h"

enum
{
  LOOK = 0x80
};

/* The table entry of INFO.  */
static uint8_t
entry_of (const struct check_piece *p, bool flex, uint8_t info)
{
  unsigned count = info >> 1 & 15, code = info >> 5 & 3;
  bool aarch64 = check_is_aarch64 (p->abi);

  if (code == 3)
    return CHECK_ROW_BAD_SIZE | LOOK;
  uint8_t entry = (uint8_t) (count << code);
  if (count == 0)
    return info == 0 ? entry : entry | LOOK;
  /* DEFAULT words of AMD64 and AArch64 are valid whatever their values.  */
  unsigned most = 1U + (p->fixed_ra == 0) + (p->fixed_fp == 0);
  if (flex || !(aarch64 || p->abi == SFM_ABI_AMD64_ENDIAN_LITTLE)
      || count > most || ((info & CHECK_INFO_MANGLED) && !aarch64))
    entry |= LOOK;
  return entry;
}

void
sfm_check_rows_tables (struct check *c, const struct check_piece *p)
{
  uint32_t key = (uint32_t) p->version << 24 | (uint32_t) p->abi << 16
                 | (uint32_t) (p->fixed_fp != 0) << 1
                 | (uint32_t) (p->fixed_ra != 0);

  if (key == c->table_key)
    return;
  c->table_key = key;
  for (unsigned info = 0; info < 256; info++)
    {
      c->plain_rows[info] = entry_of (p, false, (uint8_t) info);
      c->flex_rows[info] = entry_of (p, true, (uint8_t) info);
    }
}

/* Report what is wrong with the start of the row at OFFSET, START, after a row
   that starts at PREVIOUS.  */
static void
report_start (struct check *c, const struct check_function *f, uint32_t row,
              uint64_t offset, uint32_t start, uint32_t previous)
{
  if (row == 0 && start != 0)
    sfm_check_report (c, SFM_FIND_FIRST_ROW, f->idx, row, offset,
                      "the first row starts at 0x%" PRIx32 ", not 0", start);
  else if (row != 0 && start < previous)
    sfm_check_report (c, SFM_FIND_ROW_ORDER, f->idx, row, offset,
                      "the row starts at 0x%" PRIx32 ", the one before it at "
                      "0x%" PRIx32,
                      start, previous);
  else if (row != 0 && start == previous)
    sfm_check_report (c, SFM_FIND_ROW_EQUAL, f->idx, row, offset,
                      "the row starts at 0x%" PRIx32 ", as the one before it",
                      start);
  /* The first row of a function of size 0 has been reported already.  */
  if (start >= f->limit && start != 0)
    sfm_check_report (
        c, check_past_end (f, start), f->idx, row, offset,
        "the row starts at 0x%" PRIx32 ", the %s ends at 0x%" PRIx32, start,
        f->limit == f->size ? "function" : "block", f->limit);
}

/* The position of a walk: row number ROW, whose first byte is at POS.  CLEAR
   is as for sfm_check_block_room, PREVIOUS is the start of the row before.  */
struct place
{
  uint64_t pos;
  uint64_t clear;
  uint32_t row;
  uint32_t previous;
  bool looked; /* some row was checked by all rules */
};

/* Check one row by all rules.  WIDTH is the size of its start field.  False:
   the next row cannot be found, or the bytes belong to another function.  */
static bool
walk_row (struct check *c, const struct check_piece *p,
          const struct check_function *f, unsigned width, struct place *at)
{
  uint64_t head = width + 1;

  if (at->clear - at->pos < head
      && !sfm_check_block_room (c, p, f, at->row, at->pos, head, &at->clear))
    return false;
  uint8_t info = c->bytes[at->pos + width];
  uint8_t entry = f->flex ? c->flex_rows[info] : c->plain_rows[info];
  uint64_t size = head + (entry & CHECK_ROW_SIZE);
  if (entry & CHECK_ROW_BAD_SIZE)
    {
      sfm_check_report (c, SFM_FIND_ROW_SIZE_CODE, f->idx, at->row,
                        at->pos + width, "the FRE info is 0x%02x: size code 3",
                        info);
      return false;
    }
  if (at->clear - at->pos < size
      && !sfm_check_block_room (c, p, f, at->row, at->pos, size, &at->clear))
    return false;
  uint32_t start = check_start (c->bytes + at->pos, width, p->big_endian);
  report_start (c, f, at->row, at->pos, start, at->previous);
  if (entry & LOOK)
    sfm_check_words (c, p, f, at->row, at->pos + head);
  at->previous = start;
  at->pos += size;
  at->row++;
  return true;
}

/* Pass the rows that are correct and wholly in the bytes up to AT->clear,
   until one is not.  WIDTH is a constant in each of the three calls, so that
   the compiler makes a loop for each.  */
static ALWAYS_INLINE void
walk_fast (const struct check *c, const struct check_piece *p,
           const struct check_function *f, const unsigned width,
           struct place *at)
{
  const uint8_t *const table = f->flex ? c->flex_rows : c->plain_rows;
  const uint8_t *pos = c->bytes + at->pos;
  const uint8_t *const clear = c->bytes + at->clear;
  const uint32_t count = f->num_fres, limit = f->limit;
  const bool big = p->big_endian;
  uint32_t row = at->row, previous = at->previous;

  for (; row < count && (size_t) (clear - pos) > width; row++)
    {
      uint32_t start = check_start (pos, width, big);
      uint8_t entry = table[pos[width]];
      size_t size = width + 1 + (size_t) entry;

      if (entry > CHECK_ROW_SIZE || size > (size_t) (clear - pos)
          || start >= limit || (row == 0 ? start != 0 : start <= previous))
        break;
      pos += size;
      previous = start;
    }
  at->pos = (uint64_t) (pos - c->bytes);
  at->row = row;
  at->previous = previous;
}

/* Walk the rows of F from AT->pos.  False as for walk_row.  */
static bool
walk (struct check *c, const struct check_piece *p,
      const struct check_function *f, struct place *at)
{
  for (;;)
    {
      switch (f->fre_type)
        {
        case SFM_FRE_TYPE_ADDR1:
          walk_fast (c, p, f, 1, at);
          break;
        case SFM_FRE_TYPE_ADDR2:
          walk_fast (c, p, f, 2, at);
          break;
        default:
          walk_fast (c, p, f, 4, at);
          break;
        }
      if (at->row == f->num_fres)
        return true;
      at->looked = true;
      if (!walk_row (c, p, f, 1U << f->fre_type, at))
        return false;
    }
}

void
sfm_check_rows_walk (struct check *c, const struct check_piece *p,
                     const struct check_function *f)
{
  uint64_t begin = p->fres + f->fre_off;
  struct place place = { .pos = f->rows, .clear = begin };

  /* The attribute block of V3 is a part of the block.  */
  bool whole = sfm_check_block_room (c, p, f, SFM_NO_INDEX, begin,
                                     f->rows - begin, &place.clear);
  if (!whole)
    place.pos = place.clear;
  else
    whole = walk (c, p, f, &place);
  sfm_check_block_mark (c, p, begin, place.pos);
  if (!whole)
    c->walk_failed = true;
  else if (!place.looked && f->num_fres != 0)
    sfm_check_block_keep (c, &(struct check_block){ .off = f->fre_off,
                                                    .count = f->num_fres,
                                                    .last = place.previous,
                                                    .type = f->fre_type });
}
