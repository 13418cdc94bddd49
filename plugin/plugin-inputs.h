/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-inputs.h - the objects and archives of the link, in link order.  */

#ifndef PLUGIN_INPUTS_H
#define PLUGIN_INPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include <plugin-api.h>

struct plugin_inputs
{
  char **names; /* from malloc, as named by the linker */
  size_t count;
  size_t capacity;
  void *known;  /* the same names as a tree for tsearch */
  bool dynamic; /* the link has a shared object */
};

/* Add the name of FILE, which the linker offers, if it is an object or a
   member of an archive.  Returns false if memory ran out.  */
bool plugin_inputs_add (struct plugin_inputs *inputs,
                        const struct ld_plugin_input_file *file);

/* Whether another plugin was loaded after this one, which may thus claim files
   that this one has seen.  */
bool plugin_inputs_may_be_claimed (void);

/* Whether several objects of INPUTS have both .sframe and section groups,
   which gold may refuse to link.  Members of archives are not looked at.  */
bool plugin_inputs_may_clash (const struct plugin_inputs *inputs);

#endif /* PLUGIN_INPUTS_H */
