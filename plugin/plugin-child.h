/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-child.h - run sfmerge as a child process.  */

#ifndef PLUGIN_CHILD_H
#define PLUGIN_CHILD_H

#include <stdio.h>
#include <sys/types.h>

#include "plugin-options.h"

/* Start the program of OPTIONS, else the sfmerge of this plugin's
   installation, else that in PATH, with ARGV; it writes to the file TO.
   *PROGRAM is set to its name and *PID to the child.  Returns 0 or an error
   number.  */
int plugin_child_start (char *const *argv, FILE *to,
                        const struct plugin_options *options,
                        const char **program, pid_t *pid);

#endif /* PLUGIN_CHILD_H */
