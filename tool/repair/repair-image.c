/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repair-image.c - sfmerge repair of a linked image.

   The image describes itself: its existing pieces where call frame information
   agrees with them or is silent, call frame information for all else.  A
   repair must not make a damaged file look intact: if what a piece described
   is lost, nothing is written without --partial.  */

#include "config.h"

#include <inttypes.h>

#include "debug-file.h"
#include "repair-run.h"
#include "sfmerge-tool.h"

/* The version to write.  Report it if there are pieces of another one.  */
static enum sfm_target
choose_target (const struct repair_run *run, const struct image_edit *image)
{
  const struct image_versions found
      = image_versions (&image->context.existing);

  if (run->options->common.targeted)
    return run->options->common.target;
  const enum sfm_target target = image_versions_target (&found);
  if (found.count == 0 || found.lowest == 3
      || (found.highest == 2 && found.lowest == 2))
    return target;
  if (found.lowest == found.highest)
    diag (image->sink, DIAG_NOTE, image->context.image.path,
          "its SFrame has version %u; %s is written", found.lowest,
          target_name (target));
  else
    diag (image->sink, DIAG_NOTE, image->context.image.path,
          "its SFrame has versions %u to %u; %s is written", found.lowest,
          found.highest, target_name (target));
  return target;
}

/* Refuse to replace what the engine does not know, unless --partial is given:
   it may be a good table for others, whatever .eh_frame has.  */
static sfm_status
check_later (const struct image_edit *image)
{
  const struct later_sframe *later = &image->context.existing.later;
  const bool partial = image->options->partial;

  if (later->count == 0)
    return SFM_OK;
  diag_at (image->sink, partial ? DIAG_WARNING : DIAG_ERROR,
           image->context.image.path, later->section, later->what.offset,
           "%s: " LATER_TEXT "; %s", later->what.text,
           partial ? "what it describes is lost" : "--partial replaces it");
  return partial ? SFM_OK : SFM_ERR_UNSUPP;
}

static void
add_counts (struct repair_run *run, const struct image_edit *image)
{
  struct relobj_result *sum = &run->counts;
  struct sfm_stats stats = { .size = sizeof stats };
  uint64_t losses[SFM_LOSS_COUNT];

  sfm_merger_stats (image->merger, &stats);
  sfm_merger_losses (image->merger, losses, SFM_LOSS_COUNT);
  sum->sections++;
  sum->rewritten += image_edit_changed (image);
  synth_counts_add (&sum->synth, &image->describe.counts);
  sum->pieces += image->context.existing.piece_count;
  for (size_t i = 0; i < image->context.existing.piece_count; i++)
    sum->functions += image->context.existing.pieces[i].piece.num_fdes;
  sum->out_functions += stats.out_functions;
  sum->bytes += image->change.content_size;
  sum->dead += image->context.existing.discarded;
  sum->duplicates += losses[SFM_LOSS_DUPLICATE];
  sum->none_count += image->result.none_count;
  for (unsigned i = 0; i < SFM_LOSS_COUNT; i++)
    sum->losses[i] += losses[i];
  run->objects++;
  run->rewritten += image_edit_changed (image);
}

static void
tell_loss (void *data, const struct sfm_note *note)
{
  const struct image_edit *image = data;

  diag_at (image->sink, DIAG_DETAIL, image->context.image.path, ".sframe",
           note->field, "function at 0x%" PRIx64 ": %s", note->addr,
           sfm_loss_text (note->loss));
}

static sfm_status
make_table (struct repair_run *run)
{
  struct image_edit *image = &run->image;
  const struct eh_frame *frame = &image->context.index.eh;

  if (frame->functions.count == 0 || eh_frame_is_debug (frame))
    return SFM_OK;
  TRY (image_eh_frame_hdr_build (image));
  run->objects++;
  run->rewritten += image_edit_changed (image);
  run->counts.out_functions += frame->functions.count;
  run->counts.bytes += image->change.content_size;
  return image_consumer_judge (image);
}

static sfm_status
merge_pieces (struct repair_run *run)
{
  struct image_edit *image = &run->image;

  TRY (check_later (image));
  const struct sfm_options options
      = image_consumer_options (image, choose_target (run, image));
  TRY (image_edit_describe (image, &options, NULL, NULL));
  if (sfm_merger_empty (image->merger))
    {
      synth_counts_add (&run->counts.synth, &image->describe.counts);
      return image_consumer_leave (image);
    }
  TRY (image_edit_build (image));
  add_counts (run, image);
  sfm_merger_each_loss (image->merger, tell_loss, image);
  image_edit_tell (image);
  return SFM_OK;
}

sfm_status
repair_image (struct repair_run *run, const char *name, const uint8_t *bytes,
              size_t size, uint8_t **out, size_t *out_size)
{
  struct image_edit *image = &run->image;
  bool detached = false;

  if (run->options->strip)
    return repair_strip (run, name, bytes, size, out, out_size);
  if (run->options->split)
    {
      run->refused = true;
      return diag_fail (
          &run->report->sink, SFM_ERR_UNSUPP, name,
          "is already linked: --split is for objects that will be");
    }
  image->options = &run->options->common;
  image->sink = &run->report->sink;
  image->judge = run->judge;
  image->trial = run->trial;
  image->keep = true;
  image->context.keep_rows = run->options->common.keep;
  TRY (run->file->pages != NULL && bytes == run->file->bytes
           ? image_open_pages (name, run->file->pages, &image->context.image,
                               image->sink)
           : image_open_bytes (name, bytes, size, ALLOW_IMAGES,
                               &image->context.image, image->sink));
  /* A detached file describes code that it does not contain.  */
  TRY (repair_detached (
      run, &image->context.image,
      "a detached file; --detached makes it anew of its image", &detached));
  if (detached)
    return SFM_OK;
  TRY (image_edit_read (image));
  const sfm_status status
      = image->options->eh_frame_hdr ? make_table (run) : merge_pieces (run);
  run->grade = image->verdict.grade;
  run->refused |= status != SFM_OK;
  if (image->options->detached)
    {
      *out = image->detached.bytes;
      *out_size = image->detached.size;
    }
  else if (image->change.copy != NULL)
    {
      *out = image->change.copy->bytes;
      *out_size = image->change.copy->size;
    }
  return status;
}
