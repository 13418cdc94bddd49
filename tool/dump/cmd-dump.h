/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-dump.h - sfmerge dump.  */

#ifndef TOOL_CMD_DUMP_H
#define TOOL_CMD_DUMP_H

#include "options.h"

/* What --style takes, and NULL.  */
extern const char *const dump_styles[];

extern const struct command dump_command;

int cmd_dump (int argc, char **argv);

#endif /* TOOL_CMD_DUMP_H */
