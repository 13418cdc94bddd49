/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-object.c - sfmerge repair of a relocatable object.  */

#include "config.h"

#include <inttypes.h>

#include "repair-run.h"

/* Add the figures of one object to RUN's counts.  */
static void
add_counts (struct repair_run *run, const struct relobj_result *result)
{
  struct relobj_result *sum = &run->counts;

  sum->sections += result->sections;
  sum->rewritten += result->rewritten;
  sum->parts += result->parts;
  sum->pieces += result->pieces;
  sum->functions += result->functions;
  sum->out_functions += result->out_functions;
  sum->bytes += result->bytes;
  sum->dead += result->dead;
  sum->duplicates += result->duplicates;
  sum->none_count += result->none_count;
  sum->by_order += result->by_order;
  for (unsigned i = 0; i < SFM_LOSS_COUNT; i++)
    sum->losses[i] += result->losses[i];
  synth_counts_add (&sum->synth, &result->synth);
  run->objects += result->sections != 0;
  run->rewritten += result->rewritten != 0;
}

sfm_status
repair_object (struct repair_run *run, const char *name, const uint8_t *bytes,
               size_t size, uint8_t **out, size_t *out_size)
{
  const struct consumer *consumer = run->options->common.consumer;
  const struct relobj_options options = {
    .convert = run->options->common.targeted,
    .target = run->options->common.target,
    .reader = consumer != NULL ? consumer->reader : 0,
    .split = run->options->split,
    .synth = run->options->common.fill == FILL_ALL,
    .keep = run->options->common.keep,
    .partial = run->options->common.partial,
    .no_verify = !run->options->common.verify,
  };
  struct relobj_result result;
  const struct diag_sink *sink = &run->report->sink;

  if (run->options->strip)
    return repair_strip (run, name, bytes, size, out, out_size);
  sfm_status status = relobj_rewrite (name, bytes, size, &options, out,
                                      out_size, &result, sink);
  run->refused |= result.refused;
  if (status != SFM_OK)
    return status;
  add_counts (run, &result);
  if (result.sections != 0)
    diag (sink, DIAG_DETAIL, name,
          "%s: %s, pieces %" PRIu64 ", functions %" PRIu64 " of %" PRIu64
          ", dead %" PRIu64 ", described twice %" PRIu64
          ", void relocations %" PRIu64 "%s",
          result.rewritten != 0 ? "rewritten" : "right as it is",
          target_name (result.target), result.pieces, result.out_functions,
          result.functions, result.dead, result.duplicates, result.none_count,
          result.by_order != 0 ? ", relocations paired by order" : "");
  if (result.parts > result.sections)
    diag (sink, DIAG_DETAIL, name,
          "functions in %" PRIu64 " .sframe sections, not %" PRIu32,
          result.parts, result.sections);
  return SFM_OK;
}
