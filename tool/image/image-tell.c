/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-tell.c - reports on what was made of .eh_frame, on functions that the
   engine left out, and on the merged section of an image.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "image-edit.h"
#include "sfmerge-tool.h"

/* The severity of a loss.  A loss that no look-up can observe is a detail.  */
static enum diag_severity
loudness (enum sfm_loss loss)
{
  switch (loss)
    {
    case SFM_LOSS_ZERO_SIZE:
    case SFM_LOSS_DUPLICATE:
    case SFM_LOSS_REPLACED:
    case SFM_LOSS_SPLIT:
    case SFM_LOSS_ROWS:
      return DIAG_DETAIL;
    case SFM_LOSS_NO_ROOM:
      /* The caller knows what would make room.  */
      return DIAG_NOTE;
    default:
      return DIAG_WARNING;
    }
}

void
losses_say (const uint64_t *counts, const char *file,
            const struct diag_sink *sink)
{
  for (unsigned i = 0; i < SFM_LOSS_COUNT; i++)
    if (counts[i] != 0)
      diag (sink, loudness ((enum sfm_loss) i), file,
            "%" PRIu64 " function%s: %s", counts[i], counts[i] == 1 ? "" : "s",
            sfm_loss_text ((enum sfm_loss) i));
}

json_t *
losses_json (const uint64_t *counts)
{
  static const char *const names[] = {
#define SFM_X(name, text) #name,
    SFM_LOSSES (SFM_X)
#undef SFM_X
  };
  json_t *losses = json_array ();

  for (unsigned i = 0; i < SFM_LOSS_COUNT; i++)
    if (counts[i] != 0)
      json_append (&losses,
                   json_pack ("{s:s, s:s, s:I}", "loss",
                              names[i] + sizeof "SFM_LOSS_" - 1, "text",
                              sfm_loss_text ((enum sfm_loss) i), "functions",
                              (json_int_t) counts[i]));
  return losses;
}

/* Where the counts of a file, or of many, are reported.  */
struct reporting
{
  const char *path; /* NULL: they are sums */
  const struct diag_sink *sink;
};

/* Report COUNT functions as KIND, or a sum as a note, with TEXT.  */
static void
say (const struct reporting *to, enum diag_severity kind, uint64_t count,
     const char *text)
{
  if (count != 0)
    diag (to->sink, to->path == NULL ? DIAG_NOTE : kind, to->path,
          "%" PRIu64 " function%s %s", count, count == 1 ? "" : "s", text);
}

/* Report COUNT functions that are left out because they have TEXT.  */
static void
say_refused (const struct reporting *to, uint64_t count, const char *text)
{
  if (count != 0)
    diag (to->sink, DIAG_NOTE, to->path, "%" PRIu64 " function%s left out: %s",
          count, count == 1 ? "" : "s", text);
}

void
fill_report (const struct synth_counts *c, const char *path,
             const struct diag_sink *sink)
{
  const struct reporting to = { path, sink };

  diag (sink, path == NULL ? DIAG_NOTE : DIAG_DETAIL, path,
        ".eh_frame has %" PRIu64 " FDEs: in .sframe or PLT code %" PRIu64
        ", added %" PRIu64,
        c->frames, c->described, c->added);
  if (c->debug_frames != 0)
    diag (sink, path == NULL ? DIAG_NOTE : DIAG_DETAIL, path,
          ".debug_frame has %" PRIu64 " of these FDEs: added %" PRIu64,
          c->debug_frames, c->debug_added);
  if (c->go_functions != 0)
    diag (sink, path == NULL ? DIAG_NOTE : DIAG_DETAIL, path,
          "the table of Go has %" PRIu64 " functions: in .sframe %" PRIu64
          ", added %" PRIu64 " with %" PRIu64 " bytes",
          c->go_functions, c->go_described, c->go_added, c->go_bytes);
  if (c->go_switches != 0)
    diag (sink, DIAG_DETAIL, path,
          "of these, %" PRIu64 " change to another stack, where walks end",
          c->go_switches);
  if (c->proven != 0)
    diag (sink, path == NULL ? DIAG_NOTE : DIAG_DETAIL, path,
          "proven by code: %" PRIu64 " function%s, %" PRIu64 " bytes",
          c->proven, c->proven == 1 ? "" : "s", c->proven_bytes);
  say (&to, DIAG_WARNING, c->completed,
       "of .sframe replaced: .eh_frame has rules for bytes without a row");
  say (&to, DIAG_WARNING, c->replaced,
       "of .sframe replaced: .eh_frame contradicts the rules");
  say (&to, DIAG_WARNING, c->kept,
       "of .sframe kept, though .eh_frame contradicts the rules");
  for (unsigned i = 0; i < SFM_REFUSAL_COUNT; i++)
    if (i != SFM_REFUSED_CFI)
      say_refused (&to, c->by_reason[i],
                   sfm_refusal_text ((enum sfm_refusal_reason) i));
  for (unsigned i = 0; i < SFM_CFI_PROBLEM_COUNT; i++)
    say_refused (&to, c->by_cfi[i],
                 sfm_cfi_problem_text ((enum sfm_cfi_problem) i));
  say (&to, DIAG_WARNING, c->overlapping,
       "of .eh_frame left out: others claim the same code");
  say (&to, DIAG_WARNING, c->outside,
       "of .eh_frame left out: not wholly in one section of code");
  say (&to, DIAG_WARNING, c->unread,
       "of .eh_frame left out: damaged, or relocated inside");
  say (&to, DIAG_DETAIL, c->unsaved,
       "of .debug_frame left out: Go does not say there where FP is saved");
  say (&to, DIAG_NOTE, c->refuted,
       "of .debug_frame left out: their instructions say otherwise");
  say (&to, DIAG_DETAIL, c->go_open,
       "of Go left out: where FP is does not follow from their instructions");
  say (&to, DIAG_NOTE, c->go_refuted,
       "of Go left out: their instructions contradict the table");
  say (&to, DIAG_WARNING, c->go_broken,
       "of Go left out: the table is damaged there");
  say (&to, DIAG_DETAIL, c->dead,
       "of .eh_frame left out: of code that was discarded");
  say (&to, DIAG_DETAIL, c->twice,
       "of .eh_frame left out: described twice, identically");
  say (&to, DIAG_DETAIL, c->empty, "of .eh_frame left out: size 0");
}

