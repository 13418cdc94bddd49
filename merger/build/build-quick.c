/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   build-quick.c - rows of call frame information in which nothing is unusual.

   Theory of operation.  Nearly all functions have only rows with a CFA that is
   the stack or frame pointer plus an offset, and registers in slots near it,
   and most of their words fit in a byte each.  Such rows are encoded where
   they stay [put].  Whatever is not so makes the walk give up: build-cfi.c
   then does the function in full.  A test compares both.  */

#include "config.h"

#include <string.h>

#include "builder.h"
#include "cfi-usual.h"

enum
{
  WORDS_MAX = 3, /* of DEFAULT rows */

  /* s390x, as in build-words.c.  */
  S390X_SLOT = 8,
  S390X_BIAS = 160
};

/* A row: its words, whether they need more than a byte each, and whether it
   has no DEFAULT form.  */
struct usual_row
{
  int64_t words[WORDS_MAX];
  unsigned count;
  unsigned info;
  bool wide;
  bool odd;
};

static ALWAYS_INLINE void
add_word (struct usual_row *row, int64_t word)
{
  row->wide |= (uint64_t) word + 128 > 255;
  row->words[row->count++] = word;
}

/* Add the word for a slot OFFSET bytes from the CFA.  */
static ALWAYS_INLINE void
add_slot (struct usual_row *row, int64_t offset, const bool s390x)
{
  row->odd |= offset == 0 || (s390x && offset % S390X_SLOT != 0);
  add_word (row, offset);
}

/* Set *ROW to the row of U.  All offsets are products of numbers of 14 and 8
   bits.  */
static ALWAYS_INLINE void
find_words (const struct build_form *form, const struct cfi_usual *u,
            struct usual_row *row)
{
  const bool s390x = form->s390x;
  const uint64_t ra = u->now.values.ra, fp = u->now.values.fp;
  const uint32_t reg = u->now.cfa_reg;
  int64_t cfa = u->now.cfa_offset;

  row->info = reg == form->regs.sp ? ROW_INFO_SP : 0;
  if (u->now.values.mangled_ra)
    row->info |= ROW_INFO_MANGLED;
  row->count = 0;
  row->words[1] = row->words[2] = 0;
  row->wide = false;
  row->odd = reg != form->regs.sp && reg != form->regs.fp;
  if (s390x)
    {
      row->odd |= (cfa - S390X_BIAS) % S390X_SLOT != 0;
      cfa = (cfa - S390X_BIAS) / S390X_SLOT;
    }
  add_word (row, cfa);
  if (form->fixed_ra != 0)
    row->odd |= ra != u->saved + (uint64_t) form->fixed_ra;
  else if (ra != 0)
    add_slot (row, (int64_t) (ra - u->saved), s390x);
  else if (fp != 0)
    {
      /* Only s390x has a word for "RA not saved" before FP's.  */
      row->odd |= !s390x;
      add_word (row, 0);
    }
  if (fp != 0)
    add_slot (row, (int64_t) (fp - u->saved), s390x);
}

static unsigned
encode_wide (const struct usual_row *row, bool big, uint8_t *out)
{
  struct new_row words = { .info = (uint8_t) row->info };

  for (unsigned i = 0; i < row->count; i++)
    new_row_add (&words, row->words[i], false);
  return convert_encode (&words, big, out);
}

/* Write ROW's info byte and words to OUT, which has room for the longest row.
   Returns the number of bytes.  */
static ALWAYS_INLINE unsigned
encode (const struct usual_row *row, bool big, uint8_t *out)
{
  const unsigned count = row->count;

  if (row->wide)
    return encode_wide (row, big, out);
  out[0] = (uint8_t) (row->info | count << ROW_INFO_COUNT_SHIFT);
  out[1] = (uint8_t) row->words[0];
  out[2] = (uint8_t) row->words[1];
  out[3] = (uint8_t) row->words[2];
  return 1 + count;
}

/* Whether the SIZE bytes at P and Q, at least two, are the same.  */
static ALWAYS_INLINE bool
same_bytes (const uint8_t *p, const uint8_t *q, unsigned size)
{
  return memcmp (p, q, 2) == 0
         && (size == 2 || memcmp (p + 2, q + 2, size - 2) == 0);
}

/* Append the row of U to DATA, a struct building, as build_row does.  */
static ALWAYS_INLINE bool
put (void *data, const struct cfi_usual *u)
{
  struct building *a = data;
  struct sfm_builder *b = a->b;
  struct usual_row row;

  find_words (&b->form, u, &row);
  if (row.odd || a->count == FDE_MAX_ROWS_V3
      || !build_has_room (a, NEW_ROW_MAX))
    return false;
  uint8_t *out = b->rows + b->rows_used;
  const unsigned start_size = row_start_size (a->fre_type);
  const unsigned size = encode (&row, b->big, out + start_size);
  if (a->count != 0 && size == a->last_size
      && same_bytes (b->rows + a->last, out + start_size, size))
    return true;
  a->start = (uint32_t) u->loc;
  row_put_start (out, a->fre_type, a->start, b->big);
  a->last = b->rows_used + start_size;
  a->last_size = size;
  b->rows_used = a->last + size;
  a->least += 1 + size;
  a->count++;
  return true;
}

bool
build_quick (struct building *a, const struct sfm_cfi_section *section,
             const struct sfm_cfi_fde *fde)
{
  struct cfi_usual usual;

  return cfi_usual_walk (&usual, section, fde, put, a);
}
