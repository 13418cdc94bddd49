/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-check.c - sfmerge check: say what is wrong with .sframe, how much of
   the code it describes, and which consumers can use it.

   check-image.c and check-object.c read files of their kind and pass findings
   to a form of output: check-text.c, check-json.c or check-totals.c.  */

#include "config.h"

#include <stdlib.h>

#include "html-report.h"
#include "workers.h"

/* State of a run over all files.  */
struct run
{
  struct progress progress;
  struct readable readable; /* what else processes may read */
  struct check check;
  struct report report;
  struct file_list list;
  struct check_result *results; /* by workers_slot */
  struct check_detail *details; /* by workers_slot, for a report; or NULL */
  struct check_totals totals;
  struct html_report *html; /* NULL: no report is wanted */
};

/* Check the file of ENTRY, of any kind, whose source is SOURCE, and show what
   was found, even if it could not be read to its end.  */
static sfm_status
check_file (struct check *check, const struct file_entry *entry,
            const struct file_source *source)
{
  static const struct file_visitor visitor
      = { .image = check_image, .objects = check_objects };
  const char *path = entry->path;

  check->path = path;
  check->tree = entry->tree;
  check->any = check->bad = check->with = check->invalid = false;
  check->worst = CONSUMER_NOT_APPLICABLE;
  check->advised = SFM_OK;
  sfm_status status = check->options->recurse
                          ? SFM_OK
                          : file_not_directory (path, &check->report->sink);
  if (status == SFM_OK)
    status = file_visit (source, &visitor, check, &check->report->sink);
  check_advice_free (check);
  if (status == SFM_OK)
    status = check->advised;
  if (status == SFM_OK && check->nomem)
    status = diag_nomem (&check->report->sink, path);
  return status;
}

/* Whether valid files that are found in directories are only counted.  */
static bool
counts_valid (const struct check *check)
{
  const struct check_options *options = check->options;

  return options->recurse && !options->json && options->fail_on != SFM_NOTE
         && !check->report->verbose && options->against.count == 0;
}

/* Whether this also holds for files without .sframe: neither .sframe nor a
   verdict is asked for.  */
static bool
passes_over (const struct check *check)
{
  const struct check_options *options = check->options;

  return counts_valid (check) && !options->require && options->detached == NULL
         && options->symbols == NULL
         && (options->consumers.count == 0 || options->consumers.all);
}

static struct check_result *
result_of (const struct run *run, size_t idx)
{
  return &run->results[workers_slot (idx)];
}

/* NULL: there is no report.  */
static struct check_detail *
detail_of (const struct run *run, size_t idx)
{
  return run->details == NULL ? NULL : &run->details[workers_slot (idx)];
}

/* Empty DETAIL, without touching more of it than necessary.  */
static void
detail_begin (struct check_detail *detail)
{
  memset (detail->shown, 0, sizeof detail->shown);
  for (size_t i = 0; i < CONSUMER_COUNT; i++)
    detail->why[i][0] = '\0';
  detail->error[0] = '\0';
  detail->more = 0;
  detail->used = 0;
  detail->gap_count = 0;
}

/* Begin with file number IDX, about which nothing is known yet.  */
static void
begin_file (struct run *run, size_t idx)
{
  struct check *check = &run->check;

  run->report.errors = 0;
  document_file ();
  check->shown = idx != 0;
  check->result = result_of (run, idx);
  *check->result = (struct check_result){ .outcome = CHECK_UNREAD };
  check->detail = detail_of (run, idx);
  if (check->detail != NULL)
    detail_begin (check->detail);
}

static void
end_file (struct check *check, const char *path)
{
  if (check->form->done != NULL)
    check->form->done (check, path);
  outbuf_flush (&check->out);
}

static void
keep_error (struct check *check)
{
  if (check->detail != NULL && check->report->errors != 0)
    memcpy (check->detail->error, check->report->first_error,
            sizeof check->detail->error);
}

static int
pass_file (struct check *check, const struct file_entry *entry)
{
  check->result->outcome = entry->packed ? CHECK_PACKED : CHECK_FOREIGN;
  if (check->form->passed != NULL)
    check->form->passed (check, entry->path, entry->passed);
  outbuf_flush (&check->out);
  return STATUS_DONE;
}

