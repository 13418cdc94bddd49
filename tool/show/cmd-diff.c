/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-diff.c - sfmerge diff: say what the .sframe of a file has lost, gained
   or changed since an older one.

   diff-file.c and diff-object.c read the functions of both files,
   diff-compare.c finds the differences, and a form of output, diff-text.c or
   diff-json.c, shows them.  With -r each pair of files is compared in a
   process of its own (workers.c).  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "diff.h"
#include "workers.h"

/* What became of two files.  */
enum outcome
{
  OUTCOME_SAME,
  OUTCOME_DIFFERENT,
  OUTCOME_WORSE,
  OUTCOME_ONLY_OLD,
  OUTCOME_ONLY_NEW,
  OUTCOME_UNREAD,
  OUTCOMES
};

struct result
{
  enum outcome outcome;
  struct diff_totals totals;
};

/* State of a run over all files.  */
struct run
{
  struct progress progress;
  struct readable readable; /* what else processes may read */
  const struct diff_options *options;
  struct report report;
  struct diff_dirs dirs;
  struct diff_output output;
  struct result *results; /* by workers_slot */
  size_t outcomes[OUTCOMES];
  size_t counts[DIFF_CLASSES];
  size_t same;
};

static sfm_status
compare (struct run *run, const struct diff_files *files,
         struct diff_totals *totals)
{
  const struct diag_sink *sink = &run->report.sink;
  struct diff_file old, now;
  sfm_status status = diff_file_read (&old, files->old, 0, sink);
  /* Read NOW even if that failed: its messages are wanted, too.  */
  const sfm_status other = diff_file_read (&now, files->now, 1, sink);

  if (status == SFM_OK)
    status = other;
  if (status == SFM_OK)
    status = diff_compare (&old, &now, &run->output, totals, sink);
  status = image_settle (&old.context.image, status, sink);
  status = image_settle (&now.context.image, status, sink);
  diff_file_free (&old);
  diff_file_free (&now);
  return status;
}

/* Whether TOTALS have something for which the user wants exit status 1.  */
static bool
is_worse (const struct diff_options *options, const struct diff_totals *totals)
{
  const unsigned on = options->fail_on;

  return ((on & DIFF_FAIL_LOST) != 0 && totals->counts[DIFF_LOST] != 0)
         || ((on & DIFF_FAIL_COVERAGE) != 0 && totals->coverage_lower)
         || ((on & DIFF_FAIL_CHANGED) != 0
             && totals->counts[DIFF_CHANGED] != 0)
         || ((on & DIFF_FAIL_ANY) != 0 && !diff_is_same (totals));
}

static struct result *
result_of (const struct run *run, size_t idx)
{
  return &run->results[workers_slot (idx)];
}

static int
run_alone (struct run *run, const struct diff_files *files,
           struct result *result)
{
  result->outcome = files->old != NULL ? OUTCOME_ONLY_OLD : OUTCOME_ONLY_NEW;
  run->output.form->alone (&run->output, files);
  outbuf_flush (&run->output.out);
  return (run->options->fail_on & DIFF_FAIL_ANY) != 0 ? STATUS_FAILED
                                                      : STATUS_DONE;
}

/* Begin with the pair of files number IDX, about which nothing is known
   yet.  */
static struct result *
begin_files (struct run *run, size_t idx)
{
  struct result *result = result_of (run, idx);

  run->report.errors = 0;
  document_file ();
  *result = (struct result){ .outcome = OUTCOME_UNREAD };
  run->output.shown = idx != 0;
  run->output.files = &run->dirs.pairs.at[idx];
  return result;
}

static void
show_begin (struct diff_output *output, const struct diff_files *files)
{
  if (output->form->begin != NULL)
    output->form->begin (output, files);
}

static void
show_unread (struct diff_output *output, const struct diff_files *files)
{
  if (output->form->unread != NULL)
    output->form->unread (output, files);
  outbuf_flush (&output->out);
}

static int
run_files (void *data, size_t idx)
{
  struct run *run = data;
  struct diff_output *output = &run->output;
  struct result *result = begin_files (run, idx);
  const struct diff_files *files = output->files;

  if (files->old == NULL || files->now == NULL)
    return run_alone (run, files, result);
  show_begin (output, files);
  const sfm_status status = compare (run, files, &result->totals);
  if (status != SFM_OK)
    {
      show_unread (output, files);
      return report_input_status (status);
    }
  const bool worse = is_worse (run->options, &result->totals);
  result->outcome = worse                            ? OUTCOME_WORSE
                    : diff_is_same (&result->totals) ? OUTCOME_SAME
                                                     : OUTCOME_DIFFERENT;
  output->form->end (output, files, &result->totals, worse);
  outbuf_flush (&output->out);
  return worse ? STATUS_FAILED : STATUS_DONE;
}

/* Set *SOURCE to file K of pair IDX: the old or the new one.  */
static bool
input_of (void *data, size_t idx, unsigned k, struct file_source *source)
{
  struct run *run = data;
  const struct diff_files *files = &run->dirs.pairs.at[idx];

  return files->old != NULL && files->now != NULL
         && file_entry_source (k == 0 ? files->old : files->now, source);
}

static bool
is_sound (void *data, size_t idx)
{
  struct run *run = data;

  return result_of (run, idx)->outcome < OUTCOMES;
}

