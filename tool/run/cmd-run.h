/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-run.h - sfmerge run.  */

#ifndef TOOL_CMD_RUN_H
#define TOOL_CMD_RUN_H

#include "options.h"

extern const struct command run_command;

int cmd_run (int argc, char **argv);

#endif /* TOOL_CMD_RUN_H */
