/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   proven-rows.c - make a piece of rules that are proven where they hold.

   What is written is proven byte by byte, so a part of a function is as true
   as all of it.  The piece is read back and judged row by row before it goes
   to the merger.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "go-table.h"
#include "proven-rows.h"
#include "sfmerge-tool.h"

enum
{
  PADDING_MAX = 64 /* bytes between parts of a function: beyond any alignment
                      of loops and of cache lines */
};

const struct go_table *
proven_rows_go (const struct describe *d)
{
  const struct go_table *go = d->context->index.go;

  return go != NULL && go->version != GO_NONE ? go : NULL;
}

sfm_status
proven_rows_prove (struct describe *d)
{
  const char *path = d->context->image.path;

  if (d->proven != NULL)
    return SFM_OK;
  if (!prove_can (d->context->image.machine))
    {
      diag (d->sink, d->code ? DIAG_WARNING : DIAG_NOTE, path,
            "no rows are made of instructions: those of this machine are not "
            "decoded");
      return SFM_OK;
    }
  d->prover = calloc (1, sizeof *d->prover);
  if (d->prover == NULL)
    return diag_nomem (d->sink, path);
  d->prover->index = &d->context->index;
  TRY (prove_image (d->prover, d->sink));
  d->proven = d->prover;
  return SFM_OK;
}

static sfm_status
engine_failed (const struct proven_rows *r, const struct sfm_diag *diag)
{
  return diag_engine (r->d->sink, DIAG_ERROR, r->d->context->image.path,
                      ".sframe", diag);
}

sfm_status
proven_rows_begin (struct proven_rows *r)
{
  const struct sfm_builder_options how = {
    .size = sizeof how,
    .abi = r->d->context->image.abi,
    .target = r->d->target,
    .reader = r->d->reader,
  };
  struct sfm_diag diag;

  return sfm_builder_new (&how, &r->builder, &diag) == SFM_OK
             ? SFM_OK
             : engine_failed (r, &diag);
}

sfm_status
proven_rows_end (struct proven_rows *r)
{
  struct described_list *list = &r->d->described;
  const char *path = r->d->context->image.path;
  const struct sfm_function function
      = { .addr = r->start,
          .size = (uint32_t) (r->end - r->start),
          .signal = r->signal };
  const size_t count = r->row_count;
  struct sfm_refusal refusal;
  struct sfm_diag diag;

  r->row_count = 0;
  if (count == 0)
    return SFM_OK;
  if (!array_grow (&list->at, &list->capacity, list->count, sizeof *list->at)
      || !array_grow (&r->functions, &r->function_capacity, r->function_count,
                      sizeof *r->functions))
    return diag_nomem (r->d->sink, path);
  const sfm_status status
      = sfm_builder_add (r->builder, &function, r->rows, count,
                         (uint32_t) r->function_count, &refusal, &diag);
  if (status == SFM_ERR_UNSUPP)
    {
      synth_counts_refuse (&r->d->counts, &refusal);
      diag (r->d->sink, DIAG_DETAIL, path, "left out: %s", diag.text);
      return SFM_OK;
    }
  if (status != SFM_OK)
    return engine_failed (r, &diag);
  list->at[list->count++]
      = (struct described){ .addr = r->start, .end = r->end };
  r->functions[r->function_count++]
      = (struct proven_function){ .addr = r->start, .signal = r->signal };
  r->bytes += function.size;
  return SFM_OK;
}

