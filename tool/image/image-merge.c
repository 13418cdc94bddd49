/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   image-merge.c - give the merger what the image itself describes: by its
   pieces, by PLT code and by call frame information.  */

#include "config.h"

#include <stdlib.h>

#include "image-edit.h"
#include "sframe-section.h"

void
image_edit_choose_fill (struct image_edit *edit, bool inputs)
{
  const enum fill_mode mode = edit->options->fill;

  edit->fills = mode == FILL_ALL
                || (mode == FILL_IMAGES
                    && (inputs || image_loads_sframe (&edit->context.image)));
}

sfm_status
image_edit_decide (struct image_edit *edit)
{
  struct image_context *context = &edit->context;

  TRY (pieces_correct (&context->index, &context->existing, edit->sink));
  return plt_code_decide (&context->existing, edit->options->image.plt,
                          &context->plt, edit->sink);
}

sfm_status
image_edit_add_plt (struct image_edit *edit, bool existing,
                    struct sfm_merger *merger)
{
  return existing == (edit->context.plt.replaced != 0) ? plt_code_add (
             &edit->context.plt, edit->options->image.plt, merger, edit->sink)
                                                       : SFM_OK;
}

/* Give all usable pieces to MERGER at once, which is faster than one by one.
   On failure none is given.  */
static sfm_status
add_together (struct image_edit *edit, struct sfm_merger *merger)
{
  struct sfm_input *inputs
      = calloc (edit->context.existing.piece_count
                    + edit->context.existing.corrected_count + 1,
                sizeof *inputs);
  struct sfm_diag diag;
  size_t count = 0;

  if (inputs == NULL)
    return SFM_ERR_NOMEM;
  for (size_t i = 0; i < edit->context.existing.piece_count; i++)
    {
      const struct image_piece *p = &edit->context.existing.pieces[i];
      if (piece_has_input (p))
        inputs[count++]
            = (struct sfm_input){ .piece = &p->piece, .places = p->places };
    }
  for (size_t i = 0; i < edit->context.existing.corrected_count; i++)
    inputs[count++] = (struct sfm_input){
      .piece = &edit->context.existing.corrected[i].piece,
      .places = &edit->context.existing.corrected[i].place
    };
  sfm_status status = sfm_merger_add_all (merger, inputs, count, &diag);
  free (inputs);
  return status;
}

/* Give the corrected functions to MERGER.  */
static sfm_status
add_corrected (const struct image_edit *edit, struct sfm_merger *merger)
{
  const struct existing_sframe *existing = &edit->context.existing;
  struct sfm_diag diag;

  for (size_t i = 0; i < existing->corrected_count; i++)
    if (sfm_merger_add (merger, &existing->corrected[i].piece,
                        &existing->corrected[i].place, 0, &diag)
        == SFM_ERR_NOMEM)
      return diag_nomem (edit->sink, edit->context.image.path);
  return SFM_OK;
}

sfm_status
image_edit_add_existing (struct image_edit *edit, struct sfm_merger *merger)
{
  struct sfm_diag diag;

  if (add_together (edit, merger) == SFM_OK)
    return image_edit_add_plt (edit, true, merger);
  for (size_t i = 0; i < edit->context.existing.piece_count; i++)
    {
      struct image_piece *p = &edit->context.existing.pieces[i];
      if (!piece_has_input (p))
        continue;
      sfm_status status
          = sfm_merger_add (merger, &p->piece, p->places, 0, &diag);
      if (status == SFM_ERR_NOMEM)
        return diag_nomem (edit->sink, edit->context.image.path);
      if (status != SFM_OK)
        {
          edit->existing_mixed |= status == SFM_ERR_MIXED;
          p->usable = false;
          diag_at (edit->sink, DIAG_WARNING, edit->context.image.path,
                   p->section, diag.offset, "%s; the piece is not used",
                   diag.text);
        }
    }
  TRY (add_corrected (edit, merger));
  return image_edit_add_plt (edit, true, merger);
}

/* Refuse losses that no call frame information makes good, unless --partial is
   given.  What a piece that cannot be read described is not known; call frame
   information, read whole, describes all code that assemblers describe, and
   whoever has RELINKED the inputs has that of the piece.  */
static sfm_status
check_losses (const struct image_edit *edit, bool relinked)
{
  const struct image_context *context = &edit->context;
  const bool partial = edit->options->partial;
  const enum diag_severity kind = partial ? DIAG_WARNING : DIAG_ERROR;
  const char *path = context->image.path;
  size_t unread = context->existing.unread;

  if (relinked || (edit->fills && context->index.eh.complete))
    unread = 0;
  if (unread != 0)
    diag (edit->sink, kind, path,
          "%zu piece%s of its .sframe cannot be read, and nothing in it says "
          "what %s described; 'sfmerge link' with the objects of its link "
          "may",
          unread, unread == 1 ? "" : "s", unread == 1 ? "it" : "they");
  if (edit->fill.lost != 0)
    diag (edit->sink, kind, path,
          "%zu function%s of its .sframe cannot be used, and nothing in it "
          "describes %s code; 'sfmerge link' with the objects of its link may",
          edit->fill.lost, edit->fill.lost == 1 ? "" : "s",
          edit->fill.lost == 1 ? "its" : "their");
  if ((unread == 0 && edit->fill.lost == 0) || partial)
    return SFM_OK;
  diag (edit->sink, DIAG_ERROR, path,
        "it is left as it is; --partial goes on without them");
  return SFM_ERR_UNSUPP;
}

sfm_status
image_edit_fill (struct image_edit *edit, const struct sfm_options *options,
                 const struct sfm_input *inputs, size_t count)
{
  const struct fill_options how
      = { .fill = edit->fills,
          .optional = edit->options->fill == FILL_IMAGES,
          .merger = edit->merger,
          .target = options->target,
          .reader = options->reader,
          .inputs = inputs,
          .input_count = count };
  struct sfm_diag diag;

  TRY (image_fill_read (&edit->context, &how, &edit->fill, edit->sink));
  if (edit->fill.piece.num_fdes != 0
      && sfm_merger_add (edit->merger, &edit->fill.piece, edit->fill.places, 0,
                         &diag)
             != SFM_OK)
    return diag_engine (edit->sink, DIAG_ERROR, edit->context.image.path,
                        ".sframe", &diag);
  return check_losses (edit, inputs != NULL);
}
