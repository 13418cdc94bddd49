/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-files.c - all files of sfmerge repair, sfmerge convert and sfmerge
   synth, with -r those in directories, too.

   Files are done side by side in processes of their own (file-work.c), which
   fill the outputs; this process gives them their names.  The results are
   added up in the order of the files.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "repair-run.h"
#include "report.h"
#include "text.h"
#include "workers.h"

/* State of a run over all files.  */
struct walk
{
  struct file_work work;
  const struct repair_options *options;
  struct report *report;
  struct file_list list;
  struct repair_result *results; /* by file_work_slot */
  struct file_id *ids;           /* the same, of its input */
  struct repair_totals totals;
  struct twins twins; /* with --detached=DIR */
  bool *made;         /* ... of each file before these, whether it has one */
  bool quiet;         /* as the user asked */
};

static struct repair_result *
result_of (const struct walk *walk, size_t idx)
{
  return &walk->results[file_work_slot (&walk->work, idx)];
}

/* The path of the image whose detached file was made in this run and has the
   name of that of file number IDX, or NULL.  */
static const char *
twin_of (const struct walk *walk, size_t idx)
{
  if (walk->made == NULL || idx < walk->twins.begin)
    return NULL;
  const size_t first = walk->twins.first[idx - walk->twins.begin];
  return walk->made[first] ? walk->list.entries[first].path : NULL;
}

/* Do file number IDX.  */
static int
run_file (void *data, size_t idx)
{
  struct walk *walk = data;

  return repair_file (walk->options, walk->report, &walk->list.entries[idx],
                      twin_of (walk, idx), idx == 0, result_of (walk, idx));
}

static const struct file_entry *
entry_of (void *data, size_t idx, unsigned k)
{
  struct walk *walk = data;

  return k == 0 ? &walk->list.entries[idx] : NULL;
}

/* A file for the output of file number IDX, which reads INPUT.  */
static int
output_file (void *data, size_t idx, int input)
{
  struct walk *walk = data;
  struct file_id *id = &walk->ids[file_work_slot (&walk->work, idx)];
  struct file_bytes like = { .fd = input };
  struct stat st;
  const char *path;

  if (fstat (input, &st) != 0 || !S_ISREG (st.st_mode))
    return -1;
  file_identify (id, &st);
  like.id = *id;
  like.size = (size_t) st.st_size;
  const struct output_options how = repair_output_how (
      walk->options, &walk->list.entries[idx], &like, &path);
  return output_prepare (path, &how);
}

/* Whether what is said of file number IDX can be.  */
static bool
is_sound (void *data, size_t idx)
{
  struct walk *walk = data;
  const struct repair_result *result = result_of (walk, idx);

  return result->outcome < REPAIR_OUTCOMES
         && (!result->patch || walk->options->common.overwrite)
         && memchr (result->error, '\0', sizeof result->error) != NULL;
}

/* With --json, print that the file PATH failed.  */
static void
print_lost (const struct walk *walk, size_t idx, const char *path)
{
  char text[4096];
  size_t size;

  if (!walk->options->common.json)
    return;
  char *json
      = json_text (json_pack ("{s:s, s:s, s:o*}", "file",
                              printable (path, text, sizeof text), "state",
                              "failed", "failures", document_failures ()),
                   0, &size);
  if (json != NULL)
    printf ("%s%s\n", idx == 0 ? "" : ", ", json);
  free (json);
}

/* The process for file number IDX was lost.  */
static void
lose_file (void *data, size_t idx)
{
  struct walk *walk = data;
  struct repair_result *result = result_of (walk, idx);

  print_lost (walk, idx, walk->list.entries[idx].path);
  *result = (struct repair_result){ .outcome = REPAIR_REFUSED };
  memcpy (result->error, walk->report->first_error, sizeof result->error);
}

/* Give the output of file number IDX, FROM, its name.  */
static int
commit_file (void *data, size_t idx, int input, int from, int status)
{
  struct walk *walk = data;
  const struct file_entry *entry = &walk->list.entries[idx];
  struct repair_result *result = result_of (walk, idx);

  if (status != STATUS_DONE || !result->filled)
    return status;
  walk->report->errors = 0;
  if (repair_commit (walk->options, entry, input,
                     &walk->ids[file_work_slot (&walk->work, idx)], from,
                     result, &walk->report->sink)
      == SFM_OK)
    return status;
  print_lost (walk, idx, entry->path);
  result->outcome = REPAIR_REFUSED;
  memcpy (result->error, walk->report->first_error, sizeof result->error);
  return STATUS_FAILED;
}

/* Say of the only file, or one of several that were named, what was made of
   it: PATH, with RESULT.  */