void
done_report (const struct report *report, const char *path, bool before,
             uint64_t functions, uint64_t bytes, const struct synth_counts *c)
{
  const uint64_t has = c->described + c->added;
  const uint64_t shown = c->frames != 0 ? has : functions;
  const char *share = c->frames != 0 ? number_percent (has, c->frames) : "";

  report_done (report, path, "%s%s described%s%s%s, %s",
               before ? "correct already, " : "",
               number_counted (shown, "function"),
               share[0] != '\0' ? " (" : "", share,
               share[0] != '\0' ? ")" : "", number_bytes (bytes));
}

/* Append COUNT functions with REASON and TEXT to *LIST.  */
static void
append (json_t **list, uint64_t count, const char *reason, const char *text)
{
  if (count != 0)
    json_append (list, json_pack ("{s:s, s:s, s:I}", "reason", reason, "text",
                                  text, "functions", (json_int_t) count));
}

static json_t *
refused_json (const struct synth_counts *c)
{
  json_t *list = json_array ();

  for (unsigned i = 0; i < SFM_REFUSAL_COUNT; i++)
    if (i != SFM_REFUSED_CFI)
      append (&list, c->by_reason[i],
              sfm_refusal_word ((enum sfm_refusal_reason) i),
              sfm_refusal_text ((enum sfm_refusal_reason) i));
  for (unsigned i = 0; i < SFM_CFI_PROBLEM_COUNT; i++)
    append (&list, c->by_cfi[i],
            sfm_cfi_problem_word ((enum sfm_cfi_problem) i),
            sfm_cfi_problem_text ((enum sfm_cfi_problem) i));
  return list;
}

