/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-link.c - sfmerge link: from an image and its inputs to an image with one
   merged section.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd-link.h"
#include "file-bytes.h"
#include "image-edit.h"
#include "link-report.h"
#include "output-file.h"
#include "report.h"

/* Open and read the image and the link map.  */
static sfm_status
read_image (struct link_run *run)
{
  const struct diag_sink *sink = &run->report->sink;
  const char *path = run->options->image;
  struct image *image = &run->edit.context.image;
  sfm_status status = file_bytes_open (&FILE_SOURCE (path), &run->file, sink);

  if (status == SFM_OK)
    status = run->file.pages != NULL
                 ? image_open_pages (path, run->file.pages, image, sink)
                 : image_open_bytes (path, run->file.bytes, run->file.size,
                                     false, image, sink);
  if (status == SFM_OK)
    status = output_check_sealed (path, run->file.fd, NULL, 0,
                                  run->options->common.force, sink);
  if (status == SFM_OK)
    status = image_edit_read (&run->edit);
  if (status == SFM_OK && run->options->map != NULL)
    status = map_read (run->options->map, &run->map, sink);
  return file_bytes_settle (&run->file, path, status, sink);
}

/* Take OBJECT of the inputs, and show that there is progress.  */
static sfm_status
take_object (void *data, const struct input_object *object)
{
  struct link_run *run = data;
  const sfm_status status = placer_add (run->placer, object);

  link_sizes_add (&run->sizes, object);
  progress_show (&run->progress, ++run->objects, object->name, false);
  return status;
}

/* Read the inputs and place their functions.  */
static sfm_status
read_inputs (struct link_run *run)
{
  const struct diag_sink *sink = &run->report->sink;
  const struct place_sources sources
      = { .context = &run->edit.context,
          .map = run->map,
          .filled = run->options->common.fill != FILL_NONE };

  progress_begin_open (&run->progress, "placed", "objects", false,
                       run->report->quiet);
  run->placer = placer_new (&sources, run->edit.merger, sink);
  if (run->placer == NULL)
    return diag_nomem (sink, NULL);
  sfm_status status
      = inputs_read_all (run->inputs, run->options->inputs,
                         (size_t) run->options->input_count, take_object, run);
  progress_clear (&run->progress);
  if (status == SFM_OK)
    status = placer_finish (run->placer, &run->counts);
  run->unreadable = status != SFM_OK;
  run->edit.whole = link_sizes_section (&run->sizes, &run->edit.context.image);
  return status;
}

/* Whether losses are no reason to refuse: the user says so, or .eh_frame, read
   whole, describes what it can of what was lost.  */
static bool
may_lose (const struct link_run *run)
{
  return run->options->common.partial
         || (run->edit.describe.fill && run->edit.context.index.eh.complete);
}

/* Advice about functions that are not found, as the end of a message.  */
static const char *
missing_advice (const struct link_run *run)
{
  if (run->options->common.partial)
    return "";
  if (run->map != NULL || run->counts.unproven == run->counts.missing)
    return "; --partial goes on without them";
  if (run->edit.context.index.has_symtab)
    return "; give the link map (--from-map), or --partial to go on without "
           "them";
  return "; it is stripped: give the link map (--from-map) or a file with its "
         "symbols (--symbols), link it again with .sframe kept, or go on "
         "without them (--partial)";
}

/* Whether SFrame that the engine does not know is no reason to refuse; each
   input that has such costs one message.  The image has it of its inputs, but
   maybe not of those that were given.  A section that has nothing else may be
   a good table for others, whatever .eh_frame has.  */
static bool
check_later (struct link_run *run)
{
  const struct later_sframe *later = &run->edit.context.existing.later;
  const struct diag_sink *sink = &run->report->sink;
  const bool lose = may_lose (run);
  const bool replace = later->alone ? run->options->common.partial : lose;
  bool lost;
  const size_t inputs = later_objects_say (
      run->placer, lose ? DIAG_WARNING : DIAG_ERROR,
      lose ? "" : "; --partial goes on without them", sink, &lost);

  if (later->count != 0 && (later->alone || inputs == 0))
    diag_at (sink, replace ? DIAG_WARNING : DIAG_ERROR,
             run->edit.context.image.path, later->section, later->what.offset,
             "%s: " LATER_TEXT "; %s", later->what.text,
             replace ? "what it describes is lost" : "--partial replaces it");
  return (lose || !lost) && (replace || later->count == 0);
}

