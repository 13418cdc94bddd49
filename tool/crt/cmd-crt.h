/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-crt.h - sfmerge crt.  */

#ifndef TOOL_CMD_CRT_H
#define TOOL_CMD_CRT_H

#include "options.h"

extern const struct command crt_command;

#endif /* TOOL_CMD_CRT_H */