json_t *
fill_json (const struct synth_counts *c)
{
  json_t *root = json_object ();

#define PUT(member)                                                           \
  json_add (&root, #member, json_integer ((json_int_t) c->member));
  SYNTH_COUNTS (PUT)
#undef PUT
  json_add (&root, "left_out", refused_json (c));
  return root;
}

static void
tell_result (const struct image_edit *edit)
{
  const struct diag_sink *sink = edit->sink;
  const char *path = edit->context.image.path;

  if (edit->result.rename_failed)
    diag (sink, DIAG_WARNING, path,
          "the section keeps its name: the section names have no room for "
          "\".sframe\"");
  if (edit->result.none_count != 0)
    diag (sink, DIAG_NOTE, path,
          "%" PRIu64 " relocations of .sframe described the old section and "
          "are void now",
          edit->result.none_count);
  if (edit->result.no_segment)
    diag (sink, DIAG_NOTE, path,
          "no PT_GNU_SFRAME, by which the kernel and the C library "
          "find the section%s%s",
          edit->change.phdr.why[0] != '\0' ? ": " : "", edit->change.phdr.why);
}

static void
tell_plt (const struct image_edit *edit)
{
  const struct plt_code *plt = &edit->context.plt;
  const char *path = edit->context.image.path;

  if (plt->area_count != 0)
    diag (edit->sink, DIAG_DETAIL, path,
          "linker-generated code: %" PRIu64 " bytes recognised, %" PRIu64
          " not; functions kept %zu, replaced %zu, made %zu",
          plt->covered, plt->unknown, plt->kept, plt->replaced,
          plt->merged ? plt->made : 0);
  if (plt->dropped != 0)
    diag (edit->sink, DIAG_DETAIL, path,
          "functions of linker-generated code left out, as asked: %zu",
          plt->dropped);
  if (plt->replaced != 0)
    diag (edit->sink, DIAG_NOTE, path,
          "functions replaced, as they contradicted the code that the linker "
          "made: %zu",
          plt->replaced);
  if (plt->unrecognised_code != 0)
    diag (edit->sink, DIAG_NOTE, path,
          "functions kept, though their linker-generated code is not "
          "recognised: "
          "%zu",
          plt->unrecognised_code);
}

/* The same as JSON, with the loss for want of room from LOSSES, which is
   indexed by reason; NULL: no memory.  */
static json_t *
json_plt (const struct plt_code *plt, const uint64_t *losses)
{
  return json_pack ("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "recognised",
                    (json_int_t) plt->covered, "unrecognised",
                    (json_int_t) plt->unknown, "kept", (json_int_t) plt->kept,
                    "replaced", (json_int_t) plt->replaced, "made",
                    (json_int_t) (plt->merged ? plt->made : 0), "strange",
                    (json_int_t) plt->unrecognised_code, "dropped",
                    (json_int_t) plt->dropped, "no_room",
                    (json_int_t) losses[SFM_LOSS_NO_ROOM]);
}

void
image_edit_tell (const struct image_edit *edit)
{
  const char *path = edit->context.image.path;
  struct sfm_stats stats = { .size = sizeof stats };
  uint64_t losses[SFM_LOSS_COUNT];

  sfm_merger_stats (edit->merger, &stats);
  sfm_merger_losses (edit->merger, losses, SFM_LOSS_COUNT);
  losses_say (losses, path, edit->sink);
  if (losses[SFM_LOSS_NO_ROOM] != 0 && edit->describe.counts.added != 0)
    diag (edit->sink, DIAG_WARNING, path,
          "functions that only .eh_frame or linker-generated code describes "
          "do not all fit; %s",
          edit->options->image.phdr < PHDR_MOVE
              ? "--grow=move-phdrs may make room"
              : "link it with room kept by 'sfmerge reserve'");
  if (stats.saved_bytes != 0)
    diag (edit->sink, DIAG_DETAIL, path,
          "compact: %" PRIu64 " functions use the rows of others, %" PRIu64
          " rows repeated the one before, %" PRIu64 " bytes saved",
          stats.sharing_functions, stats.repeated_rows, stats.saved_bytes);
  const uint64_t extended = sfm_merger_extended (edit->merger);
  if (extended != 0)
    diag (edit->sink, DIAG_DETAIL, path,
          "functions with one byte more, the return address of their last "
          "call: %" PRIu64,
          extended);
  tell_plt (edit);
  tell_result (edit);
  diag (edit->sink, DIAG_DETAIL, path,
        "merged: %" PRIu64 " functions, %" PRIu64
        " rows, %zu bytes of %" PRIu64 " at 0x%" PRIx64,
        stats.out_functions, stats.out_rows, edit->change.content_size,
        edit->change.space.size, edit->change.space.addr);
}

/* Number of zeros that were inserted for a segment to grow.  */
static uint64_t
inserted_pages (const struct image_change *change)
{
  const unsigned segment = change->phdr.inserted.size != 0;

  return change->inserted_count > segment ? change->inserted[0].insertion.size
                                          : 0;
}

json_t *
image_edit_json (const struct image_edit *edit)
{
  char addr[sizeof "0x" + 16];
  struct sfm_stats stats = { .size = sizeof stats };
  uint64_t losses[SFM_LOSS_COUNT];

  sfm_merger_stats (edit->merger, &stats);
  sfm_merger_losses (edit->merger, losses, SFM_LOSS_COUNT);
  snprintf (addr, sizeof addr, "0x%" PRIx64, edit->change.space.addr);
  return json_pack (
      "{s:I, s:I, s:I, s:I, s:s, s:b, s:s, s:I, s:I, s:I, s:I, s:I, s:o}",
      "functions", (json_int_t) stats.out_functions, "rows",
      (json_int_t) stats.out_rows, "bytes",
      (json_int_t) edit->change.content_size, "room",
      (json_int_t) edit->change.space.size, "address", addr, "segment",
      (int) (edit->change.content_size != 0 && !edit->result.no_segment),
      "grown",
      image_edit_changed (edit) ? phdr_mode_name (&edit->change.phdr) : "none",
      "inserted", (json_int_t) inserted_pages (&edit->change), "saved_bytes",
      (json_int_t) stats.saved_bytes, "repeated_rows",
      (json_int_t) stats.repeated_rows, "sharing_functions",
      (json_int_t) stats.sharing_functions, "covered_calls",
      (json_int_t) sfm_merger_extended (edit->merger), "plt",
      json_plt (&edit->context.plt, losses));
}
