/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-check.c - sfmerge check: say what is wrong with .sframe, how much of
   the code it describes, and which consumers can use it.

   check-image.c and check-object.c read files of their kind and pass findings
   to a form of output, check-text.c or check-json.c.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check-file.h"
#include "elf-image.h"
#include "file-list.h"
#include "file-visit.h"
#include "progress.h"
#include "workers.h"

enum
{
  SCHEMA = 1
};

/* What became of a file.  */
enum outcome
{
  OUTCOME_VALID,
  OUTCOME_BAD,
  OUTCOME_NONE, /* it has no .sframe, and only counts */
  OUTCOME_UNREAD,
  OUTCOMES
};

struct result
{
  enum outcome outcome;
  bool low;    /* a subject is described.low, */
  bool little; /* ... or described.little */
};

/* State of a run over all files.  */
struct run
{
  struct check check;
  struct report report;
  struct progress progress;
  struct file_list list;
  struct result *results; /* shared; NULL: no summary */
  size_t counts[OUTCOMES];
  size_t low;
  size_t little;
};

/* Check the file PATH of any kind and show what was found, even if the status
   is that PATH could not be read to its end.  */
static sfm_status
check_file (struct check *check, const char *path)
{
  static const struct file_visitor visitor
      = { .image = check_image, .objects = check_objects };

  check->any = check->bad = check->low = check->little = false;
  sfm_status status = file_visit (path, &visitor, check, &check->report->sink);
  if (!check->any)
    check->form->unreadable (check, path);
  if (status == SFM_OK && check->nomem)
    status = diag_nomem (&check->report->sink, path);
  return status;
}

/* Whether of files without .sframe that are found in folders nothing is said:
   it is not asked for, and no verdict on them is.  */
static bool
passes_over (const struct check *check)
{
  const struct check_options *options = check->options;

  return options->recurse && !options->json && !options->require
         && options->fail_on != SFM_NOTE && !check->report->verbose
         && options->detached == NULL && options->against_count == 0
         && options->symbols == NULL
         && (options->consumers.count == 0 || options->consumers.all);
}

/* Keep OUTCOME of file number IDX for the summary.  */
static void
set_outcome (const struct run *run, size_t idx, enum outcome outcome)
{
  if (run->results != NULL)
    run->results[idx % WORKERS_WINDOW] = (struct result){
      .outcome = outcome, .low = run->check.low, .little = run->check.little
    };
}

/* Check file number IDX.  */
static int
run_file (void *data, size_t idx)
{
  struct run *run = data;
  struct check *check = &run->check;
  const struct file_entry *entry = &run->list.entries[idx];

  check->shown = idx != 0;
  check->none = check->low = check->little = false;
  check->brief = entry->found != NULL && passes_over (check);
  /* The headers do not tell whether there are functions to describe.  */
  if (check->brief && check->options->min_coverage.parts == 0
      && image_heads_bare (entry->path))
    {
      set_outcome (run, idx, OUTCOME_NONE);
      return STATUS_DONE;
    }
  sfm_status status = check_file (check, entry->path);
  outbuf_flush (&check->out);
  set_outcome (run, idx,
               status != SFM_OK ? OUTCOME_UNREAD
               : check->bad     ? OUTCOME_BAD
               : check->none    ? OUTCOME_NONE
                                : OUTCOME_VALID);
  return status != SFM_OK           ? report_input_status (status)
         : check->bad || check->low ? STATUS_FAILED
                                    : STATUS_DONE;
}

/* Report that the process that checked file number IDX was lost.  */
static int
lost_file (void *data, size_t idx, enum workers_loss loss, int number)
{
  struct run *run = data;
  struct check *check = &run->check;
  const char *path = run->list.entries[idx].path;

  check->low = check->little = false;
  set_outcome (run, idx, OUTCOME_UNREAD);
  check->shown = idx != 0;
  check->form->unreadable (check, path);
  outbuf_flush (&check->out);
  workers_say_lost (&run->report.sink, path, loss, number);
  return STATUS_FAILED;
}

