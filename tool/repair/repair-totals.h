/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-totals.h - the sums over all files of sfmerge repair -r.  */

#ifndef TOOL_REPAIR_TOTALS_H
#define TOOL_REPAIR_TOTALS_H

#include "repair-limits.h"
#include "repair-run.h"

/* Why files failed.  */
struct totals_reason
{
  char text[REPORT_ERROR_SIZE]; /* the message, without its numbers */
  uint64_t files;
};

struct repair_totals
{
  uint64_t outcomes[REPAIR_OUTCOMES]; /* files of each */
  uint64_t functions;
  uint64_t bytes;
  struct synth_counts synth;
  struct totals_reason reasons[TOTALS_REASONS];
  size_t reason_count;
  uint64_t other_reasons; /* files with further reasons */
};

/* Add RESULT to TOTALS.  */
void totals_add (struct repair_totals *totals,
                 const struct repair_result *result);

/* Report TOTALS, and what the walk that made LIST skipped.  */
void totals_tell (const struct repair_totals *totals,
                  const struct repair_options *options,
                  const struct file_list *list, const struct diag_sink *sink);

/* The same as JSON; NULL: no memory.  */
json_t *totals_json (const struct repair_totals *totals,
                     const struct repair_options *options,
                     const struct file_list *list);

#endif /* TOOL_REPAIR_TOTALS_H */
