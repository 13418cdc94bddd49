/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-child.h - running sfmerge.  */

#ifndef PLUGIN_CHILD_H
#define PLUGIN_CHILD_H

#include <stdbool.h>
#include <stdio.h>

#include <plugin-api.h>

#include "plugin-inputs.h"
#include "plugin-options.h"

enum
{
  /* What a caller may put before the options of the user and behind them.  */
  PLUGIN_CHILD_ARGS = PLUGIN_ARGS + 8
};

struct plugin_child
{
  char *argv[PLUGIN_CHILD_ARGS]; /* texts that it does not change */
  size_t argc;
  FILE *response; /* its standard input */
  FILE *messages; /* its standard error */
  int output;     /* its standard output, or -1: with the messages */
};

/* Open both files, which have no name; false: errno says why not.  Close what
   is open with plugin_child_close in any case.  */
bool plugin_child_open (struct plugin_child *child);

/* Write NAME, or all of INPUTS, as arguments into the response file.  */
void plugin_child_name (struct plugin_child *child, const char *name);
void plugin_child_names (struct plugin_child *child,
                         const struct plugin_inputs *inputs);

/* Make the response file ready to be read; false: errno says why not.  */
bool plugin_child_rewind (struct plugin_child *child);

/* Start the program that OPTIONS name, or the one that belongs to this plugin,
   or that of PATH, in *PROGRAM.  Returns 0 or an error number.  */
int plugin_child_start (const struct plugin_child *child,
                        const struct plugin_options *options,
                        const char **program, pid_t *pid);

void plugin_child_close (struct plugin_child *child);

#endif /* PLUGIN_CHILD_H */
