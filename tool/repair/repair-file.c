/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-file.c - one FILE of sfmerge repair, sfmerge convert and sfmerge
   synth: read, change and write it.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "repair-run.h"
#include "workers.h"

static sfm_status
make_content (struct repair_run *run, uint8_t **out, size_t *out_size)
{
  const struct file_bytes *file = run->file;

  if (run->kind != FILE_IMAGE || run->options->strip)
    TRY (file_bytes_complete (file, run->path, &run->report->sink));
  return repair_content (run, run->path, file->bytes, file->size, out,
                         out_size);
}

struct output_options
repair_output_how (const struct repair_options *options,
                   const struct file_entry *entry,
                   const struct file_bytes *like, const char **path)
{
  const struct common_options *common = &options->common;
  struct output_options how = common_options_output (common, like);

  *path = common->in_place ? entry->path : common->output;
  if (common->in_place)
    {
      how.tree = entry->tree;
      how.names = entry->names;
    }
  return how;
}

/* Whether PAGES are their file, with bytes written over it and after its
   end.  */
static bool
is_patch (const struct paged *pages)
{
  return pages->fd >= 0 && pages->run_count == 1 && pages->runs[0].at == 0
         && pages->runs[0].from == 0;
}

/* Write the SIZE bytes at DATA to FD, that of workers_output, for
   repair_commit.  */
static sfm_status
hand_over (struct repair_run *run, int fd, const uint8_t *data, size_t size)
{
  const struct common_options *common = &run->options->common;

  if (fd < 0)
    return diag_errno (&run->report->sink, run->path,
                       "cannot make a temporary file beside it");
  struct paged *pages = repair_pages (run, data);
  const bool sync = common->fsync || (common->in_place && !common->fresh);
  struct repair_result *result = run->result;
  result->size = size;
  result->patch = common->overwrite && pages != NULL && is_patch (pages);
  if (!(result->patch   ? output_patch (fd, pages, &result->size)
        : pages != NULL ? output_ahead_pages (&run->image.ahead, fd, pages)
                        : output_sparse (fd, data, size))
      || (sync && fsync (fd) != 0))
    return diag_errno (&run->report->sink, run->path, "cannot write");
  result->filled = true;
  return file_bytes_check (run->file, run->path, &run->report->sink);
}

sfm_status
repair_commit (const struct repair_options *options,
               const struct file_entry *entry, int input,
               const struct file_id *id, int from,
               const struct repair_result *result,
               const struct diag_sink *sink)
{
  const struct file_bytes like
      = { .size = (size_t) id->parts[FILE_ID_SIZE], .fd = input, .id = *id };
  const char *path;
  const struct output_options how
      = repair_output_how (options, entry, &like, &path);
  struct stat st;

  if (fstat (from, &st) != 0)
    return diag_errno (sink, path, "cannot stat the file written for it");
  if ((uint64_t) st.st_size != result->size)
    return diag_fail (sink, SFM_ERR_IO, path,
                      "the process that wrote it says %" PRIu64
                      " bytes, the file has %jd",
                      result->size, (intmax_t) st.st_size);
  if (result->patch)
    return output_overwrite (path, from, (size_t) result->size, &how, sink);
  return output_write_filled (path, from, (size_t) result->size, &how, sink);
}

/* Instead of writing a changed file, check that it could be replaced.  */
static sfm_status
try_write (const struct repair_run *run)
{
  const struct common_options *common = &run->options->common;
  const struct diag_sink *sink = &run->report->sink;
  struct output_options how = common_options_output (common, run->file);
  struct target target;

  if (common->output != NULL)
    return SFM_OK;
  how.in_place = true;
  how.tree = run->entry->tree;
  how.names = run->entry->names;
  sfm_status status = target_open (run->path, how.tree, &how, &target, sink);
  target_close (&target);
  if (status == SFM_OK && run->options->strip)
    diag (sink, DIAG_NOTE, run->path,
          "would be written without %" PRIu64 " bytes of .sframe",
          run->counts.bytes);
  else if (status == SFM_OK)
    diag (sink, DIAG_NOTE, run->path,
          "would be written: functions %" PRIu64 ", bytes of %s %" PRIu64,
          run->counts.out_functions,
          common->eh_frame_hdr ? ".eh_frame_hdr" : ".sframe",
          run->counts.bytes);
  return status;
}

/* Write OUT; if it is NULL and -o is given, write the old contents.  */
static sfm_status
write_file (struct repair_run *run, const uint8_t *out, size_t out_size)
{
  const struct common_options *common = &run->options->common;

  if (report_refuse (run->report, run->path))
    return SFM_ERR_UNSUPP;
  if (out == NULL && (common->in_place || common->dry_run || common->detached))
    return SFM_OK;
  if (common->dry_run)
    return try_write (run);
  const uint8_t *data = out != NULL ? out : run->file->bytes;
  const size_t size = out != NULL ? out_size : run->file->size;
  int fd;
  if (workers_output (&fd))
    return hand_over (run, fd, data, size);
  const char *path;
  struct output_options how
      = repair_output_how (run->options, run->entry, run->file, &path);
  how.pages = repair_pages (run, data);
  return output_ahead_write (
      &run->image.ahead, common->detached ? run->image.detached.path : path,
      data, size, &how, &run->report->sink);
}

static const char *
why_none (const struct repair_run *run)
{
  if (run->options->strip)
    return "no .sframe section";
  if (run->options->common.eh_frame_hdr)
    return "no .eh_frame of an image to make a table of";
  if (run->options->common.fill < FILL_ALL)
    return "no .sframe section with functions";
  if (run->counts.synth.frames == 0)
    return "neither .sframe nor an .eh_frame to make it of";
  return "no function of its .eh_frame can be described";
}

