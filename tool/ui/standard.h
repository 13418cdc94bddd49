/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   standard.h - "-" for standard input and output.

   A file called "-" is "./-".  */

#ifndef TOOL_STANDARD_H
#define TOOL_STANDARD_H

#include <stdbool.h>
#include <stddef.h>

/* Let each "-" of the COUNT elements of ARGS, which may be NULL, be the name
   of a file with what standard input has.  WHY_NOT, such as "replaced (-i)":
   refuse it, as it cannot be that; NULL: it can.  Returns OPTIONS_GO_ON, or
   the exit status after an error, which is reported for COMMAND.  */
int standard_inputs (const char *command, char **args, size_t count,
                     const char *why_not);

/* The same for the one argument *ARG.  */
int standard_input (const char *command, const char **arg,
                    const char *why_not);

/* Let *OUTPUT, if it is "-", be standard output; refuse a terminal.  WHY_NOT
   as above.  */
int standard_output (const char *command, const char **output,
                     const char *why_not);

#endif /* TOOL_STANDARD_H */
