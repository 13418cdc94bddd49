/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-reserve.h - reserve space in the output for the merged section.  */

#ifndef PLUGIN_RESERVE_H
#define PLUGIN_RESERVE_H

#include "plugin-inputs.h"
#include "plugin-options.h"

/* Run sfmerge reserve for INPUTS.  Returns the path of the object, valid until
   the process ends, or NULL if there is none.  */
const char *plugin_reserve (const struct plugin_options *options,
                            const struct plugin_inputs *inputs);

#endif /* PLUGIN_RESERVE_H */
