/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-file.c - collect pieces and findings of a checked file, and decide
   whether it is bad and what to advise.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmd-check.h"
#include "repair-run.h"
#include "workers.h"

/* The commands that check advises, which it tries first.

   The command is done in memory, and its result is judged as check judges it.
   The objects that sfmerge link would need are not known.  What .eh_frame
   describes stands in for them: it shows whether the image has room, and a
   lack of room is what may stop a link.  */

/* What was tried with one file.  */
struct check_advice
{
  struct file_bytes file;
  struct
  {
    bool known;
    struct repair_tried what;
  } tried[CONSUMER_COUNT][COMMAND_EH_FRAME_HDR + 1];
};

static struct common_options
options_of (enum consumer_command command, const struct consumer *consumer)
{
  struct common_options options;

  common_options_init (&options);
  options.dry_run = true;
  options.fill = command == COMMAND_SYNTH || command == COMMAND_LINK;
  options.partial = command == COMMAND_LINK;
  options.eh_frame_hdr = command == COMMAND_EH_FRAME_HDR;
  if (command == COMMAND_REPAIR || options.eh_frame_hdr)
    return options;
  options.targeted = true;
  options.target = consumer->target;
  options.consumer = consumer;
  return options;
}

/* Prepare to try commands on SOURCE, the file of CHECK, unless that was
   done.  */
static sfm_status
open_advice (struct check *check, const struct file_source *source)
{
  const struct diag_sink *sink = &check->report->sink;
  struct file_bytes file;

  if (check->advice != NULL)
    return SFM_OK;
  TRY (file_bytes_read_source (source, &file, sink));
  check->advice = calloc (1, sizeof *check->advice);
  if (check->advice == NULL)
    {
      file_bytes_close (&file);
      return diag_nomem (sink, source->path);
    }
  check->advice->file = file;
  return SFM_OK;
}

/* Set *TRIED to what COMMAND for CONSUMER does to the file SOURCE, unless that
   was tried already.  Statuses: NOMEM; those of file_bytes_read_source.  */
static sfm_status
try_command (struct check *check, const struct file_source *source,
             enum consumer_command command, const struct consumer *consumer,
             const struct repair_tried **tried)
{
  const struct common_options options = options_of (command, consumer);
  const enum consumer_id id = consumer_id (consumer);

  TRY (open_advice (check, source));
  struct check_advice *advice = check->advice;
  if (!advice->tried[id][command].known)
    switch (repair_try (&options, consumer, source->path, &advice->file,
                        &advice->tried[id][command].what))
      {
      case SFM_OK:
        break;
      case SFM_ERR_IO:
        return diag_errno (&check->report->sink, source->path, "cannot read");
      default:
        return diag_nomem (&check->report->sink, source->path);
      }
  advice->tried[id][command].known = true;
  *tried = &advice->tried[id][command].what;
  return SFM_OK;
}

/* Make VERDICT, on the file SOURCE or a member of it, advise its command only
   if that works, with the options that it needs.  Statuses: NOMEM; those of
   file_bytes_read_source.  */
static sfm_status
advise (struct check *check, const struct file_source *source,
        struct consumer_verdict *verdict)
{
  const enum consumer_command command = verdict->command;
  const struct repair_tried *tried = NULL;
  char with[IMAGE_HELP + 1];

  if (command == COMMAND_NONE)
    return SFM_OK;
  const sfm_status status
      = try_command (check, source, command, verdict->consumer, &tried);
  if (status != SFM_OK)
    consumer_advise (verdict, NULL);
  else if (tried->help[0] != '\0')
    {
      snprintf (with, sizeof with, " %s", tried->help);
      consumer_advise (verdict, with);
    }
  /* With the objects, a link describes more than what was tried.  */
  else if (command == COMMAND_LINK
               ? !tried->works && !tried->nothing
               : !tried->works || tried->grade >= verdict->grade)
    consumer_advise (verdict, NULL);
  return status;
}

void
check_advice_free (struct check *check)
{
  if (check->advice != NULL)
    file_bytes_close (&check->advice->file);
  free (check->advice);
  check->advice = NULL;
}

