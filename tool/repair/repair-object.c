/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-object.c - sfmerge repair of a relocatable object.  */

#include "config.h"

#include <inttypes.h>

#include "consumers.h"
#include "repair-job.h"

/* Add what was done to one object to JOB's counts.  */
static void
add_counts (struct repair_job *job, const struct relobj_result *result)
{
  struct relobj_result *sum = &job->counts;

  sum->sections += result->sections;
  sum->rewritten += result->rewritten;
  sum->parts += result->parts;
  sum->pieces += result->pieces;
  sum->functions += result->functions;
  sum->out_functions += result->out_functions;
  sum->dead += result->dead;
  sum->duplicates += result->duplicates;
  sum->none_count += result->none_count;
  sum->strayed += result->strayed;
  for (unsigned i = 0; i < SFM_LOSS_COUNT; i++)
    sum->losses[i] += result->losses[i];
  job->objects += result->sections != 0;
  job->rewritten += result->rewritten != 0;
}

sfm_status
repair_object (struct repair_job *job, const char *name, const uint8_t *bytes,
               size_t size, uint8_t **out, size_t *out_size)
{
  const struct relobj_options options = {
    .convert = job->options->common.targeted,
    .target = job->options->common.target,
    .split = job->options->split,
    .partial = job->options->common.partial,
    .no_verify = !job->options->common.verify,
  };
  struct relobj_result result;
  const struct say *sink = &job->report->sink;

  sfm_status status = relobj_rewrite (name, bytes, size, &options, out,
                                      out_size, &result, sink);
  job->refused |= result.refused;
  if (status != SFM_OK)
    return status;
  add_counts (job, &result);
  if (result.sections != 0)
    say (sink, SAY_DETAIL, name,
         "%s: %s, pieces %" PRIu64 ", functions %" PRIu64 " of %" PRIu64
         ", dead %" PRIu64 ", described twice %" PRIu64
         ", void relocations %" PRIu64 "%s",
         result.rewritten != 0 ? "rewritten" : "right as it is",
         target_name (result.target), result.pieces, result.out_functions,
         result.functions, result.dead, result.duplicates, result.none_count,
         result.strayed != 0 ? ", relocations paired by order" : "");
  if (result.parts > result.sections)
    say (sink, SAY_DETAIL, name,
         "functions in %" PRIu64 " .sframe sections, not %" PRIu32,
         result.parts, result.sections);
  return SFM_OK;
}
