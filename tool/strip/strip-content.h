/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   strip-content.h - sfmerge strip of an object or an image, for the walk over
   files that repair has.  */

#ifndef TOOL_STRIP_CONTENT_H
#define TOOL_STRIP_CONTENT_H

#include "repair-run.h"

extern const struct repair_way strip_way;

#endif /* TOOL_STRIP_CONTENT_H */
