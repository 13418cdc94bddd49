/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   version.h - what --version prints.  */

#ifndef TOOL_VERSION_H
#define TOOL_VERSION_H

#include <stdbool.h>

/* Print the version and the licence to standard output; if VERBOSE also what
   confines workers on this system.  */
void version_print (bool verbose);

#endif /* TOOL_VERSION_H */
