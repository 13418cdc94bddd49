/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-target.c - choose the version that an object is rewritten to: the
   highest of its pieces.

   In objects, version 2 means the same with and without the PCREL flag.  But
   GNU ld up to 2.44 rejects the flag, and 2.45 requires it.  So the flag stays
   clear only if it is clear in all pieces and the object is not split.  Split
   objects are not for GNU ld, and for a piece with one function in an image
   only the flag says what the start is relative to.  Version 1 is never
   written.  */

#include "config.h"

#include "relobj-internal.h"

enum sfm_target
relobj_target (const struct relobj *r)
{
  bool any_flag = false;
  uint8_t version = 1, lowest = 3;

  for (size_t i = 0; i < r->section_count; i++)
    for (size_t k = 0; k < r->sections[i].fde_relocs.piece_count; k++)
      {
        const struct sfm_piece *piece = &r->sections[i].fde_relocs.pieces[k];
        if (piece->version > version)
          version = piece->version;
        if (piece->version < lowest)
          lowest = piece->version;
        if (piece->flags & SFM_F_FDE_FUNC_START_PCREL)
          any_flag = true;
      }
  if (version == 3)
    return SFM_TO_V3;
  return any_flag || lowest == 1 || r->options->split ? SFM_TO_V2_PCREL
                                                      : SFM_TO_V2;
}
