/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-link.c - sfmerge link: from an image and its inputs to an image with one
   merged section.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "file-bytes.h"
#include "link-run.h"
#include "sframe-section.h"

static const struct option_spec option_specs[] = {
  ROW_OUTPUT ("write the changed image to FILE"),
  ROW_IN_PLACE ("replace IMAGE itself"),
  ROW_BACKUP,
  ROW_TO ("write v2, v2-pcrel or v3 (the default)"),
  ROW_FOR,
  ROW_LIST_CONSUMERS,
  { 0, "from-map", "FILE",
    "take the places of functions from the link map FILE",
    TAKEN (option_text, struct link_options, map) },
  ROW_SYMBOLS (struct common_options, image.symbols,
               "use the symbols and call frame information of FILE,\n"
               "IMAGE's separate debug file, beside its own; in a\n"
               "directory, of that with its build-id; auto: in those\n"
               "of the system"),
  ROW_SHARE_ROWS,
  ROW_COVER_NORETURN,
  ROW_GROW,
  ROW_PLT,
  ROW_FILL,
  ROW_PARTIAL ("leave out functions whose place stays unknown\n"
               "instead of refusing"),
  ROW_REQUIRE (struct common_options, "fail if there is nothing to merge"),
  ROW_FATAL_WARNINGS,
  ROW_NO_VERIFY,
  ROW_FORCE (""),
  ROW_FSYNC,
  ROW_JSON (struct common_options, "print the result as JSON"),
  ROW_QUIET,
  ROW_VERBOSE ("name each function that is changed or left out"),
  ROW_END,
};

static int
take_standard (struct link_options *options)
{
  GO_ON (standard_input ("link", &options->image,
                         options->common.in_place ? "replaced (-i)" : NULL));
  GO_ON (standard_input ("link", &options->map, NULL));
  return standard_inputs ("link", options->inputs, options->input_count, NULL);
}

/* Refuse an output that would replace a file that is read, other than IMAGE
   itself.  */
static int
check_output (const struct link_options *options)
{
  const char *output = options->common.output;

  if (output == NULL)
    return OPTIONS_GO_ON;
  if (output_replaces (output, (const char *const *) options->inputs,
                       options->input_count))
    return report_usage ("link: the output '%s' is also an INPUT", output);
  if (output_replaces (output, &options->map, 1))
    return report_usage ("link: the output '%s' is also the link map", output);
  if (output_replaces (output, &options->common.image.symbols, 1))
    return report_usage ("link: the output '%s' is also the symbol file",
                         output);
  return OPTIONS_GO_ON;
}

/* Parse the command line into OPTIONS, and -q, -v and --fatal-warnings into
   REPORT.  Returns OPTIONS_GO_ON, or the status to exit with after help or a
   usage error, which is reported.  */
static int
parse (int argc, char **argv, const struct command *command,
       struct link_options *options, struct report *report)
{
  common_options_init (&options->common);
  GO_ON (options_parse (argc, argv, command, options, report));
  if (optind == argc)
    return report_usage ("link: no IMAGE given");
  if (optind + 1 == argc)
    return report_usage ("link: no INPUT given");
  options->image = argv[optind];
  options->inputs = argv + optind + 1;
  options->input_count = (size_t) (argc - optind - 1);
  GO_ON (common_options_check ("link", &options->common));
  GO_ON (take_standard (options));
  return check_output (options);
}

static sfm_status
read_image (struct link_run *run)
{
  const struct diag_sink *sink = &run->report.sink;
  const char *path = run->options.image;
  struct image *image = &run->edit.context.image;

  TRY (file_bytes_open (&FILE_SOURCE (path), &run->file, sink));
  TRY (image_open_loaded (path, &run->file, ALLOW_IMAGES, image, sink));
  TRY (output_check_sealed (path, run->file.fd, NULL, 0,
                            run->options.common.force, sink));
  TRY (image_edit_read (&run->edit));
  TRY (pieces_list (&run->edit.context.index, &run->edit.context.existing,
                    sink));
  return run->options.map != NULL
             ? map_read (run->options.map, &run->map, sink)
             : SFM_OK;
}

/* Whether an image's .sframe is what the linker made from those of the inputs,
   judged by its size.

   A linker that does not know .sframe concatenates those of the inputs, and
   gold may even damage their headers: in an object that comes from ld -r it
   applies relocations at wrong places.  The result does not look like SFrame,
   and neither may data that a linker script adds to the section.  But such
   data adds to the size.  A section of exactly the size of all inputs is the
   linker's own work, whatever its bytes are, and may be replaced.  */

enum
{
  SECTION_ALIGN = 8
};

static void
link_sizes_add (struct link_sizes *sizes, const struct input_object *object)
{
  for (size_t i = 0; i < object->sframe_count; i++)
    {
      const uint64_t size = object->sframes[i].size;
      const uint64_t aligned = align_up (size, SECTION_ALIGN);
      sizes->packed += size;
      sizes->aligned += aligned;
      sizes->paddings |= (uint8_t) (1U << (aligned - size));
    }
}

static struct byte_range
link_sizes_section (const struct link_sizes *sizes, const struct image *image)
{
  const struct image_section *only = NULL;

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      if (!image_section_has_sframe (section) || section->size == 0
          || section->type == SHT_NOBITS)
        continue;
      if (only != NULL)
        return (struct byte_range){ 0 };
      only = section;
    }
  if (only == NULL || only->size > sizes->aligned)
    return (struct byte_range){ 0 };
  /* The last one is not rounded up.  */
  const uint64_t padding = sizes->aligned - only->size;
  if (only->size != sizes->packed
      && (padding >= SECTION_ALIGN || (sizes->paddings >> padding & 1) == 0))
    return (struct byte_range){ 0 };
  return (struct byte_range){ .start = only->offset,
                              .end = only->offset + only->size };
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

