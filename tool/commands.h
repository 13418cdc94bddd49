/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   commands.h - the whole command line, without what belongs to the process.

   The program and the fuzz target call this function.  It leaves no state
   behind that another call would see.  */

#ifndef TOOL_COMMANDS_H
#define TOOL_COMMANDS_H

/* Run the command of the ARGC arguments at ARGV, the first of which is the
   program's name, unless it is sfmerge run, which becomes another program.
   Returns the exit status; stdout stays open.  */
int commands_run (int argc, char **argv);

#endif /* TOOL_COMMANDS_H */
