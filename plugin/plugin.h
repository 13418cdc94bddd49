/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin.h - the options and the messages of the linker plugin.  */

#ifndef PLUGIN_PLUGIN_H
#define PLUGIN_PLUGIN_H

#include <plugin-api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* Parse -plugin-opt.  */

enum
{
  /* At least the number of table rows.  */
  PLUGIN_ARGS = 24
};

struct plugin_options
{
  char *args[PLUGIN_ARGS]; /* options of sfmerge, with their dashes, from
                              malloc */
  size_t arg_count;
  const char *program; /* sfmerge to run, or NULL for the default */
  bool fatal;          /* no output is better than one without .sframe */
  bool verbose;
  bool targeted;    /* ARGS choose a version */
  bool relocatable; /* the output is an object */
};

/* Parse TEXT, KEY or KEY=VALUE, and keep a pointer to it.  A repeated key
   replaces the first.  Returns false, after a message, if it is not a valid
   option.  */
bool plugin_options_take (struct plugin_options *options, const char *text);

/* Messages through the linker.  */

/* Use the linker's HOOK; without one, messages go to standard error.  */
void plugin_messages_to (ld_plugin_message hook);

/* Print the message FORMAT at LEVEL.  The linker adds its own name and the
   level.  LDPL_FATAL ends the linker.  */
void plugin_say (enum ld_plugin_level level, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

#endif /* PLUGIN_PLUGIN_H */