/* Whether [FROM, TO) is padding that nothing describes.  */
static bool
is_padding (const struct proven_rows *r, uint64_t from, uint64_t to)
{
  const struct code_ranges *code = &r->d->context->index.code;

  if (to - from > PADDING_MAX || ranges_within (&r->known, from, to) != 0)
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

/* The rules of a frame at which the stack ends.  */
static const struct sfm_rules outermost
    = { .cfa = { .kind = SFM_RULE_UNDEFINED },
        .ra = { .kind = SFM_RULE_UNDEFINED },
        .fp = { .kind = SFM_RULE_UNDEFINED } };

sfm_status
proven_rows_take (struct proven_rows *r, uint64_t entry,
                  const struct sfm_rules *rules, uint64_t from, uint64_t to)
{
  if (entry != r->entry || !is_padding (r, r->end, from))
    TRY (proven_rows_end (r));
  if (rules == NULL)
    rules = &outermost;
  else if (rules->cfa.kind == SFM_RULE_UNDEFINED
           || rules->fp.kind == SFM_RULE_UNDEFINED)
    return proven_rows_end (r);
  if (r->row_count == 0)
    {
      r->start = from;
      r->entry = entry;
    }
  r->end = to;
  if (r->row_count != 0
      && sfm_rules_equal (&r->rows[r->row_count - 1].rules, rules))
    return SFM_OK;
  if (!array_grow (&r->rows, &r->row_capacity, r->row_count, sizeof *r->rows))
    return diag_nomem (r->d->sink, r->d->context->image.path);
  r->rows[r->row_count++]
      = (struct sfm_rules_at){ .offset = (uint32_t) (from - r->start),
                               .rules = *rules };
  return SFM_OK;
}

/* A piece that is read back.  */
struct reading
{
  const struct proven_rows *r;
  const struct made_piece *made;
  bool (*holds) (void *data, uint64_t from, uint64_t to,
                 const struct sfm_rules *rules);
  void *data;
  uint64_t bytes;
};

/* Read FDE number IDX of the piece back and set its place.  False if its rows
   are not what is proven.  */
static bool
check_function (struct reading *c, uint32_t idx)
{
  const struct sfm_piece *piece = &c->made->piece;
  struct sfm_origin origin;
  struct sfm_row row, next;
  struct sfm_rules rules;
  struct sfm_rows rows;
  struct sfm_diag diag;
  struct sfm_fde fde;

  if (sfm_fde_read (piece, idx, &fde, &diag) != SFM_OK
      || !sfm_builder_origin (c->r->builder, idx, &origin)
      || origin.input >= c->r->function_count)
    return false;
  const struct proven_function *f = &c->r->functions[origin.input];
  const uint64_t addr = f->addr + origin.fde;
  sfm_rows_begin (piece, &fde, &rows);
  bool more = sfm_rows_next (&rows, &row, &diag) == SFM_OK;
  bool good
      = more && row.start == 0 && fde.signal == f->signal && !fde.pauth_b;
  while (more && good)
    {
      more = sfm_rows_next (&rows, &next, &diag) == SFM_OK;
      good = sfm_row_rules (piece, &fde, &row, &rules, &diag) == SFM_OK
             && c->holds (c->data, addr + row.start,
                          addr + (more ? next.start : fde.size), &rules);
      row = next;
    }
  c->made->places[idx] = (struct sfm_place){
    .addr = addr,
    .live = true,
    .optional = c->r->d->optional,
    .rank = SFM_RANK_BURIED,
    .evidence = SFM_EVIDENCE_START | SFM_EVIDENCE_SIZE,
  };
  c->bytes += fde.size;
  return good;
}

sfm_status
proven_rows_make (struct proven_rows *r,
                  bool (*holds) (void *data, uint64_t from, uint64_t to,
                                 const struct sfm_rules *rules),
                  void *data, struct made_piece *made)
{
  struct describe *d = r->d;
  struct reading c = { .r = r, .made = made, .holds = holds, .data = data };
  bool good = true;

  if (r->function_count == 0)
    return SFM_OK;
  TRY (made_piece_write (d, r->builder, r->functions[0].addr, made));
  for (uint32_t i = 0; i < made->piece.num_fdes && good; i++)
    good = check_function (&c, i);
  return good && c.bytes == r->bytes
             ? SFM_OK
             : diag_fail (d->sink, SFM_ERR_CORRUPT, d->context->image.path,
                          "the rows made of instructions are not what was "
                          "proven");
}

void
proven_rows_free (struct proven_rows *r)
{
  ranges_free (&r->known);
  free (r->functions);
  free (r->rows);
  sfm_builder_free (r->builder);
}
