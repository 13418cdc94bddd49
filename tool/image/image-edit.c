/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-edit.c - from an image to a changed copy of it.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "debug-file.h"
#include "image-edit.h"
#include "paged.h"
#include "process.h"
#include "sframe-section.h"

sfm_status
image_edit_read (struct image_edit *edit)
{
  const struct image_options *options = &edit->options->image;

  return image_context_read (&edit->context, options->symbols, options->plt,
                             edit->sink, edit->sink);
}

bool
image_edit_fills (const struct image_edit *edit, bool inputs)
{
  const enum fill_mode mode = edit->options->fill;

  return mode >= FILL_ALL
         || (mode == FILL_IMAGES
             && (inputs || image_loads_sframe (&edit->context.image)));
}

sfm_status
image_edit_describe (struct image_edit *edit,
                     const struct sfm_options *options,
                     sfm_status (*place_inputs) (void *data,
                                                 struct describe *describe),
                     void *data)
{
  struct sfm_diag diag;

  if (sfm_merger_new (options, &edit->merger, &diag) != SFM_OK)
    return diag_engine (edit->sink, DIAG_ERROR, NULL, "", &diag);
  edit->describe = (struct describe){
    .context = &edit->context,
    .merger = edit->merger,
    .target = options->target,
    .reader = options->reader,
    .plt = edit->options->image.plt,
    .fill = image_edit_fills (edit, false),
    .go = edit->options->fill >= FILL_GO,
    .code = edit->options->fill == FILL_CODE,
    .optional = edit->options->fill == FILL_IMAGES,
    .partial = edit->options->partial,
    .place_inputs = place_inputs,
    .data = data,
    .sink = edit->sink,
  };
  return describe_image (&edit->describe);
}

/* The check of the whole copy, which runs in parallel with that of its
   section.  */
struct copy_check
{
  struct image_change *change;
  struct diag_queue diags;
  sfm_status status;
};

static void
run_copy_check (void *data)
{
  struct copy_check *verify = data;

  verify->status = verify_image (verify->change, &verify->diags.sink);
}

static sfm_status
check_section (const struct image_edit *edit, const char *path)
{
  const struct merged_section section = { .merger = edit->merger,
                                          .path = path,
                                          .name = ".sframe",
                                          .bytes = edit->content,
                                          .size = edit->change.content_size,
                                          .padded = edit->change.content_size,
                                          .addr = edit->change.space.addr };

  return verify_section (&section, edit->sink);
}

static sfm_status
check_copy (struct image_edit *edit)
{
  struct copy_check verify = { .change = &edit->change };
  struct threads_task beside;

  if (edit->target_fd != NULL)
    output_ahead_begin_fd (&edit->ahead, *edit->target_fd, edit->change.copy);
  else if (edit->target != NULL)
    {
      edit->how.pages = edit->change.copy;
      output_ahead_begin (&edit->ahead, edit->target, edit->change.copy->bytes,
                          edit->change.copy->size, &edit->how);
    }
  diag_queue_begin (&verify.diags);
  threads_begin (&beside, edit->change.copy->size >= THREADS_WORTH_BYTES,
                 run_copy_check, &verify);
  sfm_status status = check_section (edit, edit->context.image.path);
  threads_end (&beside);
  const sfm_status flushed = diag_queue_flush (
      &verify.diags, status == SFM_OK ? edit->sink : &diag_silent);
  if (status == SFM_OK)
    status = verify.status != SFM_OK ? verify.status : flushed;
  return status == SFM_OK ? image_start_base_check (edit) : status;
}

/* Whether the rows of EDIT's image are to be shared.  AUTO becomes ALWAYS if
   the consumer can read shared rows, else NEVER.  */
static enum sfm_share
image_share (const struct image_edit *edit)
{
  const struct common_options *options = edit->options;

  if (options->image.share != SFM_SHARE_AUTO)
    return options->image.share;
  return consumer_shares (options->consumer, edit->context.image.big_endian)
             ? SFM_SHARE_ALWAYS
             : SFM_SHARE_NEVER;
}

/* Whether the image's only piece already has the contents to be planned.  If
   the user does not say whether rows are shared, both forms are right.  */
static bool
piece_is_right (const struct image_edit *edit)
{
  const struct existing_sframe *existing = &edit->context.existing;
  const struct image_piece *p = existing->pieces;
  enum sfm_share share = image_share (edit);

  if (edit->options->image.share == SFM_SHARE_AUTO
      && share == SFM_SHARE_ALWAYS)
    share = SFM_SHARE_AUTO;
  return edit->keep && existing->piece_count == 1 && existing->unread == 0
         && !p->past_section_end && p->piece.offset == 0
         && already_merged (
             edit->merger,
             image_at (&edit->context.image, p->offset, p->piece.end),
             (size_t) p->piece.end, p->addr, share);
}

