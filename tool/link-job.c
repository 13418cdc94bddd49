/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-job.c - what a run of sfmerge link has to tell.  */

#include "config.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

#include "json-text.h"
#include "link-job.h"
#include "losses.h"

/* Name one loss, for -v.  */
static void
tell_loss (void *data, const struct sfm_note *note)
{
  struct link_job *job = data;
  const char *section;
  const char *name = placer_input_name (job->placer, note->input, &section);

  say_at (&job->report->sink, SAY_DETAIL, name, section, note->field,
          "function at 0x%" PRIx64 ": %s", note->addr,
          sfm_loss_text (note->loss));
}

/* Say a line for each of the inputs' counts.  */
static void
tell_counts (struct link_job *job)
{
  const struct place_counts *c = &job->counts;
  const struct say *sink = &job->report->sink;
  const char *path = job->image.path;

  say (sink, SAY_DETAIL, path,
       "functions of the inputs: %zu; described by the image already: %zu, "
       "placed by the map: %zu, by symbols: %zu, by their code: %zu",
       c->functions, c->own, c->map, c->symbols, c->code);
  say (sink, SAY_DETAIL, path,
       "not in the image: folded %zu, discarded %zu, not extracted %zu, "
       "superseded %zu, dead %zu, empty %zu",
       c->folded, c->discarded, c->not_extracted, c->superseded, c->dead,
       c->empty);
  say (sink, SAY_DETAIL, path,
       "left out: changed %zu, not found %zu, contradicted %zu", c->changed,
       c->missing, c->contradicted);
  if (c->changed != 0)
    say (sink, SAY_WARNING, path,
         "%zu of %zu functions of the inputs are left out, as the image has "
         "other code under their names",
         c->changed, c->functions);
  if (c->superseded != 0)
    say (sink, SAY_NOTE, path,
         "%zu functions of the inputs were compiled anew at link time; only "
         "the objects of -save-temps describe the new ones",
         c->superseded);
}

void
link_job_tell (struct link_job *job)
{
  const struct say *sink = &job->report->sink;
  struct sfm_stats stats;

  tell_counts (job);
  sfm_merger_stats (job->merger, &stats);
  sfm_merger_each_loss (job->merger, tell_loss, job);
  losses_say (stats.losses, job->image.path, sink);
  if (stats.saved_bytes != 0)
    say (sink, SAY_DETAIL, job->image.path,
         "compact: %" PRIu64 " functions use the rows of others, %" PRIu64
         " rows repeated the one before, %" PRIu64 " bytes saved",
         stats.sharing_functions, stats.repeated_rows, stats.saved_bytes);
  if (job->result.rename_failed)
    say (sink, SAY_WARNING, job->image.path,
         "the section keeps its name, as other names share its bytes");
  if (job->result.none_count != 0)
    say (sink, SAY_NOTE, job->image.path,
         "%" PRIu64 " relocations of .sframe described the old section and "
         "are void now",
         job->result.none_count);
  if (job->result.no_segment)
    say (sink, SAY_NOTE, job->image.path,
         "it has no PT_GNU_SFRAME, by which the kernel and libc find the "
         "section%s%s",
         job->grow.why[0] != '\0' ? ": " : "", job->grow.why);
  say (sink, SAY_DETAIL, job->image.path,
       "merged: %" PRIu64 " functions, %" PRIu64 " rows, %zu bytes of %" PRIu64
       " at 0x%" PRIx64,
       stats.out_functions, stats.out_rows, job->size, job->room.size,
       job->room.addr);
}

/* NULL: no memory.  */
static json_t *
json_counts (const struct place_counts *c)
{
  const struct
  {
    const char *name;
    size_t count;
  } counts[] = {
    { "functions", c->functions },   { "described_by_image", c->own },
    { "placed_by_map", c->map },     { "placed_by_symbols", c->symbols },
    { "placed_by_code", c->code },   { "folded", c->folded },
    { "discarded", c->discarded },   { "not_extracted", c->not_extracted },
    { "superseded", c->superseded }, { "dead", c->dead },
    { "empty", c->empty },           { "changed", c->changed },
    { "not_found", c->missing },     { "contradicted", c->contradicted },
  };
  json_t *object = json_object ();

  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    if (json_object_set_new (object, counts[i].name,
                             json_integer ((json_int_t) counts[i].count))
        != 0)
      {
        json_decref (object);
        return NULL;
      }
  return object;
}

sfm_status
link_job_json (struct link_job *job)
{
  char path[4096], addr[sizeof "0x" + 16];
  struct sfm_stats stats;

  sfm_merger_stats (job->merger, &stats);
  snprintf (addr, sizeof addr, "0x%" PRIx64, job->room.addr);
  json_t *root = json_pack (
      "{s:i, s:s, s:o, s:{s:I, s:I, s:I, s:I, s:s, s:b, s:s, s:I, s:I, s:I}, "
      "s:o}",
      "schema", 1, "image", report_escape (job->image.path, path, sizeof path),
      "inputs", json_counts (&job->counts), "output", "functions",
      (json_int_t) stats.out_functions, "rows", (json_int_t) stats.out_rows,
      "bytes", (json_int_t) job->size, "room", (json_int_t) job->room.size,
      "address", addr, "segment", job->copy != NULL && !job->result.no_segment,
      "grown", job->copy != NULL ? grow_name (&job->grow) : "none",
      "saved_bytes", (json_int_t) stats.saved_bytes, "repeated_rows",
      (json_int_t) stats.repeated_rows, "sharing_functions",
      (json_int_t) stats.sharing_functions, "losses",
      losses_json (stats.losses));
  size_t size;
  job->json = json_text (root, JSON_INDENT (2), &size);
  return job->json == NULL ? say_nomem (&job->report->sink, NULL) : SFM_OK;
}
