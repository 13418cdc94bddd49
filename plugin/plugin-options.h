/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-options.h - parse -plugin-opt.  */

#ifndef PLUGIN_OPTIONS_H
#define PLUGIN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

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
  bool fatal;          /* rather no output than one without .sframe */
  bool verbose;
  bool targeted;    /* ARGS choose a version */
  bool relocatable; /* the output is an object */
};

/* Parse TEXT, KEY or KEY=VALUE, and keep a pointer to it.  A repeated key
   replaces the first.  Returns false, after a message, if it is not a valid
   option.  */
bool plugin_options_take (struct plugin_options *options, const char *text);

#endif /* PLUGIN_OPTIONS_H */
