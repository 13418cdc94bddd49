/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   describe-code.c - describe code by what its instructions prove, where
   nothing else describes it.

   Theory of operation.  The ranges of the prover and what is known are both
   sorted by address; what is in the first alone becomes functions.  Ranges of
   one function that follow each other, or have only padding between them, are
   one.  Rows that SFrame cannot say, and code that is not proven, end it: what
   is written is proven byte by byte, so that a part of a function is as true
   as all of it.

   Code that call frame information describes is never touched, even where
   SFrame cannot say its rules, or where the code refutes them: that is for
   check --prove to tell.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "describe.h"
#include "prove.h"
#include "sfmerge-tool.h"
#include "sorted.h"
#include "text.h"

enum
{
  PADDING_MAX = 64 /* bytes between parts of a function: beyond any alignment
                      of loops and of cache lines */
};

struct filling
{
  struct describe *d;
  const struct prover *prover;
  struct address_ranges known; /* what something else describes */
  struct sfm_builder *builder;
  size_t before; /* of D->described: what comes after was added here, in order
                    of the builder's numbers */
  /* The function that grows: what is of ENTRY in [START, END).  */
  uint64_t start, end;
  uint32_t entry;
  struct sfm_rules_at *rows;
  size_t row_count;
  size_t row_capacity;
};

static sfm_status
engine_failed (const struct filling *f, const struct sfm_diag *diag)
{
  return diag_engine (f->d->sink, DIAG_ERROR, f->d->context->image.path,
                      ".sframe", diag);
}

/* Gather what other sources describe, or could: those of existing functions
   that are gone are not judged by code.  False: no memory.  */
static bool
gather (struct filling *f)
{
  const struct described_list *described = &f->d->described;
  const struct function_list *frames = &f->d->context->index.eh.functions;

  for (size_t i = 0; i < described->count; i++)
    if (!ranges_add (&f->known, described->at[i].addr,
                     described->at[i].end - described->at[i].addr))
      return false;
  for (size_t i = 0; i < frames->count; i++)
    if (!ranges_add (&f->known, frames->at[i].addr, frames->at[i].size))
      return false;
  return ranges_merge (&f->known, NULL);
}

/* Give the function that has grown, if any, to the builder.  */
static sfm_status
finish (struct filling *f)
{
  struct described_list *list = &f->d->described;
  struct synth_counts *counts = &f->d->counts;
  const char *path = f->d->context->image.path;
  const struct sfm_function function
      = { .addr = f->start, .size = (uint32_t) (f->end - f->start) };
  const size_t count = f->row_count;
  struct sfm_diag diag;

  f->row_count = 0;
  if (count == 0)
    return SFM_OK;
  if (!array_grow (&list->at, &list->capacity, list->count, sizeof *list->at))
    return diag_nomem (f->d->sink, path);
  const sfm_status status
      = sfm_builder_add (f->builder, &function, f->rows, count,
                         (uint32_t) counts->proven, NULL, &diag);
  if (status == SFM_ERR_UNSUPP)
    {
      diag_at (f->d->sink, DIAG_DETAIL, path, "", 0, "left out: %s",
               diag.text);
      return SFM_OK;
    }
  if (status != SFM_OK)
    return engine_failed (f, &diag);
  list->at[list->count++]
      = (struct described){ .addr = f->start, .end = f->end };
  counts->proven++;
  counts->proven_bytes += function.size;
  return SFM_OK;
}

/* Whether [FROM, TO) is padding that nothing describes.  */
static bool
is_padding (const struct filling *f, uint64_t from, uint64_t to)
{
  const struct code_ranges *code = &f->d->context->index.code;

  if (to - from > PADDING_MAX || ranges_within (&f->known, from, to) != 0)
    return false;
  const uint8_t *bytes = code_ranges_bytes (code, from, to - from);
  while (from < to && bytes != NULL)
    {
      const unsigned size
          = padding_instruction (code->machine, bytes, to - from);
      if (size == 0)
        return false;
      bytes += size;
      from += size;
    }
  return from == to;
}

/* Let ROW hold for ENTRY in [FROM, TO).  */
static sfm_status
take_row (struct filling *f, uint32_t entry, const struct proven_row *row,
          uint64_t from, uint64_t to)
{
  /* Pushes do not change what is relative to FP, so that these are fewer
     rows.  */
  const struct sfm_rules rules = prove_rules (row, true);

  if (f->row_count != 0
      && (entry != f->entry || !is_padding (f, f->end, from)))
    TRY (finish (f));
  if (rules.cfa.kind == SFM_RULE_UNDEFINED
      || rules.fp.kind == SFM_RULE_UNDEFINED)
    return finish (f);
  if (f->row_count == 0)
    {
      f->start = from;
      f->entry = entry;
    }
  f->end = to;
  if (f->row_count != 0
      && sfm_rules_equal (&f->rows[f->row_count - 1].rules, &rules))
    return SFM_OK;
  if (!array_grow (&f->rows, &f->row_capacity, f->row_count, sizeof *f->rows))
    return diag_nomem (f->d->sink, f->d->context->image.path);
  f->rows[f->row_count++]
      = (struct sfm_rules_at){ .offset = (uint32_t) (from - f->start),
                               .rules = rules };
  return SFM_OK;
}

