/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   shrink.c - the rows of one function in fewer bytes, with the same meaning.

   Theory of operation.  One walk, in place: rows only move to lower addresses,
   so nothing is overwritten before it is read.  Whether a row repeats the one
   before it usually shows in the bytes [rows_agree]: equal bytes mean the
   same, and different DEFAULT rows of equal form differ in meaning, as each of
   their words has a meaning of its own.  Rows of different form (widths, a
   word for "not saved") are compared by their rules, in the normal form of
   rows.h.  The first row stays.

   Most functions have no repeated row, so a quicker walk first checks whether
   each row has another CFA than the one before it [all_differ], which takes
   half the time.  */

#include "config.h"

#include <limits.h>
#include <string.h>

#include "rows.h"

/* The data word right after the info byte at INFO, which has one.  */
static int64_t
first_word (const uint8_t *info, bool big)
{
  switch ((*info & ROW_INFO_SIZE) >> ROW_INFO_SIZE_SHIFT)
    {
    case 0:
      return sign_extend (info[1], 8);
    case 1:
      return sign_extend (get_u16 (info + 1, big), 16);
    default:
      return sign_extend (get_u32 (info + 1, big), 32);
    }
}

/* The rules of the row whose info byte is at INFO, after a start of FRE_TYPE.
   False: it is not valid.  */
static bool
rules_of_row (const struct shrink *s, const uint8_t *info, uint8_t fre_type,
              struct sfm_rules *rules)
{
  const struct sfm_fde fde = {
    .rows = (uint64_t) (info - s->view->bytes)
            - (uint64_t) row_start_size (fre_type),
    .num_fres = 1,
    .fre_type = fre_type,
    .flex = s->flex,
  };
  struct sfm_rows walk;
  struct sfm_row row;

  sfm_rows_begin (s->view, &fde, &walk);
  return sfm_rows_next (&walk, &row, NULL) == SFM_OK
         && sfm_effective_rules (s->view, &fde, &row, rules, NULL) == SFM_OK;
}

/* Whether two rows have the same rules: one with its info byte at A, after a
   start of FRE_TYPE, and one with its info byte at B, after a start of S's
   type.  */
static bool
rows_agree (const struct shrink *s, const uint8_t *a, uint8_t fre_type,
            const uint8_t *b)
{
  struct sfm_rules rules_a, rules_b;
  bool big = s->view->big_endian;

  if (*a == *b)
    {
      if (memcmp (a + 1, b + 1, s->word_bytes[*b]) == 0)
        return true;
      if (!s->flex)
        return false;
    }
  else if (!s->flex && row_count (*a) != 0 && row_count (*b) != 0
           && (((*a ^ *b) & (ROW_INFO_SP | ROW_INFO_MANGLED)) != 0
               || first_word (a, big) != first_word (b, big)))
    return false; /* another CFA */
  return rules_of_row (s, a, fre_type, &rules_a)
         && rules_of_row (s, b, s->fre_type, &rules_b)
         && sfm_rules_equal (&rules_a, &rules_b);
}

/* Whether the rows of S at ROWS are in bounds and each obviously has another
   CFA than the one before: in the base, or in the lowest byte of the
   offset.  */
static bool
all_differ (const struct shrink *s, const uint8_t *rows)
{
  const uint8_t *table = s->word_bytes;
  size_t start = row_start_size (s->fre_type), at = 0, size = s->size;
  bool big = s->view->big_endian;
  unsigned last = UINT_MAX;

  if (s->flex)
    return false;
  for (uint32_t left = s->count; left != 0; left--)
    {
      at += start;
      if (at >= size)
        return false;
      unsigned info = rows[at], words = table[info];
      /* ROW_BAD, or no words: rows without words are alike whatever INFO
         is.  */
      if (words - 1U >= ROW_BAD - 1U || words >= size - at)
        return false;
      unsigned width = 1U << ((info & ROW_INFO_SIZE) >> ROW_INFO_SIZE_SHIFT);
      unsigned word = rows[at + (big ? width : 1U)];
      unsigned cfa = word << 8 | (info & (ROW_INFO_SP | ROW_INFO_MANGLED));
      if (cfa == last)
        return false;
      last = cfa;
      at += 1 + words;
    }
  return at == size;
}

bool
sfm_shrink_rows (struct shrink *s, uint8_t *rows, uint8_t fre_type)
{
  bool big = s->view->big_endian;
  size_t from_start = row_start_size (s->fre_type);
  size_t to_start = row_start_size (fre_type);
  const uint8_t *end = rows + s->size, *last = NULL;
  uint8_t *from = rows, *to = rows;
  uint32_t kept = 0;

  if (fre_type == s->fre_type && all_differ (s, rows))
    return true;
  for (uint32_t left = s->count; left != 0; left--)
    {
      size_t room = (size_t) (end - from);
      if (room <= from_start)
        return false;
      uint8_t *info = from + from_start;
      size_t size = s->word_bytes[*info] + 1U;
      if (s->word_bytes[*info] == ROW_BAD || size > room - from_start)
        return false;
      if (last == NULL || !rows_agree (s, last, fre_type, info))
        {
          if (from != to || from_start != to_start)
            {
              row_put_start (to, fre_type, row_start (from, s->fre_type, big),
                             big);
              memmove (to + to_start, info, size);
            }
          last = to + to_start;
          to += to_start + size;
          kept++;
        }
      from = info + size;
    }
  s->size = (uint32_t) (to - rows);
  s->count = kept;
  s->fre_type = fre_type;
  return true;
}
