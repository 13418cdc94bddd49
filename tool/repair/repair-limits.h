/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-limits.h - the limits of this room.  */

#ifndef TOOL_REPAIR_LIMITS_H
#define TOOL_REPAIR_LIMITS_H

enum
{
  /* Different reasons that the summary of a walk lists; files with other ones
     are counted together.  A walk over /usr of Debian 12 finds fewer than ten.
     Hostile files can make up as many as they like.  */
  TOTALS_REASONS = 32,

  TOTALS_LINE = 512 /* bytes of a line of counts */
};

#endif /* TOOL_REPAIR_LIMITS_H */
