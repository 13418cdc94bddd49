/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-judge.c - whether the consumer of --for can use an object, or the
   objects of an archive.

   They are read as check reads them, by a process of its own, as the input may
   be hostile where the output has its bytes.  */

#include "config.h"

#include "input.h"
#include "repair-run.h"

struct judging
{
  struct repair_run *run;
  struct consumer_verdict verdict;
};

/* Judge OBJECT.  An input_fn.  */
static sfm_status
judge_object (void *data, const struct input_object *object)
{
  struct judging *j = data;
  const struct diag_sink *sink = &j->run->report->sink;
  const sfm_status status
      = consumer_judge_object (j->run->judge, object, &j->verdict);

  if (status != SFM_OK)
    return diag_fail (sink, status, object->name,
                      "the output cannot be read back: %s",
                      sfm_status_text (status));
  if (j->verdict.grade > j->run->grade)
    j->run->grade = j->verdict.grade;
  return consumer_refuse (&j->verdict, object->name, "", sink);
}

sfm_status
repair_judge (struct repair_run *run, const char *name, const uint8_t *bytes,
              size_t size)
{
  struct judging j = { .run = run };
  const struct diag_sink *sink = &run->report->sink;

  if (run->judge == NULL || run->objects == 0)
    return SFM_OK;
  struct inputs *inputs = inputs_new (INPUT_READER_OWN, sink);
  if (inputs == NULL)
    return diag_nomem (sink, name);
  const struct file_source made
      = { .path = name, .fd = -1, .bytes = bytes, .size = size };
  const sfm_status status
      = inputs_read_source (inputs, &made, judge_object, &j);
  run->refused |= status != SFM_OK;
  inputs_free (inputs);
  return status;
}
