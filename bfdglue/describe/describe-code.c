/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   describe-code.c - describe code by what its instructions prove, where
   nothing else describes it.

   Theory of operation.  The ranges of the prover and what is known are both
   sorted by address; what is in the first alone becomes functions.  Ranges of
   one function that follow each other, or have only padding between them, are
   joined.  Rows that SFrame cannot express, and code that is not proven, end
   the function.

   Code that call frame information describes is never touched, even where
   SFrame cannot express its rules, or where the code refutes them: check
   --prove reports that.  Code that Go's table describes is not touched
   either.  */

#include "config.h"

#include "go-table.h"
#include "proven-rows.h"
#include "text.h"

struct filling
{
  struct proven_rows rows;
  const struct prover *prover;
  size_t near; /* as prove_at wants */
};

/* Gather the code that other sources describe, or could describe.  False: no
   memory.  */
static bool
gather (const struct describe *d, struct address_ranges *known)
{
  const struct described_list *described = &d->described;
  const struct go_table *go = proven_rows_go (d);

  for (size_t i = 0; i < described->count; i++)
    if (!ranges_add (known, described->at[i].addr,
                     described->at[i].end - described->at[i].addr))
      return false;
  if (!function_list_ranges (&d->context->index.eh.functions, known)
      || !function_list_ranges (&d->context->index.rest.functions, known))
    return false;
  if (go != NULL
      && !ranges_add (known, go->entries[0].addr,
                      go->entries[go->count].addr - go->entries[0].addr))
    return false;
  return ranges_merge (known, NULL);
}

/* Take the part of RANGE in [FROM, TO).  */
static sfm_status
take_part (struct filling *f, const struct proven_range *range, uint64_t from,
           uint64_t to)
{
  const struct proven_row *row = &f->prover->rows.at[range->row];

  for (uint32_t i = 0; i < range->rows; i++)
    {
      const uint64_t start = larger (row[i].addr, from);
      const uint64_t next = i + 1 < range->rows ? row[i + 1].addr : range->end;
      const uint64_t end = next < to ? next : to;
      /* Pushes do not change what is relative to FP, so these rules need fewer
         rows.  */
      const struct sfm_rules rules = prove_rules (&row[i], true);
      if (start < end)
        TRY (proven_rows_take (&f->rows, range->entry, &rules, start, end));
    }
  return SFM_OK;
}

/* Take what is proven and not described otherwise.  */
static sfm_status
take_ranges (struct filling *f)
{
  const struct address_ranges *known = &f->rows.known;

  for (size_t i = 0; i < f->prover->ranges.count; i++)
    {
      const struct proven_range *range = &f->prover->ranges.at[i];
      uint64_t from = ranges_first_gap (known, range->start);
      while (from < range->end)
        {
          const uint64_t to = ranges_next (known, from, range->end);
          TRY (take_part (f, range, from, to));
          from = ranges_first_gap (known, to);
        }
    }
  return proven_rows_end (&f->rows);
}

/* Whether RULES agree with all that is proven in [FROM, TO).  */
static bool
agrees (void *data, uint64_t from, uint64_t to, const struct sfm_rules *rules)
{
  struct filling *f = data;

  for (; from < to; from = prove_next (f->prover, from, &f->near))
    {
      const struct proven_row *row = prove_at (f->prover, from, &f->near);
      if (row != NULL && prove_judge (row, rules) != PROVE_AGREES)
        return false;
    }
  return true;
}

/* Describe what PROVER has proven.  */
static sfm_status
fill (struct describe *d, const struct prover *prover)
{
  struct filling f = { .rows = { .d = d }, .prover = prover };

  sfm_status status = proven_rows_begin (&f.rows);
  if (status == SFM_OK && !gather (d, &f.rows.known))
    status = diag_nomem (d->sink, d->context->image.path);
  if (status == SFM_OK)
    status = take_ranges (&f);
  if (status == SFM_OK)
    status = proven_rows_make (&f.rows, agrees, &f, &d->proven_code);
  d->counts.proven = f.rows.function_count;
  d->counts.proven_bytes = f.rows.bytes;
  proven_rows_free (&f.rows);
  return status == SFM_OK ? made_piece_give (d, &d->proven_code) : status;
}

sfm_status
describe_code (struct describe *d)
{
  if (!d->code)
    return SFM_OK;
  TRY (proven_rows_prove (d));
  return d->proven != NULL ? fill (d, d->proven) : SFM_OK;
}
