/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-object.c - sfmerge repair, or strip, of relocatable objects and of
   archives, and strip of images.

   Members other than objects of a known machine stay as they are, except for
   strip.  If one member cannot be rewritten, the archive is not written.  */

#include "config.h"

#include <inttypes.h>

#include "debug-file.h"
#include "repair-run.h"
#include "relobj.h"

sfm_status
repair_detached (struct repair_run *run, const struct image *image,
                 const char *why, bool *detached)
{
  struct code_note note;

  *detached = code_note_find (image, &note);
  if (!*detached || run->options->recurse)
    return SFM_OK;
  run->refused = true;
  return diag_fail (&run->report->sink, SFM_ERR_UNSUPP, image->path, "is %s",
                    why);
}

sfm_status
repair_strip (struct repair_run *run, const char *name, const uint8_t *bytes,
              size_t size, uint8_t **out, size_t *out_size)
{
  const struct diag_sink *sink = &run->report->sink;
  struct strip_result result;
  struct image image;
  bool detached;

  if (run->kind == FILE_IMAGE)
    {
      TRY (image_open_bytes (name, bytes, size, ALLOW_ANY, &image, sink));
      const sfm_status status = repair_detached (
          run, &image,
          "a detached file, which has nothing but SFrame: delete it instead",
          &detached);
      image_close (&image);
      if (status != SFM_OK || detached)
        return status;
    }
  sfm_status status
      = strip_elf (name, bytes, size, !run->options->common.verify, out,
                   out_size, &result, sink);
  run->refused |= result.refused;
  if (status != SFM_OK || *out == NULL)
    return status;
  run->counts.sections += result.sections;
  run->counts.bytes += result.bytes;
  run->objects++;
  run->rewritten++;
  diag (sink, DIAG_DETAIL, name,
        "removed: sections %" PRIu32 ", bytes %" PRIu64
        ", sections of relocations %" PRIu32 ", PT_GNU_SFRAME %" PRIu32
        ", symbols %" PRIu32,
        result.sections, result.bytes, result.relocations, result.segments,
        result.symbols);
  return SFM_OK;
}

static void
add_counts (struct repair_run *run, const struct relobj_result *result)
{
  struct relobj_result *sum = &run->counts;

  sum->sections += result->sections;
  sum->rewritten += result->rewritten;
  sum->parts += result->parts;
  sum->pieces += result->pieces;
  sum->functions += result->functions;
  sum->out_functions += result->out_functions;
  sum->bytes += result->bytes;
  sum->dead += result->dead;
  sum->duplicates += result->duplicates;
  sum->none_count += result->none_count;
  sum->by_order += result->by_order;
  for (unsigned i = 0; i < SFM_LOSS_COUNT; i++)
    sum->losses[i] += result->losses[i];
  synth_counts_add (&sum->synth, &result->synth);
  run->objects += result->sections != 0;
  run->rewritten += result->rewritten != 0;
}

/* Call FN for the objects in the SIZE bytes at BYTES, a part of the output
   called NAME, as check reads them.  */
static sfm_status
read_back (struct repair_run *run, const char *name, const uint8_t *bytes,
           size_t size, input_fn *fn, void *data)
{
  const struct diag_sink *sink = &run->report->sink;
  const struct file_source made
      = { .path = name, .fd = -1, .bytes = bytes, .size = size };
  struct inputs *inputs = inputs_new (INPUT_READER_OWN, sink);

  if (inputs == NULL)
    return diag_nomem (sink, name);
  const sfm_status status = inputs_read_source (inputs, &made, fn, data);
  run->refused |= status != SFM_OK;
  inputs_free (inputs);
  return status;
}

/* An input_fn.  */
static sfm_status
accept_object (void *data, const struct input_object *object)
{
  (void) data;
  (void) object;
  return SFM_OK;
}

