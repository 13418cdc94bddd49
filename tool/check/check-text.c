/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-text.c - the output of sfmerge check as text.

   Findings come in the order of the file and are shown by kind, the worst
   first, ten of each.  Those that will be shown are kept until the end of the
   file.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmd-check.h"

enum
{
  KIND_MAX = 10 /* findings shown of a kind, unless all are wanted */
};

/* Findings of one kind, each a line.  */
struct kind
{
  char **at;
  size_t count;
  size_t capacity;
  size_t more; /* that are not shown */
};

struct check_text
{
  struct kind kinds[FIND_COUNT];
  struct pool pool;
};

static void
text_begin (struct check *check, const struct check_subject *subject)
{
  (void) subject;
  if (check->text == NULL)
    check->text = calloc (1, sizeof *check->text);
  check->nomem |= check->text == NULL;
}

/* Put the place of FINDING into TEXT of SIZE bytes: ".sframe+0x24, function 3
   <main>, row 1: ", or ".sframe[5]+0x24: " if there are several sections.  */
static void
put_place (const struct check *check, const struct finding *finding,
           char *text, size_t size)
{
  int used = 0;

  text[0] = '\0';
  if (finding->section == NULL)
    {
      if (finding->symbol != NULL)
        snprintf (text, size, "<%.*s>: ", CHECK_SYMBOL_MAX,
                  demangler_show (check->demangler, finding->symbol));
      return;
    }
  used = snprintf (text, size, "%.64s", finding->section);
  if (finding->number != 0)
    used += snprintf (text + used, size - (size_t) used, "[%" PRIu32 "]",
                      finding->number);
  used += snprintf (text + used, size - (size_t) used, "+0x%" PRIx64,
                    finding->offset);
  if (finding->fde != SFM_NO_INDEX)
    used += snprintf (text + used, size - (size_t) used, ", function %" PRIu32,
                      finding->fde);
  if (finding->symbol != NULL)
    used += snprintf (text + used, size - (size_t) used, " <%.*s>",
                      CHECK_SYMBOL_MAX,
                      demangler_show (check->demangler, finding->symbol));
  if (finding->row != SFM_NO_INDEX)
    used += snprintf (text + used, size - (size_t) used, ", row %" PRIu32,
                      finding->row);
  snprintf (text + used, size - (size_t) used, ": ");
}

static void
text_finding (struct check *check, const struct finding *finding)
{
  struct check_text *text = check->text;
  char place[160 + CHECK_SYMBOL_MAX], line[OUTBUF_PRINT];

  if (text == NULL)
    return;
  struct kind *kind = &text->kinds[finding->id];
  if (kind->count >= KIND_MAX && !check->report->verbose)
    {
      kind->more++;
      return;
    }
  put_place (check, finding, place, sizeof place);
  int size = snprintf (line, sizeof line, "%s%s", place, finding->text);
  size_t used = size < (int) sizeof line ? (size_t) size : sizeof line - 1;
  char *copy = pool_copy (&text->pool, line, used);
  check->nomem |= copy == NULL || !LIST_ADD (kind, copy);
}

static void
put_severity (struct check *check, enum sfm_severity severity)
{
  outbuf_text (&check->out, "  ");
  outbuf_color (&check->out,
                severity == SFM_ERROR     ? COLOR_ERROR
                : severity == SFM_WARNING ? COLOR_WARNING
                                          : COLOR_NOTE,
                check_severities[severity]);
  outbuf_text (&check->out, ": ");
}

static void
put_kinds (struct check *check, enum sfm_severity severity)
{
  struct check_text *text = check->text;

  for (unsigned id = 0; id < FIND_COUNT; id++)
    {
      const struct kind *kind = &text->kinds[id];
      if (finding_severity (id) != severity)
        continue;
      for (size_t i = 0; i < kind->count; i++)
        {
          put_severity (check, severity);
          outbuf_print (&check->out, "%s: %s\n", finding_name (id),
                        shown_name (kind->at[i]));
        }
      if (kind->more != 0)
        {
          put_severity (check, severity);
          outbuf_print (&check->out, "%s: %zu more\n", finding_name (id),
                        kind->more);
        }
    }
}

