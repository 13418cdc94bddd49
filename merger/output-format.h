/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   output-format.h - what depends on the target: sizes of the output's parts,
   its flags, and the base of start fields.

   Inline, because drop_far of layout.c calls it for each function.  */

#ifndef MERGER_OUTPUT_FORMAT_H
#define MERGER_OUTPUT_FORMAT_H

#include "fde.h"
#include "merger.h"

/* Bytes of an entry of the FDE array.  */
static inline uint32_t
output_fde_size (const struct sfm_merger *m)
{
  return m->target == SFM_TO_V3 ? FDE_SIZE_V3 : FDE_SIZE_V2;
}

/* Bytes of the attribute block.  */
static inline uint32_t
output_attr_size (const struct sfm_merger *m)
{
  return m->target == SFM_TO_V3 ? FDE_ATTR_SIZE : 0;
}

/* sfp_flags of the output.  */
static inline uint8_t
output_flags (const struct sfm_merger *m)
{
  uint8_t flags = m->relocatable ? 0 : SFM_F_FDE_SORTED;

  if (m->target != SFM_TO_V2)
    flags |= SFM_F_FDE_FUNC_START_PCREL;
  /* FRAME_POINTER holds only if it holds in all inputs.  V3 has no such
     flag.  */
  bool all = m->target != SFM_TO_V3;
  for (size_t i = 0; all && i < m->source_count; i++)
    all = (m->sources[i].piece.flags & SFM_F_FRAME_POINTER) != 0;
  return all ? flags | SFM_F_FRAME_POINTER : flags;
}

/* Address of the start field of the output's FDE number IDX.  */
static inline uint64_t
output_field_addr (const struct sfm_merger *m, size_t idx)
{
  return m->section_addr + SFM_HEADER_SIZE
         + (uint64_t) idx * output_fde_size (m);
}

/* The address that the start field of FDE number IDX is relative to.  */
static inline uint64_t
output_base (const struct sfm_merger *m, size_t idx)
{
  return m->target == SFM_TO_V2 ? m->section_addr : output_field_addr (m, idx);
}

#endif /* MERGER_OUTPUT_FORMAT_H */
