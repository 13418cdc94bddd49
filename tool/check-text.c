/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-text.c - what was found, for people.

   Findings come in the order of the file and are shown by kind, the worst
   first, ten of each: so they wait until the file is done, no more than are
   shown.  */

#include "config.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "check-file.h"
#include "pool.h"

enum
{
  KIND_MAX = 10,   /* findings of a kind, unless all are wanted */
  SECTION_MAX = 8, /* sections in the line about coverage */
  GAPS_MAX = 5,    /* functions in the line about those without rows */
  BAR_SIZE = 20,
  LINE_SIZE = 1024
};

/* Findings of one kind, each a line.  */
struct kind
{
  char **lines;
  size_t count;
  size_t capacity;
  size_t more; /* that are not shown */
};

struct check_text
{
  struct kind kinds[FIND_COUNT];
  struct pool pool;
};

/* Append FORMAT... to the output.  */
static void SAY_PRINTF (2, 3)
    put (struct check *check, const char *format, ...)
{
  char line[LINE_SIZE];
  va_list ap;

  va_start (ap, format);
  vsnprintf (line, sizeof line, format, ap);
  va_end (ap);
  outbuf_text (&check->out, line);
}

static void
text_begin (struct check *check, const struct check_subject *subject)
{
  (void) subject;
  if (check->text == NULL)
    check->text = calloc (1, sizeof *check->text);
  check->nomem |= check->text == NULL;
}

/* Where FINDING is: ".sframe+0x24, function 3, row 1".  */
static void
put_place (const struct finding *finding, char *text, size_t size)
{
  int used = 0;

  text[0] = '\0';
  if (finding->section == NULL)
    return;
  used = snprintf (text, size, "%.64s+0x%" PRIx64, finding->section,
                   finding->offset);
  if (finding->fde != SFM_NO_INDEX)
    used += snprintf (text + used, size - (size_t) used, ", function %" PRIu32,
                      finding->fde);
  if (finding->row != SFM_NO_INDEX)
    used += snprintf (text + used, size - (size_t) used, ", row %" PRIu32,
                      finding->row);
  snprintf (text + used, size - (size_t) used, ": ");
}

static void
text_finding (struct check *check, const struct finding *finding)
{
  struct check_text *text = check->text;
  char place[160], line[LINE_SIZE];

  if (text == NULL)
    return;
  struct kind *kind = &text->kinds[finding->id];
  if (kind->count >= KIND_MAX && !check->report->verbose)
    {
      kind->more++;
      return;
    }
  put_place (finding, place, sizeof place);
  int size = snprintf (line, sizeof line, "%s%s", place, finding->text);
  size_t used = size < (int) sizeof line ? (size_t) size : sizeof line - 1;
  char *copy = array_grow (&kind->lines, &kind->capacity, kind->count,
                           sizeof *kind->lines)
                   ? pool_copy (&text->pool, line, used)
                   : NULL;
  if (copy == NULL)
    check->nomem = true;
  else
    kind->lines[kind->count++] = copy;
}

/* Show the kinds of SEVERITY.  */
static void
put_kinds (struct check *check, enum sfm_severity severity)
{
  struct check_text *text = check->text;

  if (severity == SFM_NOTE && check->report->quiet)
    return;
  for (unsigned id = 0; id < FIND_COUNT; id++)
    {
      const struct kind *kind = &text->kinds[id];
      if (finding_severity (id) != severity)
        continue;
      for (size_t i = 0; i < kind->count; i++)
        {
          put (check, "  %s: %s: ", check_severity_name (severity),
               finding_name (id));
          outbuf_name (&check->out, kind->lines[i]);
          outbuf_text (&check->out, "\n");
        }
      if (kind->more != 0)
        put (check, "  %s: %s: %zu more\n", check_severity_name (severity),
             finding_name (id), kind->more);
    }
}

/* PART of WHOLE, in tenths of a percent; whole only if all of it is.  */
static unsigned
per_mille (uint64_t part, uint64_t whole)
{
  return whole == 0 ? 0 : (unsigned) ((double) part * 1000 / (double) whole);
}

static void
put_percent (struct check *check, uint64_t part, uint64_t whole)
{
  unsigned value = per_mille (part, whole);

  put (check, "%u.%u %%", value / 10, value % 10);
}

