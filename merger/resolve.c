/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   resolve.c - what the target can express, and in which form.

   Nearly all functions pass with their rows as bytes.  Of the rest, those that
   the target cannot express are left out whole, never approximated, and
   counted by reason (doc/internals.md, section 10); the others have their rows
   rebuilt (rebuild.c).  */

#include "config.h"

#include "engine.h"
#include "fde.h"
#include "merger.h"
#include "rows.h"

/* Set *FOUND to whether a row of F, of s390x before V3, names a register where
   V3 allows only a slot (SFrame V3, 's390x').  */
static sfm_status
names_register (const struct sfm_merger *m, const struct func *f, bool *found,
                struct sfm_diag *diag)
{
  struct sfm_fde fde;
  struct sfm_rows rows;
  struct sfm_row row;
  sfm_status status;
  uint32_t base;

  *found = false;
  sfm_func_view (m, f, &fde, &base);
  sfm_rows_begin (func_piece (m, f), &fde, &rows);
  while ((status = sfm_rows_next (&rows, &row, diag)) == SFM_OK)
    for (unsigned i = 1; i < row.count; i++)
      *found |= row.words[i] % 2 != 0;
  return status == SFM_END ? SFM_OK : status;
}

/* Interpret every row of F.  UNSUPP: a control word names a register that does
   not exist (rule F12; some assembler writes such words).  */
static sfm_status
read_rules (const struct sfm_merger *m, const struct func *f,
            struct sfm_diag *diag)
{
  struct effective e;
  struct effective_row row;
  struct sfm_fde fde;
  sfm_status status;
  uint32_t base;

  sfm_func_view (m, f, &fde, &base);
  status = sfm_effective_begin (&e, func_piece (m, f), &fde, base, f->rep_size,
                                diag);
  while (status == SFM_OK)
    status = sfm_effective_next (&e, &row, diag);
  return status == SFM_END ? SFM_OK : status;
}

/* Whether F's data words may be invalid even if their number is right: control
   words, and s390x words before V3, name registers.  */
static bool
words_can_be_wrong (const struct sfm_merger *m, const struct func *f)
{
  return (f->flags & FUNC_FLEX)
         || func_piece (m, f)->abi == SFM_ABI_S390X_ENDIAN_BIG;
}

/* Set the FUNC_* flags that say how F's rows must be rebuilt, or drop F if the
   reader does not know the form that they would get.  */
static sfm_status
choose_form (const struct sfm_merger *m, struct func *f,
             const struct row_facts *facts, struct sfm_diag *diag)
{
  const struct sfm_piece *piece = func_piece (m, f);
  uint32_t limit = f->info & FDE_INFO_MASK ? f->rep_size : f->size;

  if (f->num_fres != 0 && !m->keep_empty
      && (facts->equal_starts || facts->last_start >= limit))
    f->flags |= FUNC_CLEAN;
  /* This drops padding words too.  */
  if ((f->flags & FUNC_FLEX) && (m->reader & SFM_READER_STRICT))
    f->flags |= FUNC_CLEAN;
  if ((f->info & FDE_INFO_MASK) && (m->reader & SFM_READER_NO_MASK)
      && f->num_fres != 0)
    f->flags |= FUNC_UNROLL;
  if (m->target != SFM_TO_V3)
    {
      if (f->flags & FUNC_FLEX)
        f->flags |= FUNC_FROM_FLEX;
    }
  else if (piece->abi == SFM_ABI_S390X_ENDIAN_BIG && piece->version < 3)
    {
      bool found;
      TRY (names_register (m, f, &found, diag));
      if (found && (m->reader & SFM_READER_NO_FLEX))
        func_lose (f, SFM_LOSS_FORM);
      else if (found)
        f->flags |= FUNC_TO_FLEX;
    }
  return SFM_OK;
}

/* Whether the block size of the MASK function F is possible: it divides the
   size of F, and if it does not come from the piece (V1), every row starts in
   the first block (doc/internals.md, section 10).  */
static bool
fits_blocks (const struct sfm_merger *m, const struct func *f,
             uint32_t last_start)
{
  return f->rep_size != 0 && f->size % f->rep_size == 0
         && (func_piece (m, f)->version != 1 || last_start < f->rep_size);
}

/* Whether the blocks of F, which is MASK and has FACTS, cannot be written one
   by one: there are too many, or the rows of the block before would hold where
   a block has none.  */
