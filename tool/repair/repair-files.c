/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-files.c - all files of sfmerge repair, sfmerge convert and sfmerge
   synth, with -r those in directories, too.

   Files are done side by side in processes of their own (workers.h).  Memory
   that these share with this process has a slot for each that may be under
   way, into which it puts its result.  The results are added up in the order
   of the files.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "json-text.h"
#include "printable.h"
#include "progress.h"
#include "repair-totals.h"
#include "repair-twins.h"
#include "workers.h"

/* State of a run over all files.  */
struct walk
{
  const struct repair_options *options;
  struct report *report;
  struct progress progress;
  struct file_list list;
  struct repair_result *results; /* of file N in slot N % WORKERS_WINDOW */
  struct repair_totals totals;
  struct twins twins; /* with --detached=DIR */
  bool *made;         /* ... of each file before these, whether it has one */
  size_t begin;       /* number of the first file of the jobs */
  bool quiet;         /* as the user asked */
};

static struct repair_result *
result_of (const struct walk *walk, size_t idx)
{
  return &walk->results[idx % WORKERS_WINDOW];
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

/* Do job number IDX.  */
static int
run_file (void *data, size_t idx)
{
  struct walk *walk = data;

  idx += walk->begin;
  return repair_file (walk->options, walk->report, &walk->list.entries[idx],
                      twin_of (walk, idx), idx == 0, result_of (walk, idx));
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

/* Report that the process for job number IDX was lost.  */
static int
lost_file (void *data, size_t idx, enum workers_loss loss, int number)
{
  struct walk *walk = data;
  idx += walk->begin;
  struct repair_result *result = result_of (walk, idx);
  const char *path = walk->list.entries[idx].path;

  walk->report->errors = 0;
  document_file ();
  workers_say_lost (&walk->report->sink, path, loss, number);
  print_lost (walk, idx, path);
  *result = (struct repair_result){ .outcome = REPAIR_REFUSED };
  memcpy (result->error, walk->report->first_error, sizeof result->error);
  return STATUS_FAILED;
}

static void
clear_progress (void *data)
{
  struct walk *walk = data;

  progress_clear (&walk->progress);
}

/* Job number IDX is done.  */
static void
take_file (void *data, size_t idx, int status)
{
  struct walk *walk = data;

  idx += walk->begin;
  const enum repair_outcome outcome = result_of (walk, idx)->outcome;
  totals_add (&walk->totals, result_of (walk, idx));
  if (walk->made != NULL && idx < walk->twins.begin)
    walk->made[idx] = outcome == REPAIR_CHANGED || outcome == REPAIR_UNCHANGED;
  progress_show (&walk->progress, idx + 1, walk->list.entries[idx].path,
                 status != STATUS_DONE);
}

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
  const struct workers_job job = { .run = run_file,
                                   .lost = lost_file,
                                   .clear = clear_progress,
                                   .done = take_file,
                                   .data = walk,
                                   .apart = options->recurse };

  progress_begin (&walk->progress, "done", walk->list.count,
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
      = workers_run (&job, walk->twins.begin,
                     options_jobs_count (options->jobs, options->recurse));
  walk->begin = walk->twins.begin;
  const int later = workers_run (&job, walk->list.count - walk->begin, 1);
  exit_status = later > exit_status ? later : exit_status;
  progress_clear (&walk->progress);
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

  walk = (struct walk){ .options = options,
                        .report = report,
                        .quiet = report->quiet };
  walk.list.images = options->images || options->common.in_dir;
  walk.list.foreign_too = options->way != NULL;
  walk.list.excludes = &options->excludes;
  int exit_status = (options->recurse ? file_list_recurse : file_list_names) (
      options->files, (size_t) options->file_count, &walk.list, &report->sink);
  walk.results = workers_share (sizeof *walk.results);
  int status = report_input_status (walk.results != NULL
                                        ? find_twins (&walk)
                                        : diag_nomem (&report->sink, NULL));
  if (status == STATUS_DONE)
    status = do_files (&walk);
  if (status > exit_status)
    exit_status = status;
  /* What cannot be read is not what the user named.  */
  if (options->recurse && exit_status > STATUS_FAILED)
    exit_status = STATUS_FAILED;
  workers_unshare (walk.results, sizeof *walk.results);
  twins_free (&walk.twins);
  free (walk.made);
  file_list_free (&walk.list);
  return exit_status;
}