/* "[#######-------------]".  */
static void
put_bar (struct check *check, uint64_t part, uint64_t whole)
{
  unsigned filled = per_mille (part, whole) * BAR_SIZE / 1000;
  char bar[BAR_SIZE + 1];

  for (unsigned i = 0; i < BAR_SIZE; i++)
    bar[i] = i < filled ? '#' : '-';
  bar[BAR_SIZE] = '\0';
  put (check, "[%s] ", bar);
}

/* The functions without rows, the largest first.  */
static void
put_gaps (struct check *check, const struct coverage *coverage)
{
  size_t most = check->report->verbose ? coverage->gap_count : GAPS_MAX;

  if (coverage->gap_count == 0)
    return;
  outbuf_text (&check->out, "  without rows:");
  for (size_t i = 0; i < coverage->gap_count && i < most; i++)
    {
      const struct coverage_gap *gap = &coverage->gaps[i];
      outbuf_text (&check->out, i == 0 ? " " : ", ");
      if (gap->name != NULL)
        outbuf_name (&check->out, gap->name);
      put (check, "%s0x%" PRIx64 " (%" PRIu64 " bytes)",
           gap->name != NULL ? " at " : "", gap->addr, gap->uncovered);
    }
  if (coverage->gap_count > most)
    put (check, " and %zu more", coverage->gap_count - most);
  outbuf_text (&check->out, "\n");
}

static void
put_coverage (struct check *check, const struct coverage *coverage)
{
  outbuf_text (&check->out, "  functions ");
  put_bar (check, coverage->functions_covered, coverage->functions);
  put (check, "%zu of %zu of %s, ", coverage->functions_covered,
       coverage->functions,
       coverage->by_symbols ? "the symbols" : ".eh_frame");
  put_percent (check, coverage->function_bytes_covered,
               coverage->function_bytes);
  outbuf_text (&check->out, " of their bytes\n  code      ");
  put_bar (check, coverage->covered, coverage->size);
  put_percent (check, coverage->covered, coverage->size);
  put (check, " of %" PRIu64 " bytes", coverage->size);
  for (size_t i = 0; i < coverage->section_count && i < SECTION_MAX; i++)
    {
      const struct coverage_section *s = &coverage->sections[i];
      outbuf_text (&check->out, i == 0 ? ": " : ", ");
      outbuf_name (&check->out, s->name != NULL ? s->name : "segment");
      outbuf_text (&check->out, " ");
      put_percent (check, s->covered, s->size);
    }
  if (coverage->section_count > SECTION_MAX)
    outbuf_text (&check->out, ", ...");
  if (coverage->twice != 0)
    put (check, "; %" PRIu64 " bytes twice", coverage->twice);
  if (coverage->readable != coverage->covered)
    {
      outbuf_text (&check->out, "; ");
      put_percent (check, coverage->readable, coverage->size);
      outbuf_text (&check->out, " by the first header and its flags");
    }
  outbuf_text (&check->out, "\n");
  put_gaps (check, coverage);
}

static void
put_against (struct check *check, const struct against *against)
{
  put (
      check,
      "  inputs    %zu functions: %zu in the image, of which %zu are described"
      " alike, %zu otherwise, %zu not; %zu are not in it, %zu not found\n",
      against->functions, against->live, against->same, against->different,
      against->missing, against->gone, against->unplaced);
}

static void
put_verdict (struct check *check, const struct verdict *verdict)
{
  put (check, "  %s: %s", verdict->consumer->name,
       verdict_grade_name (verdict->grade));
  for (size_t i = 0; i < verdict->reason_count; i++)
    {
      outbuf_text (&check->out, i == 0 ? ": " : "; ");
      outbuf_name (&check->out, verdict->reasons[i]);
    }
  if (verdict->more != 0)
    put (check, "; and %zu more", verdict->more);
  outbuf_text (&check->out, "\n");
  if (verdict->mend[0] != '\0')
    put (check, "    mended by: %s\n", verdict->mend);
}

/* The name of what SUBJECT is.  */
static void
put_name (struct check *check, const struct check_subject *subject)
{
  outbuf_name (&check->out, subject->known.name);
  outbuf_text (&check->out, ": ");
}

