/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-traces.h - remove the name of the reserve from what the linker
   wrote.  */

#ifndef PLUGIN_TRACES_H
#define PLUGIN_TRACES_H

/* Remove PATH, the name of the reserve, from the list of dependencies of this
   link, and give it a name that is always the same in its map.  A failure is
   reported as a warning.  */
void plugin_traces_remove (const char *path);

#endif /* PLUGIN_TRACES_H */
