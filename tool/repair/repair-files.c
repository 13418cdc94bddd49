/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-files.c - all files of sfmerge repair, sfmerge convert and sfmerge
   synth, with -r those in directories, too.

   Files are done side by side in processes of their own (workers.h), which
   fill the outputs; this process gives them their names.  The results are
   added up in the order of the files.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "repair-run.h"
#include "report.h"
#include "text.h"
#include "workers.h"

/* State of a run over all files.  */
struct walk
{
  const struct repair_options *options;
  struct report *report;
  struct progress progress;
  struct file_list list;
  struct repair_result *results; /* of job N in slot N % WORKERS_WINDOW */
  struct file_id *ids;           /* the same, of its input */
  struct readable readable;
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

  const size_t file = idx + walk->begin;
  return repair_file (walk->options, walk->report, &walk->list.entries[file],
                      twin_of (walk, file), file == 0, result_of (walk, idx));
}

/* The file of job number IDX.  */
static bool
input_file (void *data, size_t idx, unsigned k, struct file_source *source)
{
  struct walk *walk = data;
  const struct file_entry *entry = &walk->list.entries[idx + walk->begin];

  *source = (struct file_source){ .path = entry->path,
                                  .tree = entry->tree,
                                  .fd = -1 };
  return k == 0;
}

/* A file for the output of job number IDX, which reads INPUT.  */
static int
output_file (void *data, size_t idx, int input)
{
  struct walk *walk = data;
  struct file_id *id = &walk->ids[idx % WORKERS_WINDOW];
  struct file_bytes like = { .fd = input };
  struct stat st;
  const char *path;

  if (fstat (input, &st) != 0 || !S_ISREG (st.st_mode))
    return -1;
  file_identify (id, &st);
  like.id = *id;
  like.size = (size_t) st.st_size;
  const struct output_options how = repair_output_how (
      walk->options, &walk->list.entries[idx + walk->begin], &like, &path);
  return output_prepare (path, &how);
}

/* Whether what is said of job number IDX can be.  */
static bool
is_sound (void *data, size_t idx)
{
  struct walk *walk = data;
  const struct repair_result *result = result_of (walk, idx);

  return result->outcome < REPAIR_OUTCOMES
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

/* Report that the process for job number IDX was lost.  */
static int
lost_file (void *data, size_t idx, enum workers_loss loss, int number)
{
  struct walk *walk = data;
  struct repair_result *result = result_of (walk, idx);
  idx += walk->begin;
  const char *path = walk->list.entries[idx].path;

  walk->report->errors = 0;
  document_file ();
  workers_say_lost (&walk->report->sink, path, loss, number);
  print_lost (walk, idx, path);
  *result = (struct repair_result){ .outcome = REPAIR_REFUSED };
  memcpy (result->error, walk->report->first_error, sizeof result->error);
  return STATUS_FAILED;
}

/* Give the output of job number IDX, FROM, its name.  */
static int
commit_file (void *data, size_t idx, int input, int from, int status)
{
  struct walk *walk = data;
  const struct file_entry *entry = &walk->list.entries[idx + walk->begin];
  struct repair_result *result = result_of (walk, idx);

  if (status != STATUS_DONE || !result->filled)
    return status;
  walk->report->errors = 0;
  if (repair_commit (walk->options, entry, input,
                     &walk->ids[idx % WORKERS_WINDOW], from, result,
                     &walk->report->sink)
      == SFM_OK)
    return status;
  print_lost (walk, idx + walk->begin, entry->path);
  result->outcome = REPAIR_REFUSED;
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
  const struct repair_result *result = result_of (walk, idx);
  const enum repair_outcome outcome = result->outcome;

  totals_add (&walk->totals, result);
  idx += walk->begin;
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
  /* What is written to other places, or to several, a process does itself.  */
  const bool confined = !options->common.detached && !options->common.dry_run
                        && !options->follow_thin;
  const struct workers_job job
      = { .run = run_file,
          .lost = lost_file,
          .clear = clear_progress,
          .done = take_file,
          .data = walk,
          .memory = { { walk->results, sizeof *walk->results } },
          .sound = is_sound,
          .input = confined ? input_file : NULL,
          .output = output_file,
          .commit = confined ? commit_file : NULL,
          .shifts = options->common.dry_run,
          .readable = walk->readable.paths,
          .readable_count = walk->readable.count,
          .apart = options->recurse || (confined && geteuid () == 0) };

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

/* Let processes read separate debug files.  */
static bool
add_readable (struct walk *walk)
{
  char *symbols = (char *) (uintptr_t) walk->options->common.image.symbols;

  return symbols == NULL || readable_add (&walk->readable, &symbols, 1);
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
  walk.results = calloc (WORKERS_WINDOW, sizeof *walk.results);
  walk.ids = calloc (WORKERS_WINDOW, sizeof *walk.ids);
  int status = report_input_status (walk.results != NULL && walk.ids != NULL
                                            && add_readable (&walk)
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
  readable_free (&walk.readable);
  twins_free (&walk.twins);
  free (walk.made);
  file_list_free (&walk.list);
  return exit_status;
}
