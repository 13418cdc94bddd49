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

/* An option of sfmerge, with its dashes, from malloc.  */
struct plugin_arg
{
  char *text;
  bool for_repair; /* sfmerge repair has it too */
};

/* When to add the object that sfmerge reserve makes.  */
enum plugin_reserve_when
{
  PLUGIN_RESERVE_AUTO, /* if the linker may leave too little space */
  PLUGIN_RESERVE_ALWAYS,
  PLUGIN_RESERVE_NEVER
};

struct plugin_options
{
  struct plugin_arg args[PLUGIN_ARGS];
  size_t arg_count;
  const char *program; /* sfmerge to run, or NULL for the default */
  bool fatal;          /* rather no output than one without a merged .sframe */
  bool verbose;
  enum plugin_reserve_when reserve;
  bool has_map;
};

/* Parse TEXT, KEY or KEY=VALUE, and keep a pointer to it.  A repeated key
   replaces the first.  Returns false, after a message, if it is not a valid
   option.  */
bool plugin_options_take (struct plugin_options *options, const char *text);

#endif /* PLUGIN_OPTIONS_H */
