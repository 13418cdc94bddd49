/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   parts.h - telling where what belongs to the program is.  */

#ifndef TOOL_PARTS_H
#define TOOL_PARTS_H

#include <stdbool.h>

/* Do what OPTION asks for if it is --print-data, --print-plugin or
   --print-wrap; *STATUS is then the exit status.  False: it is another.  */
bool parts_print (const char *option, int *status);

#endif /* TOOL_PARTS_H */