/* Add FINDING; DEMANGLER is for the name of its function, or NULL.  */
static void
detail_finding (struct check_detail *detail, const struct finding *finding,
                struct demangler *demangler)
{
  const size_t room = sizeof detail->text - detail->used;
  const char *const symbol = finding->symbol != NULL
                                 ? demangler_show (demangler, finding->symbol)
                                 : NULL;
  char place[DETAIL_PLACE + DETAIL_NAME] = "";
  int used = 0;

  if (finding->severity == SFM_NOTE)
    return;
  if (finding->section != NULL)
    used = snprintf (place, DETAIL_PLACE, "%.40s+0x%" PRIx64, finding->section,
                     finding->offset);
  if (symbol != NULL)
    used += snprintf (place + used, DETAIL_NAME, "%s<%.*s>",
                      used != 0 ? " " : "", DETAIL_NAME - 6, symbol);
  if (used != 0)
    snprintf (place + used, 3, ": ");
  const int size
      = detail->shown[finding->id] == DETAIL_KIND
            ? -1
            : snprintf (detail->text + detail->used, room, "%s: %s: %s%s",
                        finding->severity == SFM_ERROR ? "error" : "warning",
                        finding_name (finding->id), place, finding->text);
  if (size < 0 || (size_t) size >= room)
    {
      detail->more++;
      return;
    }
  detail->shown[finding->id]++;
  detail->used += (size_t) size + 1;
}

/* Add the COUNT VERDICTS on a subject that has .sframe.  */
static void
add_verdicts (struct check_result *result, struct check_detail *detail,
              const struct consumer_verdict *verdicts, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      const enum consumer_id id = consumer_id (verdicts[i].consumer);
      result->judged[id] = true;
      if (verdicts[i].grade <= result->grades[id])
        continue;
      result->grades[id] = verdicts[i].grade;
      if (detail != NULL && verdicts[i].grade == CONSUMER_UNUSABLE
          && verdicts[i].reason_count != 0)
        snprintf (detail->why[id], sizeof detail->why[id], "%.*s",
                  DETAIL_WHY - 1, verdicts[i].reasons[0]);
    }
}

/* Add the largest parts of the code without rows of COVERAGE.  DEMANGLER as
   above.  */
static void
detail_gaps (struct check_detail *detail, const struct coverage *coverage,
             struct demangler *demangler)
{
  size_t at = 0, bare = 0;

  while (detail->gap_count < DETAIL_GAPS
         && (at < coverage->gap_count || bare < coverage->bare_count))
    {
      const bool first = at < coverage->gap_count
                         && (bare == coverage->bare_count
                             || coverage->gaps[at].uncovered
                                    >= coverage->bare[bare].uncovered);
      const struct coverage_gap *gap
          = first ? &coverage->gaps[at++] : &coverage->bare[bare++];
      struct detail_gap *kept = &detail->gaps[detail->gap_count++];
      kept->addr = gap->addr;
      kept->uncovered = gap->uncovered;
      snprintf (kept->name, sizeof kept->name, "%s",
                gap->name != NULL ? demangler_show (demangler, gap->name)
                                  : "");
    }
}

bool
check_is_without (const struct check_subject *subject)
{
  return subject->known.piece_count == 0 && subject->against == NULL
         && subject->of_severity[SFM_ERROR] + subject->of_severity[SFM_WARNING]
                == subject->of_eh_frame;
}

void
check_begin (struct check *check)
{
  struct check_subject *subject = &check->subject;

  memset (subject->found, 0, sizeof subject->found);
  memset (subject->of_severity, 0, sizeof subject->of_severity);
  subject->of_eh_frame = 0;
  subject->known.piece_count = subject->pieces.count = 0;
  subject->known.found = subject->found;
  subject->coverage = NULL;
  subject->fill = NULL;
  subject->against = NULL;
  check->any = true;
  if (check->form->begin != NULL)
    check->form->begin (check, subject);
}

