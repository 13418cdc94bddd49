/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-link.h - sfmerge link and its command line.  */

#ifndef TOOL_CMD_LINK_H
#define TOOL_CMD_LINK_H

#include "image-edit.h"

/* The parsed command line.  Nothing here is owned.  */
struct link_options
{
  struct common_options common;
  const char *map; /* --from-map, or NULL */
  const char *image;
  char **inputs;
  int input_count; /* at least 1 */
};

extern const struct option_spec link_option_specs[];

/* Parse the command line of COMMAND, which has these options, into OPTIONS,
   and -q, -v and --fatal-warnings into REPORT.  Returns OPTIONS_GO_ON, or the
   status to exit with after help or a usage error, which is reported.  */
int link_options_parse (int argc, char **argv, const struct command *command,
                        struct link_options *options, struct report *report);

extern const struct command link_command;

#endif /* TOOL_CMD_LINK_H */
