/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   commands.h - the whole command line, without what belongs to the process.

   The program and the fuzz target call this function.  It leaves no state
   behind that another call would see.  */

#ifndef TOOL_COMMANDS_H
#define TOOL_COMMANDS_H

#include "options.h"

/* Run the command of the ARGC arguments at ARGV, the first of which is the
   program's name, unless it is sfmerge run, which becomes another program.
   Returns the exit status; stdout stays open.  */
int commands_run (int argc, char **argv);

/* Whether the command in ARGV, which does not include the program's name, is
   given its option NAME.  */
bool commands_given (const char *name, int argc, char **argv);

/* sfmerge --say COLOR KIND FILE TEXT, for scripts: print the message TEXT
   about FILE, unless that is empty.  KIND is error, warning, note or detail,
   usage, whose FILE is the command whose help is meant, or answer, for
   standard output.  ARGV has what follows --say.  Returns the exit status.  */
int script_say (int argc, char **argv);

#endif /* TOOL_COMMANDS_H */
