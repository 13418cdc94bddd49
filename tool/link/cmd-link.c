/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-link.c - sfmerge link: the steps from an image and its inputs to the
   image with one merged section.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd-link.h"
#include "engine-options.h"
#include "link-report.h"
#include "output-file.h"

/* Open the image and read what it and the map tell.  */
static sfm_status
read_image (struct link_job *job)
{
  const struct say *sink = &job->report->sink;
  const char *path = job->options->image;
  struct image *image = &job->into.image;
  sfm_status status = file_bytes_read (path, &job->file, sink);

  if (status == SFM_OK)
    status = image_open_bytes (path, job->file.bytes, job->file.size, false,
                               image, sink);
  if (status == SFM_OK)
    status
        = output_check_sealed (path, job->file.fd, image->bytes, image->size,
                               job->options->common.force, sink);
  if (status == SFM_OK)
    status = image_job_read (&job->into);
  if (status == SFM_OK && job->options->map != NULL)
    status = map_read (job->options->map, &job->map, sink);
  return status;
}

/* Read the inputs and place their functions.  */
static sfm_status
read_inputs (struct link_job *job)
{
  const struct say *sink = &job->report->sink;
  const struct place_sources sources
      = { .image = &job->into.image,
          .code = &job->into.code,
          .evidence = &job->into.evidence,
          .own = &job->into.own,
          .map = job->map,
          .verify_code = job->options->common.image.verify_code };

  job->placer = placer_new (&sources, job->into.merger, sink);
  job->inputs = inputs_new (sink);
  if (job->placer == NULL || job->inputs == NULL)
    return say_nomem (sink, NULL);
  sfm_status status = inputs_read_all (job->inputs, job->options->inputs,
                                       (size_t) job->options->input_count,
                                       placer_add, job->placer);
  if (status == SFM_OK)
    status = placer_finish (job->placer, &job->counts);
  return status;
}

/* Place all functions and give them to the merger.  --verify-code may find own
   functions that are no good, so that the pieces come last then, but which of
   them can be merged must be known before.  */
static sfm_status
place_functions (struct link_job *job, const struct sfm_options *options)
{
  struct sfm_merger *trial = NULL;
  struct sfm_diag diag;
  sfm_status status = SFM_OK;

  if (job->options->common.image.verify_code)
    status = sfm_merger_new (options, &trial, &diag);
  if (status != SFM_OK)
    return say_diag (&job->report->sink, SAY_ERROR, NULL, "", &diag);
  status = image_job_add_own (&job->into,
                              trial != NULL ? trial : job->into.merger);
  if (status == SFM_OK)
    {
      status = read_inputs (job);
      job->unreadable = status != SFM_OK;
    }
  if (status == SFM_OK && trial != NULL)
    status = image_job_add_own (&job->into, job->into.merger);
  sfm_merger_free (trial);
  return status;
}

/* What to do about functions that are not found.  */
static const char *
missing_advice (const struct link_job *job)
{
  if (job->options->common.partial)
    return "";
  if (job->map != NULL)
    return "; --partial goes on without them";
  if (job->into.evidence.has_symtab)
    return "; give the link map (--from-map), or --partial to go on without "
           "them";
  return "; it is stripped: give the link map (--from-map) or a file with its "
         "symbols (--symbols), link it again with .sframe kept, or go on "
         "without them (--partial)";
}

/* Refuse what --partial would accept.  */
static sfm_status
check_placed (struct link_job *job)
{
  size_t missing = job->counts.missing, wrong = job->counts.contradicted;
  enum say_kind kind = job->options->common.partial ? SAY_WARNING : SAY_ERROR;

  if (missing != 0)
    say (&job->report->sink, kind, job->into.image.path,
         "%zu of %zu functions of the inputs are not found in it%s", missing,
         job->counts.functions, missing_advice (job));
  if (wrong != 0)
    say (&job->report->sink, kind, job->into.image.path,
         "the map %s and the image disagree on %zu of %zu functions of the "
         "inputs; is it the map of this link?",
         job->options->map, wrong, job->counts.functions);
  if (job->map != NULL && job->counts.map == 0 && job->counts.own == 0
      && missing == 0 && wrong == 0 && job->counts.discarded != 0)
    {
      say (&job->report->sink, kind, job->into.image.path,
           "the map %s has no place for any function of the inputs; is it the "
           "map of this link?",
           job->options->map);
      wrong = job->counts.discarded;
    }
  if (job->into.own_mixed)
    say (&job->report->sink, kind, job->into.image.path,
         "its own pieces cannot be merged with each other%s",
         job->options->common.partial ? ""
                                      : "; --partial goes on without some");
  return (missing != 0 || wrong != 0 || job->into.own_mixed)
                 && !job->options->common.partial
             ? SFM_ERR_UNSUPP
             : SFM_OK;
}