/* What there is, in one line.  */
static void
put_head (struct check *check, const struct check_subject *subject)
{
  const struct verdict_subject *known = &subject->known;
  uint64_t functions = 0;

  put_name (check, subject);
  outbuf_text (&check->out, check_kind_name (subject));
  for (size_t i = 0; i < known->piece_count; i++)
    functions += known->pieces[i].num_fdes;
  if (known->piece_count == 1)
    put (check, ", version %u", known->pieces[0].version);
  else
    put (check, ", %zu pieces", known->piece_count);
  put (check, ", %" PRIu64 " function%s\n", functions,
       functions == 1 ? "" : "s");
}

/* The verdict in one line.  */
static void
put_sum (struct check *check, const struct check_subject *subject)
{
  const size_t *count = subject->of_severity;
  const char *lead = ": ";

  put_name (check, subject);
  outbuf_text (&check->out, count[SFM_ERROR] != 0 ? "not valid" : "valid");
  for (int i = SFM_ERROR; i >= SFM_NOTE; i--)
    if (count[i] != 0)
      {
        put (check, "%s%zu %s%s", lead, count[i],
             check_severity_name ((enum sfm_severity) i),
             count[i] == 1 ? "" : "s");
        lead = ", ";
      }
  outbuf_text (&check->out, "\n");
}

/* Whether SUBJECT has nothing that there would be more to say about than a
   note.  */
static bool
is_without (const struct check_subject *subject)
{
  return subject->known.piece_count == 0 && subject->against == NULL
         && subject->of_severity[SFM_ERROR] == 0
         && subject->of_severity[SFM_WARNING] == 0;
}

/* Show SUBJECT, of which that is true, in one line.  */
static void
put_without (struct check *check, const struct check_subject *subject)
{
  const char *lead = "";

  put_name (check, subject);
  for (unsigned id = 0; id < FIND_COUNT; id++)
    if (check->text->kinds[id].count != 0)
      {
        outbuf_text (&check->out, lead);
        outbuf_name (&check->out, check->text->kinds[id].lines[0]);
        lead = "; ";
      }
  outbuf_text (&check->out, lead[0] == '\0' ? "nothing to check\n" : "\n");
}

/* Forget the findings.  */
static void
clear (struct check_text *text)
{
  for (unsigned id = 0; id < FIND_COUNT; id++)
    text->kinds[id].count = text->kinds[id].more = 0;
  pool_reset (&text->pool);
}

/* The COUNT VERDICTS; of those of all consumers without the ones that read no
   such file.  */
static void
put_verdicts (struct check *check, const struct verdict *verdicts,
              size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (verdicts[i].grade != VERDICT_NOT_APPLICABLE
        || !check->options->consumers.all)
      put_verdict (check, &verdicts[i]);
}

static void
text_end (struct check *check, const struct check_subject *subject,
          const struct verdict *verdicts, size_t verdict_count)
{
  if (check->text == NULL)
    return;
  if (is_without (subject))
    {
      put_without (check, subject);
      /* Why one that was asked for by name makes the exit status 1.  */
      if (!check->options->consumers.all)
        put_verdicts (check, verdicts, verdict_count);
      clear (check->text);
      return;
    }
  put_head (check, subject);
  for (int i = SFM_ERROR; i >= SFM_NOTE; i--)
    put_kinds (check, (enum sfm_severity) i);
  if (subject->coverage != NULL)
    put_coverage (check, subject->coverage);
  if (subject->against != NULL)
    put_against (check, subject->against);
  put_verdicts (check, verdicts, verdict_count);
  put_sum (check, subject);
  clear (check->text);
}

void
check_text_free (struct check *check)
{
  if (check->text == NULL)
    return;
  for (unsigned id = 0; id < FIND_COUNT; id++)
    free (check->text->kinds[id].lines);
  pool_free (&check->text->pool);
  free (check->text);
  check->text = NULL;
}

static void
text_unreadable (struct check *check, const char *path)
{
  /* A message said why.  */
  (void) check;
  (void) path;
}

const struct check_form check_text_form = {
  .begin = text_begin,
  .finding = text_finding,
  .end = text_end,
  .unreadable = text_unreadable,
};
