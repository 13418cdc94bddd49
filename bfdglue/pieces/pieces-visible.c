/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces-visible.c - what of an image's own pieces its .sframe says as it
   stands in the file.  */

#include "config.h"

#include <string.h>

#include "pieces-visible.h"

bool
own_section_is_read (const char *name)
{
  return strcmp (name, ".sframe_raw") != 0
         && strcmp (name, ".sframe_reserve") != 0;
}

bool
own_piece_stands (const struct own_piece *p)
{
  return p->usable && !p->buried && own_section_is_read (p->section);
}

bool
own_function_stands (const struct own_piece *p, uint32_t idx)
{
  return p->places[idx].live || p->replaced[idx] != OWN_KEPT;
}

const struct own_piece *
own_readable_piece (const struct image *image, const struct own *own)
{
  const struct image_segment *segment
      = image_find_segment (image, PT_GNU_SFRAME);

  for (size_t i = 0; i < own->piece_count; i++)
    {
      const struct own_piece *p = &own->pieces[i];
      if (!own_section_is_read (p->section)
          || (segment != NULL && segment->vaddr != p->addr))
        continue;
      bool to_field = p->piece.flags & SFM_F_FDE_FUNC_START_PCREL;
      return p->piece.offset == 0 && own_piece_stands (p) && p->shift == 0
                     && (p->anchor == SFM_ANCHOR_FIELD) == to_field
                 ? p
                 : NULL;
    }
  return NULL;
}