sfm_status
repair_object (struct repair_run *run, const char *name, const uint8_t *bytes,
               size_t size, uint8_t **out, size_t *out_size)
{
  const struct consumer *consumer = run->options->common.consumer;
  const struct relobj_options options = {
    .convert = run->options->common.targeted,
    .target = run->options->common.target,
    .reader = consumer != NULL ? consumer->reader : 0,
    .split = run->options->split,
    .synth = run->options->common.fill >= FILL_ALL,
    .keep = run->options->common.keep,
    .partial = run->options->common.partial,
    .no_verify = !run->options->common.verify,
  };
  struct relobj_result result;
  const struct diag_sink *sink = &run->report->sink;

  if (run->options->strip)
    return repair_strip (run, name, bytes, size, out, out_size);
  sfm_status status = relobj_rewrite (name, bytes, size, &options, out,
                                      out_size, &result, sink);
  run->refused |= result.refused;
  if (status != SFM_OK)
    return status;
  /* A rewrite reads less of an object than its later readers.  */
  if (result.rewritten != 0 && !options.no_verify)
    TRY (read_back (run, name, *out, *out_size, accept_object, NULL));
  add_counts (run, &result);
  if (result.sections != 0)
    diag (sink, DIAG_DETAIL, name,
          "%s: %s, pieces %" PRIu64 ", functions %" PRIu64 " of %" PRIu64
          ", dead %" PRIu64 ", described twice %" PRIu64
          ", void relocations %" PRIu64 "%s",
          result.rewritten != 0 ? "rewritten" : "right as it is",
          target_name (result.target), result.pieces, result.out_functions,
          result.functions, result.dead, result.duplicates, result.none_count,
          result.by_order != 0 ? ", relocations paired by order" : "");
  if (result.parts > result.sections)
    diag (sink, DIAG_DETAIL, name,
          "functions in %" PRIu64 " .sframe sections, not %" PRIu32,
          result.parts, result.sections);
  return SFM_OK;
}

/* Whether the consumer of --for can use an object, or the objects of an
   archive.

   They are read as check reads them, in a process of its own: the output has
   bytes of the input, which may be hostile.  */

struct judging
{
  struct repair_run *run;
  struct consumer_verdict verdict;
};

/* Judge OBJECT.  An input_fn.  */
static sfm_status
judge_object (void *data, const struct input_object *object)
{
  struct judging *j = data;
  const struct diag_sink *sink = &j->run->report->sink;
  const sfm_status status
      = consumer_judge_object (j->run->judge, object, &j->verdict);

  if (status != SFM_OK)
    return diag_fail (sink, status, object->name,
                      "the output cannot be read back: %s",
                      sfm_status_text (status));
  if (j->verdict.grade > j->run->grade)
    j->run->grade = j->verdict.grade;
  return consumer_refuse (&j->verdict, object->name, "", sink);
}

sfm_status
repair_judge (struct repair_run *run, const char *name, const uint8_t *bytes,
              size_t size)
{
  struct judging j = { .run = run };

  if (run->judge == NULL || run->objects == 0)
    return SFM_OK;
  return read_back (run, name, bytes, size, judge_object, &j);
}

/* Put the new contents of MEMBER of ARCHIVE into it if it is an object that
   changes.  */
static sfm_status
rewrite_member (struct repair_run *run, struct archive *archive,
                struct archive_member *member)
{
  const uint8_t *bytes = archive->bytes + member->data;
  const size_t size = (size_t) member->size;

  /* strip works for any machine.  */
  if (file_kind (bytes, size) != FILE_OBJECT
      && (!run->options->strip || !file_is_relocatable (bytes, size)))
    return SFM_OK;
  const char *name
      = archive_member_name (&archive->pool, archive->path, member->name);
  if (name == NULL)
    return diag_nomem (&run->report->sink, archive->path);
  return repair_object (run, name, bytes, size, &member->new_bytes,
                        &member->new_size);
}

static sfm_status
rewrite_members (struct repair_run *run, struct archive *archive)
{
  for (size_t i = 0; i < archive->count; i++)
    if (archive->members[i].role == ARCHIVE_MEMBER)
      TRY (rewrite_member (run, archive, &archive->members[i]));
  return SFM_OK;
}

sfm_status
repair_archive (struct repair_run *run, const char *name, const uint8_t *bytes,
                size_t size, uint8_t **out, size_t *out_size)
{
  const struct diag_sink *sink = &run->report->sink;
  struct archive archive;
  const struct file_bytes file = { .bytes = bytes, .size = size, .fd = -1 };
  uint64_t before = run->rewritten;

  sfm_status status = archive_open (name, &file, &archive, sink);
  if (status == SFM_OK)
    status = rewrite_members (run, &archive);
  if (status == SFM_OK && run->rewritten != before)
    status = archive_write (&archive, out, out_size, sink);
  archive_close (&archive);
  return status;
}