static int
run_file (void *data, size_t idx)
{
  struct run *run = data;
  struct check *check = &run->check;
  const struct file_entry *entry = &run->list.entries[idx];

  begin_file (run, idx);
  struct check_result *result = check->result;
  if (entry->passed != NULL)
    return pass_file (check, entry);
  check->passing = entry->found != NULL && passes_over (check);
  check->counting
      = entry->found != NULL && counts_valid (check) && !check->options->prove;
  struct file_source source = { .path = entry->path, .tree = entry->tree };
  workers_input (0, &source);
  /* The headers do not tell whether there are functions to describe.  */
  if (check->passing && check->options->min_coverage.parts == 0
      && !check->options->eh_frame
      && image_heads_bare (&source, &result->code))
    {
      result->outcome = CHECK_NONE;
      return STATUS_DONE;
    }
  sfm_status status = check_file (check, entry, &source);
  keep_error (check);
  result->failed = status != SFM_OK || check->bad || result->low;
  if (status == SFM_OK)
    result->outcome = !check->with                          ? CHECK_NONE
                      : check->invalid                      ? CHECK_INVALID
                      : result->of_severity[SFM_ERROR] != 0 ? CHECK_LATER
                                                            : CHECK_VALID;
  end_file (check, entry->path);
  return status != SFM_OK ? report_input_status (status)
         : result->failed ? STATUS_FAILED
                          : STATUS_DONE;
}

static bool
input_of (void *data, size_t idx, unsigned k, struct file_source *source)
{
  struct run *run = data;

  return k == 0 && file_entry_source (&run->list.entries[idx], source);
}

static bool
result_is_sound (const struct check_result *result)
{
  bool sound = result->outcome < CHECK_OUTCOMES;

  for (size_t i = 0; i < CONSUMER_COUNT; i++)
    sound &= (unsigned) result->grades[i] < CHECK_GRADES;
  return sound;
}

static bool
detail_is_sound (const struct check_detail *detail)
{
  bool sound = memchr (detail->error, '\0', sizeof detail->error) != NULL
               && detail->used <= sizeof detail->text
               && (detail->used == 0 || detail->text[detail->used - 1] == '\0')
               && detail->gap_count <= DETAIL_GAPS;

  for (size_t i = 0; sound && i < CONSUMER_COUNT; i++)
    sound = memchr (detail->why[i], '\0', DETAIL_WHY) != NULL;
  for (size_t i = 0; sound && i < detail->gap_count; i++)
    sound = memchr (detail->gaps[i].name, '\0', DETAIL_NAME) != NULL;
  return sound;
}

/* Whether the results for file number IDX are possible ones.  */
static bool
is_sound (void *data, size_t idx)
{
  struct run *run = data;

  return result_is_sound (result_of (run, idx))
         && (run->details == NULL || detail_is_sound (detail_of (run, idx)));
}

/* The process that checked file number IDX was lost.  */
static int
lose_file (void *data, size_t idx, enum workers_loss loss, int number)
{
  struct run *run = data;
  struct check *check = &run->check;
  const char *path = run->list.entries[idx].path;

  begin_file (run, idx);
  workers_say_lost (&run->report.sink, path, loss, number);
  keep_error (check);
  check->any = false;
  end_file (check, path);
  return STATUS_FAILED;
}

static void
add_file (void *data, size_t idx, int status)
{
  struct run *run = data;
  const char *path = run->list.entries[idx].path;
  const struct check_result *result = result_of (run, idx);

  check_totals_add (&run->totals, result);
  if (run->html != NULL)
    html_report_add (run->html, path, result, detail_of (run, idx));
  progress_show (&run->progress, idx + 1, path, status != STATUS_DONE);
}

static void
put_end (struct run *run, const struct check_options *options)
{
  struct outbuf *out = &run->check.out;

  if (options->json)
    outbuf_text (out, "\n]");
  if (options->recurse && options->json)
    check_totals_json (&run->totals, &run->list, out);
  else if (options->recurse && !run->report.quiet)
    check_totals_text (&run->totals, &run->list, !passes_over (&run->check),
                       &run->check);
  outbuf_flush (out);
}

