/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   collect.c - from pieces to records.

   Theory of operation.  Each live FDE becomes one record.  collect-quick.c
   makes the records of usual functions, nearly all; the others are left open
   and handled here [collect_open].  Rows are walked once [walk_rows], with a
   table that gives the bytes of a row from its info byte.  Only the sum of the
   bytes, whether starts repeat, and the last start are kept.  The walk is also
   the check: after it every row is known to be inside the sub-section, to have
   a word count that its ABI allows, and not to start before the previous row.

   FDEs may share row blocks (rule S7 of doc/internals.md, section 8), which in
   real sections saves a third at most; a shared block is walked for each.  To
   keep a small section from asking for endless walking, the bytes of all
   functions' rows together, each counted as often as it is used, are bounded
   by a multiple of the section [AMPLIFICATION], and the walk stops there.
   Walks in vain count too (collect-quick.c).  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "engine.h"
#include "fde.h"
#include "merger.h"
#include "rows.h"

/* Whether a row without data words cannot be in the output: version 2 does not
   define it.  */
static bool
words_needed (const struct sfm_merger *m)
{
  return m->target != SFM_TO_V3 && !(m->reader & SFM_READER_STOPS);
}

void
sfm_collect_word_bytes (struct sfm_merger *m, const struct sfm_piece *piece)
{
  m->most_word_bytes = 0;
  m->words_needed = words_needed (m);
  for (unsigned flex = 0; flex < 2; flex++)
    for (unsigned info = 0; info < 256; info++)
      {
        uint8_t size = sfm_row_info_allowed (piece, flex != 0, (uint8_t) info)
                           ? row_words_size ((uint8_t) info)
                           : (uint8_t) ROW_BAD;
        m->word_bytes[flex][info] = size;
        if (flex != 0)
          continue;
        if (size != ROW_BAD && size > m->most_word_bytes)
          m->most_word_bytes = size;
        m->quick_bytes[info]
            = size == 0 && m->words_needed ? (uint8_t) ROW_BAD : size;
      }
}

/* Fail with the reason why the row at AT of FDE is wrong: its info byte is not
   allowed, or it does not fit.  LEFT rows begin there.  */
static sfm_status
bad_row (const struct sfm_piece *piece, const struct sfm_fde *fde, uint64_t at,
         uint32_t left, struct sfm_diag *diag)
{
  struct sfm_fde rest = *fde;
  struct sfm_rows rows;
  struct sfm_row row;
  struct sfm_rules rules;

  rest.rows = at;
  rest.num_fres = left;
  sfm_rows_begin (piece, &rest, &rows);
  TRY (sfm_rows_next (&rows, &row, diag));
  TRY (sfm_row_rules (piece, fde, &row, &rules, diag));
  return sfm_fail (diag, SFM_ERR_CORRUPT, at, "the row cannot be read");
}

/* Check FDE's rows, which hold below LIMIT, and fill FACTS.  */
static sfm_status
walk_rows (const struct sfm_merger *m, const struct sfm_piece *piece,
           const struct sfm_fde *fde, uint32_t limit, struct row_facts *facts,
           struct sfm_diag *diag)
{
  const uint8_t *table = m->word_bytes[fde->flex];
  const uint8_t *first = piece->bytes + fde->rows;
  const uint8_t *end = piece->bytes + piece->fres + piece->fre_len;
  const uint8_t *p = first;
  uint8_t type = fde->fre_type;
  size_t fixed = row_start_size (type) + 1;
  uint32_t last = 0;
  bool equal = false, no_words = false, undefined = false;

  for (uint32_t left = fde->num_fres; left != 0; left--)
    {
      size_t room = (size_t) (end - p);
      if (room < fixed || table[p[fixed - 1]] == ROW_BAD
          || fixed + table[p[fixed - 1]] > room)
        return bad_row (piece, fde, fde->rows + (uint64_t) (p - first), left,
                        diag);
      uint32_t start = row_start (p, type, piece->big_endian);
      if (start < last)
        return sfm_fail (
            diag, SFM_ERR_CORRUPT, fde->rows + (uint64_t) (p - first),
            "the row starts at 0x%" PRIx32 ", the one before it at 0x%" PRIx32,
            start, last);
      if (p == first)
        facts->first_start = start;
      else
        {
          equal |= start == last;
          undefined |= no_words
                       && (m->keep_empty || (start != last && last < limit));
        }
      no_words = table[p[fixed - 1]] == 0;
      last = start;
      p += fixed + table[p[fixed - 1]];
    }
  facts->size = (uint32_t) (p - first);
  facts->last_start = last;
  facts->equal_starts = equal;
  facts->undefined
      = undefined || (no_words && (m->keep_empty || last < limit));
  return SFM_OK;
}

/* The record of FDE number IDX of source SOURCE, before
   sfm_resolve_function.  */
static struct func
func_of (const struct sfm_piece *piece, const struct sfm_fde *fde,
         const struct sfm_place *place, uint32_t source, uint32_t idx,
         const struct row_facts *facts)
{
  uint8_t rep_size = fde->rep_size;

  if (fde->mask && rep_size == 0)
    rep_size = place->rep_size;
  return (struct func){
    .addr = place->addr,
    .size = fde->size,
    .source = source,
    .fde = idx,
    .rows = (uint32_t) (fde->rows - piece->fres),
    .rows_size = facts->size,
    .num_fres = fde->num_fres,
    .info = fde->info,
    .rep_size = fde->mask ? rep_size : 0,
    .flags = (uint16_t) ((place->optional ? FUNC_OPTIONAL : 0)
                         | (fde->flex ? FUNC_FLEX : 0)),
    .rank = place->rank,
    .evidence = place->evidence,
  };
}