void
check_take (void *data, const struct finding *finding)
{
  struct check *check = data;
  struct check_subject *subject = &check->subject;

  subject->found[finding->id] += finding->count;
  subject->of_severity[finding->severity]++;
  subject->of_eh_frame
      += finding->severity != SFM_NOTE && finding_is_of_eh_frame (finding->id);
  if (check->detail != NULL)
    detail_finding (check->detail, finding, check->demangler);
  if (check->form->finding != NULL)
    check->form->finding (check, finding);
}

void
check_count (void *data, const struct finding *finding)
{
  struct check *check = data;

  check->subject.found[finding->id] += finding->count;
}

sfm_status
check_pieces (struct check *check, bool listed)
{
  struct check_subject *subject = &check->subject;

  subject->known.pieces = subject->pieces.at;
  subject->known.piece_count = subject->pieces.count;
  return listed ? SFM_OK
                : diag_nomem (&check->report->sink, subject->known.name);
}

bool
check_is_later (const struct check_subject *subject)
{
  const uint64_t *found = subject->found;

  return subject->known.later
         && subject->of_severity[SFM_ERROR] <= found[SFM_FIND_VERSION]
                                                   + found[SFM_FIND_FLAGS]
                                                   + found[SFM_FIND_ABI];
}

static bool
is_bad (const struct check *check, const struct consumer_verdict *verdicts,
        size_t verdict_count)
{
  const struct check_options *options = check->options;

  for (unsigned i = options->fail_on; i <= SFM_ERROR; i++)
    if (check->subject.of_severity[i] != 0)
      return true;
  /* With --for=all some consumers always fail, as they read different
     versions.  */
  for (size_t i = 0; i < verdict_count && !options->consumers.all; i++)
    if (verdicts[i].grade == CONSUMER_UNUSABLE
        || (verdicts[i].grade == CONSUMER_LOSS
            && options->fail_on <= SFM_WARNING))
      return true;
  return options->require && check->subject.known.piece_count == 0;
}

static void
add_result (struct check *check)
{
  const struct check_subject *subject = &check->subject;
  const struct consumer_subject *known = &subject->known;
  const struct coverage *coverage = subject->coverage;
  struct check_result *result = check->result;
  const bool with = !check_is_without (subject);

  check->with |= with;
  check->invalid
      |= subject->of_severity[SFM_ERROR] != 0 && !check_is_later (subject);
  for (unsigned i = 0; i <= SFM_ERROR; i++)
    result->of_severity[i] += subject->of_severity[i];
  for (size_t i = 0; i < known->piece_count; i++)
    {
      if (known->pieces[i].version < 8)
        result->versions |= (uint8_t) (1U << known->pieces[i].version);
      result->described += known->pieces[i].num_fdes;
    }
  result->part += subject->described.part;
  result->whole += subject->described.whole;
  if (coverage == NULL)
    return;
  result->code += coverage->size;
  result->code_covered += coverage->covered;
  result->functions += with ? coverage->functions : 0;
  result->functions_covered += with ? coverage->functions_covered : 0;
}

void
check_end (struct check *check)
{
  /* Too large for the stack.  */
  static struct consumer_verdict verdicts[CONSUMER_COUNT];
  struct check_subject *subject = &check->subject;
  const struct consumer_list *consumers = &check->options->consumers;
  struct file_source source = { .path = check->path, .tree = check->tree };

  workers_input (0, &source);
  for (size_t i = 0; i < consumers->count; i++)
    {
      consumer_judge (consumers->consumers[i], &subject->known, &verdicts[i]);
      if (check->form->advises && check->advised == SFM_OK)
        check->advised = advise (check, &source, &verdicts[i]);
      if (verdicts[i].grade > check->worst)
        check->worst = verdicts[i].grade;
    }
  check_describe (check);
  add_result (check);
  if (!check_is_without (subject))
    {
      add_verdicts (check->result, check->detail, verdicts, consumers->count);
      if (check->detail != NULL && subject->coverage != NULL)
        detail_gaps (check->detail, subject->coverage, check->demangler);
    }
  check->bad |= is_bad (check, verdicts, consumers->count);
  if (check->form->end != NULL)
    check->form->end (check, subject, verdicts, consumers->count);
}