static int
check_all (struct run *run, const struct check_options *options)
{
  /* What inputs and other files say together needs all of them, and
     libbfd.  */
  const bool confined = options->against.count == 0 && options->map == NULL
                        && options->detached == NULL;
  const struct workers_job job
      = { .run = run_file,
          .lost = lose_file,
          .done = add_file,
          .data = run,
          .memory = { { run->results, sizeof *run->results },
                      { run->details, sizeof *run->details } },
          .sound = is_sound,
          .input = confined ? input_of : NULL,
          .readable = run->readable.at,
          .readable_count = run->readable.count,
          .shifts = true };

  progress_begin (&run->progress, "checked", run->list.count, NULL, true,
                  run->report.quiet);
  if (options->json)
    {
      document_begin ();
      outbuf_text (&run->check.out, ",\"files\":[");
    }
  else if (options->brief && !run->report.quiet)
    outbuf_text (&run->check.out,
                 "verdict    version  functions  coverage  file\n");
  outbuf_flush (&run->check.out);
  const int exit_status
      = workers_run (&job, run->list.count,
                     options_jobs_count (options->jobs, options->recurse));
  progress_clear (&run->progress);
  put_end (run, options);
  return exit_status;
}

static sfm_status
begin_run (struct run *run, const struct check_options *options)
{
  const struct diag_sink *sink = &run->report.sink;

  if (options_demangles (options->demangle
                             || (options->html != NULL && demangle_available),
                         options->json)
      && demangler_new (&run->check.demangler, sink) != SFM_OK)
    return SFM_ERR_NOMEM;
  run->results = calloc (WORKERS_WINDOW, sizeof *run->results);
  if (run->results == NULL
      || !readable_add (&run->readable, options->files, options->file_count)
      || !readable_symbols (&run->readable, options->symbols))
    return diag_nomem (sink, NULL);
  if (options->html == NULL)
    return SFM_OK;
  run->details = calloc (WORKERS_WINDOW, sizeof *run->details);
  return run->details == NULL ? diag_nomem (sink, NULL)
                              : html_report_begin (options, &run->html, sink);
}

static int
check_listed (struct run *run, const struct check_options *options)
{
  const struct diag_sink *sink = &run->report.sink;

  /* Before the list, which may take long: DIR may be a wrong one.  */
  if (begin_run (run, options) != SFM_OK)
    return STATUS_FAILED;
  run->list.excludes = &options->excludes;
  int status = (options->recurse ? file_list_recurse : file_list_names) (
      options->files, options->file_count, &run->list, sink);
  const int checked = check_all (run, options);
  status = checked > status ? checked : status;
  if (run->html != NULL
      && html_report_end (run->html, &run->totals, &run->list, sink) != SFM_OK
      && status == STATUS_DONE)
    status = STATUS_FAILED;
  return status;
}

static int
cmd_check (int argc, char **argv, const struct command *command)
{
  /* Too large for the stack: it contains the output buffer.  */
  static struct run run;
  struct check_options options;

  run = (struct run){
    .list
    = { .thin = true, .passed = true, .packed_too = true, .foreign_too = true }
  };
  report_init (&run.report);
  int status
      = check_options_parse (argc, argv, command, &options, &run.report);
  if (status == OPTIONS_GO_ON)
    {
      run.check.options = &options;
      run.check.report = &run.report;
      run.check.found
          = (struct finding_sink){ .fn = check_take, .data = &run.check };
      run.check.form = options.json       ? &check_json_form
                       : run.report.quiet ? &check_silent_form
                       : options.brief    ? &check_brief_form
                                          : &check_text_form;
      run.report.errors_only = run.report.quiet;
      status = check_listed (&run, &options);
    }
  html_report_free (run.html);
  free (run.results);
  free (run.details);
  readable_free (&run.readable);
  free (run.check.subject.pieces.at);
  check_text_free (&run.check);
  demangler_free (run.check.demangler);
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
