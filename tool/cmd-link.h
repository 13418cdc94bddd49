/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-link.h - sfmerge link, and its command line.  */

#ifndef TOOL_CMD_LINK_H
#define TOOL_CMD_LINK_H

#include <stdbool.h>
#include <stddef.h>

#include "consumers.h"
#include "grow.h"
#include "options.h"
#include "report.h"
#include "sfmerge.h"

/* What the command line says.  Nothing here is owned.  */
struct link_options
{
  const char *output; /* -o; NULL with -i */
  bool in_place;
  enum sfm_target target;          /* --to or --for, the last one */
  const struct consumer *consumer; /* of --for, or NULL */
  enum sfm_share share;            /* --share-rows */
  const char *map;                 /* --from-map, or NULL */
  const char *symbols;             /* --symbols, or NULL */
  bool verify_code;                /* --verify-code */
  enum grow_mode grow;             /* --grow */
  bool partial;
  bool verify; /* not --no-verify */
  bool force;
  bool fsync;
  bool require;
  bool json;
  const char *image;
  char **inputs;
  int input_count; /* at least 1 */
};

enum
{
  LINK_PARSED = -1 /* go on */
};

/* Read the command line of "sfmerge link" into OPTIONS, and -q, -v and
   --fatal-warnings into REPORT.  Returns LINK_PARSED, or the status to exit
   with: help was asked for, or the use is wrong and the user was told.  */
int link_options_parse (int argc, char **argv, struct link_options *options,
                        struct report *report);

extern const struct command link_command;

int cmd_link (int argc, char **argv);

#endif /* TOOL_CMD_LINK_H */