static sfm_status
read_inputs (struct link_run *run)
{
  const struct diag_sink *sink = &run->report.sink;
  const struct place_sources sources
      = { .context = &run->edit.context,
          .map = run->map,
          .filled = run->options.common.fill != FILL_NONE };

  progress_begin (&run->progress, "placed", 0, "objects", false,
                  run->report.quiet);
  run->placer = placer_new (&sources, run->edit.merger, sink);
  if (run->placer == NULL)
    return diag_nomem (sink, NULL);
  sfm_status status
      = inputs_read_all (run->inputs, run->options.inputs,
                         run->options.input_count, take_object, run);
  progress_clear (&run->progress);
  if (status == SFM_OK)
    status = placer_finish (run->placer, &run->counts);
  run->unreadable = status != SFM_OK;
  run->edit.whole = link_sizes_section (&run->sizes, &run->edit.context.image);
  return status;
}

/* Place the functions of the inputs, as describe.h says.  */
static sfm_status
place_inputs (void *data, struct describe *describe)
{
  struct link_run *run = data;

  TRY (read_inputs (run));
  describe->fill = image_edit_fills (&run->edit, run->counts.functions != 0);
  describe->inputs = placer_pieces (run->placer);
  return link_run_check (run);
}

/* Write the copy, or the unchanged image if nothing was merged.  */
static sfm_status
write_output (struct link_run *run)
{
  struct image_edit *edit = &run->edit;
  const struct image *image = &edit->context.image;

  if (edit->change.copy == NULL && run->options.common.in_place)
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
  if (!sfm_merger_empty (run->edit.merger))
    return true;
  const struct common_options *common = &run->options.common;
  const char *path = run->edit.context.image.path;
  const char *why = run->counts.functions == 0
                        ? "neither it nor an input has SFrame functions (is "
                          "-Wa,--gsframe missing?)"
                    : run->counts.unjudged != 0
                        ? "no function of the inputs can be described"
                        : "no function of the inputs is in it";
  if (common->require)
    diag (&run->report.sink, DIAG_ERROR, path, "%s", why);
  else
    common_options_unchanged (common, &run->report.sink, path, why);
  return false;
}

/* Make the changed copy of the image, if there is anything to merge.  */
static sfm_status
make_copy (struct link_run *run)
{
  const struct sfm_options options
      = image_consumer_options (&run->edit, run->options.common.target);

  TRY (image_edit_describe (&run->edit, &options, place_inputs, run));
  if (!anything_to_merge (run))
    return run->options.common.require ? SFM_ERR_UNSUPP
                                       : image_consumer_leave (&run->edit);
  TRY (image_edit_build (&run->edit));
  link_run_tell (run);
  return SFM_OK;
}

/* Whether what was read from the image is sound, after STATUS.  */
static sfm_status
settle_image (struct link_run *run, sfm_status status)
{
  const sfm_status settled = file_bytes_settle (&run->file, run->options.image,
                                                status, &run->report.sink);

  run->unreadable |= status == SFM_OK && settled != SFM_OK;
  return settled;
}

static void
tell_done (const struct link_run *run)
{
  const struct image_edit *edit = &run->edit;
  struct sfm_stats stats = { .size = sizeof stats };

  if (sfm_merger_empty (edit->merger) || run->options.common.json)
    return;
  sfm_merger_stats (edit->merger, &stats);
  done_report (&run->report, edit->target, false, stats.out_functions,
               edit->change.content_size, &edit->describe.counts);
}

static sfm_status
run_passes (struct link_run *run)
{
  run->unreadable = true;
  /* From here on the inputs are read, while the image is.  */
  run->inputs = inputs_new (INPUT_READER_LIBBFD, &run->report.sink);
  if (run->inputs == NULL)
    return diag_nomem (&run->report.sink, NULL);
  inputs_begin (run->inputs, run->options.inputs, run->options.input_count);
  TRY (settle_image (run, read_image (run)));
  run->unreadable = false;
  TRY (settle_image (run, make_copy (run)));
  if (report_refuse (&run->report, run->options.image))
    return SFM_ERR_UNSUPP;
  TRY (link_run_json (run));
  TRY (write_output (run));
  tell_done (run);
  if (run->json != NULL)
    {
      document_begin ();
      printf (",%s", run->json);
    }
  return SFM_OK;
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
cmd_link (int argc, char **argv, const struct command *command)
{
  struct link_run run = { .file = FILE_BYTES_NONE };
  struct common_options *common = &run.options.common;

  report_init (&run.report);
  GO_ON (parse (argc, argv, command, &run.options, &run.report));
  run.edit.options = common;
  run.edit.context.named = true;
  run.edit.sink = &run.report.sink;
  run.edit.judge = common->consumer;
  run.edit.how = common_options_output (common, &run.file);
  run.edit.target = common->in_place ? run.options.image : common->output;
  sfm_status status = run_passes (&run);
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
  .examples
  = "  sfmerge link -o prog.new prog a.o b.o               # a linked "
    "program\n"
    "  sfmerge link -i --from-map=prog.map prog a.o b.o    # a stripped one",
  .options = option_specs,
};
