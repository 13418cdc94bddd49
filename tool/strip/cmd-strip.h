/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-strip.h - sfmerge strip.  */

#ifndef TOOL_CMD_STRIP_H
#define TOOL_CMD_STRIP_H

#include "options.h"

extern const struct command strip_command;

#endif /* TOOL_CMD_STRIP_H */
