/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   made-piece.c - hand a piece that was made from call frame information, or
   from instructions, to the merger.  */

#include "config.h"

#include <stdlib.h>

#include "describe.h"

sfm_status
made_piece_write (const struct describe *d, struct sfm_builder *builder,
                  uint64_t addr, struct made_piece *made)
{
  const char *path = d->context->image.path;
  const size_t size = sfm_builder_size (builder);
  struct sfm_diag diag;

  made->bytes = malloc (size);
  made->places = calloc (sfm_builder_count (builder), sizeof *made->places);
  if (made->bytes == NULL || made->places == NULL)
    return diag_nomem (d->sink, path);
  if (sfm_builder_write (builder, addr, made->bytes, size, &diag) == SFM_OK
      && sfm_piece_open (made->bytes, size, 0, &made->piece, &diag) == SFM_OK)
    return SFM_OK;
  return diag_engine (d->sink, DIAG_ERROR, path, ".sframe", &diag);
}

sfm_status
made_piece_give (const struct describe *d, const struct made_piece *made)
{
  struct sfm_diag diag;

  if (d->merger == NULL || made->piece.num_fdes == 0
      || sfm_merger_add (d->merger, &made->piece, made->places, 0, &diag)
             == SFM_OK)
    return SFM_OK;
  return diag_engine (d->sink, DIAG_ERROR, d->context->image.path, ".sframe",
                      &diag);
}

void
made_piece_free (struct made_piece *made)
{
  free (made->places);
  free (made->bytes);
}