static bool
cannot_unroll (const struct sfm_merger *m, const struct func *f,
               const struct row_facts *facts)
{
  uint64_t most
      = m->target == SFM_TO_V3 ? FDE_MAX_ROWS_V3 : FDE_UNROLLED_ROWS_MAX;

  return facts->first_start != 0
         || (uint64_t) (f->size / f->rep_size) * f->num_fres > most;
}

/* Drop F if the function as a whole cannot be in the output.  */
static void
refuse_whole (const struct sfm_merger *m, struct func *f,
              const struct row_facts *facts)
{
  bool mask = (f->info & FDE_INFO_MASK) != 0;

  if (f->size == 0 && !m->keep_empty)
    func_lose (f, SFM_LOSS_ZERO_SIZE);
  else if (mask && !fits_blocks (m, f, facts->last_start))
    func_lose (f, SFM_LOSS_REP_SIZE);
  else if (f->num_fres == 0 && m->target != SFM_TO_V3)
    func_lose (f, SFM_LOSS_ROWLESS);
  else if ((f->info & FDE_INFO_SIGNAL) && m->target != SFM_TO_V3)
    func_lose (f, SFM_LOSS_SIGNAL);
  else if (facts->undefined && m->words_needed)
    func_lose (f, SFM_LOSS_UNDEFINED);
  else if (((f->flags & FUNC_FLEX) && (m->reader & SFM_READER_NO_FLEX))
           || (mask && (m->reader & SFM_READER_NO_MASK)
               && cannot_unroll (m, f, facts)))
    func_lose (f, SFM_LOSS_FORM);
  else if (f->num_fres > FDE_MAX_ROWS_V3 && m->relocatable
           && m->target == SFM_TO_V3)
    func_lose (f, SFM_LOSS_ROW_COUNT); /* split.c splits those of images */
}

sfm_status
sfm_resolve_function (struct sfm_merger *m, size_t idx,
                      const struct row_facts *facts, struct sfm_diag *diag)
{
  struct func *f = &m->funcs[idx];

  refuse_whole (m, f, facts);
  if (func_kept (f) && words_can_be_wrong (m, f))
    {
      sfm_status status = read_rules (m, f, diag);
      if (status == SFM_ERR_UNSUPP)
        func_lose (f, SFM_LOSS_INVALID);
      else if (status != SFM_OK)
        return status;
    }
  if (!func_kept (f))
    return SFM_OK;
  TRY (choose_form (m, f, facts, diag));
  if (!func_kept (f) || !(f->flags & FUNC_REBUILD))
    return SFM_OK;
  sfm_status status = sfm_rebuild_measure (m, f, diag);
  if (status != SFM_END)
    return status;
  func_lose (f, f->flags & FUNC_FROM_FLEX ? SFM_LOSS_FLEX : SFM_LOSS_INVALID);
  f->flags &= (uint16_t) ~FUNC_REBUILD;
  return SFM_OK;
}

/* Whether F has no row at its start.  */
static bool
is_uncovered (const struct sfm_merger *m, const struct func *f)
{
  return f->num_fres == 0
         || row_start (func_rows (m, f), f->info & FDE_INFO_FRE_TYPE,
                       func_piece (m, f)->big_endian)
                != 0;
}

/* Whether F is not wholly in the code that the reader knows.  */
static bool
is_outside (const struct sfm_merger *m, const struct func *f)
{
  return m->text_end != 0
         && (f->addr < m->text_start || f->addr > m->text_end
             || f->size > m->text_end - f->addr);
}

void
sfm_resolve_address (const struct sfm_merger *m, struct func *f)
{
  if (!func_kept (f) || m->relocatable)
    return;
  if (f->addr > UINT64_MAX - f->size)
    func_lose (f, SFM_LOSS_INVALID);
  else if (is_outside (m, f))
    func_lose (f, SFM_LOSS_OUTSIDE);
  else
    return;
  f->flags |= FUNC_ASTRAY;
}

void
sfm_resolve_reader (struct sfm_merger *m, size_t first)
{
  const bool strict = (m->reader & SFM_READER_STRICT) != 0;

  if (!strict && m->text_end == 0 && !m->any_wraps)
    return;
  for (size_t i = first; i < m->func_count; i++)
    {
      struct func *f = &m->funcs[i];

      if (func_kept (f) && strict && is_uncovered (m, f))
        func_lose (f, SFM_LOSS_UNCOVERED);
      sfm_resolve_address (m, f);
    }
}