static int
lose_files (void *data, size_t idx, enum workers_loss loss, int number)
{
  struct run *run = data;

  (void) begin_files (run, idx);
  workers_say_lost (&run->report.sink, run->output.files->name, loss, number);
  show_begin (&run->output, run->output.files);
  show_unread (&run->output, run->output.files);
  return STATUS_FAILED;
}

static void
add_files (void *data, size_t idx, int status)
{
  struct run *run = data;
  const struct result *result = result_of (run, idx);

  run->outcomes[result->outcome]++;
  run->same += result->totals.same;
  for (unsigned i = 0; i < DIFF_CLASSES; i++)
    run->counts[i] += result->totals.counts[i];
  progress_show (&run->progress, idx + 1, run->dirs.pairs.at[idx].name,
                 status != STATUS_DONE);
}

static void
put_summary (const struct run *run)
{
  static const char *const names[] = {
    [OUTCOME_SAME] = "the same",        [OUTCOME_DIFFERENT] = "differ",
    [OUTCOME_WORSE] = "worse",          [OUTCOME_ONLY_OLD] = "only in OLD",
    [OUTCOME_ONLY_NEW] = "only in NEW", [OUTCOME_UNREAD] = "not read",
  };
  const char *lead = ": ";

  printf ("%zu file%s", run->dirs.pairs.count,
          run->dirs.pairs.count == 1 ? "" : "s");
  for (unsigned i = 0; i < OUTCOMES; i++)
    if (run->outcomes[i] != 0)
      {
        printf ("%s%zu %s", lead, run->outcomes[i], names[i]);
        lead = ", ";
      }
  printf ("; functions: %zu the same", run->same);
  for (unsigned i = 0; i < DIFF_CLASSES; i++)
    if (run->counts[i] != 0)
      printf (", %zu %s", run->counts[i],
              diff_class_name ((enum diff_class) i));
  puts ("");
}

static int
compare_all (struct run *run)
{
  const struct diff_options *options = run->options;

  progress_begin (&run->progress, "compared", run->dirs.pairs.count, NULL,
                  true, run->report.quiet);
  run->results = calloc (WORKERS_WINDOW, sizeof *run->results);
  if (run->results == NULL
      || !readable_add (&run->readable,
                        (char *const[]){ options->old, options->now }, 2))
    return report_input_status (diag_nomem (&run->report.sink, NULL));
  const struct workers_job job
      = { .run = run_files,
          .lost = lose_files,
          .done = add_files,
          .data = run,
          .memory = { { run->results, sizeof *run->results } },
          .sound = is_sound,
          .input = input_of,
          .readable = run->readable.at,
          .readable_count = run->readable.count,
          .shifts = true };
  if (options->json)
    {
      document_begin ();
      fputs (",\"files\":[", stdout);
    }
  const int exit_status
      = workers_run (&job, run->dirs.pairs.count,
                     options_jobs_count (options->jobs, options->recurse));
  if (options->json)
    fputs ("\n]", stdout);
  progress_clear (&run->progress);
  if (options->recurse && !options->json && !run->report.quiet)
    put_summary (run);
  return exit_status;
}

/* Refuse a directory without -r, and a file with it.  */
static int
check_kinds (const struct diff_options *options)
{
  char *const paths[] = { options->old, options->now };

  struct stat st;

  for (size_t i = 0; i < 2; i++)
    if ((stat (paths[i], &st) == 0 && S_ISDIR (st.st_mode))
        != options->recurse)
      {
        if (!options->recurse)
          return report_usage (
              "diff: '%s' is a directory: -r compares the files "
              "in two directories",
              paths[i]);
        return report_usage (
            "diff: '%s' is not a directory, and -r compares two directories",
            paths[i]);
      }
  return OPTIONS_GO_ON;
}

static int
compare_named (struct run *run)
{
  const struct diff_options *options = run->options;

  run->output.form = options->json ? &diff_json_form : &diff_text_form;
  run->output.options = options;
  run->output.report = &run->report;
  run->report.errors_only = run->report.quiet;
  if (options_demangles (options->demangle, options->json)
      && demangler_new (&run->output.demangler, &run->report.sink) != SFM_OK)
    return STATUS_FAILED;
  const int status = diff_dirs_read (options, &run->dirs, &run->report.sink);
  const int compared = compare_all (run);
  free (run->results);
  readable_free (&run->readable);
  diff_dirs_free (&run->dirs);
  demangler_free (run->output.demangler);
  return compared > status ? compared : status;
}

static int
cmd_diff (int argc, char **argv, const struct command *command)
{
  /* Too large for the stack: it contains the output buffer.  */
  static struct run run;
  struct diff_options options;

  run = (struct run){ .options = &options };
  report_init (&run.report);
  int status = diff_options_parse (argc, argv, command, &options, &run.report);
  if (status == OPTIONS_GO_ON)
    status = check_kinds (&options);
  if (status == OPTIONS_GO_ON)
    status = compare_named (&run);
  free (options.excludes.at);
  return status;
}

const struct command diff_command = {
  .name = "diff",
  .run = cmd_diff,
  .usage = "[OPTION]... OLD NEW",
  .summary = "say what the .sframe of a file has lost since an older one",
  .about = "Compare the .sframe of two files, images, object files, archives"
           " or detached\nfiles: functions that are lost, gained or described"
           " otherwise, coverage, size\nand version.",
  .options = diff_option_specs,
};
