/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   rebuild.c - rows that cannot be copied as bytes.

   Theory of operation.  One loop over the rows [sfm_rebuild_rows] drops those
   that cover nothing, makes starts relative to a split function's part,
   converts the words if the form changes, and either counts or writes the
   result.  It runs once for the plan and once for the output; both runs see
   the same bytes, so their sizes agree.  Data words that need no conversion
   keep their bytes and their width: an assembler may store -128 in two bytes,
   and judging that here gains nothing.  */

#include "config.h"

#include <string.h>

#include "engine.h"
#include "fde.h"
#include "merger.h"
#include "rows.h"

/* A row in the output's form.  */
struct encoded
{
  uint32_t start;
  unsigned size;                        /* of the bytes */
  uint8_t bytes[1 + SFM_MAX_WORDS * 4]; /* all after the start */
};

/* The output of one function's rows.  */
struct copying
{
  uint8_t *out;  /* NULL: the rows are only counted */
  uint64_t room; /* bytes at OUT */
  uint64_t size; /* bytes of rows so far */
  uint32_t rows;
  uint32_t base;  /* row start at which the part begins */
  uint32_t block; /* where the block begins for which rows are made */
};

/* Encode ROW of F as P, without its start.  False: the target cannot express
   it.  */
static bool
convert_row (const struct sfm_merger *m, const struct func *f,
             const struct sfm_row *row, struct encoded *p)
{
  const struct sfm_piece *piece = func_piece (m, f);
  struct new_row new;

  if (f->flags & FUNC_FROM_FLEX)
    {
      if (!sfm_convert_from_flex (piece, row, &new))
        return false;
      p->size = sfm_convert_encode (&new, piece->big_endian, p->bytes);
    }
  else if (f->flags & FUNC_TO_FLEX)
    {
      sfm_convert_to_flex (row, &new);
      p->size = sfm_convert_encode (&new, piece->big_endian, p->bytes);
    }
  else
    {
      unsigned count = row->count;
      if ((f->flags & FUNC_FLEX) && (m->reader & SFM_READER_STRICT))
        count = sfm_rules_flex_words (row);
      p->bytes[0] = (uint8_t) ((row->info & ~(unsigned) ROW_INFO_COUNT)
                               | count << ROW_INFO_COUNT_SHIFT);
      p->size = 1 + count * row->word_size;
      memcpy (p->bytes + 1,
              piece->bytes + row->offset + row->size
                  - (size_t) row->count * row->word_size,
              count * row->word_size);
    }
  return true;
}

/* Write P at OUT with a start of TYPE.  */
static void
put_row (const struct encoded *p, uint8_t type, bool big, uint8_t *out)
{
  row_put_start (out, type, p->start, big);
  memcpy (out + row_start_size (type), p->bytes, p->size);
}

uint8_t
sfm_rebuild_fre_type (const struct func *f)
{
  if (f->flags & (FUNC_PART | FUNC_UNROLL))
    return row_type_for (f->size - 1);
  return f->info & FDE_INFO_FRE_TYPE;
}

/* Append ROW of F.  SFM_END: the target cannot express it.  */
static sfm_status
append_row (const struct sfm_merger *m, const struct func *f,
            const struct sfm_row *row, struct copying *r,
            struct sfm_diag *diag)
{
  uint8_t type = sfm_rebuild_fre_type (f);
  struct encoded encoded = { .start = row->start - r->base + r->block };

  if (!convert_row (m, f, row, &encoded))
    return SFM_END;
  unsigned size = row_start_size (type) + encoded.size;
  if (r->out != NULL)
    {
      /* Happens only if the input bytes have changed since the plan, as those
         of a mapped file may.  */
      if (size > r->room - r->size)
        return sfm_fail (diag, SFM_ERR_USAGE, row->offset,
                         "the rows take more bytes than were planned");
      put_row (&encoded, type, func_piece (m, f)->big_endian,
               r->out + r->size);
    }
  r->size += size;
  r->rows++;
  return SFM_OK;
}

/* Append ROW, which NEXT follows, or no row if that is NULL.  Of rows with
   equal starts the last counts, and a row at LIMIT covers nothing.  In images
   such rows are dropped; in objects they stay if the target can express
   them.  */
static sfm_status
take_row (const struct sfm_merger *m, const struct func *f,
          const struct sfm_row *row, const struct sfm_row *next,
          uint32_t limit, struct copying *r, struct sfm_diag *diag)
{
  bool covers = row->start - r->base < limit
                && (next == NULL || next->start != row->start);

  if (!covers && !m->keep_empty)
    return SFM_OK;
  sfm_status status = append_row (m, f, row, r, diag);
  return status == SFM_END && !covers ? SFM_OK : status;
}

/* Append the rows of F, whose FDE is FDE.  Statuses as append_row.  */
static sfm_status
append_rows (const struct sfm_merger *m, const struct func *f,
             const struct sfm_fde *fde, struct copying *r,
             struct sfm_diag *diag)
{
  uint32_t limit = fde->mask ? fde->rep_size : fde->size;
  struct sfm_rows walk;
  struct sfm_row row, last;
  sfm_status status;
  bool pending = false;

  sfm_rows_begin (func_piece (m, f), fde, &walk);
  while ((status = sfm_rows_next (&walk, &row, diag)) == SFM_OK)
    {
      if (pending)
        TRY (take_row (m, f, &last, &row, limit, r, diag));
      last = row;
      pending = true;
    }
  if (status != SFM_END)
    return status;
  return pending ? take_row (m, f, &last, NULL, limit, r, diag) : SFM_OK;
}

sfm_status
sfm_rebuild_rows (const struct sfm_merger *m, const struct func *f,
                  uint8_t *out, uint32_t *rows, uint64_t *size,
                  struct sfm_diag *diag)
{
  const uint32_t blocks = func_blocks (f);
  struct copying r
      = { .out = out, .room = out == NULL ? 0 : func_out_size (m, f) };
  struct sfm_fde fde;

  sfm_func_view (m, f, &fde, &r.base);
  TRY (append_rows (m, f, &fde, &r, diag));
  if (r.rows == 0)
    return SFM_END;
  if (out == NULL)
    {
      /* resolve.c bounds the product.  */
      *rows = r.rows * blocks;
      *size = r.size * blocks;
      return SFM_OK;
    }
  for (uint32_t i = 1; i < blocks; i++)
    {
      r.block += f->rep_size;
      TRY (append_rows (m, f, &fde, &r, diag));
    }
  *rows = r.rows;
  *size = r.size;
  return SFM_OK;
}

sfm_status
sfm_rebuild_measure (struct sfm_merger *m, struct func *f,
                     struct sfm_diag *diag)
{
  struct rebuilt rebuilt;
  uint64_t size;

  TRY (sfm_rebuild_rows (m, f, NULL, &rebuilt.rows, &size, diag));
  if (size > m->max_bytes)
    return sfm_fail (diag, SFM_ERR_LIMIT,
                     sfm_piece_field (func_piece (m, f), f->fde),
                     "the rows of one function exceed the limit");
  if (!sfm_memory_grow (&m->memory, &m->rebuilt, &m->rebuilt_capacity,
                        m->rebuilt_count, 1, sizeof *m->rebuilt))
    return sfm_no_memory (diag);
  rebuilt.size = (uint32_t) size;
  f->rows_size = (uint32_t) m->rebuilt_count;
  m->rebuilt[m->rebuilt_count++] = rebuilt;
  return SFM_OK;
}
