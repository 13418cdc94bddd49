/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fill-report.h - reports on what was made of .eh_frame.  */

#ifndef TOOL_FILL_REPORT_H
#define TOOL_FILL_REPORT_H

#include <jansson.h>

#include "diag.h"
#include "synth-counts.h"

/* Report to SINK what the .eh_frame of the file PATH has, and what of it is
   not described, by COUNTS; if PATH is NULL, the sums over several files.  */
void fill_report (const struct synth_counts *counts, const char *path,
                  const struct diag_sink *sink);

/* The same as JSON; NULL: no memory.  */
json_t *fill_json (const struct synth_counts *counts);

#endif /* TOOL_FILL_REPORT_H */
