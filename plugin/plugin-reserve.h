/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-reserve.h - room in the output for what will be merged.  */

#ifndef PLUGIN_RESERVE_H
#define PLUGIN_RESERVE_H

#include "plugin-inputs.h"
#include "plugin-options.h"

/* Make the object that sfmerge reserve makes of INPUTS.  Returns its path,
   valid until the process ends, or NULL where there is none.  */
const char *plugin_reserve (const struct plugin_options *options,
                            const struct plugin_inputs *inputs);

#endif /* PLUGIN_RESERVE_H */
