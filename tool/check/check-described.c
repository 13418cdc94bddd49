/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-described.c - how much of an image is described, in numbers and as
   text.  */

#include "config.h"

#include <inttypes.h>

#include "cmd-check.h"

enum
{
  SECTION_MAX = 8, /* sections in the line about coverage */
  GAPS_MAX = 5,    /* functions in the line about those without rows */
  BAR_SIZE = 20
};

/* Put a bar: "[#######-------------] ".  */
static void
put_bar (struct check *check, uint64_t part, uint64_t whole)
{
  unsigned filled = per_mille (part, whole) * BAR_SIZE / 1000;
  char bar[BAR_SIZE + 1] = "";

  outbuf_text (&check->out, "[");
  memset (bar, '#', filled);
  outbuf_color (&check->out, COLOR_GOOD, bar);
  memset (bar, '-', BAR_SIZE - filled);
  bar[BAR_SIZE - filled] = '\0';
  outbuf_text (&check->out, bar);
  outbuf_text (&check->out, "] ");
}

/* Put the COUNT GAPS after TEXT, most uncovered bytes first.  */
static void
put_gaps (struct check *check, const char *text,
          const struct coverage_gap *gaps, size_t count)
{
  const size_t most = check->report->verbose ? count : GAPS_MAX;

  if (count == 0)
    return;
  outbuf_text (&check->out, text);
  for (size_t i = 0; i < count && i < most; i++)
    {
      const struct coverage_gap *gap = &gaps[i];
      const char *name = gap->name != NULL
                             ? demangler_show (check->demangler, gap->name)
                             : "";
      outbuf_print (&check->out, "%s%s%s0x%" PRIx64 " (%" PRIu64 " bytes)",
                    i == 0 ? " " : ", ", shown_name (name),
                    gap->name != NULL ? " at " : "", gap->addr,
                    gap->uncovered);
    }
  if (count > most)
    outbuf_print (&check->out, " and %zu more", count - most);
  outbuf_text (&check->out, "\n");
}

static void
put_bars (struct check *check, const struct coverage *coverage)
{
  outbuf_text (&check->out, "  functions ");
  put_bar (check, coverage->functions_covered, coverage->functions);
  outbuf_print (&check->out,
                "%zu of %zu of %s, %s of their bytes\n  code      ",
                coverage->functions_covered, coverage->functions,
                coverage->by_symbols          ? "the symbols"
                : coverage->debug_frames != 0 ? ".eh_frame and .debug_frame"
                                              : ".eh_frame",
                number_percent (coverage->function_bytes_covered,
                                coverage->function_bytes));
  put_bar (check, coverage->covered, coverage->size);
  outbuf_print (&check->out, "%s of %" PRIu64 " bytes",
                number_percent (coverage->covered, coverage->size),
                coverage->size);
  for (size_t i = 0; i < coverage->section_count && i < SECTION_MAX; i++)
    {
      const struct coverage_section *s = &coverage->sections[i];
      outbuf_print (&check->out, "%s%s %s", i == 0 ? ": " : ", ",
                    shown_name (s->name != NULL ? s->name : "segment"),
                    number_percent (s->covered, s->size));
    }
  if (coverage->section_count > SECTION_MAX)
    outbuf_text (&check->out, ", ...");
  if (coverage->twice != 0)
    outbuf_print (&check->out, "; %" PRIu64 " bytes twice", coverage->twice);
  if (coverage->readable != coverage->covered)
    outbuf_print (&check->out, "; %s by the first header and its flags",
                  number_percent (coverage->readable, coverage->size));
  outbuf_text (&check->out, "\n");
}

void
check_put_coverage (struct check *check, const struct coverage *coverage)
{
  if (check->report->verbose)
    put_bars (check, coverage);
  put_gaps (check, "  without rows:", coverage->gaps, coverage->gap_count);
  if (check->report->verbose || check->options->prove)
    put_gaps (check, "  in no table:", coverage->bare, coverage->bare_count);
}

/* Put what the code without rows consists of: "; the rest is ... and ...".  */
static void
put_rest (struct outbuf *out, const uint64_t rest[REST_KINDS])
{
  static const char *const kinds[] = {
    [REST_FUNCTIONS] = "functions", [REST_BARE] = "code in no table",
    [REST_START] = "start files",   [REST_PLT] = "PLT",
    [REST_PADDING] = "padding",
  };
  unsigned left = 0;

  for (unsigned kind = 0; kind < REST_KINDS; kind++)
    left += rest[kind] != 0;
  for (unsigned kind = 0, put = 0; kind < REST_KINDS; kind++)
    if (rest[kind] != 0)
      outbuf_print (out, "%s%s of %s",
                    put++ == 0   ? "; the rest is "
                    : --left > 1 ? ", "
                                 : " and ",
                    number_bytes (rest[kind]), kinds[kind]);
}

