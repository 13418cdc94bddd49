/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-run.h - running sfmerge on the output of the link.  */

#ifndef PLUGIN_RUN_H
#define PLUGIN_RUN_H

#include "plugin-inputs.h"
#include "plugin-options.h"

/* Merge INPUTS into OUTPUT, which the linker has just finished, if there is
   anything to do with it: sfmerge link, or sfmerge repair where it is a
   relocatable object or nothing was listed.  Returns whether OUTPUT may stay
   as it is now; what went wrong has been said.  */
bool plugin_run (const struct plugin_options *options,
                 const struct plugin_inputs *inputs, const char *output);

#endif /* PLUGIN_RUN_H */
