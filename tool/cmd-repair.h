/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-repair.h - sfmerge repair and sfmerge convert, and their command
   lines.  */

#ifndef TOOL_CMD_REPAIR_H
#define TOOL_CMD_REPAIR_H

#include <stdbool.h>

#include "options.h"
#include "report.h"
#include "sfmerge.h"

/* What the command line says.  Nothing here is owned.  */
struct repair_options
{
  const char *output; /* -o; NULL with -i */
  bool in_place;
  bool convert; /* --to or --for: write TARGET, else what FILE has */
  enum sfm_target target;
  bool follow_thin;
  bool partial;
  bool verify; /* not --no-verify */
  bool force;
  bool fsync;
  bool require;
  bool json;
  char **files;
  int file_count; /* at least 1; 1 with -o */
};

enum
{
  REPAIR_PARSED = -1 /* go on */
};

/* Read the command line of COMMAND, one of the two, into OPTIONS, and -q, -v
   and --fatal-warnings into REPORT.  Returns REPAIR_PARSED, or the status to
   exit with: help was asked for, or the use is wrong and the user was
   told.  */
int repair_options_parse (int argc, char **argv, const struct command *command,
                          struct repair_options *options,
                          struct report *report);

extern const struct command repair_command;
extern const struct command convert_command;

int cmd_repair (int argc, char **argv);
int cmd_convert (int argc, char **argv);

#endif /* TOOL_CMD_REPAIR_H */
