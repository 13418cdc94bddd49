/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   piece-function.c - one function of an existing piece: its address, whether
   it was discarded, and what the image says about it.  */

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
  return sfm_fde_address (fde, p->addr, p->start_base);
}

bool
piece_looks_discarded (const struct image_piece *p, const struct sfm_fde *fde,
                       uint64_t addr)
{
  return fde->start == 0 || piece_kept_address (p, addr) == 0;
}

/* Whether a segment of IMAGE has bytes of [ADDR, ADDR + SIZE).  */
static bool
is_mapped (const struct image *image, uint64_t addr, uint64_t size)
{
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *s = &image->segments[i];
      if (s->type == PT_LOAD
          && (addr < s->vaddr ? s->memsz != 0 && s->vaddr - addr < size
                              : addr - s->vaddr < s->memsz))
        return true;
    }
  return false;
}

bool
piece_discarded (const struct function_index *index,
                 const struct image_piece *p, const struct sfm_fde *fde,
                 uint64_t addr)
{
  return piece_looks_discarded (p, fde, addr)
         || (piece_kept_address (p, addr) < LIMIT_DISCARDED_ADDRESS
             && (!is_mapped (index->image, addr, fde->size)
                 || (!(p->piece.flags & SFM_F_FDE_SORTED)
                     && !code_ranges_touch (&index->code, addr, fde->size))));
}

void
piece_facts (const struct function_index *index, const struct sfm_fde *fde,
             uint64_t addr, struct piece_facts *facts)
{
  *facts = (struct piece_facts){
    .addr = addr,
    .in_code = code_ranges_hold (&index->code, addr, fde->size),
    .plt = code_ranges_plt_section (&index->code, addr, fde->size),
  };
  facts->evidence
      = index_judges (index, addr, fde->size, &facts->contradicted);
}

bool
piece_can_live (const struct image_piece *p, const struct sfm_fde *fde,
                const struct piece_facts *facts)
{
  return facts->in_code
         && ((facts->evidence & SFM_EVIDENCE_START)
             || !piece_looks_discarded (p, fde, facts->addr));
}

bool
piece_contradicted (const struct image_piece *p, const struct sfm_fde *fde,
                    const struct piece_facts *facts)
{
  return facts->contradicted && fde->size != 0 && facts->plt == NULL
         && piece_can_live (p, fde, facts);
}
