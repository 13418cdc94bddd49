/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-link.c - sfmerge link: the steps from an image and its inputs to the
   image with one merged section.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd-link.h"
#include "debug-file.h"
#include "fit.h"
#include "link-job.h"
#include "output-file.h"
#include "prove.h"
#include "rewrite-image.h"

/* Open the image and read what it tells by itself.  */
static sfm_status
read_image (struct link_job *job)
{
  const struct say *sink = &job->report->sink;
  const char *symbols = job->options->common.image.symbols;
  sfm_status status
      = image_open (job->options->image, false, &job->image, sink);

  if (status == SFM_OK)
    status = output_check_sealed (job->options->image, job->image.bytes,
                                  job->image.size, job->options->common.force,
                                  sink);
  if (status == SFM_OK && symbols != NULL)
    status = debug_file_open (symbols, &job->image, &job->debug, sink);
  if (status == SFM_OK)
    status = evidence_read (&job->image, symbols != NULL ? &job->debug : NULL,
                            &job->evidence, sink);
  if (status == SFM_OK)
    status = code_read (&job->image, &job->code, sink);
  if (status == SFM_OK)
    status
        = own_read (&job->image, &job->code, &job->evidence, &job->own, sink);
  if (status == SFM_OK && job->options->map != NULL)
    status = map_read (job->options->map, &job->map, sink);
  return status;
}

/* Give the image's own functions to MERGER.  A piece that it refuses is not
   used; one that does not go with the others is an error later, unless the
   inputs show the same mistake and have names.  */
static sfm_status
add_own_pieces (struct link_job *job, struct sfm_merger *merger)
{
  const struct say *sink = &job->report->sink;
  struct sfm_diag diag;

  for (size_t i = 0; i < job->own.piece_count; i++)
    {
      struct own_piece *p = &job->own.pieces[i];
      if (!p->usable || p->live == 0)
        continue;
      sfm_status status
          = sfm_merger_add (merger, &p->piece, p->places, 0, &diag);
      if (status == SFM_ERR_NOMEM)
        return say_nomem (sink, job->image.path);
      if (status != SFM_OK)
        {
          job->own_mixed |= status == SFM_ERR_MIXED;
          p->usable = false;
          say_at (sink, SAY_WARNING, job->image.path, p->section, diag.offset,
                  "%s; the piece is not used", diag.text);
        }
    }
  return SFM_OK;
}

/* Read the inputs and place their functions.  */
static sfm_status
read_inputs (struct link_job *job)
{
  const struct say *sink = &job->report->sink;
  const struct place_sources sources
      = { .image = &job->image,
          .code = &job->code,
          .evidence = &job->evidence,
          .own = &job->own,
          .map = job->map,
          .verify_code = job->options->common.image.verify_code };
  sfm_status status = SFM_OK;

  job->placer = placer_new (&sources, job->merger, sink);
  job->inputs = inputs_new (sink);
  if (job->placer == NULL || job->inputs == NULL)
    return say_nomem (sink, NULL);
  for (int i = 0; i < job->options->input_count && status == SFM_OK; i++)
    status = inputs_read (job->inputs, job->options->inputs[i], placer_add,
                          job->placer);
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
  status = add_own_pieces (job, trial != NULL ? trial : job->merger);
  if (status == SFM_OK)
    {
      status = read_inputs (job);
      job->unreadable = status != SFM_OK;
    }
  if (status == SFM_OK && trial != NULL)
    status = add_own_pieces (job, job->merger);
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
  if (job->evidence.has_symtab)
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
    say (&job->report->sink, kind, job->image.path,
         "%zu of %zu functions of the inputs are not found in it%s", missing,
         job->counts.functions, missing_advice (job));
  if (wrong != 0)
    say (&job->report->sink, kind, job->image.path,
         "the map %s and the image disagree on %zu of %zu functions of the "
         "inputs; is it the map of this link?",
         job->options->map, wrong, job->counts.functions);
  if (job->map != NULL && job->counts.map == 0 && job->counts.own == 0
      && missing == 0 && wrong == 0 && job->counts.discarded != 0)
    {
      say (&job->report->sink, kind, job->image.path,
           "the map %s has no place for any function of the inputs; is it the "
           "map of this link?",
           job->options->map);
      wrong = job->counts.discarded;
    }
  if (job->own_mixed)
    say (&job->report->sink, kind, job->image.path,
         "its own pieces cannot be merged with each other%s",
         job->options->common.partial ? ""
                                      : "; --partial goes on without some");
  return (missing != 0 || wrong != 0 || job->own_mixed)
                 && !job->options->common.partial
             ? SFM_ERR_UNSUPP
             : SFM_OK;
}

/* Put the merged section into a copy of the image, once that has a place for
   it.  */
