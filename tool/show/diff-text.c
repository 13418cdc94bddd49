/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diff-text.c - the output of sfmerge diff as text.  */

#include "config.h"

#include <inttypes.h>

#include "diff.h"

enum
{
  LIST_MAX = 10 /* functions of a kind, unless all are wanted */
};

const char *diff_class_name (enum diff_class class)
{
  static const char *const names[] = { [DIFF_LOST] = "lost",
                                       [DIFF_CHANGED] = "changed",
                                       [DIFF_GAINED] = "gained",
                                       [DIFF_GONE] = "gone",
                                       [DIFF_NEW] = "new" };

  return names[class];
}

/* Put TEXT about CLASS: a loss is an error, a change may be one, a gain is
   good.  Functions that only one of the files has are neither.  */
static void
put_class (struct diff_output *output, enum diff_class class, const char *text)
{
  if (class <= DIFF_GAINED)
    outbuf_color (&output->out,
                  class == DIFF_LOST      ? COLOR_ERROR
                  : class == DIFF_CHANGED ? COLOR_WARNING
                                          : COLOR_GOOD,
                  text);
  else
    outbuf_text (&output->out, text);
}

bool
diff_is_same (const struct diff_totals *totals)
{
  for (unsigned i = 0; i < DIFF_CLASSES; i++)
    if (totals->counts[i] != 0)
      return false;
  return !totals->coverage_lower && !totals->form_differs;
}

/* Put the versions of UNIT's pieces, and the flags of the first one.  */
static void
put_form (struct diff_output *output, const struct diff_unit *unit)
{
  const char *lead = "version ";

  if (unit->pieces.count == 0)
    {
      outbuf_print (&output->out,
                    unit->state == UNIT_ABSENT ? "not there" : "no .sframe");
      return;
    }
  if (unit->pieces.count > 1)
    outbuf_print (&output->out, "%zu pieces, ", unit->pieces.count);
  for (unsigned version = 1; version <= 3; version++)
    for (size_t i = 0; i < unit->pieces.count; i++)
      if (unit->pieces.at[i].version == version)
        {
          outbuf_print (&output->out, "%s%u", lead, version);
          lead = "+";
          break;
        }
  outbuf_print (&output->out, ", flags 0x%x, %zu functions, %" PRIu64 " bytes",
                unit->pieces.at[0].flags, unit->functions.count, unit->size);
}

/* Put the line called NAME about OLD and NOW, which are parts of WHAT.  */
static void
put_parts (struct diff_output *output, const char *name,
           const struct diff_part *old, const struct diff_part *now,
           const char *what)
{
  if (old->whole == 0 || now->whole == 0)
    return;
  outbuf_print (&output->out,
                "  %-10s %s -> %s of %s: %" PRIu64 " of %" PRIu64
                " -> %" PRIu64 " of %" PRIu64 "\n",
                name, number_share (old->part, old->whole),
                number_share (now->part, now->whole), what, old->part,
                old->whole, now->part, now->whole);
}

static void
put_function (struct diff_output *output, const struct diff_unit *unit,
              const struct diff_function *function)
{
  const bool addressed = unit->context != NULL && function->name != NULL;

  if (function->name != NULL)
    outbuf_print (
        &output->out, "%s at ",
        shown_name (demangler_show (output->demangler, function->name)));
  if (!addressed && function->section != NULL)
    outbuf_print (&output->out, "%s+", shown_name (function->section));
  outbuf_print (&output->out, "0x%" PRIx64 ", %" PRIu32 " bytes",
                addressed ? function->addr : function->offset, function->size);
}

static void
put_item (struct diff_output *output, const struct diff_pair *pair,
          const struct diff_item *item)
{
  struct rows_difference rows;

  outbuf_text (&output->out, "    ");
  put_function (output, item->old != NULL ? pair->old : pair->now,
                item->old != NULL ? item->old : item->now);
  if (item->old != NULL && item->now != NULL)
    {
      if (item->old->size != item->now->size)
        outbuf_print (&output->out, ", now %" PRIu32, item->now->size);
      if (diff_rows_find (pair, item, &rows))
        outbuf_print (&output->out, ": at +0x%" PRIx32 " %s, now %s", rows.at,
                      rows.rules[0], rows.rules[1]);
    }
  outbuf_text (&output->out, "\n");
}

static void
put_list (struct diff_output *output, const struct diff_pair *pair,
          enum diff_class class)
{
  static const char *const texts[] = {
    [DIFF_LOST] = "described before, and still there",
    [DIFF_CHANGED] = "described otherwise",
    [DIFF_GAINED] = "there before, and described now",
    [DIFF_GONE] = "described before, and not there now",
    [DIFF_NEW] = "not there before, and described now",
  };
  const struct diff_list *list = &pair->lists[class];
  const size_t most = output->report->verbose ? list->count : LIST_MAX;