/* Take what is of RANGE in [FROM, TO).  */
static sfm_status
take_part (struct filling *f, const struct proven_range *range, uint64_t from,
           uint64_t to)
{
  const struct proven_row *row = &f->prover->rows[range->row];

  for (uint32_t i = 0; i < range->rows; i++)
    {
      const uint64_t start = larger (row[i].addr, from);
      const uint64_t next = i + 1 < range->rows ? row[i + 1].addr : range->end;
      const uint64_t end = next < to ? next : to;
      if (start < end)
        TRY (take_row (f, range->entry, &row[i], start, end));
    }
  return SFM_OK;
}

/* Give the builder what is proven and not known.  */
static sfm_status
take_ranges (struct filling *f)
{
  for (size_t i = 0; i < f->prover->range_count; i++)
    {
      const struct proven_range *range = &f->prover->ranges[i];
      uint64_t from = ranges_first_gap (&f->known, range->start);
      while (from < range->end)
        {
          const uint64_t to = ranges_next (&f->known, from, range->end);
          TRY (take_part (f, range, from, to));
          from = ranges_first_gap (&f->known, to);
        }
    }
  return finish (f);
}

/* Whether what is proven in [FROM, TO), if anything is, is RULES.  */
static bool
agrees (const struct filling *f, uint64_t from, uint64_t to,
        const struct sfm_rules *rules, size_t *near)
{
  for (; from < to; from = prove_next (f->prover, from, near))
    {
      const struct proven_row *row = prove_at (f->prover, from, near);
      if (row != NULL && prove_judge (row, rules) != PROVE_AGREES)
        return false;
    }
  return true;
}

/* Read FDE number IDX of the piece back and set its place.  Whether its rows
   are what is proven; then *BYTES grows by its size.  */
static bool
check_function (struct filling *f, uint32_t idx, uint64_t *bytes, size_t *near)
{
  struct made_piece *made = &f->d->proven_code;
  struct sfm_origin origin;
  struct sfm_row row, next;
  struct sfm_rules rules;
  struct sfm_rows rows;
  struct sfm_diag diag;
  struct sfm_fde fde;

  if (sfm_fde_read (&made->piece, idx, &fde, &diag) != SFM_OK
      || !sfm_builder_origin (f->builder, idx, &origin)
      || origin.input >= f->d->described.count - f->before)
    return false;
  const uint64_t addr
      = f->d->described.at[f->before + origin.input].addr + origin.fde;
  sfm_rows_begin (&made->piece, &fde, &rows);
  bool more = sfm_rows_next (&rows, &row, &diag) == SFM_OK;
  bool good = more && row.start == 0;
  while (more && good)
    {
      more = sfm_rows_next (&rows, &next, &diag) == SFM_OK;
      good = sfm_row_rules (&made->piece, &fde, &row, &rules, &diag) == SFM_OK
             && agrees (f, addr + row.start,
                        addr + (more ? next.start : fde.size), &rules, near);
      row = next;
    }
  made->places[idx] = (struct sfm_place){
    .addr = addr,
    .live = true,
    .optional = f->d->optional,
    .rank = SFM_RANK_BURIED,
    .evidence = SFM_EVIDENCE_START | SFM_EVIDENCE_SIZE,
  };
  *bytes += fde.size;
  return good;
}

/* Make the piece, and compare it with what is proven.  */
static sfm_status
make_piece (struct filling *f)
{
  struct describe *d = f->d;
  uint64_t bytes = 0;
  size_t near = 0;
  bool good = true;

  if (d->counts.proven == 0)
    return SFM_OK;
  TRY (made_piece_write (d, f->builder, d->described.at[f->before].addr,
                         &d->proven_code));
  for (uint32_t i = 0; i < d->proven_code.piece.num_fdes && good; i++)
    good = check_function (f, i, &bytes, &near);
  return good && bytes == d->counts.proven_bytes
             ? SFM_OK
             : diag_fail (d->sink, SFM_ERR_CORRUPT, d->context->image.path,
                          "the rows made of instructions are not what was "
                          "proven");
}

/* Describe what PROVER has proven.  */
static sfm_status
fill (struct describe *d, const struct prover *prover)
{
  const struct sfm_builder_options how = {
    .size = sizeof how,
    .abi = d->context->image.abi,
    .target = d->target,
    .reader = d->reader,
  };
  struct filling f
      = { .d = d, .prover = prover, .before = d->described.count };
  struct sfm_diag diag;

  if (sfm_builder_new (&how, &f.builder, &diag) != SFM_OK)
    return engine_failed (&f, &diag);
  sfm_status status = gather (&f)
                          ? take_ranges (&f)
                          : diag_nomem (d->sink, d->context->image.path);
  if (status == SFM_OK)
    status = make_piece (&f);
  ranges_free (&f.known);
  free (f.rows);
  sfm_builder_free (f.builder);
  return status == SFM_OK ? made_piece_give (d, &d->proven_code) : status;
}

sfm_status
describe_code (struct describe *d)
{
  struct prover prover = { .index = &d->context->index };

  if (!d->code)
    return SFM_OK;
  if (d->proven != NULL)
    return fill (d, d->proven);
  if (!prove_can (d->context->image.machine))
    {
      diag (d->sink, DIAG_WARNING, d->context->image.path,
            "no rows are made of instructions: those of this machine are not "
            "decoded");
      return SFM_OK;
    }
  sfm_status status = prove_image (&prover, d->sink);
  if (status == SFM_OK)
    status = fill (d, &prover);
  prove_free (&prover);
  return status;
}