static sfm_status
change_copy (struct link_job *job)
{
  const struct say *sink = &job->report->sink;
  const struct own *own = &job->own;
  const struct image *from = &job->image;
  sfm_status status;

  job->copy_size = (size_t) job->grow.file_size;
  status = image_copy (&job->image, job->copy_size, &job->copy, sink);
  if (status == SFM_OK && grow_any (&job->grow))
    {
      grow_apply (&job->image, &job->grow, &job->room, own->runs,
                  own->run_count, job->copy, &job->changes);
      status = image_open_bytes (job->image.path, job->copy, job->copy_size,
                                 false, &job->grown, sink);
      from = &job->grown;
    }
  if (status == SFM_OK)
    status = rewrite_image (from, job->copy, &job->room, job->content,
                            job->size, own->runs, own->run_count, &job->result,
                            &job->changes, sink);
  return status;
}

/* Make the merged section and put it into a copy of the image.  */
static sfm_status
build_output (struct link_job *job)
{
  const struct say *sink = &job->report->sink;
  const struct common_options *common = &job->options->common;
  const struct grow_options grow
      = { .mode = common->image.grow, .force = common->force };
  struct sfm_diag diag;
  sfm_status status
      = fit_plan (&job->image, &job->own, job->merger,
                  common_options_share (common, job->image.big_endian), &grow,
                  &job->room, &job->grow, sink);

  if (status != SFM_OK)
    return status;
  job->size = sfm_merger_size (job->merger);
  job->content = malloc (job->size);
  if (job->content == NULL)
    return say_nomem (sink, job->image.path);
  status = sfm_merger_write (job->merger, job->content, job->size, &diag);
  if (status != SFM_OK)
    return say_diag (sink, SAY_ERROR, job->image.path, ".sframe", &diag);
  return change_copy (job);
}

/* Check the output before it replaces anything.  */
static sfm_status
check_output (struct link_job *job)
{
  const struct say *sink = &job->report->sink;
  const struct prove_change change = { .copy = job->copy,
                                       .size = job->copy_size,
                                       .room = &job->room,
                                       .content = job->content,
                                       .content_size = job->size,
                                       .grow = &job->grow,
                                       .changes = &job->changes };
  sfm_status status = SFM_OK;

  if (job->options->common.verify)
    status = prove_section (job->merger, job->content, job->size,
                            job->room.addr, job->image.path, sink);
  if (status == SFM_OK && job->options->common.verify)
    status = prove_image (&job->image, &change, sink);
  return status;
}

/* Write the copy, or the image itself if nothing was merged.  */
static sfm_status
write_output (struct link_job *job)
{
  const struct link_options *o = job->options;

  if (job->copy == NULL && o->common.in_place)
    return SFM_OK;
  return common_options_write (
      &o->common, o->image, job->copy != NULL ? job->copy : job->image.bytes,
      job->copy != NULL ? job->copy_size : job->image.size,
      &job->report->sink);
}

/* Whether there is anything to merge; says so if not.  */
static bool
anything_to_merge (struct link_job *job)
{
  struct sfm_stats stats;

  sfm_merger_stats (job->merger, &stats);
  if (stats.pieces != 0)
    return true;
  say (&job->report->sink, job->options->common.require ? SAY_ERROR : SAY_NOTE,
       job->image.path,
       job->counts.functions == 0
           ? "neither it nor an input has SFrame functions; it is left as "
             "it is"
           : "no function of the inputs is in it; it is left as it is");
  return false;
}

static sfm_status
run_job (struct link_job *job)
{
  const struct sfm_options options = {
    .size = sizeof options,
    .target = job->options->common.target,
  };
  struct sfm_diag diag;
  sfm_status status = read_image (job);

  if (status != SFM_OK)
    {
      job->unreadable = true;
      return status;
    }
  status = sfm_merger_new (&options, &job->merger, &diag);
  if (status != SFM_OK)
    return say_diag (&job->report->sink, SAY_ERROR, NULL, "", &diag);
  status = place_functions (job, &options);
  if (status == SFM_OK)
    status = check_placed (job);
  if (status != SFM_OK)
    return status;
  if (anything_to_merge (job))
    {
      status = build_output (job);
      if (status == SFM_OK)
        status = check_output (job);
      if (status != SFM_OK)
        return status;
      link_job_tell (job);
    }
  else if (job->options->common.require)
    return SFM_ERR_UNSUPP;
  if (report_refuse (job->report, job->image.path))
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
  image_close (&job->grown);
  image_copy_free (&job->image, job->copy, job->copy_size);
  changes_free (&job->changes);
  free (job->content);
  free (job->json);
  placer_free (job->placer);
  sfm_merger_free (job->merger);
  inputs_free (job->inputs);
  map_free (job->map);
  own_free (&job->own);
  code_free (&job->code);
  evidence_free (&job->evidence);
  image_close (&job->debug);
  image_close (&job->image);
}

int
cmd_link (int argc, char **argv)
{
  struct link_options options;
  struct report report;
  struct link_job job = { .options = &options, .report = &report };

  report_init (&report);
  int parsed = link_options_parse (argc, argv, &options, &report);
  if (parsed != OPTIONS_GO_ON)
    return parsed;
  job.image.fd = job.grown.fd = -1;
  sfm_status status = run_job (&job);
  int exit_status = status == SFM_OK ? STATUS_DONE
                    : job.unreadable ? report_input_status (status)
                                     : STATUS_FAILED;
  free_job (&job);
  return exit_status;
}
