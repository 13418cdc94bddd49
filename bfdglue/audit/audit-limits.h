/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-limits.h - what audit/ excuses and tells apart: what each number
   bounds, what happens beyond it, and how it was found.  */

#ifndef BFDGLUE_AUDIT_LIMITS_H
#define BFDGLUE_AUDIT_LIMITS_H

enum
{
  /* Nameless functions that are excused at any address; of more, all are
     reported.  */
  NAMELESS_FEW = 4,

  /* Nameless functions after all described ones that are excused: as many as
     are described, or this many if that is more.  Measured: up to 12 of
     libgcc.a, in a program that divides 128-bit numbers.  More are reported:
     all objects of a program but the first may be there, too.  */
  NAMELESS_AFTER_MAX = 32,

  /* Nameless functions before all described ones, of an image without section
     headers, that are excused as PLT code: one each for .plt, .plt.got,
     .plt.sec and .iplt.  */
  NAMELESS_PLT_MAX = 4,

  /* The function after the entry is excused if it begins at the next multiple
     of ENTRY_ALIGN, to which compilers align functions, and has at most
     EMPTY_MAX bytes, as one that only returns.  */
  ENTRY_ALIGN = 16,
  EMPTY_MAX = 8,

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
