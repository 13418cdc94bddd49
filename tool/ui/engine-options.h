/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   engine-options.h - the engine options that the commands use.  */

#ifndef TOOL_ENGINE_OPTIONS_H
#define TOOL_ENGINE_OPTIONS_H

#include "sfmerge.h"

/* Options for a merge to TARGET: large pages, and one thread for each
   processor available to this process.  */
struct sfm_options engine_options (enum sfm_target target);

#endif /* TOOL_ENGINE_OPTIONS_H */
