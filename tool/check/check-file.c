/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-file.c - collect pieces and findings of a checked file, and decide
   whether it is bad.  */

#include "config.h"

#include <string.h>

#include "check-file.h"
#include "pool.h"
#include "workers.h"

const char *
check_kind_name (const struct check_subject *subject)
{
  static const char *const names[] = { [CONSUMER_IMAGE] = "image",
                                       [CONSUMER_OBJECT] = "object",
                                       [CONSUMER_MODULE] = "module" };

  return names[subject->known.kind];
}

const char *
check_severity_name (enum sfm_severity severity)
{
  static const char *const names[] = {
    [SFM_NOTE] = "note", [SFM_WARNING] = "warning", [SFM_ERROR] = "error"
  };

  return names[severity];
}

bool
check_is_without (const struct check_subject *subject)
{
  return subject->known.piece_count == 0 && subject->against == NULL
         && subject->of_severity[SFM_ERROR] == 0
         && subject->of_severity[SFM_WARNING] == 0;
}

void
check_begin (struct check *check)
{
  struct check_subject *subject = &check->subject;

  memset (subject->found, 0, sizeof subject->found);
  memset (subject->of_severity, 0, sizeof subject->of_severity);
  subject->known.piece_count = subject->pieces.count = 0;
  subject->known.found = subject->found;
  subject->coverage = NULL;
  subject->fill = NULL;
  subject->against = NULL;
  check->any = true;
  check->form->begin (check, subject);
}

void
check_take (void *data, const struct finding *finding)
{
  struct check *check = data;
  struct check_subject *subject = &check->subject;

  subject->found[finding->id] += finding->count;
  subject->of_severity[finding->severity]++;
  if (check->detail != NULL)
    detail_finding (check->detail, finding, check->demangler);
  check->form->finding (check, finding);
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

/* Whether the subject fails the check by the user's options.  */
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

/* Add the current subject to the result of the file.  */
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
        check->advised = check_advise (check->advice, &source, &verdicts[i],
                                       &check->report->sink);
      if (verdicts[i].grade > check->worst)
        check->worst = verdicts[i].grade;
    }
  check_describe (check);
  add_result (check);
  if (check->detail != NULL && !check_is_without (subject))
    {
      detail_verdicts (check->detail, verdicts, consumers->count);
      if (subject->coverage != NULL)
        detail_gaps (check->detail, subject->coverage, check->demangler);
    }
  check->bad |= is_bad (check, verdicts, consumers->count);
  check->form->end (check, subject, verdicts, consumers->count);
}
