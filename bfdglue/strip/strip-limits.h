/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   strip-limits.h - the limits of this room.  */

#ifndef BFDGLUE_STRIP_LIMITS_H
#define BFDGLUE_STRIP_LIMITS_H

enum
{
  /* PT_GNU_SFRAME headers of an image; more are refused.  Each is compared
     with all sections.  Linkers write one.  */
  STRIP_SEGMENTS_MAX = 16
};

#endif /* BFDGLUE_STRIP_LIMITS_H */