/* Write the copy, or the image itself if nothing was merged.  */
static sfm_status
write_output (struct link_job *job)
{
  const struct link_options *o = job->options;
  const struct image_job *into = &job->into;

  if (into->copy == NULL && o->common.in_place)
    return SFM_OK;
  return common_options_write (
      &o->common, o->image, &job->file,
      into->copy != NULL ? into->copy : into->image.bytes,
      into->copy != NULL ? into->copy_size : into->image.size,
      &job->report->sink);
}

/* Whether there is anything to merge; says so if not.  */
static bool
anything_to_merge (struct link_job *job)
{
  struct sfm_stats stats = { .size = sizeof stats };

  sfm_merger_stats (job->into.merger, &stats);
  if (stats.pieces != 0)
    return true;
  say (&job->report->sink, job->options->common.require ? SAY_ERROR : SAY_NOTE,
       job->into.image.path,
       job->counts.functions == 0
           ? "neither it nor an input has SFrame functions; it is left as "
             "it is"
           : "no function of the inputs is in it; it is left as it is");
  return false;
}

static sfm_status
run_job (struct link_job *job)
{
  const struct sfm_options options
      = engine_options (job->options->common.target);
  struct sfm_diag diag;
  sfm_status status = read_image (job);

  if (status != SFM_OK)
    {
      job->unreadable = true;
      return status;
    }
  status = sfm_merger_new (&options, &job->into.merger, &diag);
  if (status != SFM_OK)
    return say_diag (&job->report->sink, SAY_ERROR, NULL, "", &diag);
  status = place_functions (job, &options);
  if (status == SFM_OK)
    status = check_placed (job);
  if (status != SFM_OK)
    return status;
  if (anything_to_merge (job))
    {
      status = image_job_build (&job->into);
      if (status != SFM_OK)
        return status;
      link_job_tell (job);
    }
  else if (job->options->common.require)
    return SFM_ERR_UNSUPP;
  if (report_refuse (job->report, job->into.image.path))
    return SFM_ERR_UNSUPP;
  if (job->options->common.json)
    status = link_job_json (job);
  if (status == SFM_OK)
    status = write_output (job);
  if (status == SFM_OK && job->json != NULL)
    puts (job->json);
  return status;
}

static void
free_job (struct link_job *job)
{
  free (job->json);
  placer_free (job->placer);
  inputs_free (job->inputs);
  map_free (job->map);
  image_job_free (&job->into);
  file_bytes_close (&job->file);
}

static int
cmd_link (int argc, char **argv)
{
  struct link_options options;
  struct report report;
  struct link_job job
      = { .options = &options, .report = &report, .file = FILE_BYTES_NONE };

  report_init (&report);
  int parsed
      = link_options_parse (argc, argv, &link_command, &options, &report);
  if (parsed != OPTIONS_GO_ON)
    return parsed;
  job.into.options = &options.common;
  job.into.sink = &report.sink;
  sfm_status status = run_job (&job);
  int exit_status = status == SFM_OK ? STATUS_DONE
                    : job.unreadable ? report_input_status (status)
                                     : STATUS_FAILED;
  free_job (&job);
  return exit_status;
}

const struct command link_command = {
  .name = "link",
  .run = cmd_link,
  .usage = "(-o FILE | -i) [OPTION]... IMAGE INPUT...",
  .summary = "merge the .sframe of objects into the image linked of them",
  .about
  = "Take the .sframe sections of each INPUT, an object or an archive, find"
    " where\nIMAGE has their functions, and write one merged, sorted section"
    " into it.",
  .options = link_option_specs,
};
