/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-limits.h - what audit/ tells apart: what each number bounds, what
   happens beyond it, and how it was found.  */

#ifndef BFDGLUE_AUDIT_LIMITS_H
#define BFDGLUE_AUDIT_LIMITS_H

enum
{
  /* In a stripped image a function that .eh_frame does not know is reported
     only if .eh_frame knows more than 3 of 4 functions; beyond it the function
     is nothing unusual.  */
  KNOWN_SHARE = 4,

  /* A piece is overwritten, and not just damaged, if at least one in so many
     of its start fields is zero.  A sound piece has none.  Measured: 12 to 27
     of 30.  */
  ZERO_STARTS = 4,

  /* Bytes of a finding's text; what is longer, such as the name of a C++
     function, is cut off.  */
  FINDING_TEXT_SIZE = 512
};

#endif /* BFDGLUE_AUDIT_LIMITS_H */
