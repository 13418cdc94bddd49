/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-line.h - the linker's command line.  */

#ifndef PLUGIN_LINE_H
#define PLUGIN_LINE_H

/* Files that the linker writes beside its output, from malloc, or NULL.  */
struct plugin_line
{
  char *dependencies; /* --dependency-file */
  char *map;          /* -Map */
};

/* Read the command line of this process into LINE.  What cannot be read
   counts as absent.  */
void plugin_line_read (struct plugin_line *line);

void plugin_line_free (struct plugin_line *line);

#endif /* PLUGIN_LINE_H */
