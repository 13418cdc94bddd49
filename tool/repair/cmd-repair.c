/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cmd-repair.c - sfmerge repair, sfmerge convert and sfmerge synth: read,
   change and write each FILE.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "file-bytes.h"
#include "json-text.h"
#include "output-file.h"
#include "repair-run.h"

/* Make the new contents of RUN's file, whose kind is known.  */
static sfm_status
make_content (struct repair_run *run, uint8_t **out, size_t *out_size)
{
  const struct file_bytes *file = run->file;
  repair_fn *make = run->kind == FILE_GZIP ? repair_gzip : repair_content;

  return make (run, run->path, file->bytes, file->size, out, out_size);
}

/* Write OUT; if it is NULL and -o is given, write the old contents.  */
static sfm_status
write_file (struct repair_run *run, const uint8_t *out, size_t out_size)
{
  const struct common_options *common = &run->options->common;

  if (report_refuse (run->report, run->path))
    return SFM_ERR_UNSUPP;
  if (out == NULL && common->in_place)
    return SFM_OK;
  if (run->kind == FILE_THIN)
    return repair_thin_write (run, out, out_size);
  return common_options_write (
      common, run->path, run->file, out != NULL ? out : run->file->bytes,
      out != NULL ? out_size : run->file->size, &run->report->sink);
}

/* Why the file of RUN has no .sframe.  */
static const char *
why_none (const struct repair_run *run)
{
  if (!run->options->common.fill)
    return "has no .sframe with functions; it is left as it is";
  if (run->counts.synth.frames == 0)
    return "has neither .sframe nor an .eh_frame to make it of; it is left as "
           "it is";
  return "no function of its .eh_frame can be described; it is left as it is";
}

/* Report a file without .sframe, and refuse it with --require.  */
static sfm_status
check_found (struct repair_run *run)
{
  if (run->objects != 0)
    return SFM_OK;
  diag (&run->report->sink,
        run->options->common.require ? DIAG_ERROR : DIAG_NOTE, run->path, "%s",
        why_none (run));
  return run->options->common.require ? SFM_ERR_UNSUPP : SFM_OK;
}

/* With --json, set *JSON to the text about RUN.  It is made before anything is
   written, as there may be no memory for it.  */
static sfm_status
make_json (struct repair_run *run, const char *state, char **json)
{
  size_t size;

  if (!run->options->common.json)
    return SFM_OK;
  *json = json_text (repair_json (run, state), 0, &size);
  return *json != NULL ? SFM_OK : diag_nomem (&run->report->sink, run->path);
}

/* Report on RUN, then write OUT, its new contents.  */
static sfm_status
finish (struct repair_run *run, const uint8_t *out, size_t out_size,
        char **json)
{
  const struct file_bytes *file = run->file;
  sfm_status status = check_found (run);

  if (status == SFM_OK && out != NULL)
    status
        = output_check_sealed (run->path, file->fd, file->bytes, file->size,
                               run->options->common.force, &run->report->sink);
  if (status == SFM_OK)
    repair_tell (run);
  if (status == SFM_OK)
    status = make_json (run, out == NULL ? "unchanged" : "rewritten", json);
  if (status == SFM_OK)
    status = write_file (run, out, out_size);
  return status;
}

/* Repair RUN's file.  */
static sfm_status
run_job (struct repair_run *run, char **json)
{
  uint8_t *out;
  size_t out_size;

  run->kind = file_kind (run->file->bytes, run->file->size);
  sfm_status status = make_content (run, &out, &out_size);
  if (status == SFM_OK)
    {
      status = finish (run, out, out_size, json);
      run->refused = true;
    }
  repair_release (run, out);
  return status;
}

/* Repair file number IDX; returns the exit status.  With --json a line about
   it is printed.  */
static int
run_file (const struct repair_options *options, struct report *report, int idx)
{
  struct file_bytes file;
  struct repair_run run = { .options = options,
                            .report = report,
                            .path = options->files[idx],
                            .file = &file };
  char *json = NULL;

  report->warnings = 0; /* --fatal-warnings applies to each file alone */
  sfm_status status = file_bytes_read (run.path, &file, &report->sink);
  if (status == SFM_OK)
    status = run_job (&run, &json);
  if (status != SFM_OK)
    {
      free (json);
      json = NULL;
      if (make_json (&run, "failed", &json) != SFM_OK)
        run.refused = true;
    }
  if (json != NULL)
    printf ("%s%s\n", idx == 0 ? "" : ", ", json);
  free (json);
  image_edit_free (&run.image);
  repair_thin_free (run.thin);
  file_bytes_close (&file);
  return status == SFM_OK ? STATUS_DONE
         : run.refused    ? STATUS_FAILED
                          : report_input_status (status);
}

static int
run (int argc, char **argv, const struct command *command)
{
  struct repair_options options;
  struct report report;
  int exit_status = STATUS_DONE;

  report_init (&report);
  int parsed = repair_options_parse (argc, argv, command, &options, &report);
  if (parsed != OPTIONS_GO_ON)
    return parsed;
  if (options.common.json)
    puts ("{\"schema\": 1, \"files\": [");
  for (int i = 0; i < options.file_count; i++)
    {
      int status = run_file (&options, &report, i);
      if (status > exit_status)
        exit_status = status;
    }
  if (options.common.json)
    puts ("]}");
  return exit_status;
}

static int
cmd_repair (int argc, char **argv)
{
  return run (argc, argv, &repair_command);
}

static int
cmd_convert (int argc, char **argv)
{
  return run (argc, argv, &convert_command);
}

static int
cmd_synth (int argc, char **argv)
{
  return run (argc, argv, &synth_command);
}

const struct command repair_command = {
  .name = "repair",
  .run = cmd_repair,
  .usage = "(-o FILE | -i) [OPTION]... FILE...",
  .summary = "mend the .sframe that a file has",
  .about
  = "Make one valid .sframe of what FILE, an image, an object file or an"
    " archive, has:\nmerge its pieces, mend its headers and"
    " relocations, drop what is dead.  The\nversion stays.",
  .options = repair_option_specs,
};

const struct command convert_command = {
  .name = "convert",
  .run = cmd_convert,
  .usage
  = "(-o FILE | -i) (--to=VERSION | --for=CONSUMER) [OPTION]... FILE...\n"
    "(-o FILE | -i) --split [OPTION]... FILE...",
  .summary = "change the version of the .sframe that a file has",
  .about = "Like repair, but write another version, with relocations to fit, "
           "or divide"
           "\nthe .sframe of objects.",
  .options = convert_option_specs,
};

const struct command synth_command = {
  .name = "synth",
  .run = cmd_synth,
  .usage
  = "(-o FILE | -i) [--to=VERSION | --for=CONSUMER] [OPTION]... FILE...",
  .summary = "make .sframe of the .eh_frame that a file has",
  .about
  = "Describe the functions of FILE, an image, an object file or an"
    " archive, by its\n.eh_frame.  What .sframe has already is kept if it"
    " agrees.",
  .options = synth_option_specs,
};
