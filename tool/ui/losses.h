/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   losses.h - reporting functions that the engine left out.  */

#ifndef TOOL_LOSSES_H
#define TOOL_LOSSES_H

#include <jansson.h>
#include <stdint.h>

#include "diag.h"

/* Print a line about FILE for each nonzero element of COUNTS, which has
   SFM_LOSS_COUNT elements.  */
void losses_say (const uint64_t *counts, const char *file,
                 const struct diag_sink *sink);

/* The same as a JSON array; NULL: no memory.  */
json_t *losses_json (const uint64_t *counts);

#endif /* TOOL_LOSSES_H */
