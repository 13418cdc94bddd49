/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-target.c - the version of an object that is repaired: what it has,
   or the highest of several.

   Version 2 in objects means the same with and without the PCREL flag, but
   GNU ld up to 2.44 refuses the flag and 2.45 wants it.  So it stays clear
   only where all pieces have it so, and nothing is to be split: that is not
   for GNU ld, and where a piece has one function, nothing but the flag tells
   in an image what its start is relative to.  Version 1 is never written.  */

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
