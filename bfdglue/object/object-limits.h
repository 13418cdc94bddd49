/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   object-limits.h - the limits of what object/ does with a file.  */

#ifndef BFDGLUE_OBJECT_LIMITS_H
#define BFDGLUE_OBJECT_LIMITS_H

enum
{
  /* The ratio of the contents of all parts of an .sframe section to the
     section; beyond it the object is refused, because rows that functions
     share are written for each of them.  The engine has the same limit for one
     piece (AMPLIFICATION).  */
  RELOBJ_SHARE_LIMIT = 64,

  /* The work of comparing functions with .eh_frame, in rows and in bytes of
     instructions, as a multiple of the bytes of the file.  Usually it is less
     than that once.  Functions beyond the limit count as contradicting
     .eh_frame: many functions at one place, or with the same rows, would make
     the work quadratic.  */
  JUDGE_SHARE_LIMIT = 16,

  /* PT_GNU_SFRAME headers of an image; strip refuses more.  Each is compared
     with all sections.  Linkers write one.  */
  STRIP_SEGMENTS_MAX = 16
};

#endif /* BFDGLUE_OBJECT_LIMITS_H */
