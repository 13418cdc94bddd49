/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-repair.h - sfmerge repair, sfmerge convert, sfmerge synth and sfmerge
   strip, and their command lines.  */

#ifndef TOOL_CMD_REPAIR_H
#define TOOL_CMD_REPAIR_H

#include <stdbool.h>

#include "file-list.h"
#include "image-edit.h"

/* The parsed command line.  Strings are those of ARGV; of EXCLUDES the array
   is owned.  */
struct repair_options
{
  struct common_options common; /* unless TARGETED, FILE keeps its version */
  bool split;                   /* not of repair */
  bool images;                  /* of what RECURSE finds do images alone */
  bool recurse;
  struct excludes excludes;
  bool strip;    /* remove SFrame; little else of these is used */
  unsigned jobs; /* or OPTIONS_JOBS_UNSET */
  char **files;
  int file_count; /* at least 1; 1 with -o */
};

extern const struct command repair_command;
extern const struct command convert_command;
extern const struct command synth_command;
extern const struct command strip_command;

#endif /* TOOL_CMD_REPAIR_H */
