/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces-visible.c - the part of the existing pieces that consumers of the
   file see without a repair.  */

#include "config.h"

#include "pieces.h"

bool
piece_is_visible (const struct image_piece *p)
{
  return p->usable && !p->past_section_end && p->section_read;
}

bool
function_is_visible (const struct image_piece *p, uint32_t idx)
{
  return p->places[idx].live || p->replaced[idx] != PIECE_KEPT;
}

const struct image_piece *
readable_piece (const struct image *image,
                const struct existing_sframe *existing)
{
  const struct image_segment *segment
      = image_find_segment (image, PT_GNU_SFRAME);

  for (size_t i = 0; i < existing->piece_count; i++)
    {
      const struct image_piece *p = &existing->pieces[i];
      if (!p->section_read || (segment != NULL && segment->vaddr != p->addr))
        continue;
      bool to_field = p->piece.flags & SFM_F_FDE_FUNC_START_PCREL;
      return p->piece.offset == 0 && piece_is_visible (p)
                     && (p->start_base == SFM_START_BASE_FIELD) == to_field
                 ? p
                 : NULL;
    }
  return NULL;
}
