/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   commands.h - the whole command line, without what belongs to the process.

   The program and the fuzz target call this function.  It leaves no state that
   another call would see.  */

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

/* What can be typed, for the completions of shells.

   The completions in tool/completions/ do not know any options: they ask the
   program that is typed.  A line has four fields with a tab after each but the
   last, and none is empty:

   word       of the command line; "*" for operands
     argument   its name, "[NAME]" if it is optional, with ",..." if several
                can be given; "-": there is none
     values     of the argument, with spaces between them, or "@files",
                "@directories", "@commands" or "@line", a command line; "-":
                unknown
     text       what it is for; "-": there is none  */

/* Print what can follow COMMAND.  */
void completion_command (const struct command *command);

#endif /* TOOL_COMMANDS_H */
