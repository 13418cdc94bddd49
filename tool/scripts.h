/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   scripts.h - commands whose work a shell script does, which is installed
   beside the linker wrapper.

   The script gets a command line that is already checked: the path of this
   program, the argument of --color, each option as --NAME or --NAME=ARGUMENT,
   "--", and the operands.  */

#ifndef TOOL_SCRIPTS_H
#define TOOL_SCRIPTS_H

#include "image-edit.h"
#include "options.h"
#include "pool.h"
#include "report.h"
#include "diag.h"

struct script
{
  struct report report;
  struct common_options options;
  struct text_list words; /* of its command line, from its own path on */
  struct pool pool;       /* which has them */
};

/* Parse the command line of COMMAND into SCRIPT, which script_free frees.
   Returns OPTIONS_GO_ON, with optind at the operands and a NULL after the
   words, or the status to exit with.  */
int script_parse (int argc, char **argv, const struct command *command,
                  struct script *script);

void script_free (struct script *script);

/* sfmerge --say COLOR KIND FILE TEXT, for scripts: print the message TEXT
   about FILE, unless that is empty.  KIND is error, warning, note or detail,
   usage, whose FILE is the command whose help is meant, or answer, for
   standard output.  ARGV has what follows --say.  Returns the exit status.  */
int script_say (int argc, char **argv);

/* Run sfmerge run, as one process from its beginning to its end: its arguments
   are another program's.  */
int cmd_run (int argc, char **argv);

extern const struct command crt_command;
extern const struct command run_command; /* run.c */

#endif /* TOOL_SCRIPTS_H */
