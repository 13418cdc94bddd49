/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-versions.c - the version that an image keeps.  */

#include "config.h"

#include "image-edit.h"

/* What the pieces of EXISTING have: those with something to merge, or ALL that
   can be read.  */
static struct image_versions
look_at (const struct existing_sframe *existing, bool all)
{
  struct image_versions found = { .lowest = 3 };

  for (size_t i = 0; i < existing->piece_count; i++)
    {
      const struct image_piece *p = &existing->pieces[i];
      if (all ? p->damaged : !piece_has_input (p))
        continue;
      if (found.count++ == 0)
        found.first = p;
      if (p->piece.version > found.highest)
        found.highest = p->piece.version;
      if (p->piece.version < found.lowest)
        found.lowest = p->piece.version;
    }
  return found;
}

struct image_versions
image_versions (const struct existing_sframe *existing)
{
  const struct image_versions found = look_at (existing, false);

  /* Pieces of other code still show who was to read them.  */
  return found.count != 0 ? found : look_at (existing, true);
}

enum sfm_target
image_versions_target (const struct image_versions *found)
{
  if (found->highest != 2 || found->first->piece.version != 2)
    return SFM_TO_V3;
  return found->count == 1
                 && found->first->start_base == SFM_START_BASE_SECTION
             ? SFM_TO_V2
             : SFM_TO_V2_PCREL;
}
