/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   collect.c - from pieces to records.

   Theory of operation.  Each live FDE becomes one record [collect_piece].
   Its rows are walked once [walk_rows], by a table that gives the bytes of a
   row from its info byte: nothing of a row is kept but the sum of the bytes,
   whether starts repeat, and the last start.  That walk is also the check:
   afterwards every row is known to lie inside the sub-section, to have a
   word count that its ABI allows, and not to start before the one in front
   of it.

   Row blocks may be shared by FDEs (format reference, S7).  Real sections
   store blocks one behind the other in the order of the FDEs, or at least
   disjoint; so a block that begins behind all that was walked is new, and
   only when one does not a hash table of the blocks is made [struct blocks].
   Blocks that overlap without being equal would still let a small section
   ask for endless walking: the bytes of all functions' rows together, each
   counted as often as it is used, are bounded by a multiple of the section
   [AMPLIFICATION], and the walk stops there.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "blocks.h"
#include "fde.h"
#include "merger.h"
#include "rows.h"
#include "status.h"

void
collect_word_bytes (struct sfm_merger *m, const struct sfm_piece *piece)
{
  for (unsigned flex = 0; flex < 2; flex++)
    for (unsigned info = 0; info < 256; info++)
      m->word_bytes[flex][info]
          = row_info_allowed (piece, flex != 0, (uint8_t) info)
                ? row_words_size ((uint8_t) info)
                : (uint8_t) ROW_BAD;
}

/* Say why the row at AT of FDE, whose info byte is not in the table or which
   does not fit, is wrong.  */
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
  return status_fail (diag, SFM_ERR_CORRUPT, at, "the row cannot be read");
}

/* Walk FDE's rows.  */
static sfm_status
walk_rows (const struct sfm_merger *m, const struct sfm_piece *piece,
           const struct sfm_fde *fde, struct block *block,
           struct sfm_diag *diag)
{
  const uint8_t *table = m->word_bytes[fde->flex];
  const uint8_t *first = piece->bytes + fde->rows;
  const uint8_t *end = piece->bytes + piece->fres + piece->fre_len;
  const uint8_t *p = first;
  uint8_t type = fde->fre_type;
  size_t fixed = row_start_size (type) + 1;
  uint32_t last = 0;
  bool equal = false;

  for (uint32_t left = fde->num_fres; left != 0; left--)
    {
      size_t room = (size_t) (end - p);
      if (room < fixed || table[p[fixed - 1]] == ROW_BAD
          || fixed + table[p[fixed - 1]] > room)
        return bad_row (piece, fde, fde->rows + (uint64_t) (p - first), left,
                        diag);
      uint32_t start = row_start (p, type, piece->big_endian);
      if (start < last)
        return status_fail (
            diag, SFM_ERR_CORRUPT, fde->rows + (uint64_t) (p - first),
            "the row starts at 0x%" PRIx32 ", the one before it at 0x%" PRIx32,
            start, last);
      equal |= start == last && p != first;
      last = start;
      p += fixed + table[p[fixed - 1]];
    }
  block->size = (uint32_t) (p - first);
  block->last_start = last;
  block->equal_starts = equal;
  return SFM_OK;
}

/* The record of FDE number IDX, not resolved.  */
static struct func
func_of (const struct sfm_piece *piece, const struct sfm_fde *fde,
         const struct sfm_place *place, uint32_t source, uint32_t idx,
         const struct block *block)
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
    .rows_size = block->size,
    .num_fres = fde->num_fres,
    .info = fde->info,
    .rep_size = fde->mask ? rep_size : 0,
    .flags = (uint8_t) ((place->optional ? FUNC_OPTIONAL : 0)
                        | (fde->flex ? FUNC_FLEX : 0)),
    .rank = place->rank,
    .evidence = place->evidence,
  };
}

/* Append FDE number IDX of PIECE.  */
static sfm_status
collect_fde (struct sfm_merger *m, const struct sfm_piece *piece,
             const struct sfm_place *place, uint32_t idx,
             struct blocks *blocks, struct sfm_diag *diag)
{
  struct sfm_fde fde;
  struct block block;
  bool known;

  TRY (sfm_fde_read (piece, idx, &fde, diag));
  TRY (blocks_find (blocks, &fde, &block, &known, diag));
  if (!known)
    {
      TRY (walk_rows (m, piece, &fde, &block, diag));
      TRY (blocks_add (blocks, &fde, &block, diag));
    }
  blocks->total += block.size;
  if (blocks->total > m->max_bytes
      || blocks->total / AMPLIFICATION > piece->end - piece->offset)
    return status_fail (
        diag, SFM_ERR_LIMIT, fde.field,
        "the functions up to here share rows that would take %" PRIu64
        " bytes, the piece has %" PRIu64,
        blocks->total, piece->end - piece->offset);
  if (m->func_count >= m->max_functions)
    return status_fail (diag, SFM_ERR_LIMIT, fde.field,
                        "there are more than %" PRIu64 " functions",
                        m->max_functions);
  if (!memory_grow (&m->memory, &m->funcs, &m->func_capacity, m->func_count, 1,
                    sizeof *m->funcs))
    return status_fail (diag, SFM_ERR_NOMEM, fde.field, "out of memory");
  m->funcs[m->func_count] = func_of (
      piece, &fde, place, (uint32_t) m->source_count - 1, idx, &block);
  m->func_count++;
  return resolve_function (m, m->func_count - 1, block.equal_starts,
                           block.last_start, diag);
}

sfm_status
collect_piece (struct sfm_merger *m, const struct sfm_piece *piece,
               const struct sfm_place *places, uint32_t input,
               struct sfm_diag *diag)
{
  struct blocks blocks;
  sfm_status status = SFM_OK;

  if (!memory_grow (&m->memory, &m->sources, &m->source_capacity,
                    m->source_count, 1, sizeof *m->sources))
    return status_fail (diag, SFM_ERR_NOMEM, piece->offset, "out of memory");
  m->sources[m->source_count++]
      = (struct source){ .piece = *piece, .input = input };
  blocks_begin (&blocks, &m->memory, piece);
  for (uint32_t i = 0; i < piece->num_fdes && status == SFM_OK; i++)
    if (places[i].live)
      status = collect_fde (m, piece, &places[i], i, &blocks, diag);
  blocks_end (&blocks);
  return status;
}
