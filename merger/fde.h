/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   fde.h - bits and sizes of function description entries (SFrame V3, 'SFrame
   FDE'; the same section of V2 and V1), and reading one in two steps.  */

#ifndef MERGER_FDE_H
#define MERGER_FDE_H

#include "sfmerge.h"

enum
{
  FDE_SIZE_V2 = 20,
  FDE_SIZE_V3 = 16, /* the index entry */
  FDE_ATTR_SIZE = 5,

  /* V1, V2: sfde_func_info; V3: sfda_func_info.  */
  FDE_INFO_FRE_TYPE = 0x0f,
  FDE_INFO_MASK = 0x10,
  FDE_INFO_PAUTH_B = 0x20,
  FDE_INFO_SIGNAL = 0x80, /* V3 only */
  FDE_INFO_UNUSED_V2 = 0xc0,
  FDE_INFO_UNUSED_V3 = 0x40,

  /* V3: sfda_func_info2.  */
  FDE_INFO2_TYPE = 0x1f,
  FDE_TYPE_DEFAULT = 0,
  FDE_TYPE_FLEX = 1,

  /* sfda_func_num_fres has 16 bits.  */
  FDE_MAX_ROWS_V3 = 0xffff,

  /* Rows that blocks, of a MASK function or of PLT code, may become if they
     are written one by one: those of a .plt of 500,000 entries.  It keeps a
     few bytes from asking for a section of gigabytes.  */
  FDE_UNROLLED_ROWS_MAX = 1 << 20
};

/* The two halves of sfm_fde_read, for a reader that does not have all bytes of
   PIECE, whose BYTES are not used.  The first takes the fde_size bytes of
   entry IDX, which must exist, at P, and checks where the rows are; the second
   takes the FDE_ATTR_SIZE bytes of the attribute block (V3; else P is not
   used) at P, and checks the info bytes.  */
sfm_status sfm_fde_read_entry (const struct sfm_piece *piece, uint32_t idx,
                               const uint8_t *p, struct sfm_fde *fde,
                               struct sfm_diag *diag);
sfm_status sfm_fde_read_block (const struct sfm_piece *piece, const uint8_t *p,
                               struct sfm_fde *fde, struct sfm_diag *diag);

#endif /* MERGER_FDE_H */
