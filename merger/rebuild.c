/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   rebuild.c - rows that cannot be copied as bytes.

   Theory of operation.  One loop over the rows [rebuild_rows] drops those
   that cover nothing, makes starts relative to a split function's part,
   converts the words where the form changes, and either counts or writes
   what is left.  It runs twice, once for the plan and once for the output;
   both runs see the same bytes, so their sizes agree.  Data words that need
   no conversion keep their bytes, whatever their width: an assembler may
   store -128 in two bytes, and nothing is gained by judging that here.  */

#include "config.h"

#include <string.h>

#include "convert.h"
#include "fde.h"
#include "merger.h"
#include "rows.h"
#include "status.h"

/* The row at hand in the output's form.  */
struct pending
{
  bool present;
  uint32_t start;
  uint8_t info;
  uint8_t words_size;
  uint8_t words[SFRAME_MAX_WORDS * 4];
};

/* Encode NEW's words into P.  */
static void
encode_words (const struct new_row *new, bool big, struct pending *p)
{
  unsigned size = convert_word_size (new);
  uint8_t *out = p->words;

  unsigned code = size == 4 ? 2 : size == 2 ? 1 : 0;

  p->info
      = (uint8_t) (new->info | (unsigned) new->count << ROW_INFO_COUNT_SHIFT
                   | code << ROW_INFO_SIZE_SHIFT);
  if (new->count == 0)
    p->info = 0; /* RA undefined: the whole byte is 0 (F11) */
  for (unsigned i = 0; i < new->count; i++, out += size)
    {
      uint32_t word = (uint32_t) new->words[i];
      if (size == 1)
        *out = (uint8_t) word;
      else if (size == 2)
        put_u16 (out, (uint16_t) word, big);
      else
        put_u32 (out, word, big);
    }
  p->words_size = (uint8_t) (new->count *size);
}

/* Turn ROW of F into P.  False: the target cannot say it.  */
static bool
convert_row (const struct sfm_merger *m, const struct func *f,
             const struct sfm_row *row, struct pending *p)
{
  const struct sfm_piece *piece = func_piece (m, f);
  struct new_row new;

  if (f->flags & FUNC_FROM_FLEX)
    {
      if (!convert_from_flex (piece, row, &new))
        return false;
      encode_words (&new, piece->big_endian, p);
    }
  else if (f->flags & FUNC_TO_FLEX)
    {
      convert_to_flex (piece, row, &new);
      encode_words (&new, piece->big_endian, p);
    }
  else
    {
      p->info = row->info;
      p->words_size = (uint8_t) (row->count * row->word_size);
      memcpy (p->words, piece->bytes + row->offset + row->size - p->words_size,
              p->words_size);
    }
  return true;
}

/* Write P at OUT with starts of TYPE; bytes written, also if OUT is NULL.  */
static unsigned
put_row (const struct pending *p, uint8_t type, bool big, uint8_t *out)
{
  unsigned start_size = row_start_size (type);

  if (out != NULL)
    {
      if (type == SFRAME_FRE_TYPE_ADDR1)
        *out = (uint8_t) p->start;
      else if (type == SFRAME_FRE_TYPE_ADDR2)
        put_u16 (out, (uint16_t) p->start, big);
      else
        put_u32 (out, p->start, big);
      out[start_size] = p->info;
      memcpy (out + start_size + 1, p->words, p->words_size);
    }
  return start_size + 1 + p->words_size;
}

uint8_t
rebuild_fre_type (const struct func *f)
{
  if (f->flags & FUNC_PART)
    return row_type_for (f->size - 1);
  return f->info & FDE_INFO_FRE_TYPE;
}

sfm_status
rebuild_rows (const struct sfm_merger *m, const struct func *f, uint8_t *out,
              uint32_t *rows, uint64_t *size, struct sfm_diag *diag)
{
  const struct sfm_piece *piece = func_piece (m, f);
  uint8_t type = rebuild_fre_type (f);
  struct pending pending = { .present = false };
  struct sfm_fde fde;
  struct sfm_rows walk;
  struct sfm_row row;
  sfm_status status;
  uint32_t base;

  func_view (m, f, &fde, &base);
  uint32_t limit = fde.mask ? fde.rep_size : fde.size;
  *rows = 0;
  *size = 0;
  sfm_rows_begin (piece, &fde, &walk);
  while ((status = sfm_rows_next (&walk, &row, diag)) == SFM_OK)
    {
      uint32_t start = row.start - base;
      if (start >= limit)
        break;
      if (pending.present && start != pending.start)
        {
          *size += put_row (&pending, type, piece->big_endian,
                            out == NULL ? NULL : out + *size);
          ++*rows;
        }
      pending.start = start;
      pending.present = true;
      if (!convert_row (m, f, &row, &pending))
        return SFM_END;
    }
  if (status != SFM_OK && status != SFM_END)
    return status;
  if (!pending.present)
    return SFM_END;
  *size += put_row (&pending, type, piece->big_endian,
                    out == NULL ? NULL : out + *size);
  ++*rows;
  return SFM_OK;
}
