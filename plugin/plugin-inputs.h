/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-inputs.h - the objects and archives of the link, in its order.  */

#ifndef PLUGIN_INPUTS_H
#define PLUGIN_INPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include <plugin-api.h>

struct plugin_inputs
{
  char **names; /* from malloc, as the linker calls them */
  size_t count;
  size_t capacity;
  void *known;  /* the same as a tree, for tsearch */
  bool dynamic; /* there was a shared object */
};

/* Add FILE, which the linker is about to take, if it is an object or a member
   of an archive.  Returns false if memory ran out.  */
bool plugin_inputs_add (struct plugin_inputs *inputs,
                        const struct ld_plugin_input_file *file);

/* Whether a plug-in was loaded after this one, which therefore may claim what
   this one has seen.  */
bool plugin_inputs_may_be_claimed (void);

#endif /* PLUGIN_INPUTS_H */