static void
clear_progress (void *data)
{
  struct run *run = data;

  progress_clear (&run->progress);
}

static void
show_progress (void *data, size_t idx, int status)
{
  struct run *run = data;

  if (run->results != NULL)
    {
      const struct result *result = &run->results[idx % WORKERS_WINDOW];
      run->counts[result->outcome]++;
      run->low += result->low;
      run->little += result->little;
    }
  progress_show (&run->progress, idx + 1, run->list.entries[idx].path,
                 status != STATUS_DONE);
}

/* Put how many files there were of each kind.  */
static void
put_summary (const struct run *run)
{
  const size_t *counts = run->counts;
  const size_t with = counts[OUTCOME_VALID] + counts[OUTCOME_BAD];

  printf ("%zu file%s: %zu with .sframe", run->list.count,
          run->list.count == 1 ? "" : "s", with);
  if (counts[OUTCOME_BAD] != 0)
    printf (", of which %zu not valid", counts[OUTCOME_BAD]);
  if (run->little != 0)
    printf (", %s%zu with less than half of the functions described",
            counts[OUTCOME_BAD] != 0 ? "" : "of which ", run->little);
  if (counts[OUTCOME_NONE] != 0)
    printf (", %zu without (-v names them)", counts[OUTCOME_NONE]);
  if (counts[OUTCOME_UNREAD] != 0)
    printf (", %zu not read", counts[OUTCOME_UNREAD]);
  if (run->check.options->min_coverage.text != NULL)
    printf ("; %zu below --min-coverage", run->low);
  puts ("");
}

/* Check all files of RUN; returns the exit status.  */
static int
check_all (struct run *run, const struct check_options *options)
{
  const struct workers_job job = { .run = run_file,
                                   .lost = lost_file,
                                   .clear = clear_progress,
                                   .done = show_progress,
                                   .data = run,
                                   .shifts = true };

  progress_begin (&run->progress, "checked", run->list.count, true,
                  run->report.quiet);
  if (passes_over (&run->check) && !run->report.quiet)
    run->results = workers_share (sizeof *run->results);
  if (options->json)
    printf ("{\"schema\":%d,\"sfmerge\":\"%s\",\"files\":[", SCHEMA,
            sfm_version ());
  int exit_status
      = workers_run (&job, run->list.count,
                     options_jobs_count (options->jobs, options->recurse));
  if (options->json)
    puts ("\n]}");
  progress_clear (&run->progress);
  if (run->results != NULL)
    put_summary (run);
  workers_unshare (run->results, sizeof *run->results);
  return exit_status;
}

static int
cmd_check (int argc, char **argv)
{
  /* Too large for the stack: it contains the output buffer.  */
  static struct run run;
  struct check_options options;

  run = (struct run){ .list = { .thin = true } };
  report_init (&run.report);
  int status = check_options_parse (argc, argv, &check_command, &options,
                                    &run.report);
  if (status == OPTIONS_GO_ON)
    {
      run.check.options = &options;
      run.check.report = &run.report;
      run.check.form = options.json ? &check_json_form : &check_text_form;
      status = (options.recurse ? file_list_recurse : file_list_names) (
          options.files, options.file_count, &run.list, &run.report.sink);
      int checked = check_all (&run, &options);
      status = checked > status ? checked : status;
    }
  free (run.check.subject.pieces);
  check_text_free (&run.check);
  file_list_free (&run.list);
  check_options_free (&options);
  return status;
}

const struct command check_command = {
  .name = "check",
  .run = cmd_check,
  .usage = "[OPTION]... FILE...",
  .summary = "say what is wrong with .sframe, and who can use it",
  .about = "Say whether the .sframe of each FILE, an image, an object file or"
           " an archive,\nis valid, how much of the code it describes, and"
           " which consumers can use it.",
  .options = check_option_specs,
};
