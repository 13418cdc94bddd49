/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   link-report.c - what sfmerge link refuses, and the reports on it.  */

#include "config.h"

#include <inttypes.h>

#include "file-list.h"
#include "link-run.h"
#include "sframe-section.h"

/* Whether losses are allowed: by the user, or because a complete .eh_frame
   supplies what rows it can.  */
static bool
may_lose (const struct link_run *run)
{
  return run->options.common.partial
         || (run->edit.describe.fill && run->edit.context.index.eh.complete);
}

/* Advice about functions that are not found, as the end of a message.  */
static const char *
missing_advice (const struct link_run *run)
{
  if (run->options.common.partial)
    return "";
  if (run->map != NULL || run->counts.unproven == run->counts.missing)
    return "; --partial goes on without them";
  if (run->edit.context.index.has_symtab)
    return "; give the link map (--from-map), or --partial to go on without "
           "them";
  return "; it is stripped: give the link map (--from-map) or a file with its "
         "symbols (--symbols), link it again with .sframe kept, or go on "
         "without them (--partial)";
}

/* Whether SFrame that the engine does not know may be lost; each input that
   has some gets one message.  That of the image comes from its inputs, but
   maybe not from those that were given.  A section with nothing else may be a
   good table for other readers, whatever .eh_frame has.  */
static bool
check_later (struct link_run *run)
{
  const struct later_sframe *later = &run->edit.context.existing.later;
  const struct diag_sink *sink = &run->report.sink;
  const bool lose = may_lose (run);
  const bool replace = later->alone ? run->options.common.partial : lose;
  bool lost;
  const size_t inputs = later_objects_say (
      run->placer, lose ? DIAG_WARNING : DIAG_ERROR,
      lose ? "" : "; --partial goes on without them", sink, &lost);

  if (later->count != 0 && (later->alone || inputs == 0))
    diag_at (sink, replace ? DIAG_WARNING : DIAG_ERROR,
             run->edit.context.image.path, later->section, later->what.offset,
             "%s: " LATER_TEXT "; %s", later->what.text,
             replace ? "what it describes is lost" : "--partial replaces it");
  return (lose || !lost) && (replace || later->count == 0);
}

/* Whether the inputs are those of another link: the image has none of their
   functions, and neither call frame information nor a table of its own, so
   that nothing would be described.  */
static bool
are_others (const struct link_run *run)
{
  const struct place_counts *c = &run->counts;
  const size_t none = c->absent + c->unsure + c->changed;

  return none != 0 && none + c->empty + c->dead == c->functions
         && !run->edit.context.index.eh.complete
         && run->edit.context.existing.functions.count == 0;
}

/* Whether no function of the inputs is missing that the image may have in code
   that nothing describes, and the inputs are not those of another link; or the
   user allows it.  */
static bool
check_found (struct link_run *run)
{
  const struct place_counts *c = &run->counts;
  const struct diag_sink *sink = &run->report.sink;
  const char *path = run->edit.context.image.path;
  const bool partial = run->options.common.partial;
  const enum diag_severity kind = partial ? DIAG_WARNING : DIAG_ERROR;
  const bool others = are_others (run);

  if (c->missing != 0)
    diag (sink, kind, path,
          "%zu of %zu functions of the inputs are not found in it, and it has "
          "code that nothing describes%s",
          c->missing, c->functions, missing_advice (run));
  if (c->unproven != 0)
    diag (sink, DIAG_NOTE, path,
          "of %zu of these it has the name and the code, but no call frame "
          "information, and the code is too short, or a part of a function, "
          "to prove that it is theirs; a link map (--from-map) does",
          c->unproven);
  if (c->unsure != 0)
    diag (sink, DIAG_NOTE, path,
          "%zu of %zu functions of the inputs may be in code that nothing "
          "describes, which is short or has other names; a link map "
          "(--from-map) tells",
          c->unsure, c->functions);
  if (others)
    diag (sink, kind, path,
          "it has none of the %zu functions of the inputs; are they those of "
          "its link?",
          c->functions);
  return partial || (c->missing == 0 && !others);
}

/* Whether the map, if there is one, is that of this link, or the user does not
   care.  */
static bool
check_map (struct link_run *run)
{
  const struct place_counts *c = &run->counts;
  const struct diag_sink *sink = &run->report.sink;
  const char *path = run->edit.context.image.path, *map = run->options.map;
  const bool partial = run->options.common.partial;
  const enum diag_severity kind = partial ? DIAG_WARNING : DIAG_ERROR;
  const bool placeless = run->map != NULL && c->map == 0 && c->existing == 0
                         && c->missing == 0 && c->contradicted == 0
                         && c->discarded != 0;

  if (c->contradicted != 0)
    diag (sink, kind, path,
          "the map %s and the image disagree on %zu of %zu functions of the "
          "inputs; is it the map of this link?",
          map, c->contradicted, c->functions);
  if (placeless)
    diag (sink, kind, path,
          "the map %s has no place for any function of the inputs; is it the "
          "map of this link?",
          map);
  return partial || (c->contradicted == 0 && !placeless);
}

