/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   fde.h - bits and sizes of function description entries (SFrame V3, 'SFrame
   FDE'; the same section of V2 and V1).  */

#ifndef MERGER_FDE_H
#define MERGER_FDE_H

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
  FDE_MAX_ROWS_V3 = 0xffff
};

#endif /* MERGER_FDE_H */