/* Whether that piece also has the section and segment that it should have.  */
static bool
is_in_place (const struct image_edit *edit)
{
  const struct image_piece *p = edit->context.existing.pieces;
  struct image_change as_is = edit->change;

  as_is.content = image_at (&edit->context.image, p->offset, p->piece.end);
  as_is.content_size = (size_t) p->piece.end;
  return !phdr_any (&as_is.phdr)
         && verify_in_place (&edit->context.image, &as_is);
}

/* Drop the copy if what was written to it is what was there.  */
static void
drop_equal_copy (struct image_edit *edit)
{
  const struct image *image = &edit->context.image;
  const struct paged *copy = edit->change.copy;

  if (copy->size != image->size)
    return;
  for (size_t i = 0; i < copy->written.count; i++)
    {
      const struct byte_range *r = &copy->written.at[i];
      const uint64_t size = r->end - r->start;
      if (memcmp (copy->bytes + r->start, image_at (image, r->start, size),
                  (size_t) size)
          != 0)
        return;
    }
  output_ahead_drop (&edit->ahead);
  image_change_drop_copy (&edit->change);
}

/* Refuse a plan that loses functions because their start does not fit its
   field, unless --partial is given.  How many are lost depends only on the
   location of the section, which the user did not choose.  */
static sfm_status
check_start_width (const struct image_edit *edit)
{
  uint64_t losses[SFM_LOSS_COUNT];

  sfm_merger_losses (edit->merger, losses, SFM_LOSS_COUNT);
  uint64_t lost = losses[SFM_LOSS_RANGE];
  if (lost == 0 || edit->options->partial)
    return SFM_OK;
  diag (edit->sink, DIAG_ERROR, edit->context.image.path,
        "%" PRIu64 " function%s too far from .sframe at 0x%" PRIx64
        " for the starts of version 2; write --to=v3, or go on without "
        "(--partial)",
        lost, lost == 1 ? " is" : "s are", edit->change.space.addr);
  return SFM_ERR_UNSUPP;
}

/* Whether EDIT->whole is there and holds all existing pieces.  */
static bool
is_whole (const struct image_edit *edit)
{
  const struct byte_range *runs = edit->context.existing.runs;
  const size_t count = edit->context.existing.run_count;

  return edit->whole.end != 0
         && (count == 0
             || (runs[0].start >= edit->whole.start
                 && runs[count - 1].end <= edit->whole.end));
}

/* Put the content of EDIT's plan into a copy of the image, or into a detached
   file, and verify it.  */
static sfm_status
make_copy (struct image_edit *edit)
{
  const char *path = edit->context.image.path;
  struct sfm_diag diag;

  edit->change.content_size = sfm_merger_size (edit->merger);
  edit->content = malloc (edit->change.content_size);
  edit->change.content = edit->content;
  if (edit->content == NULL)
    return diag_nomem (edit->sink, path);
  if (sfm_merger_write (edit->merger, edit->content, edit->change.content_size,
                        &diag)
      != SFM_OK)
    return diag_engine (edit->sink, DIAG_ERROR, path, ".sframe", &diag);
  if (edit->options->detached)
    {
      TRY (image_detached_make (edit));
      if (!edit->options->verify)
        return SFM_OK;
      TRY (check_section (edit, edit->detached.path));
      return detached_verify (&edit->detached, edit->sink);
    }
  sfm_status status = image_change_apply (&edit->change, &edit->result);
  if (status == SFM_OK && edit->options->verify)
    status = check_copy (edit);
  return status;
}

/* Plan EDIT's merger with what PHDR allows to change, and make the changed
   copy, unless the image's section has the contents, which are RIGHT.  */
static sfm_status
build (struct image_edit *edit, const struct phdr_options *phdr, bool right)
{
  const bool detached = edit->options->detached;
  const bool whole = is_whole (edit);

  edit->change = (struct image_change){
    .image = &edit->context.image,
    .clear = whole ? &edit->whole : edit->context.existing.runs,
    .clear_count = whole ? 1 : edit->context.existing.run_count,
    .sink = edit->sink
  };
  TRY (detached ? image_detached_plan (edit)
                : make_room (&edit->change, edit->merger, phdr));
  TRY (check_start_width (edit));
  TRY (image_consumer_check (edit));
  if (detached || !right || !is_in_place (edit))
    return make_copy (edit);
  edit->change.content_size
      = (size_t) edit->context.existing.pieces[0].piece.end;
  edit->result.no_segment
      = image_find_segment (&edit->context.image, PT_GNU_SFRAME) == NULL;
  return SFM_OK;
}

/* build, whatever the section has.  */
static sfm_status
build_anew (struct image_edit *edit, const struct phdr_options *phdr)
{
  return build (edit, phdr, false);
}

static void
drop_build (struct image_edit *edit)
{
  output_ahead_drop (&edit->ahead);
  image_change_free (&edit->change);
  free (edit->content);
  edit->change = (struct image_change){ .image = NULL };
  edit->result = (struct rewrite_result){ .no_segment = false };
  edit->content = NULL;
}

