/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-diff.h - sfmerge diff and its options.  */

#ifndef TOOL_CMD_DIFF_H
#define TOOL_CMD_DIFF_H

#include "excludes.h"
#include "options.h"
#include "report.h"

/* What --fail-on can name; bits.  */
enum
{
  DIFF_FAIL_LOST = 1,
  DIFF_FAIL_COVERAGE = 2,
  DIFF_FAIL_CHANGED = 4,
  DIFF_FAIL_ANY = 8
};

/* The command line.  Strings are those of ARGV; of EXCLUDES the array is
   owned.  */
struct diff_options
{
  char *old;
  char *now;
  unsigned fail_on;
  unsigned jobs;
  bool recurse;
  struct excludes excludes;
  bool demangle;
  bool brief;
  bool json;
};

/* What --fail-on takes, and NULL.  */
extern const char *const diff_fail_words[];

extern const struct option_spec diff_option_specs[];

/* Read the command line of COMMAND, whose options are diff_option_specs, into
   OPTIONS.  Returns OPTIONS_GO_ON or the exit status.  diff_options_free is
   due in any case.  */
int diff_options_parse (int argc, char **argv, const struct command *command,
                        struct diff_options *options, struct report *report);
void diff_options_free (struct diff_options *options);

extern const struct command diff_command;

#endif /* TOOL_CMD_DIFF_H */