/* Report a file without .sframe, and refuse it with --require or
   --detached.  */
static sfm_status
check_found (struct repair_run *run)
{
  const struct common_options *common = &run->options->common;
  /* An old FILE of --detached must not pass for a new one; one that has the
     build-id in its name is still right.  */
  const bool require
      = common->require || (common->detached && !common->in_dir);

  if (run->objects != 0)
    return SFM_OK;
  if (require)
    diag (&run->report->sink, DIAG_ERROR, run->path, "%s", why_none (run));
  else
    common_options_unchanged (common, &run->report->sink, run->path,
                              why_none (run));
  return require ? SFM_ERR_UNSUPP : SFM_OK;
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
  const struct common_options *common = &run->options->common;

  TRY (check_found (run));
  if (out != NULL && !common->detached)
    TRY (output_check_sealed (run->path, file->fd, NULL, 0, common->force,
                              &run->report->sink));
  repair_tell (run);
  TRY (make_json (run,
                  out == NULL        ? "unchanged"
                  : common->detached ? "detached"
                                     : "rewritten",
                  json));
  return write_file (run, out, out_size);
}

/* Refuse what --detached is not for: anything but an image as it is, and a
   FILE that would replace the image.  */
static sfm_status
check_detached (struct repair_run *run)
{
  const struct diag_sink *sink = &run->report->sink;

  run->refused = true;
  if (run->kind != FILE_IMAGE)
    return diag_fail (sink, SFM_ERR_UNSUPP, run->path,
                      "not a linked image, which --detached is for");
  if (!run->options->common.in_dir
      && output_replaces (run->options->common.output, &run->path, 1))
    return diag_fail (sink, SFM_ERR_USAGE, run->path,
                      "--detached would replace the image itself");
  run->refused = false;
  return SFM_OK;
}

static sfm_status
run_job (struct repair_run *run, char **json, bool *changed)
{
  uint8_t *out = NULL;
  size_t out_size = 0;

  run->kind = file_bytes_kind (run->file);
  if (run->options->common.detached)
    TRY (check_detached (run));
  else if (run->kind == FILE_IMAGE && !run->options->common.dry_run
           && workers_output (&run->output))
    run->image.target_fd = run->output < 0 || run->options->common.overwrite
                               ? NULL
                               : &run->output;
  else if (run->kind == FILE_IMAGE && !run->options->common.dry_run)
    run->image.how = repair_output_how (run->options, run->entry, run->file,
                                        &run->image.target);
  sfm_status status = file_bytes_settle (run->file, run->path,
                                         make_content (run, &out, &out_size),
                                         &run->report->sink);
  bool equal = false;
  if (status == SFM_OK && out != NULL && run->options->common.in_dir)
    {
      status = image_detached_replaces (&run->image, run->twin, &equal);
      run->refused = true;
    }
  if (status == SFM_OK)
    {
      *changed = out != NULL && !equal;
      status = finish (run, equal ? NULL : out, out_size, json);
      run->refused = true;
    }
  repair_release (run, out);
  return status;
}

static sfm_status
read_file (const struct repair_run *run, struct file_bytes *file)
{
  const struct file_entry *entry = run->entry;
  const struct diag_sink *sink = &run->report->sink;
  struct file_source source = { .path = run->path, .tree = entry->tree };

  *file = FILE_BYTES_NONE;
  workers_input (0, &source);
  if (!run->options->recurse)
    TRY (file_not_directory (run->path, sink));
  TRY (file_bytes_open (&source, file, sink));
  /* Another file may have got its name.  */
  if (entry->id != NULL
      && (file->id.parts[FILE_ID_DEVICE] != entry->id[0]
          || file->id.parts[FILE_ID_INODE] != entry->id[1]))
    return diag_fail (sink, SFM_ERR_IO, run->path,
                      "is another file than was found in its directory");
  return SFM_OK;
}

static void
set_result (const struct repair_run *run, sfm_status status, bool changed)
{
  struct repair_result *result = run->result;

  result->outcome = changed             ? REPAIR_CHANGED
                    : run->objects != 0 ? REPAIR_UNCHANGED
                                        : REPAIR_NOTHING;
  result->functions = run->counts.out_functions;
  result->bytes = run->counts.bytes;
  result->synth = run->counts.synth;
  if (status == SFM_OK)
    return;
  *result = (struct repair_result){ .outcome = run->refused ? REPAIR_REFUSED
                                                            : REPAIR_UNREAD };
  memcpy (result->error, run->report->first_error, sizeof result->error);
}

int
repair_file (const struct repair_options *options, struct report *report,
             const struct file_entry *entry, const char *twin, bool first,
             struct repair_result *result)
{
  struct file_bytes file;
  struct repair_run run = { .options = options,
                            .report = report,
                            .judge = options->common.consumer,
                            .path = entry->path,
                            .entry = entry,
                            .twin = twin,
                            .file = &file,
                            .result = result };
  char *json = NULL;
  bool changed = false;

  *result = (struct repair_result){ .filled = false };
  report->warnings = 0; /* --fatal-warnings applies to each file alone */
  sfm_status status = read_file (&run, &file);
  if (status == SFM_OK)
    status = run_job (&run, &json, &changed);
  if (status != SFM_OK)
    {
      free (json);
      json = NULL;
      if (make_json (&run, "failed", &json) != SFM_OK)
        run.refused = true;
    }
  set_result (&run, status, changed);
  if (json != NULL)
    printf ("%s%s\n", first ? "" : ", ", json);
  free (json);
  image_edit_free (&run.image);
  file_bytes_close (&file);
  return status == SFM_OK ? STATUS_DONE
         : run.refused    ? STATUS_FAILED
                          : report_input_status (status);
}
