/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-totals.c - the sums over all files of sfmerge repair -r.

   Failures are counted by reason: by the first error of each file, in which
   N stands for every number.  */

#include "config.h"

#include <ctype.h>
#include <inttypes.h>

#include "repair-run.h"

void
repair_tell (struct repair_run *run)
{
  const struct diag_sink *sink = &run->report->sink;
  const struct relobj_result *c = &run->counts;

  if (run->reported)
    return;
  run->reported = true;
  if (run->options->strip)
    {
      if (run->kind == FILE_ARCHIVE)
        diag (sink, DIAG_DETAIL, run->path,
              "members with .sframe %" PRIu64 ", bytes removed %" PRIu64,
              run->objects, c->bytes);
      return;
    }
  if (run->kind == FILE_ARCHIVE)
    diag (sink, DIAG_DETAIL, run->path,
          "members with .sframe %" PRIu64 ", rewritten %" PRIu64
          ", functions %" PRIu64 " of %" PRIu64,
          run->objects, run->rewritten, c->out_functions, c->functions);
  if (run->options->common.fill >= FILL_ALL
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

/* repair_json for a command that removes SFrame.  */
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

  if (run->options->strip)
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
  const bool table = run->options->common.eh_frame_hdr;
  if (table)
    json_add (&root, "table",
              json_pack ("{s:I, s:I}", "functions",
                         (json_int_t) c->out_functions, "bytes",
                         (json_int_t) c->bytes));
  else if (run->image.change.content_size != 0)
    json_add (&root, "section", image_edit_json (&run->image));
  if (run->options->common.fill >= FILL_ALL || run->image.describe.fill)
    json_add (&root, "synth", fill_json (&c->synth));
  return root;
}

/* The names of the outcomes in JSON.  */
static const char *const outcome_names[REPAIR_OUTCOMES] = {
  [REPAIR_CHANGED] = "changed",   [REPAIR_UNCHANGED] = "unchanged",
  [REPAIR_NOTHING] = "nothing",   [REPAIR_REFUSED] = "refused",
  [REPAIR_UNREAD] = "unreadable",
};

/* Copy the message ERROR to TEXT, as long, with N for each number.  The digits
   in a word such as v3 or R_X86_64_64 are not numbers.  */
static void
generalise (const char *error, char *text)
{
  char before = ' ';

  for (const char *s = error; *s != '\0'; before = s[-1])
    {
      if (!isdigit ((unsigned char) *s) || isalnum ((unsigned char) before)
          || before == '_')
        {
          *text++ = *s++;
          continue;
        }
      *text++ = 'N';
      s += s[0] == '0' && s[1] == 'x' ? 2 : 0;
      while (isxdigit ((unsigned char) *s))
        s++;
    }
  *text = '\0';
}

static void
add_reason (struct repair_totals *totals, const char *error)
{
  char text[REPORT_ERROR_SIZE];
  size_t i = 0;

  generalise (error, text);
  while (i < totals->reason_count
         && strcmp (totals->reasons[i].text, text) != 0)
    i++;
  if (i == TOTALS_REASONS)
    {
      totals->other_reasons++;
      return;
    }
  if (i == totals->reason_count)
    memcpy (totals->reasons[totals->reason_count++].text, text, sizeof text);
  totals->reasons[i].files++;
}

void
totals_add (struct repair_totals *totals, const struct repair_result *result)
{
  totals->outcomes[result->outcome]++;
  totals->functions += result->functions;
  totals->bytes += result->bytes;
  synth_counts_add (&totals->synth, &result->synth);
  if (result->outcome == REPAIR_REFUSED || result->outcome == REPAIR_UNREAD)
    add_reason (totals, result->error);
}

static void
tell_failures (const struct repair_totals *totals,
               const struct diag_sink *sink)
{
  for (size_t i = 0; i < totals->reason_count; i++)
    diag (sink, DIAG_NOTE, NULL, "failed, %" PRIu64 " file%s: %s",
          totals->reasons[i].files, totals->reasons[i].files == 1 ? "" : "s",
          totals->reasons[i].text);
  if (totals->other_reasons != 0)
    diag (sink, DIAG_NOTE, NULL, "failed, %" PRIu64 " files: other reasons",
          totals->other_reasons);
}

/* Part of a sum that is written to a buffer.  */
struct sum
{
  size_t used;
  char text[TOTALS_LINE];
};

/* Add COUNT and WHAT to SUM, unless it is 0.  */
static void
sum_add (struct sum *sum, uint64_t count, const char *what)
{
  if (count != 0)
    sum->used += (size_t) snprintf (
        sum->text + sum->used, sizeof sum->text - sum->used, "%s%s %s",
        sum->used != 0 ? ", " : "", number_count (count), what);
}

static void
tell_outcomes (const struct repair_totals *totals,
               const struct repair_options *options, uint64_t count,
               const struct diag_sink *sink)
{
  const char *const texts[REPAIR_OUTCOMES] = {
    [REPAIR_CHANGED] = options->common.dry_run    ? "to be changed"
                       : options->common.detached ? "written"
                                                  : "changed",
    [REPAIR_UNCHANGED] = "correct already",
    [REPAIR_NOTHING]
    = options->strip ? "without .sframe" : "with nothing to describe",
    [REPAIR_REFUSED] = "refused",
    [REPAIR_UNREAD] = "unreadable",
  };
  struct sum sum = { .used = 0 };
  for (unsigned i = 0; i < REPAIR_OUTCOMES; i++)
    sum_add (&sum, totals->outcomes[i], texts[i]);
  diag (sink, DIAG_NOTE, NULL, "%s%s%s", number_counted (count, "file"),
        sum.used != 0 ? ": " : "", sum.text);
}

/* Report what the walk that made LIST skipped, if anything.  */
static void
tell_skipped (const struct file_list *list, const struct diag_sink *sink)
{
  struct sum sum = { .used = 0 };

  sum_add (&sum, list->others, "of other kinds");
  sum_add (&sum, list->foreign, "ELF that cannot have SFrame");
  sum_add (&sum, list->links, "further hard links");
  if (sum.used != 0)
    diag (sink, DIAG_NOTE, NULL, "skipped files: %s", sum.text);
  if (list->unread != 0)
    diag (sink, DIAG_NOTE, NULL, "unreadable directories: %zu", list->unread);
}

void
totals_tell (const struct repair_totals *totals,
             const struct repair_options *options,
             const struct file_list *list, const struct diag_sink *sink)
{
  tell_outcomes (totals, options, list->count, sink);
  tell_failures (totals, sink);
  tell_skipped (list, sink);
  if (options->strip)
    diag (sink, DIAG_NOTE, NULL, "%s of .sframe removed",
          number_bytes (totals->bytes));
  else
    diag (sink, DIAG_NOTE, NULL, "%s: %s, %s",
          options->common.eh_frame_hdr ? ".eh_frame_hdr" : ".sframe",
          number_counted (totals->functions, "function"),
          number_bytes (totals->bytes));
  if (options->common.fill != FILL_NONE && !options->common.eh_frame_hdr)
    fill_report (&totals->synth, NULL, sink);
}

static json_t *
failures_json (const struct repair_totals *totals)
{
  json_t *list = json_array ();
  char text[4 * REPORT_ERROR_SIZE];

  for (size_t i = 0; i < totals->reason_count; i++)
    json_append (
        &list,
        json_pack ("{s:s, s:I}", "text",
                   printable (totals->reasons[i].text, text, sizeof text),
                   "files", (json_int_t) totals->reasons[i].files));
  return list;
}

json_t *
totals_json (const struct repair_totals *totals,
             const struct repair_options *options,
             const struct file_list *list)
{
  json_t *root = json_pack (
      "{s:I, s:b, s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "files",
      (json_int_t) list->count, "dry_run", (int) options->common.dry_run,
      "failures", failures_json (totals), "other_failures",
      (json_int_t) totals->other_reasons, "other_kinds",
      (json_int_t) list->others, "foreign", (json_int_t) list->foreign,
      "further_names", (json_int_t) list->links, "unreadable_directories",
      (json_int_t) list->unread, "functions", (json_int_t) totals->functions,
      "bytes", (json_int_t) totals->bytes);

  for (unsigned i = 0; i < REPAIR_OUTCOMES; i++)
    json_add (&root, outcome_names[i],
              json_integer ((json_int_t) totals->outcomes[i]));
  if (options->common.fill != FILL_NONE)
    json_add (&root, "synth", fill_json (&totals->synth));
  return root;
}
