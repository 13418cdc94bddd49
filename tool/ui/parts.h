/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   parts.h - printing where the other parts of sfmerge are installed.  */

#ifndef TOOL_PARTS_H
#define TOOL_PARTS_H

#include <stdbool.h>

/* Handle OPTION if it is --print-data, --print-plugin or --print-wrap: print
   the path and set *STATUS to the exit status.  False: it is another
   option.  */
bool parts_print (const char *option, int *status);

#endif /* TOOL_PARTS_H */