/* Set *HELPS to whether EDIT's judge could use the image if PHDR were allowed:
   this is tried without messages.  Statuses: NOMEM, without a message.  */
static sfm_status
would_help (struct image_edit *edit, image_edit_make *make,
            const struct phdr_options *phdr, bool *helps)
{
  const struct diag_sink *sink = edit->sink;
  const char *target = edit->target;
  const int *target_fd = edit->target_fd;

  drop_build (edit);
  edit->sink = &diag_silent;
  edit->target = NULL;
  edit->target_fd = NULL;
  sfm_status status = make (edit, phdr);
  if (status == SFM_OK)
    status = image_consumer_judge (edit);
  *helps = status == SFM_OK && edit->verdict.grade != CONSUMER_UNUSABLE;
  edit->sink = sink;
  edit->target = target;
  edit->target_fd = target_fd;
  return status == SFM_ERR_NOMEM ? status : SFM_OK;
}

sfm_status
image_edit_find_help (struct image_edit *edit, image_edit_make *make,
                      const struct phdr_options *given)
{
  const char *path = edit->context.image.path;
  struct phdr_options phdr = *given;
  bool helps = false;

  edit->help[0] = '\0';
  if (edit->options->detached || edit->judge->kernel)
    return SFM_OK;
  for (unsigned i = 0; i < 2U - given->force;
       i++, phdr.force = true, phdr.mode = given->mode)
    for (phdr.mode += i == 0; phdr.mode <= PHDR_MOVE; phdr.mode++)
      {
        if (would_help (edit, make, &phdr, &helps) != SFM_OK)
          return diag_nomem (edit->sink, path);
        if (!helps)
          continue;
        snprintf (edit->help, sizeof edit->help, "--grow=%s%s",
                  grow_words[phdr.mode], i == 0 ? "" : " --force");
        return SFM_OK;
      }
  return SFM_OK;
}

/* Refuse what EDIT has made if its judge cannot use it, with the reason why
   there is no program header, and what helps more than the options GIVEN.  */
static sfm_status
refuse_unusable (struct image_edit *edit, const struct phdr_options *given)
{
  const struct consumer_verdict verdict = edit->verdict;
  char more[sizeof edit->change.phdr.why + IMAGE_HELP + 32] = "";
  int used = 0;

  if (verdict.grade != CONSUMER_UNUSABLE)
    return SFM_OK;
  if (edit->result.no_segment && edit->change.phdr.why[0] != '\0')
    used = snprintf (more, sizeof more, " (%s)", edit->change.phdr.why);
  if (edit->result.no_segment)
    TRY (image_edit_find_help (edit, build_anew, given));
  if (edit->help[0] != '\0')
    snprintf (more + used, sizeof more - (size_t) used, "; %s helps",
              edit->help);
  return consumer_refuse (&verdict, edit->context.image.path, more,
                          edit->sink);
}

sfm_status
image_edit_build (struct image_edit *edit)
{
  const struct consumer *consumer = edit->options->consumer;
  /* A kernel has no use for a program header.  */
  const struct phdr_options phdr
      = { .mode = consumer != NULL && consumer->kernel
                      ? PHDR_NONE
                      : edit->options->image.phdr,
          .force = edit->options->force };
  struct sfm_diag diag;

  TRY (image_edit_cover (edit));
  /* All functions are placed; the memory is needed for what follows.  */
  function_index_free (&edit->context.index);
  const bool right = piece_is_right (edit);
  if (sfm_merger_set_share (edit->merger, image_share (edit), &diag) != SFM_OK)
    return diag_engine (edit->sink, DIAG_ERROR, edit->context.image.path,
                        ".sframe", &diag);
  const sfm_status status = build (edit, &phdr, right);
  /* In a trial nobody sees the advice in the message about it.  */
  if ((status == SFM_ERR_UNSUPP || status == SFM_ERR_LIMIT) && edit->trial)
    TRY (image_edit_find_help (edit, build_anew, &phdr));
  TRY (status);
  TRY (image_consumer_judge (edit));
  TRY (refuse_unusable (edit, &phdr));
  if (edit->keep && edit->change.copy != NULL && !edit->options->detached)
    drop_equal_copy (edit);
  return SFM_OK;
}

bool
image_edit_changed (const struct image_edit *edit)
{
  return edit->options->detached ? edit->detached.bytes != NULL
                                 : edit->change.copy != NULL;
}

sfm_status
image_edit_write (struct image_edit *edit, const uint8_t *data, size_t size)
{
  return output_ahead_write (&edit->ahead, edit->target, data, size,
                             &edit->how, edit->sink);
}

void
image_edit_free (struct image_edit *edit)
{
  output_ahead_drop (&edit->ahead);
  free (edit->detached_path);
  sparse_free (edit->detached.bytes, edit->detached.size);
  image_change_free (&edit->change);
  free (edit->content);
  sfm_merger_free (edit->merger);
  describe_free (&edit->describe);
  image_context_free (&edit->context);
}
