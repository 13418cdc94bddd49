/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumers-limits.h - the limits of this room.  */

#ifndef TOOL_CONSUMERS_LIMITS_H
#define TOOL_CONSUMERS_LIMITS_H

enum
{
  /* Bytes of rows that are read for the facts of a piece, as a multiple of the
     piece's size.  Functions may share rows, which are read for each; as in
     the merge (AMPLIFICATION of merger.h), which accepts no more.  Facts about
     further rows are missed.  */
  FACT_ROWS_FACTOR = 64,

  /* Bytes of records, with their lengths, that the kernel of kernel-eh-frame
     reads.  Of 3.8 million FDEs in 3,092 images three are longer.  */
  EH_FRAME_CIE_MAX = 128,
  EH_FRAME_FDE_MAX = 32768
};

#endif /* TOOL_CONSUMERS_LIMITS_H */
