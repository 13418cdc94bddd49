/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   version.h - what --version prints.  */

#ifndef TOOL_VERSION_H
#define TOOL_VERSION_H

/* Print the version and the licence to standard output.  */
void version_print (void);

#endif /* TOOL_VERSION_H */
