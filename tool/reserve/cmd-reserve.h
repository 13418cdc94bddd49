/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-reserve.h - sfmerge reserve.  */

#ifndef TOOL_CMD_RESERVE_H
#define TOOL_CMD_RESERVE_H

#include "options.h"

extern const struct command reserve_command;

int cmd_reserve (int argc, char **argv);

#endif /* TOOL_CMD_RESERVE_H */
