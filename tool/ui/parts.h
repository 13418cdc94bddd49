/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   parts.h - printing where the other parts of sfmerge are installed.  */

#ifndef TOOL_PARTS_H
#define TOOL_PARTS_H

#include <stdbool.h>

#include "diag.h"

/* Handle OPTION if it is --print-data, --print-plugin or --print-wrap: print
   the path and set *STATUS to the exit status.  False: it is another
   option.  */
bool parts_print (const char *option, int *status);

/* The directory of the linkers that call sfmerge, from malloc.  NULL: it is
   not there, or no memory, which is reported.  */
char *parts_wrapper (const struct diag_sink *sink);

#endif /* TOOL_PARTS_H */
