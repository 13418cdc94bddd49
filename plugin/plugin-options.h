/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-options.h - what -plugin-opt can say.  */

#ifndef PLUGIN_OPTIONS_H
#define PLUGIN_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

enum
{
  /* As many as the table has, or more.  */
  PLUGIN_ARGS = 24
};

/* An option of sfmerge's, with its dashes, from malloc.  */
struct plugin_arg
{
  char *text;
  bool for_repair; /* sfmerge repair knows it too */
};

/* Whether to add the object that sfmerge reserve makes.  */
enum plugin_reserve_when
{
  PLUGIN_RESERVE_AUTO, /* where the linker leaves too little room */
  PLUGIN_RESERVE_ALWAYS,
  PLUGIN_RESERVE_NEVER
};

struct plugin_options
{
  struct plugin_arg args[PLUGIN_ARGS];
  size_t arg_count;
  const char *program; /* the sfmerge to run, or NULL: its own */
  bool fatal;          /* no output rather than one that is not merged */
  bool verbose;
  enum plugin_reserve_when reserve;
  bool has_map;
};

/* Take TEXT, KEY or KEY=VALUE; it is kept.  A key that comes again replaces
   the first.  Returns whether it is an option; else it has said why not.  */
bool plugin_options_take (struct plugin_options *options, const char *text);

#endif /* PLUGIN_OPTIONS_H */
