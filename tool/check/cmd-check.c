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
#include "threads.h"
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
  struct file_list list;    /* with -r */
  const char *const *files; /* of LIST, or the arguments */
  size_t count;
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

  progress_clear (&run->progress);
  check->shown = idx != 0;
  sfm_status status = check_file (check, run->files[idx]);
  outbuf_flush (&check->out);
  return status != SFM_OK ? report_input_status (status)
         : check->bad     ? STATUS_FAILED
                          : STATUS_DONE;
}

/* Report that the process that checked file number IDX was lost.  */
static int
lost_file (void *data, size_t idx, enum workers_loss loss, int number)
{
  static const char *const texts[] = {
    [WORKERS_KILLED] = "checking it was ended by a signal",
    [WORKERS_NO_STATUS] = "cannot wait for the process that checked it",
    [WORKERS_NO_OUTPUT] = "cannot keep in a temporary file what was found",
  };
  struct run *run = data;
  struct check *check = &run->check;

  progress_clear (&run->progress);
  check->shown = idx != 0;
  check->form->unreadable (check, run->files[idx]);
  outbuf_flush (&check->out);
  diag (&run->report.sink, DIAG_ERROR, run->files[idx], "%s: %s", texts[loss],
        loss == WORKERS_KILLED ? strsignal (number) : strerror (number));
  return STATUS_FAILED;
}

static void
show_progress (void *data, size_t done)
{
  struct run *run = data;

  progress_show (&run->progress, done);
}

/* Check all files of RUN; returns the exit status.  */
static int
check_all (struct run *run, const struct check_options *options)
{
  const struct workers_job job = {
    .run = run_file, .lost = lost_file, .progress = show_progress, .data = run
  };
  unsigned workers
      = options->jobs != 0 ? options->jobs : threads_processors ();

  progress_begin (&run->progress, "checked", run->count, run->report.quiet);
  if (options->json)
    printf ("{\"schema\":%d,\"sfmerge\":\"%s\",\"files\":[", SCHEMA,
            sfm_version ());
  int exit_status = workers_run (&job, run->count, workers);
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

  report_init (&run.report);
  int status = check_options_parse (argc, argv, &check_command, &options,
                                    &run.report);
  if (status == OPTIONS_GO_ON)
    {
      run.check.options = &options;
      run.check.report = &run.report;
      run.check.form = options.json ? &check_json_form : &check_text_form;
      status = STATUS_DONE;
      run.files = (const char *const *) options.files;
      run.count = options.file_count;
      if (options.recurse)
        {
          status = file_list_recurse (options.files, options.file_count,
                                      &run.list, &run.report.sink);
          run.files = run.list.paths;
          run.count = run.list.count;
        }
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
