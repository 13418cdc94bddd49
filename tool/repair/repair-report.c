/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-report.c - what a run of sfmerge repair has to tell about one
   FILE.  */

#include "config.h"

#include <inttypes.h>

#include "consumers.h"
#include "losses.h"
#include "repair-job.h"

void
repair_tell (struct repair_job *job)
{
  const struct say *sink = &job->report->sink;
  const struct relobj_result *c = &job->counts;

  if (job->told)
    return;
  job->told = true;
  if (job->kind == CONTENT_ARCHIVE || job->kind == CONTENT_THIN)
    say (sink, SAY_DETAIL, job->path,
         "members with .sframe %" PRIu64 ", rewritten %" PRIu64
         ", functions %" PRIu64 " of %" PRIu64,
         job->objects, job->rewritten, c->out_functions, c->functions);
  /* image_job_tell has said those of an image.  */
  if (job->image.size == 0)
    losses_say (c->losses, job->path, sink);
}

static const char *
kind_name (enum content_kind kind)
{
  switch (kind)
    {
    case CONTENT_OBJECT:
      return "object";
    case CONTENT_IMAGE:
      return "image";
    case CONTENT_ARCHIVE:
      return "archive";
    case CONTENT_THIN:
      return "thin-archive";
    default:
      return "other";
    }
}

json_t *
repair_json (const struct repair_job *job, const char *state)
{
  const struct relobj_result *c = &job->counts;
  char path[4096];

  json_t *root = json_pack (
      "{s:s, s:s, s:b, s:s, s:I, s:I, s:{s:I, s:I, s:I, s:I, s:I, s:I, s:I, "
      "s:I}, s:o}",
      "file", report_escape (job->path, path, sizeof path), "kind",
      kind_name (job->kind), "gzip", (int) job->packed, "state", state,
      "objects", (json_int_t) job->objects, "rewritten",
      (json_int_t) job->rewritten, "found", "pieces", (json_int_t) c->pieces,
      "functions", (json_int_t) c->functions, "dead", (json_int_t) c->dead,
      "described_twice", (json_int_t) c->duplicates, "void_relocations",
      (json_int_t) c->none_count, "paired_by_order", (json_int_t) c->strayed,
      "kept", (json_int_t) c->out_functions, "parts", (json_int_t) c->parts,
      "losses", losses_json (c->losses));
  if (job->image.size != 0
      && json_object_set_new (root, "section", image_job_json (&job->image))
             != 0)
    {
      json_decref (root);
      return NULL;
    }
  return root;
}
