/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   describe-existing.c - give the merger the functions of existing pieces, and
   those of PLT code.  */

#include "config.h"

#include <stdlib.h>

#include "describe.h"

/* Give all usable pieces to the merger at once, which is faster than one by
   one.  On failure none is given.  */
static sfm_status
give_together (struct describe *d)
{
  const struct existing_sframe *existing = &d->context->existing;
  struct sfm_input *inputs = calloc (
      existing->piece_count + existing->corrected_count + 1, sizeof *inputs);
  struct sfm_diag diag;
  size_t count = 0;

  if (inputs == NULL)
    return SFM_ERR_NOMEM;
  for (size_t i = 0; i < existing->piece_count; i++)
    {
      const struct image_piece *p = &existing->pieces[i];
      if (piece_has_input (p))
        inputs[count++]
            = (struct sfm_input){ .piece = &p->piece, .places = p->places };
    }
  for (size_t i = 0; i < existing->corrected_count; i++)
    inputs[count++]
        = (struct sfm_input){ .piece = &existing->corrected[i].piece,
                              .places = &existing->corrected[i].place };
  sfm_status status = sfm_merger_add_all (d->merger, inputs, count, &diag);
  free (inputs);
  return status;
}

/* Give the pieces one by one, to see which are refused.  */
static sfm_status
give_each (struct describe *d)
{
  const struct existing_sframe *existing = &d->context->existing;
  const char *path = d->context->image.path;
  struct sfm_diag diag;

  for (size_t i = 0; i < existing->piece_count; i++)
    {
      struct image_piece *p = &existing->pieces[i];
      if (!piece_has_input (p))
        continue;
      sfm_status status
          = sfm_merger_add (d->merger, &p->piece, p->places, 0, &diag);
      if (status == SFM_ERR_NOMEM)
        return diag_nomem (d->sink, path);
      if (status != SFM_OK)
        {
          d->mixed |= status == SFM_ERR_MIXED;
          p->usable = false;
          diag_at (d->sink, DIAG_WARNING, path, p->section, diag.offset,
                   "%s; the piece is not used", diag.text);
        }
    }
  for (size_t i = 0; i < existing->corrected_count; i++)
    if (sfm_merger_add (d->merger, &existing->corrected[i].piece,
                        &existing->corrected[i].place, 0, &diag)
        == SFM_ERR_NOMEM)
      return diag_nomem (d->sink, path);
  return SFM_OK;
}

sfm_status
describe_pieces (struct describe *d, struct described_list *list)
{
  struct plt_code *plt = &d->context->plt;

  (void) list;
  if (d->merger == NULL)
    return SFM_OK;
  if (give_together (d) != SFM_OK)
    TRY (give_each (d));
  return plt->replaced != 0 ? plt_code_add (plt, d->plt, d->merger, d->sink)
                            : SFM_OK;
}

sfm_status
describe_plt (struct describe *d, struct described_list *list)
{
  struct plt_code *plt = &d->context->plt;
  struct sfm_stats stats = { .size = sizeof stats };

  (void) list;
  if (d->merger == NULL || plt->replaced != 0)
    return SFM_OK;
  sfm_merger_stats (d->merger, &stats);
  return stats.pieces != 0 ? plt_code_add (plt, d->plt, d->merger, d->sink)
                           : SFM_OK;
}