  if (list->count == 0)
    return;
  outbuf_text (&output->out, "  ");
  put_class (output, class, diff_class_name (class));
  outbuf_print (&output->out, "%*s %zu function%s, %s",
                (int) (10 - strlen (diff_class_name (class))), "", list->count,
                list->count == 1 ? "" : "s", texts[class]);
  if (class == DIFF_CHANGED)
    outbuf_print (&output->out, ", %zu of them of the same size", pair->alike);
  outbuf_text (&output->out, ":\n");
  for (size_t i = 0; i < list->count && i < most; i++)
    put_item (output, pair, &list->at[i]);
  if (list->count > most)
    outbuf_print (&output->out, "    and %zu more (-v names them)\n",
                  list->count - most);
}

static void
put_matched (struct diff_output *output, const struct diff_pair *pair)
{
  if (pair->totals.same + pair->lists[DIFF_CHANGED].count == 0)
    return;
  outbuf_print (&output->out, "  %-10s %zu functions the same, matched by %s",
                "same", pair->totals.same,
                pair->by_address ? "address" : "name");
  if (pair->by_place != 0)
    outbuf_print (&output->out, ", %zu without a name by section and offset",
                  pair->by_place);
  outbuf_text (&output->out, "\n");
}

static const char *
kind_of (const struct diff_unit *unit)
{
  return unit->detached          ? "detached file"
         : unit->context != NULL ? "image"
                                 : "object";
}

static void
text_pair (struct diff_output *output, const struct diff_pair *pair)
{
  const struct diff_unit *old = pair->old, *now = pair->now;

  if (output->report->quiet || output->options->brief
      || (diff_is_same (&pair->totals) && !output->report->verbose
          && (output->options->recurse || now->member != NULL)))
    return;
  outbuf_name (&output->out, output->files->now->path);
  if (now->member != NULL)
    outbuf_print (&output->out, "(%s)", shown_name (now->member));
  outbuf_print (&output->out, ": %s\n  before     ",
                kind_of (now->state == UNIT_READ ? now : old));
  put_form (output, old);
  outbuf_text (&output->out, "\n  now        ");
  put_form (output, now);
  outbuf_text (&output->out, "\n");
  put_parts (output, "functions", &old->frames, &now->frames,
             "the functions of .eh_frame");
  put_parts (output, "code", &old->code, &now->code, "the bytes");
  if (old->readable.part != old->readable.whole
      || now->readable.part != now->readable.whole)
    put_parts (output, "readable", &old->readable, &now->readable,
               "these by the first header and its flags");
  put_matched (output, pair);
  for (unsigned i = 0; i < DIFF_CLASSES; i++)
    put_list (output, pair, (enum diff_class) i);
}

/* Put the last line: what is lost, and what else differs.  */
static void
text_end (struct diff_output *output, const struct diff_files *files,
          const struct diff_totals *totals, bool worse)
{
  const bool same = diff_is_same (totals);
  const char *lead = ": ";

  if (output->report->quiet
      || (same && output->options->recurse && !output->report->verbose))
    return;
  outbuf_print (&output->out, "%s%s", shown_name (files->now->path), lead);
  /* A loss for which the user does not want exit status 1 is not "worse".  */
  if (worse)
    outbuf_color (&output->out, COLOR_ERROR, "worse");
  else if (same)
    outbuf_color (&output->out, COLOR_GOOD, "the same");
  else if (totals->counts[DIFF_LOST] != 0 || totals->coverage_lower)
    outbuf_color (&output->out, COLOR_WARNING, "differs");
  else
    outbuf_color (&output->out, COLOR_GOOD, "no loss");
  if (totals->coverage_lower)
    {
      outbuf_print (&output->out, "%scoverage is lower", lead);
      lead = ", ";
    }
  for (unsigned i = 0; i < DIFF_CLASSES; i++)
    if (totals->counts[i] != 0)
      {
        outbuf_print (&output->out, "%s%zu %s", lead, totals->counts[i],
                      diff_class_name ((enum diff_class) i));
        lead = ", ";
      }
  outbuf_print (&output->out, "%s%zu the same\n", lead, totals->same);
}

static void
text_alone (struct diff_output *output, const struct diff_files *files)
{
  if (output->report->quiet || !output->report->verbose)
    return;
  outbuf_print (&output->out, "%s: only in %s\n", shown_name (files->name),
                files->old != NULL ? "OLD" : "NEW");
}

const struct diff_form diff_text_form = {
  .pair = text_pair,
  .end = text_end,
  .alone = text_alone,
};