sfm_status
link_run_check (struct link_run *run)
{
  const struct place_counts *c = &run->counts;
  const struct diag_sink *sink = &run->report.sink;
  const char *path = run->edit.context.image.path;
  const bool lose = may_lose (run), found = check_found (run);
  const enum diag_severity kind = lose ? DIAG_WARNING : DIAG_ERROR;

  if (c->wrong_rows != 0)
    diag (sink, kind, path,
          "%zu of %zu functions of the inputs have rows that contradict its "
          ".eh_frame%s",
          c->wrong_rows, c->functions,
          lose ? "" : "; --partial goes on without them");
  if (c->unjudged != 0)
    diag (sink, DIAG_WARNING, path,
          "%zu of %zu functions of the inputs are left out, as rows cannot "
          "say what its .eh_frame does, or it cannot be judged",
          c->unjudged, c->functions);
  const bool mapped = check_map (run);
  if (run->edit.describe.mixed)
    diag (sink, kind, path,
          "its own pieces cannot be merged with each other%s",
          lose ? "" : "; --partial goes on without some");
  const bool known = check_later (run);
  return found && mapped && known
                 && (lose || (c->wrong_rows == 0 && !run->edit.describe.mixed))
             ? SFM_OK
             : SFM_ERR_UNSUPP;
}

static void
tell_loss (void *data, const struct sfm_note *note)
{
  struct link_run *run = data;
  const char *section;
  const char *name = placer_input_name (run->placer, note->input, &section);

  diag_at (&run->report.sink, DIAG_DETAIL, name, section, note->field,
           "function at 0x%" PRIx64 ": %s", note->addr,
           sfm_loss_text (note->loss));
}

static void
tell_counts (struct link_run *run)
{
  const struct place_counts *c = &run->counts;
  const struct diag_sink *sink = &run->report.sink;
  const char *path = run->edit.context.image.path;

  diag (sink, DIAG_DETAIL, path,
        "functions of the inputs: %zu; described by the image already: %zu, "
        "placed by the map: %zu, by symbols: %zu",
        c->functions, c->existing, c->map, c->symbols);
  diag (sink, DIAG_DETAIL, path,
        "not in the image: discarded %zu, not extracted %zu, absent %zu, "
        "superseded %zu, dead %zu, empty %zu, unsure %zu",
        c->discarded, c->not_extracted, c->absent, c->superseded, c->dead,
        c->empty, c->unsure);
  diag (sink, DIAG_DETAIL, path,
        "left out: changed %zu, not found %zu, contradicted %zu, unjudged %zu",
        c->changed, c->missing, c->contradicted + c->wrong_rows, c->unjudged);
  if (c->changed != 0)
    diag (sink, DIAG_WARNING, path,
          "%zu of %zu functions of the inputs are left out, as the image has "
          "other code under their names",
          c->changed, c->functions);
  if (c->corrected != 0)
    diag (
        sink, DIAG_NOTE, path,
        "%zu of %zu functions of the inputs have the end of the stack, or the "
        "marks, of .eh_frame now",
        c->corrected, c->functions);
  if (c->superseded != 0)
    diag (sink, DIAG_NOTE, path,
          "%zu functions of the inputs were recompiled at link time; only "
          "the objects of -save-temps describe the new ones",
          c->superseded);
}

void
link_run_tell (struct link_run *run)
{
  tell_counts (run);
  sfm_merger_each_loss (run->edit.merger, tell_loss, run);
  if (run->options.common.fill >= FILL_ALL
      || (run->edit.describe.fill && run->edit.describe.counts.frames != 0))
    fill_report (&run->edit.describe.counts, run->edit.context.image.path,
                 &run->report.sink);
  image_edit_tell (&run->edit);
}

/* C as JSON; NULL: no memory.  */
static json_t *
json_counts (const struct place_counts *c)
{
  const struct
  {
    const char *name;
    size_t count;
  } counts[] = {
    { "functions", c->functions },
    { "described_by_image", c->existing },
    { "placed_by_map", c->map },
    { "placed_by_symbols", c->symbols },
    { "discarded", c->discarded },
    { "not_extracted", c->not_extracted },
    { "absent", c->absent },
    { "unsure", c->unsure },
    { "superseded", c->superseded },
    { "dead", c->dead },
    { "empty", c->empty },
    { "changed", c->changed },
    { "not_found", c->missing },
    { "contradicted", c->contradicted + c->wrong_rows },
    { "unjudged", c->unjudged },
    { "corrected", c->corrected },
  };
  json_t *object = json_object ();

  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    json_add (&object, counts[i].name,
              json_integer ((json_int_t) counts[i].count));
  return object;
}

sfm_status
link_run_json (struct link_run *run)
{
  char path[4096];
  uint64_t losses[SFM_LOSS_COUNT];
  size_t size;

  if (!run->options.common.json)
    return SFM_OK;
  sfm_merger_losses (run->edit.merger, losses, SFM_LOSS_COUNT);
  json_t *root = json_pack (
      "{s:s, s:o, s:o, s:o}", "image",
      printable (run->edit.context.image.path, path, sizeof path), "inputs",
      json_counts (&run->counts), "output", image_edit_json (&run->edit),
      "losses", losses_json (losses));
  if (run->options.common.fill != FILL_NONE)
    json_add (&root, "synth", fill_json (&run->edit.describe.counts));
  run->json = json_text (root, JSON_INDENT (2) | JSON_EMBED, &size);
  return run->json == NULL ? diag_nomem (&run->report.sink, NULL) : SFM_OK;
}