void
check_put_described (struct check *check, const struct check_subject *subject)
{
  const struct coverage *coverage = subject->coverage;
  const struct check_described *described = &subject->described;
  const struct check_percent *wanted = &check->options->min_coverage;
  struct outbuf *out = &check->out;
  uint64_t functions = 0;

  for (size_t i = 0; i < subject->known.piece_count; i++)
    functions += subject->known.pieces[i].num_fdes;
  if (functions == 0 && subject->known.later)
    return;
  outbuf_text (out,
               described->low || described->little ? ", but only " : ": ");
  if (coverage != NULL && coverage->functions != 0)
    functions = coverage->functions;
  if (coverage != NULL && coverage->functions_covered < coverage->functions)
    outbuf_print (out, "%s of ", number_count (coverage->functions_covered));
  outbuf_print (out, "%s described", number_counted (functions, "function"));
  if (described->whole != 0)
    outbuf_print (out, described->functions ? " (%s)" : ", %s of the code",
                  number_share (described->part, described->whole));
  if (described->low)
    outbuf_print (out, ", less than the %s%s of --min-coverage", wanted->text,
                  check_percent_sign (wanted));
  if (coverage != NULL)
    put_rest (out, coverage->rest);
}

void
check_put_fill (struct check *check, const struct synth_counts *fill)
{
  outbuf_print (&check->out, "  synth     would add %" PRIu64 " function%s",
                fill->added, fill->added == 1 ? "" : "s");
  if (fill->debug_added != 0)
    outbuf_print (&check->out, ", %" PRIu64 " of them by .debug_frame",
                  fill->debug_added);
  if (fill->refused != 0)
    outbuf_print (&check->out, "; %" PRIu64 " cannot be described",
                  fill->refused);
  if (fill->proven != 0)
    outbuf_print (&check->out,
                  "; --fill=code %" PRIu64 " more, of %" PRIu64 " bytes",
                  fill->proven, fill->proven_bytes);
  outbuf_text (&check->out, "\n");
}

void
check_put_against (struct check *check, const struct input_comparison *against)
{
  outbuf_print (
      &check->out,
      "  inputs    %zu functions: %zu in the image, of which %zu are described"
      " alike, %zu otherwise, %zu not; %zu are not in it, %zu not found\n",
      against->functions, against->live, against->same, against->different,
      against->missing, against->gone, against->unplaced);
}

enum
{
  /* A stack has several frames, and a walk ends at the first function without
     rows.  If fewer than half of the functions have some, even walks of one
     step mostly fail.  If all sources were compiled for SFrame, far more than
     half are described; if only start files or the PLT have rows, far fewer.
     Bytes of code tell less: start files and the gaps between functions are a
     large part of a small program.  */
  LITTLE = CHECK_ALL_PARTS / 2
};

/* Whether less than PARTS of CHECK_ALL_PARTS of DESCRIBED is described.  */
static bool
is_below (const struct check_described *described, unsigned parts)
{
  uint64_t part = described->part, whole = described->whole;

  /* Sizes in damaged files can be close to 2^64.  */
  while (whole > UINT64_MAX / CHECK_ALL_PARTS)
    {
      whole /= 2;
      part /= 2;
    }
  return part * CHECK_ALL_PARTS < whole * parts;
}

void
check_describe (struct check *check)
{
  struct check_subject *subject = &check->subject;
  struct check_described *described = &subject->described;
  const struct coverage *coverage = subject->coverage;

  *described = (struct check_described){ .functions = false };
  if (coverage == NULL)
    return;
  described->functions = coverage->functions != 0 && !coverage->by_symbols;
  described->part
      = described->functions ? coverage->functions_covered : coverage->covered;
  described->whole
      = described->functions ? coverage->functions : coverage->size;
  described->low = is_below (described, check->options->min_coverage.parts);
  described->little = described->functions && subject->known.piece_count != 0
                      && is_below (described, LITTLE);
  check->result->low |= described->low;
  check->result->little |= described->little;
}
