/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-files.c - all files of sfmerge repair, sfmerge convert and sfmerge
   synth, with -r those in directories, too.

   Files are processed in parallel, in processes of their own (workers.c),
   which fill the outputs; this process gives them their names.  The results
   are added up in the order of the files.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "debug-file.h"
#include "repair-run.h"
#include "workers.h"

/* Images whose detached files would have the same name.

   Files are processed in parallel, but of several images with the same
   build-id it must always be the first that gets the file.  So the others are
   processed after all first ones, one after the other.  */

struct twins
{
  size_t begin;  /* number of the first entry with the build-id of another */
  size_t *first; /* of entry BEGIN + N, the number of that other one */
};

/* A set of build-ids, and of each the number of its first entry.  */
struct firsts
{
  struct pool pool;
  struct string_set ids;
  size_t *numbers;
  size_t capacity;
};

/* Set *FIRST to the number of the first entry with the build-id of ENTRY,
   number IDX.  False: no memory.  */
static bool
find_first (struct firsts *firsts, const struct file_entry *entry, size_t idx,
            size_t *first)
{
  const struct file_source source
      = { .path = entry->path, .tree = entry->tree, .fd = -1 };
  const size_t before = firsts->ids.count;
  struct build_id id;
  uint32_t number;

  *first = idx;
  if (!image_heads_build_id (&source, &firsts->pool, &id))
    return true;
  if (!array_grow (&firsts->numbers, &firsts->capacity, before,
                   sizeof *firsts->numbers)
      || !string_set_add (&firsts->ids, id.bytes, id.size, &number))
    return false;
  if (number == before)
    firsts->numbers[number] = idx;
  *first = firsts->numbers[number];
  return true;
}

/* Move the entries of LIST that are not first to its end; FIRST has the number
   of the first of each.  Fill in TWINS.  False: no memory.  */
static bool
part (struct file_list *list, const size_t *first, struct twins *twins)
{
  struct file_entry *later
      = malloc ((list->count - twins->begin + 1) * sizeof *later);
  size_t *places = malloc ((list->count + 1) * sizeof *places);
  size_t kept = 0, moved = 0;

  twins->first = malloc ((list->count - twins->begin + 1) * sizeof *first);
  const bool good = later != NULL && places != NULL && twins->first != NULL;
  for (size_t i = 0; good && i < list->count; i++)
    if (first[i] == i)
      {
        places[i] = kept;
        list->entries[kept++] = list->entries[i];
      }
    else
      {
        twins->first[moved] = places[first[i]];
        later[moved++] = list->entries[i];
      }
  if (good)
    memcpy (list->entries + kept, later, moved * sizeof *later);
  free (later);
  free (places);
  return good;
}

/* Move the entries of LIST whose images have the build-id of an earlier one to
   its end, and fill in TWINS.  False: no memory.  */
static bool
twins_find (struct file_list *list, struct twins *twins)
{
  struct firsts firsts = { .capacity = 0 };
  size_t *first = malloc ((list->count + 1) * sizeof *first);
  bool good = first != NULL;

  *twins = (struct twins){ .begin = 0 };
  for (size_t i = 0; good && i < list->count; i++)
    {
      good = find_first (&firsts, &list->entries[i], i, &first[i]);
      twins->begin += good && first[i] == i;
    }
  good = good && part (list, first, twins);
  free (first);
  free (firsts.numbers);
  string_set_free (&firsts.ids);
  pool_free (&firsts.pool);
  return good;
}

/* State of a run over all files.  */
struct walk
{
  struct progress progress;
  struct readable readable; /* what else processes may read */
  const struct repair_options *options;
  struct report *report;
  struct file_list list;
  struct repair_result *results; /* by workers_slot */
  struct file_id *ids;           /* by workers_slot, of the inputs */
  struct repair_totals totals;
  struct twins twins; /* with --detached=DIR */
  bool *made;         /* ... whether each file before these has a detached
                         file */
  bool quiet;         /* as the user asked */
};

static struct repair_result *
result_of (const struct walk *walk, size_t idx)
{
  return &walk->results[workers_slot (idx)];
}

/* The path of the image for which this run has made a detached file with the
   name of that for file number IDX, or NULL.  */
static const char *
twin_of (const struct walk *walk, size_t idx)
{
  if (walk->made == NULL || idx < walk->twins.begin)
    return NULL;
  const size_t first = walk->twins.first[idx - walk->twins.begin];
  return walk->made[first] ? walk->list.entries[first].path : NULL;
}

static int
run_file (void *data, size_t idx)
{
  struct walk *walk = data;

  walk->report->errors = 0;
  document_file ();
  return repair_file (walk->options, walk->report, &walk->list.entries[idx],
                      twin_of (walk, idx), idx == 0, result_of (walk, idx));
}

static bool
input_of (void *data, size_t idx, unsigned k, struct file_source *source)
{
  struct walk *walk = data;

  return k == 0 && file_entry_source (&walk->list.entries[idx], source);
}