static void
tell_done (const struct walk *walk, const char *path,
           const struct repair_result *result)
{
  const struct repair_options *options = walk->options;
  const struct common_options *common = &options->common;
  char size[NUMBER_SIZE], count[NUMBER_SIZE];

  if (options->recurse || common->dry_run || common->json
      || (result->outcome != REPAIR_CHANGED
          && result->outcome != REPAIR_UNCHANGED))
    return;
  if (common->output != NULL && !common->in_dir)
    path = common->output;
  if (options->strip)
    report_done (walk->report, path, "%s of .sframe removed",
                 number_bytes (result->bytes, size));
  else if (common->eh_frame_hdr)
    report_done (walk->report, path, ".eh_frame_hdr has %s functions, %s",
                 number_count (result->functions, count),
                 number_bytes (result->bytes, size));
  else
    done_report (walk->report, path, result->outcome == REPAIR_UNCHANGED,
                 result->functions, result->bytes, &result->synth);
}

/* File number IDX is done.  */
static void
take_file (void *data, size_t idx)
{
  struct walk *walk = data;
  const struct repair_result *result = result_of (walk, idx);
  const enum repair_outcome outcome = result->outcome;

  totals_add (&walk->totals, result);
  tell_done (walk, walk->list.entries[idx].path, result);
  if (walk->made != NULL && idx < walk->twins.begin)
    walk->made[idx] = outcome == REPAIR_CHANGED || outcome == REPAIR_UNCHANGED;
}

static const struct file_command command = {
  .entry = entry_of,
  .run = run_file,
  .sound = is_sound,
  .output = output_file,
  .commit = commit_file,
  .lost = lose_file,
  .done = take_file,
};

/* Print the summary of WALK.  */
static sfm_status
end_walk (struct walk *walk)
{
  const struct repair_options *options = walk->options;
  size_t size;

  walk->report->quiet = walk->quiet;
  totals_tell (&walk->totals, options, &walk->list, &walk->report->sink);
  if (!options->common.json)
    return SFM_OK;
  char *json = json_text (totals_json (&walk->totals, options, &walk->list), 0,
                          &size);
  if (json == NULL)
    return diag_nomem (&walk->report->sink, NULL);
  printf (", \"summary\": %s", json);
  free (json);
  return SFM_OK;
}

/* Let the images of one build-id be done one after the other, if detached
   files are named after them.  */
static sfm_status
find_twins (struct walk *walk)
{
  walk->twins.begin = walk->list.count;
  if (!walk->options->common.in_dir || walk->list.count < 2)
    return SFM_OK;
  walk->made = calloc (walk->list.count, sizeof *walk->made);
  if (walk->made != NULL && twins_find (&walk->list, &walk->twins))
    return SFM_OK;
  return diag_nomem (&walk->report->sink, NULL);
}

/* Do all files of WALK; returns the exit status.  */
static int
do_files (struct walk *walk)
{
  const struct repair_options *options = walk->options;
  struct file_work *work = &walk->work;

  progress_begin (&work->progress, "done", walk->list.count,
                  options->common.json, walk->quiet);
  /* One note or more for each file of a large tree would hide what failed;
     the summary has their sums.  */
  if (options->recurse && !options->common.dry_run && !walk->report->verbose)
    walk->report->quiet = true;
  if (options->common.json)
    {
      document_begin ();
      puts (", \"files\": [");
    }
  int exit_status
      = file_work_run (work, walk->twins.begin,
                       options_jobs_count (options->jobs, options->recurse));
  work->begin = walk->twins.begin;
  const int later = file_work_run (work, walk->list.count, 1);
  exit_status = later > exit_status ? later : exit_status;
  progress_clear (&work->progress);
  if (options->common.json)
    putchar (']');
  if (options->recurse && end_walk (walk) != SFM_OK)
    exit_status = STATUS_FAILED;
  return exit_status;
}

int
repair_files (const struct repair_options *options, struct report *report)
{
  /* Too large for the stack.  */
  static struct walk walk;

  walk = (struct walk){ .work = { .command = &command,
                                  .report = report,
                                  .apart = options->recurse,
                                  .shifts = options->common.dry_run },
                        .options = options,
                        .report = report,
                        .quiet = report->quiet };
  /* What is written to other places a process does itself.  */
  walk.work.confined = !options->common.detached && !options->common.dry_run;
  walk.list.images = options->images || options->common.in_dir;
  walk.list.foreign_too = options->strip;
  walk.list.excludes = &options->excludes;
  int exit_status = (options->recurse ? file_list_recurse : file_list_names) (
      options->files, (size_t) options->file_count, &walk.list, &report->sink);
  walk.results = calloc (WORKERS_WINDOW, sizeof *walk.results);
  walk.ids = calloc (WORKERS_WINDOW, sizeof *walk.ids);
  walk.work.memory[0]
      = (struct workers_memory){ walk.results, sizeof *walk.results };
  int status = report_input_status (
      walk.results != NULL && walk.ids != NULL
              && file_work_symbols (&walk.work, options->common.image.symbols)
          ? find_twins (&walk)
          : diag_nomem (&report->sink, NULL));
  if (status == STATUS_DONE)
    status = do_files (&walk);
  if (status > exit_status)
    exit_status = status;
  /* What cannot be read is not what the user named.  */
  if (options->recurse && exit_status > STATUS_FAILED)
    exit_status = STATUS_FAILED;
  free (walk.results);
  free (walk.ids);
  readable_free (&walk.work.readable);
  twins_free (&walk.twins);
  free (walk.made);
  file_list_free (&walk.list);
  return exit_status;
}
