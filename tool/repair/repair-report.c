/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-report.c - reports on one FILE of sfmerge repair.  */

#include "config.h"

#include <inttypes.h>

#include "consumers.h"
#include "file-list.h"
#include "image-edit.h"
#include "repair-run.h"
#include "report.h"
#include "text.h"

void
repair_tell (struct repair_run *run)
{
  const struct diag_sink *sink = &run->report->sink;
  const struct relobj_result *c = &run->counts;

  if (run->reported)
    return;
  run->reported = true;
  if (run->options->way != NULL)
    {
      if (run->kind == FILE_ARCHIVE || run->kind == FILE_THIN)
        diag (sink, DIAG_DETAIL, run->path,
              "members with .sframe %" PRIu64 ", bytes removed %" PRIu64,
              run->objects, c->bytes);
      return;
    }
  if (run->kind == FILE_ARCHIVE || run->kind == FILE_THIN)
    diag (sink, DIAG_DETAIL, run->path,
          "members with .sframe %" PRIu64 ", rewritten %" PRIu64
          ", functions %" PRIu64 " of %" PRIu64,
          run->objects, run->rewritten, c->out_functions, c->functions);
  if (run->options->common.fill == FILL_ALL
      || (run->options->common.fill != FILL_NONE && c->synth.frames != 0))
    fill_report (&c->synth, run->path, sink);
  /* image_edit_tell has reported those of an image.  */
  if (run->image.change.content_size == 0)
    losses_say (c->losses, run->path, sink);
}

static const char *
kind_name (enum file_kind kind)
{
  switch (kind)
    {
    case FILE_OBJECT:
      return "object";
    case FILE_IMAGE:
      return "image";
    case FILE_ARCHIVE:
      return "archive";
    case FILE_THIN:
      return "thin-archive";
    default:
      return "other";
    }
}

/* The same for a command that removes.  */
static json_t *
removed_json (const struct repair_run *run, const char *state)
{
  char path[4096];

  return json_pack (
      "{s:s, s:s, s:b, s:s, s:I, s:I, s:{s:I, s:I}, s:o*}", "file",
      printable (run->path, path, sizeof path), "kind", kind_name (run->kind),
      "gzip", (int) run->packed, "state", state, "objects",
      (json_int_t) run->objects, "rewritten", (json_int_t) run->rewritten,
      "removed", "sections", (json_int_t) run->counts.sections, "bytes",
      (json_int_t) run->counts.bytes, "failures", document_failures ());
}

json_t *
repair_json (const struct repair_run *run, const char *state)
{
  const struct relobj_result *c = &run->counts;
  char path[4096];

  if (run->options->way != NULL)
    return removed_json (run, state);
  json_t *root = json_pack (
      "{s:s, s:s, s:b, s:s, s:I, s:I, s:{s:I, s:I, s:I, s:I, s:I, s:I, s:I, "
      "s:I}, s:o, s:o*}",
      "file", printable (run->path, path, sizeof path), "kind",
      kind_name (run->kind), "gzip", (int) run->packed, "state", state,
      "objects", (json_int_t) run->objects, "rewritten",
      (json_int_t) run->rewritten, "found", "pieces", (json_int_t) c->pieces,
      "functions", (json_int_t) c->functions, "dead", (json_int_t) c->dead,
      "described_twice", (json_int_t) c->duplicates, "void_relocations",
      (json_int_t) c->none_count, "paired_by_order", (json_int_t) c->by_order,
      "kept", (json_int_t) c->out_functions, "parts", (json_int_t) c->parts,
      "losses", losses_json (c->losses), "failures", document_failures ());
  if ((run->image.change.content_size != 0
       && json_object_set_new (root, "section", image_edit_json (&run->image))
              != 0)
      || ((run->options->common.fill == FILL_ALL || run->image.describe.fill)
          && json_object_set_new (root, "synth", fill_json (&c->synth)) != 0))
    {
      json_decref (root);
      return NULL;
    }
  return root;
}
