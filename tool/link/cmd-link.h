/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-link.h - sfmerge link and sfmerge reserve.  */

#ifndef TOOL_CMD_LINK_H
#define TOOL_CMD_LINK_H

#include "options.h"

extern const struct command link_command, reserve_command;

#endif /* TOOL_CMD_LINK_H */