/* Whether the inputs are those of another link: the image has none of their
   functions, and neither call frame information nor a table of its own, so
   that nothing would be described.  */
static bool
are_others (const struct link_run *run)
{
  const struct place_counts *c = &run->counts;
  const size_t none = c->absent + c->unsure + c->changed;

  return none != 0 && none + c->empty + c->dead == c->functions
         && !run->edit.context.index.eh.complete
         && run->edit.context.existing.functions.count == 0;
}

/* Whether nothing of the inputs is lost, or the user allows it: functions that
   the image has, or may have, where nothing describes it.  */
static bool
check_found (struct link_run *run)
{
  const struct place_counts *c = &run->counts;
  const struct diag_sink *sink = &run->report->sink;
  const char *path = run->edit.context.image.path;
  const bool partial = run->options->common.partial;
  const enum diag_severity kind = partial ? DIAG_WARNING : DIAG_ERROR;
  const bool others = are_others (run);

  if (c->missing != 0)
    diag (sink, kind, path,
          "%zu of %zu functions of the inputs are not found in it, and it has "
          "code that nothing describes%s",
          c->missing, c->functions, missing_advice (run));
  if (c->unproven != 0)
    diag (sink, DIAG_NOTE, path,
          "of %zu of these it has the name and the code, but no call frame "
          "information, and the code is too short, or a part of a function, "
          "to prove that it is theirs; a link map (--from-map) does",
          c->unproven);
  if (c->unsure != 0)
    diag (sink, DIAG_NOTE, path,
          "%zu of %zu functions of the inputs may be in code that nothing "
          "describes, which is short or has other names; a link map "
          "(--from-map) tells",
          c->unsure, c->functions);
  if (others)
    diag (sink, kind, path,
          "it has none of the %zu functions of the inputs; are they those of "
          "its link?",
          c->functions);
  return partial || (c->missing == 0 && !others);
}

/* Refuse losses that nothing makes good.  A map that is wrong is refused even
   if .eh_frame would.  */
static sfm_status
check_placed (struct link_run *run)
{
  size_t wrong = run->counts.contradicted;
  const bool partial = run->options->common.partial, lose = may_lose (run);
  const enum diag_severity kind = lose ? DIAG_WARNING : DIAG_ERROR;
  const enum diag_severity map_kind = partial ? DIAG_WARNING : DIAG_ERROR;
  const bool found = check_found (run);

  if (run->counts.wrong_rows != 0)
    diag (&run->report->sink, kind, run->edit.context.image.path,
          "%zu of %zu functions of the inputs have rows that contradict its "
          ".eh_frame%s",
          run->counts.wrong_rows, run->counts.functions,
          lose ? "" : "; --partial goes on without them");
  if (run->counts.unjudged != 0)
    diag (
        &run->report->sink, DIAG_WARNING, run->edit.context.image.path,
        "%zu of %zu functions of the inputs are left out, as rows cannot say "
        "what its .eh_frame does, or it cannot be judged",
        run->counts.unjudged, run->counts.functions);
  if (wrong != 0)
    diag (&run->report->sink, map_kind, run->edit.context.image.path,
          "the map %s and the image disagree on %zu of %zu functions of the "
          "inputs; is it the map of this link?",
          run->options->map, wrong, run->counts.functions);
  if (run->map != NULL && run->counts.map == 0 && run->counts.existing == 0
      && run->counts.missing == 0 && wrong == 0 && run->counts.discarded != 0)
    {
      diag (
          &run->report->sink, map_kind, run->edit.context.image.path,
          "the map %s has no place for any function of the inputs; is it the "
          "map of this link?",
          run->options->map);
      wrong = run->counts.discarded;
    }
  if (run->edit.describe.mixed)
    diag (&run->report->sink, kind, run->edit.context.image.path,
          "its own pieces cannot be merged with each other%s",
          lose ? "" : "; --partial goes on without some");
  const bool known = check_later (run);
  return found && known && (wrong == 0 || partial)
                 && ((run->counts.wrong_rows == 0 && !run->edit.describe.mixed)
                     || lose)
             ? SFM_OK
             : SFM_ERR_UNSUPP;
}

/* Place the functions of the inputs, as describe.h says.  */
static sfm_status
place_inputs (void *data, struct describe *describe)
{
  struct link_run *run = data;

  TRY (read_inputs (run));
  describe->fill = image_edit_fills (&run->edit, run->counts.functions != 0);
  describe->inputs = placer_pieces (run->placer, &describe->input_count);
  return check_placed (run);
}