/* Replace the open record F, which has index IDX.  PLACES are those of its
   piece.  */
static sfm_status
collect_open (struct sfm_merger *m, struct func *f, size_t idx,
              const struct sfm_place *places, struct sfm_diag *diag)
{
  struct source *source = &m->sources[f->source];
  const struct sfm_piece *piece = &source->piece;
  struct sfm_fde fde;
  struct row_facts facts = { 0 };

  TRY (sfm_fde_read (piece, f->fde, &fde, diag));
  uint32_t limit = fde.size;
  if (fde.mask)
    limit = fde.rep_size != 0 ? fde.rep_size : places[f->fde].rep_size;
  TRY (walk_rows (m, piece, &fde, limit, &facts, diag));
  source->rows_size += facts.size;
  if (source->rows_size > collect_bound (m, piece))
    return sfm_fail (diag, SFM_ERR_LIMIT, fde.field,
                     "the rows of the piece's functions take %" PRIu64
                     " bytes and more, the limit is %" PRIu64,
                     source->rows_size, collect_bound (m, piece));
  m->any_long |= fde.num_fres > FDE_MAX_ROWS_V3;
  m->any_wraps |= places[f->fde].addr > UINT64_MAX - fde.size;
  *f = func_of (piece, &fde, &places[f->fde], f->source, f->fde, &facts);
  return sfm_resolve_function (m, idx, &facts, diag);
}

sfm_status
sfm_collect_places (const struct sfm_piece *piece,
                    const struct sfm_place *places, size_t *live,
                    struct sfm_diag *diag)
{
  /* What follows the address in each place, all ORed together: eight bytes,
     the last of which are reserved.  */
  struct sfm_place together;
  uint64_t all = 0;
  size_t count = 0;

  for (uint32_t i = 0; i < piece->num_fdes; i++)
    {
      uint64_t rest;
      memcpy (&rest, (const uint8_t *) &places[i] + sizeof places->addr,
              sizeof rest);
      all |= rest;
      count += places[i].live;
    }
  memcpy ((uint8_t *) &together + sizeof together.addr, &all, sizeof all);
  *live = count;
  return sfm_sized_reserved (together.reserved, sizeof together.reserved,
                             "a place of the piece", diag);
}

/* Make a source of each of the COUNT INPUTS, and room for the records.  *AT is
   the index of the current input.  */
static sfm_status
make_sources (struct sfm_merger *m, const struct sfm_input *inputs,
              size_t count, size_t *at, struct sfm_diag *diag)
{
  size_t funcs = m->func_count;

  *at = 0;
  if (!sfm_memory_grow (&m->memory, &m->sources, &m->source_capacity,
                        m->source_count, count, sizeof *m->sources))
    return sfm_no_memory (diag);
  for (*at = 0; *at < count; ++*at)
    {
      const struct sfm_input *input = &inputs[*at];
      size_t live;
      TRY (sfm_sized_reserved (input->reserved, sizeof input->reserved,
                               "the input", diag));
      TRY (sfm_collect_places (input->piece, input->places, &live, diag));
      if (live > m->max_functions - funcs)
        return sfm_fail (diag, SFM_ERR_LIMIT, input->piece->offset + 8,
                         "there are more than %" PRIu64 " functions",
                         m->max_functions);
      m->sources[m->source_count++] = (struct source){ .piece = *input->piece,
                                                       .input = input->number,
                                                       .first = funcs };
      funcs += live;
    }
  *at = 0;
  if (!sfm_memory_grow (&m->memory, &m->funcs, &m->func_capacity,
                        m->func_count, funcs - m->func_count,
                        sizeof *m->funcs))
    return sfm_no_memory (diag);
  m->func_count = funcs;
  return SFM_OK;
}

/* The work that several threads share.  */
struct batch
{
  struct sfm_merger *m;
  const struct sfm_input *inputs;
  size_t first; /* index of the first input's source */
  size_t count;
  unsigned parts;
};

/* Run sfm_collect_quick on the inputs whose first function is in PART.  */
static void
collect_part (void *data, unsigned part)
{
  const struct batch *b = data;
  struct sfm_merger *m = b->m;
  size_t begin = m->sources[b->first].first, count = m->func_count - begin;
  size_t from = begin + parallel_first (count, part, b->parts);
  size_t to = begin + parallel_first (count, part + 1, b->parts);

  for (size_t i = 0; i < b->count; i++)
    {
      struct source *source = &m->sources[b->first + i];
      if (source->first >= from && source->first < to)
        sfm_collect_quick (m, (uint32_t) (b->first + i), b->inputs[i].places);
    }
}

sfm_status
sfm_collect_pieces (struct sfm_merger *m, const struct sfm_input *inputs,
                    size_t count, size_t *at, struct sfm_diag *diag)
{
  struct batch b
      = { .m = m, .inputs = inputs, .first = m->source_count, .count = count };

  TRY (make_sources (m, inputs, count, at, diag));
  b.parts = sfm_parallel_parts (m->threads,
                                m->func_count - m->sources[b.first].first);
  sfm_parallel_run (b.parts, collect_part, &b);
  for (*at = 0; *at < count; ++*at)
    {
      struct source *source = &m->sources[b.first + *at];
      for (size_t f = source->first_open; source->open != 0; f++)
        if (m->funcs[f].fate == FATE_OPEN)
          {
            TRY (collect_open (m, &m->funcs[f], f, inputs[*at].places, diag));
            source->open--;
          }
    }
  sfm_resolve_reader (m, m->sources[b.first].first);
  return SFM_OK;
}
