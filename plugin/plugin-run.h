/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-run.h - run sfmerge on the output of the link.  */

#ifndef PLUGIN_RUN_H
#define PLUGIN_RUN_H

#include "plugin-options.h"

/* Let sfmerge repair describe OUTPUT, which the linker has just finished, if
   it is an ELF file.  Returns whether it succeeded or had nothing to do;
   failures are reported.  */
bool plugin_run (const struct plugin_options *options, const char *output);

#endif /* PLUGIN_RUN_H */
