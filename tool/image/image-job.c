/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-job.c - from an image to a changed copy of it.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "debug-file.h"
#include "choose-location.h"
#include "image-job.h"
#include "large-pages.h"
#include "verify-image.h"
#include "diag-queue.h"
#include "sparse.h"
#include "threads.h"

sfm_status
image_job_read (struct image_job *job)
{
  const struct say *sink = job->sink;
  const char *symbols = job->options->image.symbols;
  sfm_status status = SFM_OK;

  if (symbols != NULL)
    status = debug_file_open (symbols, &job->image, &job->debug, sink);
  if (status == SFM_OK)
    status = evidence_read (&job->image, symbols != NULL ? &job->debug : NULL,
                            &job->evidence, sink);
  if (status == SFM_OK)
    status = code_read (&job->image, &job->code, sink);
  if (status == SFM_OK)
    status
        = own_read (&job->image, &job->code, &job->evidence, &job->own, sink);
  if (status == SFM_OK)
    status
        = image_plt_read (&job->image, &job->code, &job->evidence, &job->own,
                          job->options->image.plt, &job->plt, sink);
  return status;
}

/* Give functions of linker-made code to MERGER, if OWN, which says whether
   the image's own pieces are being added.  Where the image has some already
   that are replaced, they go with its pieces, of which nothing else may be
   left; else they are only for an image that gets a section anyway.  */
static sfm_status
add_plt (struct image_job *job, bool own, struct sfm_merger *merger)
{
  return own == (job->plt.replaced != 0)
             ? image_plt_add (&job->image, &job->plt, job->options->image.plt,
                              merger, job->sink)
             : SFM_OK;
}

/* Give all usable pieces to MERGER at once, which is quicker.  SFM_OK, or one
   of them or all cannot be given.  */
static sfm_status
add_together (struct image_job *job, struct sfm_merger *merger)
{
  struct sfm_input *inputs = calloc (job->own.piece_count + 1, sizeof *inputs);
  struct sfm_diag diag;
  size_t count = 0;

  if (inputs == NULL)
    return SFM_ERR_NOMEM;
  for (size_t i = 0; i < job->own.piece_count; i++)
    {
      const struct own_piece *p = &job->own.pieces[i];
      if (p->usable && p->live != 0)
        inputs[count++] = (struct sfm_input){ &p->piece, p->places, 0 };
    }
  sfm_status status = sfm_merger_add_all (merger, inputs, count, &diag);
  free (inputs);
  return status;
}

sfm_status
image_job_add_own (struct image_job *job, struct sfm_merger *merger)
{
  struct sfm_diag diag;

  if (add_together (job, merger) == SFM_OK)
    return add_plt (job, true, merger);
  for (size_t i = 0; i < job->own.piece_count; i++)
    {
      struct own_piece *p = &job->own.pieces[i];
      if (!p->usable || p->live == 0)
        continue;
      sfm_status status
          = sfm_merger_add (merger, &p->piece, p->places, 0, &diag);
      if (status == SFM_ERR_NOMEM)
        return say_nomem (job->sink, job->image.path);
      if (status != SFM_OK)
        {
          job->own_mixed |= status == SFM_ERR_MIXED;
          p->usable = false;
          say_at (job->sink, SAY_WARNING, job->image.path, p->section,
                  diag.offset, "%s; the piece is not used", diag.text);
        }
    }
  return add_plt (job, true, merger);
}

/* Put the merged section into a copy of the image, once that has a place for
   it.  */
static sfm_status
change_copy (struct image_job *job)
{
  const struct own *own = &job->own;
  const struct image *from = &job->image;
  sfm_status status;

  job->copy_size = (size_t) job->grow.file_size;
  status = image_copy (&job->image, job->copy_size, &job->copy, job->sink);
  if (status == SFM_OK && grow_any (&job->grow))
    {
      grow_apply (&job->image, &job->grow, &job->room, own->runs,
                  own->run_count, job->copy, &job->changes);
      status = image_open_bytes (job->image.path, job->copy, job->copy_size,
                                 false, &job->grown, job->sink);
      from = &job->grown;
    }
  if (status == SFM_OK)
    status = rewrite_image (from, job->copy, &job->room, job->content,
                            job->size, own->runs, own->run_count, &job->result,
                            &job->changes, job->sink);
  return status;
}

/* Looking at the whole copy, beside its section.  */
struct copy_proof
{
  const struct image *image;
  const struct prove_change *change;
  struct say_later said;
  sfm_status status;
};

static void
prove_copy (void *data)
{
  struct copy_proof *proof = data;

  proof->status = prove_image (proof->image, proof->change, &proof->said.sink);
}

