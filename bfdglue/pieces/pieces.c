/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces.c - the existing pieces of an image, and the addresses of their
   functions.

   Theory of operation.  The pieces are found (pieces-find.c) and moved
   sections recognised (moved-section.c).  Then each function of a piece is
   placed or found discarded (pieces-resolve.c), by the start base that this
   confirms (start-base.c).  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "pieces-internal.h"

bool
piece_has_input (const struct image_piece *p)
{
  return p->usable && (p->live != 0 || p->wrong_rows != 0);
}

/* Place the functions of the COUNT pieces at P, all the pieces of a
   section.  */
static sfm_status
place_section (struct piece_reader *r, struct image_piece *p, size_t count)
{
  bool alone = count == 1;

  for (size_t i = 0; i < count; i++)
    p[i].start_base = piece_expected_start_base (&p[i], alone);
  sfm_status status = SFM_OK;
  for (size_t i = 0; i < count && status == SFM_OK; i++)
    status = pieces_resolve (r, &p[i]);
  return status;
}

/* Place the functions of all pieces.  */
static sfm_status
place_pieces (struct piece_reader *r)
{
  struct image_piece *pieces = r->existing->pieces;
  sfm_status status = SFM_OK;
  size_t count;

  for (size_t i = 0; i < r->existing->piece_count && status == SFM_OK;
       i += count)
    {
      for (count = 1;
           i + count < r->existing->piece_count
           && pieces[i + count].section_idx == pieces[i].section_idx;
           count++)
        continue;
      status = place_section (r, &pieces[i], count);
    }
  return status;
}

sfm_status
pieces_read (const struct function_index *index, bool keep_rows,
             struct existing_sframe *existing, const struct diag_sink *sink)
{
  struct piece_reader r = {
    .index = index, .keep_rows = keep_rows, .existing = existing, .sink = sink
  };

  memset (existing, 0, sizeof *existing);
  sfm_status status = pieces_walk (&r);
  if (status == SFM_OK)
    status = place_pieces (&r);
  if (status == SFM_OK)
    status = pieces_list (existing) ? SFM_OK
                                    : diag_nomem (sink, index->image->path);
  if (status != SFM_OK)
    pieces_free (existing);
  return status;
}

void
pieces_free (struct existing_sframe *existing)
{
  free (existing->pieces);
  function_list_free (&existing->functions);
  free (existing->runs);
  last_calls_free (&existing->calls);
  pool_free (&existing->pool);
  memset (existing, 0, sizeof *existing);
}
