/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   move.c - new places for functions that were added before.

   Only what comes from the place is set anew.  The rows, and what the target
   makes of them, do not depend on it (account.c), so no row is read.  A
   function that is no longer live keeps its record, and may come alive
   again.  */

#include "config.h"

#include <inttypes.h>

#include "engine.h"
#include "fde.h"
#include "merger.h"

/* One past the last function of source number IDX.  */
static size_t
source_end (const struct sfm_merger *m, size_t idx)
{
  return idx + 1 < m->source_count ? m->sources[idx + 1].first
                                   : m->whole_count;
}

/* Check that F, a function of PIECE, can have PLACE.  */
static sfm_status
check_place (const struct sfm_piece *piece, const struct func *f,
             const struct sfm_place *place, struct sfm_diag *diag)
{
  if (place->live && piece->version == 1 && (f->info & FDE_INFO_MASK) != 0
      && place->rep_size != f->rep_size)
    return sfm_fail (diag, SFM_ERR_USAGE, sfm_piece_field (piece, f->fde),
                     "the block size of function %" PRIu32
                     " is %u, but was %u when it was added",
                     f->fde, place->rep_size, f->rep_size);
  return SFM_OK;
}

/* Check PLACES for source number IDX.  */
static sfm_status
check_places (const struct sfm_merger *m, size_t idx,
              const struct sfm_place *places, struct sfm_diag *diag)
{
  const struct sfm_piece *piece = &m->sources[idx].piece;
  const size_t end = source_end (m, idx);
  size_t f = m->sources[idx].first, live;

  TRY (sfm_collect_places (piece, places, &live, diag));
  for (uint32_t i = 0; i < piece->num_fdes; i++)
    if (f < end && m->funcs[f].fde == i)
      TRY (check_place (piece, &m->funcs[f++], &places[i], diag));
    else if (places[i].live)
      return sfm_fail (
          diag, SFM_ERR_USAGE, sfm_piece_field (piece, i),
          "function %" PRIu32 " is live, but was not when it was added", i);
  return SFM_OK;
}

/* Let F be at PLACE.  */
static void
set_place (const struct sfm_merger *m, struct func *f,
           const struct sfm_place *place)
{
  const bool can_keep = sfm_order_can_keep (f);

  f->addr = place->addr;
  f->rank = place->rank;
  f->evidence = place->evidence;
  f->flags &= (uint16_t) ~(FUNC_OPTIONAL | FUNC_ASTRAY | FUNC_DEAD);
  if (place->optional)
    f->flags |= FUNC_OPTIONAL;
  if (!place->live)
    f->flags |= FUNC_DEAD;
  if (can_keep)
    f->fate = place->live ? FATE_KEPT : FATE_DEAD;
  sfm_resolve_address (m, f);
}

sfm_status
sfm_merger_move (struct sfm_merger *m, uint32_t piece,
                 const struct sfm_place *places, struct sfm_diag *diag)
{
  if (piece >= m->source_count)
    return sfm_fail (diag, SFM_ERR_USAGE, 0,
                     "no piece %" PRIu32 ": %zu were added", piece,
                     m->source_count);
  sfm_status status = check_places (m, piece, places, diag);
  if (status != SFM_OK)
    return status_of_input (diag, status, m->sources[piece].input);
  sfm_plan_drop (m);
  const size_t end = source_end (m, piece);
  for (size_t i = m->sources[piece].first; i < end; i++)
    set_place (m, &m->funcs[i], &places[m->funcs[i].fde]);
  return SFM_OK;
}