/* Check the output before it replaces anything.  */
static sfm_status
check_copy (struct image_job *job)
{
  const struct prove_change change = { .copy = job->copy,
                                       .size = job->copy_size,
                                       .room = &job->room,
                                       .content = job->content,
                                       .content_size = job->size,
                                       .grow = &job->grow,
                                       .changes = &job->changes };
  struct copy_proof proof = { .image = &job->image, .change = &change };
  struct threads_task beside;

  say_later_begin (&proof.said);
  threads_begin (&beside, job->copy_size >= THREADS_WORTH_BYTES, prove_copy,
                 &proof);
  sfm_status status
      = prove_section (job->merger, job->content, job->size, job->room.addr,
                       job->image.path, job->sink);
  threads_end (&beside);
  const sfm_status told = say_later_tell (
      &proof.said, status == SFM_OK ? job->sink : &say_silent);
  if (status == SFM_OK)
    status = proof.status != SFM_OK ? proof.status : told;
  return status;
}

/* Whether what the image's only piece says is what is going to be planned.  */
static bool
piece_is_right (const struct image_job *job)
{
  const struct own *own = &job->own;
  const struct own_piece *p = own->pieces;

  return job->keep && own->piece_count == 1 && own->unread == 0 && !p->buried
         && p->piece.offset == 0
         && prove_right_already (
             job->merger, job->image.bytes + p->offset, (size_t) p->piece.end,
             p->addr,
             common_options_share (job->options, job->image.big_endian));
}

/* Whether the piece, which says what was planned, stands as it should.  */
static bool
is_in_place (const struct image_job *job)
{
  const struct own_piece *p = job->own.pieces;
  const struct prove_change as_is = { .room = &job->room,
                                      .content = job->image.bytes + p->offset,
                                      .content_size = (size_t) p->piece.end,
                                      .grow = &job->grow };

  return !grow_any (&job->grow) && prove_in_place (&job->image, &as_is);
}

/* No copy is needed if it is what the image was.  */
static void
forget_equal (struct image_job *job)
{
  if (job->copy_size != job->image.size
      || memcmp (job->copy, job->image.bytes, job->copy_size) != 0)
    return;
  image_close (&job->grown);
  sparse_free (job->copy, job->copy_size);
  job->copy = NULL;
}

/* Refuse a plan that loses functions to the width of a start, but for
   --partial: how many they are depends on where the section came to lie, which
   nobody has asked for.  */
static sfm_status
check_reach (const struct image_job *job)
{
  uint64_t losses[SFM_LOSS_COUNT];

  sfm_merger_losses (job->merger, losses, SFM_LOSS_COUNT);
  uint64_t lost = losses[SFM_LOSS_RANGE];
  if (lost == 0 || job->options->partial)
    return SFM_OK;
  say (job->sink, SAY_ERROR, job->image.path,
       "%" PRIu64 " function%s too far from .sframe at 0x%" PRIx64
       " for the starts of version 2; write --to=v3, or go on without "
       "(--partial)",
       lost, lost == 1 ? " is" : "s are", job->room.addr);
  return SFM_ERR_UNSUPP;
}

sfm_status
image_job_build (struct image_job *job)
{
  const struct grow_options grow
      = { .mode = job->options->image.grow, .force = job->options->force };
  struct sfm_diag diag;
  sfm_status status = add_plt (job, false, job->merger);

  if (status != SFM_OK)
    return status;
  /* All is placed; what follows needs the memory.  */
  evidence_free (&job->evidence);
  bool right = piece_is_right (job);
  status
      = fit_plan (&job->image, job->own.runs, job->own.run_count, job->merger,
                  common_options_share (job->options, job->image.big_endian),
                  &grow, &job->room, &job->grow, job->sink);

  if (status == SFM_OK)
    status = check_reach (job);
  if (status != SFM_OK)
    return status;
  if (right && is_in_place (job))
    {
      job->size = (size_t) job->own.pieces[0].piece.end;
      job->result.no_segment
          = image_find_segment (&job->image, PT_GNU_SFRAME) == NULL;
      return SFM_OK;
    }
  job->size = sfm_merger_size (job->merger);
  job->content = large_pages_alloc (NULL, job->size);
  if (job->content == NULL)
    return say_nomem (job->sink, job->image.path);
  status = sfm_merger_write (job->merger, job->content, job->size, &diag);
  if (status != SFM_OK)
    return say_diag (job->sink, SAY_ERROR, job->image.path, ".sframe", &diag);
  status = change_copy (job);
  if (status == SFM_OK && job->options->verify)
    status = check_copy (job);
  if (status == SFM_OK && job->keep)
    forget_equal (job);
  return status;
}

void
image_job_free (struct image_job *job)
{
  image_close (&job->grown);
  sparse_free (job->copy, job->copy_size);
  changes_free (&job->changes);
  large_pages_release (NULL, job->content);
  sfm_merger_free (job->merger);
  image_plt_free (&job->plt);
  own_free (&job->own);
  code_free (&job->code);
  evidence_free (&job->evidence);
  image_close (&job->debug);
  image_close (&job->image);
}