/* Write the copy, or the unchanged image if nothing was merged.  */
static sfm_status
write_output (struct link_run *run)
{
  struct image_edit *edit = &run->edit;
  const struct image *image = &edit->context.image;

  if (edit->change.copy == NULL && run->options->common.in_place)
    return SFM_OK;
  edit->how.pages
      = edit->change.copy != NULL ? edit->change.copy : image->pages;
  return edit->how.pages != NULL
             ? image_edit_write (edit, edit->how.pages->bytes,
                                 edit->how.pages->size)
             : image_edit_write (edit, image->memory, image->size);
}

/* Whether there is anything to merge; reports it if not.  */
static bool
anything_to_merge (struct link_run *run)
{
  struct sfm_stats stats = { .size = sizeof stats };

  sfm_merger_stats (run->edit.merger, &stats);
  if (stats.pieces != 0)
    return true;
  const struct common_options *common = &run->options->common;
  const char *path = run->edit.context.image.path;
  const char *why = run->counts.functions == 0
                        ? "neither it nor an input has SFrame functions (is "
                          "-Wa,--gsframe missing?)"
                    : run->counts.unjudged != 0
                        ? "no function of the inputs can be described"
                        : "no function of the inputs is in it";
  if (common->require)
    diag (&run->report->sink, DIAG_ERROR, path, "%s", why);
  else
    common_options_unchanged (common, &run->report->sink, path, why);
  return false;
}

/* Begin to read the inputs, beside the image.  */
static sfm_status
begin_inputs (struct link_run *run)
{
  run->inputs = inputs_new (INPUT_READER_LIBBFD, &run->report->sink);
  if (run->inputs == NULL)
    return diag_nomem (&run->report->sink, NULL);
  inputs_begin (run->inputs, run->options->inputs,
                (size_t) run->options->input_count);
  return SFM_OK;
}

/* Make the changed copy of the image, if there is anything to merge.  */
static sfm_status
make_copy (struct link_run *run)
{
  const struct sfm_options options
      = image_consumer_options (&run->edit, run->options->common.target);

  TRY (image_edit_describe (&run->edit, &options, place_inputs, run));
  if (!anything_to_merge (run))
    return run->options->common.require ? SFM_ERR_UNSUPP
                                        : image_consumer_leave (&run->edit);
  TRY (image_edit_build (&run->edit));
  link_run_tell (run);
  return SFM_OK;
}

static sfm_status
run_job (struct link_run *run)
{
  const char *path = run->options->image;
  sfm_status status = begin_inputs (run);

  if (status == SFM_OK)
    status = read_image (run);
  if (status != SFM_OK)
    {
      run->unreadable = true;
      return status;
    }
  status = make_copy (run);
  const bool made = status == SFM_OK;
  status = file_bytes_settle (&run->file, path, status, &run->report->sink);
  run->unreadable |= made && status != SFM_OK;
  if (status == SFM_OK && report_refuse (run->report, path))
    status = SFM_ERR_UNSUPP;
  if (status == SFM_OK && run->options->common.json)
    status = link_run_json (run);
  if (status == SFM_OK)
    status = write_output (run);
  if (status == SFM_OK && run->json != NULL)
    {
      document_begin ();
      printf (",%s", run->json);
    }
  return status;
}

static void
free_run (struct link_run *run)
{
  free (run->json);
  placer_free (run->placer);
  inputs_free (run->inputs);
  map_free (run->map);
  image_edit_free (&run->edit);
  file_bytes_close (&run->file);
}

static int
cmd_link (int argc, char **argv)
{
  struct link_options options;
  struct report report;
  struct link_run run
      = { .options = &options, .report = &report, .file = FILE_BYTES_NONE };

  report_init (&report);
  int parsed
      = link_options_parse (argc, argv, &link_command, &options, &report);
  if (parsed != OPTIONS_GO_ON)
    return parsed;
  run.edit.options = &options.common;
  run.edit.context.named = true;
  run.edit.sink = &report.sink;
  run.edit.judge = options.common.consumer;
  run.edit.how = common_options_output (&options.common, &run.file);
  run.edit.target
      = options.common.in_place ? options.image : options.common.output;
  sfm_status status = run_job (&run);
  int exit_status = status == SFM_OK ? STATUS_DONE
                    : run.unreadable ? report_input_status (status)
                                     : STATUS_FAILED;
  free_run (&run);
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
