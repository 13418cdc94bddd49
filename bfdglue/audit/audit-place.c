/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-place.c - the place of a finding, and the name of its function.  */

#include "config.h"

#include "audit-internal.h"
#include "sorted.h"

/* The name of the function that the relocation at OFFSET refers to, or
   NULL.  */
static const char *
name_of_target (const struct object_targets *targets, uint64_t offset)
{
  const size_t i = sorted_from (targets->relocs, targets->reloc_count,
                                sizeof *targets->relocs,
                                offsetof (struct match_reloc, at), offset);

  if (i == targets->reloc_count || targets->relocs[i].at != offset
      || targets->relocs[i].none)
    return NULL;
  return object_names_at (targets->names, targets->relocs[i].section,
                          targets->relocs[i].value);
}

/* The name of FDE number FDE of P, or NULL.  */
static const char *
name_of (const struct audit_window *w, const struct image_piece *p,
         uint32_t idx)
{
  struct sfm_diag diag;
  struct sfm_fde fde = { 0 };

  if (w->targets != NULL)
    return name_of_target (w->targets, sfm_piece_field (&p->piece, idx));
  /* A function whose rows are bad has a size, too.  */
  if (w->index == NULL || !p->usable
      || (sfm_fde_read (&p->piece, idx, &fde, &diag) != SFM_OK
          && fde.field == 0))
    return NULL;
  return index_name (w->index, p->places[idx].addr, fde.size);
}

struct finding
audit_place (const struct audit_window *w, size_t piece, uint32_t fde,
             uint64_t offset)
{
  struct finding place = finding_place (w->name, w->number);

  place.piece = piece > UINT32_MAX ? SFM_NO_INDEX : (uint32_t) piece;
  place.fde = fde;
  place.offset = offset;
  if (piece >= w->piece_count || fde == SFM_NO_INDEX)
    return place;
  /* The engine's checker stops at damage and pieces_read does not, so their
     numbers of a piece can differ: compare the offset.  */
  const struct image_piece *p = &w->pieces[piece];
  if (fde < p->piece.num_fdes && offset >= p->piece.offset
      && offset < p->piece.end)
    place.symbol = name_of (w, p, fde);
  return place;
}