/* Make a file for the output of file number IDX, which reads INPUT.  */
static int
output_file (void *data, size_t idx, int input)
{
  struct walk *walk = data;
  struct file_id *id = &walk->ids[workers_slot (idx)];
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

static bool
is_sound (void *data, size_t idx)
{
  struct walk *walk = data;
  const struct repair_result *result = result_of (walk, idx);

  return result->outcome < REPAIR_OUTCOMES
         && (!result->patch || walk->options->common.overwrite)
         && memchr (result->error, '\0', sizeof result->error) != NULL;
}

/* File number IDX is refused, for the first error of the report: with --json,
   print that it failed.  */
static void
refuse (const struct walk *walk, size_t idx)
{
  struct repair_result *result = result_of (walk, idx);
  const char *path = walk->list.entries[idx].path;
  char text[4096];
  size_t size;

  result->outcome = REPAIR_REFUSED;
  memcpy (result->error, walk->report->first_error, sizeof result->error);
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

static int
lose_file (void *data, size_t idx, enum workers_loss loss, int number)
{
  struct walk *walk = data;

  walk->report->errors = 0;
  document_file ();
  workers_say_lost (&walk->report->sink, walk->list.entries[idx].path, loss,
                    number);
  *result_of (walk, idx) = (struct repair_result){ .filled = false };
  refuse (walk, idx);
  return STATUS_FAILED;
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
                     &walk->ids[workers_slot (idx)], from, result,
                     &walk->report->sink)
      == SFM_OK)
    return status;
  refuse (walk, idx);
  return STATUS_FAILED;
}

/* Say what was made of the only file, or of one of several that were named:
   PATH, with RESULT.  */
static void
tell_done (const struct walk *walk, const char *path,
           const struct repair_result *result)
{
  const struct repair_options *options = walk->options;
  const struct common_options *common = &options->common;

  if (options->recurse || common->dry_run || common->json
      || (result->outcome != REPAIR_CHANGED
          && result->outcome != REPAIR_UNCHANGED))
    return;
  if (common->output != NULL && !common->in_dir)
    path = common->output;
  if (options->strip)
    report_done (walk->report, path, "%s of .sframe removed",
                 number_bytes (result->bytes));
  else if (common->eh_frame_hdr)
    report_done (walk->report, path, ".eh_frame_hdr has %s functions, %s",
                 number_count (result->functions),
                 number_bytes (result->bytes));
  else
    done_report (walk->report, path, result->outcome == REPAIR_UNCHANGED,
                 result->functions, result->bytes, &result->synth);
}

static void
take_file (void *data, size_t idx, int status)
{
  struct walk *walk = data;
  const char *path = walk->list.entries[idx].path;
  const struct repair_result *result = result_of (walk, idx);
  const enum repair_outcome outcome = result->outcome;

  totals_add (&walk->totals, result);
  tell_done (walk, path, result);
  if (walk->made != NULL && idx < walk->twins.begin)
    walk->made[idx] = outcome == REPAIR_CHANGED || outcome == REPAIR_UNCHANGED;
  progress_show (&walk->progress, idx + 1, path, status != STATUS_DONE);
}

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

/* Arrange that images with the same build-id are processed one after the
   other, if detached files are named by build-id.  */
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

static int
do_files (struct walk *walk)
{
  const struct repair_options *options = walk->options;
  const bool dry_run = options->common.dry_run;
  /* Processes that write to other places cannot be confined.  */
  const bool confined = !options->common.detached && !dry_run;
  struct workers_job job
      = { .run = run_file,
          .lost = lose_file,
          .done = take_file,
          .data = walk,
          .memory = { { walk->results, sizeof *walk->results } },
          .sound = is_sound,
          .input = confined ? input_of : NULL,
          .output = confined ? output_file : NULL,
          .commit = confined ? commit_file : NULL,
          .readable = walk->readable.at,
          .readable_count = walk->readable.count,
          .apart = options->recurse,
          .shifts = dry_run };

  progress_begin (&walk->progress, "done", walk->list.count, NULL,
                  options->common.json, walk->quiet);
  /* One note or more for each file of a large tree would hide what failed;
     the summary has their sums.  */
  if (options->recurse && !dry_run && !walk->report->verbose)
    walk->report->quiet = true;
  if (options->common.json)
    {
      document_begin ();
      puts (", \"files\": [");
    }
  int exit_status
      = workers_run (&job, walk->twins.begin,
                     options_jobs_count (options->jobs, options->recurse));
  job.first = walk->twins.begin;
  const int later = workers_run (&job, walk->list.count, 1);
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
  walk.list.foreign_too = options->strip;
  walk.list.excludes = &options->excludes;
  int exit_status = (options->recurse ? file_list_recurse : file_list_names) (
      options->files, (size_t) options->file_count, &walk.list, &report->sink);
  walk.results = calloc (WORKERS_WINDOW, sizeof *walk.results);
  walk.ids = calloc (WORKERS_WINDOW, sizeof *walk.ids);
  int status = report_input_status (
      walk.results != NULL && walk.ids != NULL
              && readable_symbols (&walk.readable,
                                   options->common.image.symbols)
          ? find_twins (&walk)
          : diag_nomem (&report->sink, NULL));
  if (status == STATUS_DONE)
    status = do_files (&walk);
  if (status > exit_status)
    exit_status = status;
  /* The user did not name the file that cannot be read.  */
  if (options->recurse && exit_status > STATUS_FAILED)
    exit_status = STATUS_FAILED;
  free (walk.results);
  free (walk.ids);
  readable_free (&walk.readable);
  free (walk.twins.first);
  free (walk.made);
  file_list_free (&walk.list);
  return exit_status;
}