/* Put COMMAND, of a verdict, with the names of the user's files for FILE and,
   if they are known, for OBJECT....  */
static void
put_fix (struct check *check, const char *command)
{
  const struct check_options *options = check->options;
  const bool known = strcmp (check->path, "/dev/stdin") != 0;

  for (;;)
    {
      const size_t size = strcspn (command, " ");
      if (known && size == 4 && strncmp (command, "FILE", size) == 0)
        outbuf_shell (&check->out, check->path);
      else if (options->against.count != 0 && size == 9
               && strncmp (command, "OBJECT...", size) == 0)
        for (size_t i = 0; i < options->against.count; i++)
          {
            outbuf_text (&check->out, i == 0 ? "" : " ");
            outbuf_shell (&check->out, options->against.at[i]);
          }
      else
        outbuf_write (&check->out, command, size);
      if (command[size] == '\0')
        break;
      outbuf_text (&check->out, " ");
      command += size + 1;
    }
}

static void
put_verdict (struct check *check, const struct consumer_verdict *verdict)
{
  const char *grade = consumer_grade_name (verdict->grade);

  outbuf_print (&check->out, "  %s: ", verdict->consumer->name);
  if (verdict->grade == CONSUMER_NOT_APPLICABLE)
    outbuf_text (&check->out, grade);
  else
    outbuf_color (&check->out,
                  verdict->grade == CONSUMER_USABLE ? COLOR_GOOD
                  : verdict->grade == CONSUMER_LOSS ? COLOR_WARNING
                                                    : COLOR_ERROR,
                  grade);
  for (size_t i = 0; i < verdict->reason_count; i++)
    outbuf_print (&check->out, "%s%s", i == 0 ? ": " : "; ",
                  shown_name (verdict->reasons[i]));
  if (verdict->more != 0)
    outbuf_print (&check->out, "; and %zu more", verdict->more);
  outbuf_text (&check->out, "\n");
  for (size_t i = 0; i < CONSUMER_NOTES; i++)
    if (verdict->notes[i] != NULL)
      outbuf_print (&check->out, "    note: %s\n", verdict->notes[i]);
  if (verdict->fix[0] != '\0')
    {
      outbuf_text (&check->out, "    fixed by: ");
      put_fix (check, verdict->fix);
      outbuf_text (&check->out, "\n");
    }
}

/* Whether notes are shown: they are about how a table is made, not about what
   is wrong with it.  */
static bool
shows_notes (const struct check *check)
{
  return check->report->verbose || check->options->fail_on == SFM_NOTE
         || check->options->prove || check->options->eh_frame;
}

/* Put the first line: whether SUBJECT is valid, the number of findings, and
   how much is described.  */
static void
put_head (struct check *check, const struct check_subject *subject)
{
  const struct consumer_subject *known = &subject->known;
  const char *lead = " (";

  outbuf_print (&check->out, "%s: ", shown_name (known->name));
  if (check_is_later (subject))
    outbuf_color (&check->out, COLOR_WARNING, "not known to this program");
  else if (subject->of_severity[SFM_ERROR] != 0)
    outbuf_color (&check->out, COLOR_ERROR, "not valid");
  else
    outbuf_color (&check->out, COLOR_GOOD, "valid");
  for (int i = SFM_ERROR; i >= (shows_notes (check) ? SFM_NOTE : SFM_WARNING);
       i--)
    if (subject->of_severity[i] != 0)
      {
        outbuf_print (
            &check->out, "%s%s", lead,
            number_counted (subject->of_severity[i], check_severities[i]));
        lead = ", ";
      }
  outbuf_text (&check->out, lead[0] == ',' ? ")" : "");
  if (known->piece_count == 1)
    outbuf_print (&check->out, ", version %u", known->pieces[0].version);
  else
    outbuf_print (&check->out, ", %zu pieces", known->piece_count);
  check_put_described (check, subject);
  outbuf_text (&check->out, "\n");
}

