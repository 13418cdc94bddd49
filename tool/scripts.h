/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   scripts.h - commands whose work a shell script does.  */

#ifndef TOOL_SCRIPTS_H
#define TOOL_SCRIPTS_H

/* sfmerge --say COLOR KIND FILE TEXT, for scripts: print the message TEXT
   about FILE, unless that is empty.  KIND is error, warning, note or detail,
   usage, whose FILE is the command whose help is meant, or answer, for
   standard output.  ARGV has what follows --say.  Returns the exit status.  */
int script_say (int argc, char **argv);

#endif /* TOOL_SCRIPTS_H */
