/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   layout.h - sizes and offsets of the output.  */

#ifndef MERGER_LAYOUT_H
#define MERGER_LAYOUT_H

#include "merger.h"

/* Bytes of an entry of the FDE array, and of the attribute block.  */
uint32_t layout_fde_size (const struct sfm_merger *m);
uint32_t layout_attr_size (const struct sfm_merger *m);

/* sfp_flags of the output.  */
uint8_t layout_flags (const struct sfm_merger *m);

/* Address of the start field of the output's FDE number IDX.  */
uint64_t layout_field_addr (const struct sfm_merger *m, size_t idx);

/* The address that this field is relative to.  */
uint64_t layout_base (const struct sfm_merger *m, size_t idx);

#endif /* MERGER_LAYOUT_H */
