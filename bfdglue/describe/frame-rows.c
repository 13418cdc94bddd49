/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   frame-rows.c - make a piece of call frame information, and prove it.

   What the engine builds is read back and compared with the instructions, as
   they were executed for the index, before it goes the way of all other
   pieces.  The merger's verification compares its output with that piece, so
   that together the output is proved.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "describe.h"
#include "eh-frame.h"

/* The state of one making.  */
struct making
{
  struct describe *d;
  const struct image_context *context;
  const struct chosen_frames *frames;
  const struct diag_sink *sink;
  struct sfm_builder *builder;
  /* As eh_frame_fde wants.  */
  const struct sfm_cfi_section *section;
  struct sfm_cfi_fde fde;
};

/* The function of M's frame NUMBER.  */
static const struct function *
function_of (const struct making *m, size_t number)
{
  return &m->context->index.eh.functions.at[m->frames->numbers[number]];
}

/* Report DIAG, an error of the engine, and return its status.  */
static sfm_status
engine_failed (const struct making *m, const struct sfm_diag *diag)
{
  return diag_engine (m->sink, DIAG_ERROR, m->context->image.path, ".sframe",
                      diag);
}

/* Give all frames to the builder.  */
static sfm_status
add_frames (struct making *m)
{
  struct synth_counts *counts = &m->d->counts;
  struct sfm_refusal refusal;
  struct sfm_diag diag;

  for (size_t i = 0; i < m->frames->count; i++)
    {
      const struct function *f = function_of (m, i);
      if (!eh_frame_fde (&m->context->index.eh, f->at, &m->section, &m->fde))
        {
          counts->unread++;
          continue;
        }
      const sfm_status status = sfm_builder_add_cfi (
          m->builder, m->section, &m->fde, (uint32_t) i, &refusal, &diag);
      if (status == SFM_ERR_UNSUPP)
        {
          synth_counts_refuse (counts, &refusal);
          diag_at (m->sink, DIAG_DETAIL, m->context->image.path, ".eh_frame",
                   m->fde.offset, "left out: %s", diag.text);
        }
      else if (status != SFM_OK)
        return engine_failed (m, &diag);
      else
        {
          counts->added++;
          counts->completed += m->frames->instead[i];
        }
    }
  return SFM_OK;
}

/* Write the piece and open it.  Its section begins at the first function, so
   that version 2 reaches all of an image's code if anything does.  */
static sfm_status
write_piece (struct making *m)
{
  struct describe *d = m->d;
  const size_t size = sfm_builder_size (m->builder);
  struct sfm_diag diag;

  d->bytes = malloc (size);
  d->places = calloc (sfm_builder_count (m->builder), sizeof *d->places);
  if (d->bytes == NULL || d->places == NULL)
    return diag_nomem (m->sink, m->context->image.path);
  if (sfm_builder_write (m->builder, function_of (m, 0)->addr, d->bytes, size,
                         &diag)
          != SFM_OK
      || sfm_piece_open (d->bytes, size, 0, &d->piece, &diag) != SFM_OK)
    return engine_failed (m, &diag);
  return SFM_OK;
}

static sfm_status
wrong (const struct making *m, const struct function *f)
{
  return diag_fail (m->sink, SFM_ERR_CORRUPT, m->context->image.path,
                    "the rows made for the function at 0x%" PRIx64
                    " are not what its FDE says",
                    f->addr);
}

/* Whether function number IDX of the piece says what F, an FDE of which DONE
   bytes are covered, does from there on.  *SIZE is set to its bytes.  */
static bool
is_proved (struct making *m, uint32_t idx, const struct function *f,
           uint64_t done, uint32_t *size)
{
  if (done == 0 && synth_equal (&m->d->piece, idx, f->rules, size))
    return true;
  return eh_frame_fde (&m->context->index.eh, f->at, &m->section, &m->fde)
         && synth_proves (&m->d->piece, idx, f->addr + done, m->section,
                          &m->fde, size);
}

/* Set the places of the piece, and compare each function with its frame.  */
static sfm_status
prove (struct making *m)
{
  const struct describe *d = m->d;
  uint64_t left = 0; /* bytes of the frame that are not covered yet */
  struct sfm_origin origin = { .input = 0 };
  uint32_t size;

  for (uint32_t i = 0; i < d->piece.num_fdes; i++)
    {
      if (!sfm_builder_origin (m->builder, i, &origin)
          || origin.input >= m->frames->count)
        return diag_fail (m->sink, SFM_ERR_CORRUPT, m->context->image.path,
                          "function %" PRIu32 " was made of no FDE", i);
      const struct function *f = function_of (m, origin.input);
      if (left == 0)
        left = f->size;
      if (f->size - left != origin.fde
          || !is_proved (m, i, f, origin.fde, &size) || size > left)
        return wrong (m, f);
      left -= size;
      d->places[i] = (struct sfm_place){
        .addr = f->addr + origin.fde,
        .live = true,
        .optional = m->d->optional,
        .rank
        = m->frames->instead[origin.input] ? SFM_RANK_INPUT : SFM_RANK_BURIED,
        .evidence = SFM_EVIDENCE_START | SFM_EVIDENCE_SIZE,
      };
    }
  return left == 0 ? SFM_OK : wrong (m, function_of (m, origin.input));
}

sfm_status
frame_rows_make (struct describe *d, const struct chosen_frames *frames)
{
  const struct sfm_builder_options how = {
    .size = sizeof how,
    .abi = d->context->image.abi,
    .target = d->target,
    .reader = d->reader,
  };
  struct making m
      = { .d = d, .context = d->context, .frames = frames, .sink = d->sink };
  struct sfm_diag diag;

  if (sfm_builder_new (&how, &m.builder, &diag) != SFM_OK)
    return engine_failed (&m, &diag);
  sfm_status status = add_frames (&m);
  if (status == SFM_OK && d->counts.added != 0)
    status = write_piece (&m);
  if (status == SFM_OK && d->counts.added != 0)
    status = prove (&m);
  sfm_builder_free (m.builder);
  return status;
}
