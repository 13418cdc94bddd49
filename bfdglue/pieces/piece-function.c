/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   piece-function.c - one function of an existing piece: its address, whether
   it was discarded, and whether .eh_frame contradicts it.  */

#include "config.h"

#include "pieces-limits.h"
#include "pieces-internal.h"

uint64_t
piece_kept_address (const struct image_piece *p, uint64_t addr)
{
  return p->piece.version == 3 ? addr : addr & UINT32_MAX;
}

uint64_t
piece_address (const struct image_piece *p, const struct sfm_fde *fde)
{
  return sfm_fde_address (fde, p->addr + p->shift, p->start_base);
}

bool
piece_looks_discarded (const struct image_piece *p, const struct sfm_fde *fde,
                       uint64_t addr)
{
  return fde->start == 0 || piece_kept_address (p, addr) == 0;
}

bool
piece_discarded (const struct code_ranges *code, const struct image_piece *p,
                 const struct sfm_fde *fde, uint64_t addr)
{
  return piece_looks_discarded (p, fde, addr)
         || (piece_kept_address (p, addr) < LIMIT_DISCARDED_ADDRESS
             && !code_ranges_hold (code, addr, fde->size));
}

bool
piece_contradicted (const struct piece_reader *r, const struct image_piece *p,
                    const struct sfm_fde *fde, uint8_t index)
{
  uint64_t addr = piece_address (p, fde);

  return fde->size != 0 && code_ranges_hold (&r->index->code, addr, fde->size)
         && ((index & SFM_EVIDENCE_START)
             || !piece_looks_discarded (p, fde, addr))
         && code_ranges_plt_section (&r->index->code, addr, fde->size) == NULL
         && index_contradicts (r->index, addr, fde->size);
}
