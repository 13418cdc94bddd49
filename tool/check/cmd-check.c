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
#include "file-list.h"
#include "file-visit.h"
#include "progress.h"
#include "workers.h"

enum
{
  SCHEMA = 1
};

/* State of a run over all files.  */
struct run
{
  struct check check;
  struct report report;
  struct progress progress;
  struct file_list list;
};

/* Check the file PATH of any kind and show what was found, even if the status
   is that PATH could not be read to its end.  */
static sfm_status
check_file (struct check *check, const char *path)
{
  static const struct file_visitor visitor
      = { .image = check_image, .objects = check_objects };

  check->any = check->bad = false;
  sfm_status status = file_visit (path, &visitor, check, &check->report->sink);
  if (!check->any)
    check->form->unreadable (check, path);
  if (status == SFM_OK && check->nomem)
    status = diag_nomem (&check->report->sink, path);
  return status;
}

/* Check file number IDX.  */
static int
run_file (void *data, size_t idx)
{
  struct run *run = data;
  struct check *check = &run->check;

  check->shown = idx != 0;
  sfm_status status = check_file (check, run->list.entries[idx].path);
  outbuf_flush (&check->out);
  return status != SFM_OK ? report_input_status (status)
         : check->bad     ? STATUS_FAILED
                          : STATUS_DONE;
}

/* Report that the process that checked file number IDX was lost.  */
static int
lost_file (void *data, size_t idx, enum workers_loss loss, int number)
{
  struct run *run = data;
  struct check *check = &run->check;
  const char *path = run->list.entries[idx].path;

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

  progress_show (&run->progress, idx + 1, run->list.entries[idx].path,
                 status != STATUS_DONE);
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
  if (options->json)
    printf ("{\"schema\":%d,\"sfmerge\":\"%s\",\"files\":[", SCHEMA,
            sfm_version ());
  int exit_status
      = workers_run (&job, run->list.count,
                     options_jobs_count (options->jobs, options->recurse));
  if (options->json)
    puts ("\n]}");
  progress_clear (&run->progress);
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