/* Show SUBJECT, for which check_is_without is true, in one line.  */
static void
put_brief (struct check *check, const struct check_subject *subject)
{
  const struct check_percent *wanted = &check->options->min_coverage;
  const char *lead = "";

  outbuf_print (&check->out, "%s: ", shown_name (subject->known.name));
  for (unsigned id = 0; id < FIND_COUNT; id++)
    if (check->text->kinds[id].count != 0)
      {
        outbuf_print (&check->out, "%s%s", lead,
                      shown_name (check->text->kinds[id].at[0]));
        lead = "; ";
      }
  if (lead[0] == '\0')
    outbuf_text (&check->out, "nothing to check");
  if (subject->fill != NULL)
    outbuf_print (&check->out,
                  "; 'sfmerge synth' would describe %" PRIu64
                  " of the %" PRIu64 " functions of .eh_frame%s",
                  subject->fill->described + subject->fill->added,
                  subject->fill->frames,
                  subject->fill->debug_frames != 0 ? " and .debug_frame" : "");
  if (subject->described.low)
    outbuf_print (&check->out, "; --min-coverage asks for %s%s", wanted->text,
                  check_percent_sign (wanted));
  outbuf_text (&check->out, "\n");
}

static void
clear (struct check_text *text)
{
  for (unsigned id = 0; id < FIND_COUNT; id++)
    text->kinds[id].count = text->kinds[id].more = 0;
  pool_reset (&text->pool);
}

/* Put the COUNT VERDICTS.  With --for=all, leave out consumers that do not
   read such files.  */
static void
put_verdicts (struct check *check, const struct consumer_verdict *verdicts,
              size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (verdicts[i].grade != CONSUMER_NOT_APPLICABLE
        || !check->options->consumers.all)
      put_verdict (check, &verdicts[i]);
}

static void
put_none (struct check *check, const struct check_subject *subject,
          const struct consumer_verdict *verdicts, size_t verdict_count)
{
  put_brief (check, subject);
  /* The verdict on a consumer that the user named explains exit status 1.  */
  if (!check->options->consumers.all)
    put_verdicts (check, verdicts, verdict_count);
}

/* Whether SUBJECT, which has .sframe, is one of many and needs no output.  */
static bool
is_well (const struct check *check, const struct check_subject *subject,
         const struct consumer_verdict *verdicts, size_t verdict_count)
{
  const bool all = check->options->consumers.all;

  for (size_t i = 0; i < verdict_count && !all; i++)
    if (verdicts[i].grade > CONSUMER_USABLE)
      return false;
  return check->counting
         && subject->of_severity[SFM_ERROR] + subject->of_severity[SFM_WARNING]
                == 0
         && !subject->described.low && !subject->described.little;
}

static void
text_end (struct check *check, const struct check_subject *subject,
          const struct consumer_verdict *verdicts, size_t verdict_count)
{
  if (check->text == NULL)
    return;
  /* With --prove there is more than one line to show.  */
  if (check_is_without (subject) && subject->of_eh_frame == 0
      && !check->options->prove)
    {
      if (!check->passing || subject->described.low)
        put_none (check, subject, verdicts, verdict_count);
      clear (check->text);
      return;
    }
  if (is_well (check, subject, verdicts, verdict_count))
    {
      clear (check->text);
      return;
    }
  put_head (check, subject);
  for (int i = SFM_ERROR; i >= (shows_notes (check) ? SFM_NOTE : SFM_WARNING);
       i--)
    put_kinds (check, (enum sfm_severity) i);
  if (subject->coverage != NULL)
    check_put_coverage (check, subject->coverage);
  if (subject->fill != NULL)
    check_put_fill (check, subject->fill);
  if (subject->against != NULL)
    check_put_against (check, subject->against);
  put_verdicts (check, verdicts, verdict_count);
  clear (check->text);
}

void
check_text_free (struct check *check)
{
  if (check->text == NULL)
    return;
  for (unsigned id = 0; id < FIND_COUNT; id++)
    free (check->text->kinds[id].at);
  pool_free (&check->text->pool);
  free (check->text);
  check->text = NULL;
}

static void
text_passed (struct check *check, const char *path, const char *why)
{
  /* A compressed file may have .sframe.  */
  if (!check->report->verbose && check->result->outcome != CHECK_PACKED)
    return;
  outbuf_print (&check->out, "%s: skipped: %s\n", shown_name (path), why);
}

const struct check_form check_text_form = {
  .advises = true,
  .begin = text_begin,
  .finding = text_finding,
  .end = text_end,
  .passed = text_passed,
};
