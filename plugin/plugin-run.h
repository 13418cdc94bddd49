/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-run.h - run sfmerge on the output of the link.  */

#ifndef PLUGIN_RUN_H
#define PLUGIN_RUN_H

#include "plugin-inputs.h"
#include "plugin-options.h"

/* Merge INPUTS into OUTPUT, which the linker has just finished, if that
   applies: by sfmerge link, or by sfmerge repair if OUTPUT is a relocatable
   object or INPUTS is empty.  Returns whether it succeeded or had nothing to
   do; failures are reported.  */
bool plugin_run (const struct plugin_options *options,
                 const struct plugin_inputs *inputs, const char *output);

#endif /* PLUGIN_RUN_H */
