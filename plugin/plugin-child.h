/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-child.h - run sfmerge as a child process.  */

#ifndef PLUGIN_CHILD_H
#define PLUGIN_CHILD_H

#include <stdbool.h>
#include <stdio.h>

#include <sys/types.h>

#include "plugin-options.h"

enum
{
  /* The user's options, and what a caller may add before and after.  */
  PLUGIN_CHILD_ARGS = PLUGIN_ARGS + 12
};

struct plugin_child
{
  char *argv[PLUGIN_CHILD_ARGS]; /* borrowed; not changed */
  size_t argc;
  FILE *messages; /* its standard output and standard error */
};

/* Open the file for messages, which is unnamed; on failure, returns false and
   sets errno.  plugin_child_close is needed in either case.  */
bool plugin_child_open (struct plugin_child *child);

/* Start the program of OPTIONS, else the sfmerge of this plugin's
   installation, else that in PATH.  *PROGRAM is set to its name and *PID to
   the child.  Returns 0 or an error number.  */
int plugin_child_start (const struct plugin_child *child,
                        const struct plugin_options *options,
                        const char **program, pid_t *pid);

void plugin_child_close (struct plugin_child *child);

#endif /* PLUGIN_CHILD_H */
