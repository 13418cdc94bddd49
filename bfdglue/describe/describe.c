/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   describe.c - find the rows of each function of an image.

   Theory of operation.  The image describes itself; all else is for what it
   does not say.  Each pass takes the functions that no pass before it has
   taken.  Existing rows come first, so that a file that is right stays as it
   is.  Rows of inputs and of pieces agree with call frame information wherever
   there is any, so it does not matter which of them describes a function.  For
   PLT code the bytes come before call frame information, which linkers write
   wrongly for it.  The table of Go says more than what Go's linker writes for
   debuggers.  Where all of them are silent, instructions may prove rows, if
   the user wants that.  What is left is counted by reason.  */

#include "config.h"

#include <stdlib.h>

#include "describe.h"
#include "eh-frame.h"
#include "prove.h"
#include "sfmerge-tool.h"
#include "sorted.h"

/* The addresses of functions that the merger has refused.  */
struct refused
{
  uint64_t *at;
  size_t count, capacity;
  bool fits; /* there was memory for all of them */
};

/* Record a function that the merger has refused, unless it is empty: others
   may begin there.  */
static void
take_refused (void *data, const struct sfm_note *note)
{
  struct refused *r = data;

  if (note->loss == SFM_LOSS_ZERO_SIZE || !r->fits)
    return;
  r->fits = array_grow (&r->at, &r->capacity, r->count, sizeof *r->at);
  if (r->fits)
    r->at[r->count++] = note->addr;
}

/* Mark the functions of LIST, which is sorted, that the merger has REFUSED as
   incomplete.  */
static void
mark_refused (struct described_list *list, struct refused *refused)
{
  size_t at = 0;

  qsort (refused->at, refused->count, sizeof *refused->at, compare_u64);
  for (size_t i = 0; i < list->count; i++)
    {
      struct described *d = &list->at[i];
      while (at < refused->count && refused->at[at] < d->addr)
        at++;
      d->incomplete |= at < refused->count && refused->at[at] == d->addr;
    }
}

/* Add the live functions of PIECE to LIST.  PLACES has their places; SIZES has
   their sizes, or is NULL.  JUDGED: those that do not describe their first
   byte are incomplete.  */
static bool
add_piece (struct described_list *list, const struct sfm_piece *piece,
           const struct sfm_place *places, const uint32_t *sizes, bool judged)
{
  struct sfm_fde fde;
  struct sfm_diag diag;

  for (uint32_t i = 0; i < piece->num_fdes; i++)
    {
      if (!places[i].live
          || ((sizes == NULL || judged)
              && sfm_fde_read (piece, i, &fde, &diag) != SFM_OK))
        continue;
      const uint32_t size = sizes != NULL ? sizes[i] : fde.size;
      if (size > UINT64_MAX - places[i].addr)
        continue;
      if (!array_grow (&list->at, &list->capacity, list->count,
                       sizeof *list->at))
        return false;
      list->at[list->count++]
          = (struct described){ .addr = places[i].addr,
                                .end = places[i].addr + size,
                                .incomplete
                                = judged && !places[i].optional
                                  && first_described (piece, &fde) != 0 };
    }
  return true;
}

/* Add the live functions of the list PIECES, like add_piece.  */
static bool
add_placed (struct described_list *list, const struct placed_piece *pieces,
            bool judged)
{
  for (const struct placed_piece *p = pieces; p != NULL; p = p->next)
    if (!add_piece (list, &p->piece, p->places, p->sizes, judged))
      return false;
  return true;
}

/* Set D->described to the live functions of the pieces, of PLT code, and of
   the inputs.  Statuses: NOMEM.  */
static sfm_status
described_read (struct describe *d)
{
  const struct existing_sframe *existing = &d->context->existing;
  const struct plt_code *plt = &d->context->plt;
  struct described_list *list = &d->described;
  struct refused refused = { .fits = true };
  bool fits = true;

  for (size_t i = 0; i < existing->piece_count && fits; i++)
    if (piece_has_input (&existing->pieces[i]))
      fits = add_piece (list, &existing->pieces[i].piece,
                        existing->pieces[i].places, existing->pieces[i].sizes,
                        existing->pieces[i].incomplete != 0);
  for (size_t i = 0; i < plt->area_count && fits; i++)
    if (plt->areas[i].places != NULL)
      fits = add_piece (list, &plt->areas[i].piece, plt->areas[i].places, NULL,
                        false);
  fits = fits && add_placed (list, existing->corrected, true)
         && add_placed (list, d->inputs, true);
  if (d->merger != NULL)
    sfm_merger_each_loss (d->merger, take_refused, &refused);
  described_sort (list);
  if (refused.count != 0)
    mark_refused (list, &refused);
  free (refused.at);
  return fits && refused.fits ? SFM_OK
                              : diag_nomem (d->sink, d->context->image.path);
}

/* Give all usable pieces to the merger at once, which is faster than one by
   one.  On failure none is given.  */
static sfm_status
give_together (struct describe *d)
{
  const struct existing_sframe *existing = &d->context->existing;
  const size_t most = existing->piece_count + existing->corrected_count;
  struct sfm_input *inputs = calloc (most + 1, sizeof *inputs);
  struct sfm_diag diag;
  size_t count = 0;

  if (inputs == NULL)
    return SFM_ERR_NOMEM;
  for (size_t i = 0; i < existing->piece_count; i++)
    {
      const struct image_piece *p = &existing->pieces[i];
      if (piece_has_input (p))
        inputs[count++]
            = (struct sfm_input){ .piece = &p->piece, .places = p->places };
    }
  for (const struct placed_piece *p = existing->corrected; p != NULL;
       p = p->next)
    inputs[count++]
        = (struct sfm_input){ .piece = &p->piece, .places = p->places };
  sfm_status status = sfm_merger_add_all (d->merger, inputs, count, &diag);
  free (inputs);
  return status;
}

/* Give the pieces one by one, to see which are refused.  */
static sfm_status
give_each (struct describe *d)
{
  const struct existing_sframe *existing = &d->context->existing;
  const char *path = d->context->image.path;
  struct sfm_diag diag;

  for (size_t i = 0; i < existing->piece_count; i++)
    {
      struct image_piece *p = &existing->pieces[i];
      if (!piece_has_input (p))
        continue;
      sfm_status status
          = sfm_merger_add (d->merger, &p->piece, p->places, 0, &diag);
      if (status == SFM_ERR_NOMEM)
        return diag_nomem (d->sink, path);
      if (status != SFM_OK)
        {
          d->mixed |= status == SFM_ERR_MIXED;
          p->usable = false;
          diag_at (d->sink, DIAG_WARNING, path, p->section, diag.offset,
                   "%s; the piece is not used", diag.text);
        }
    }
  for (const struct placed_piece *p = existing->corrected; p != NULL;
       p = p->next)
    if (sfm_merger_add (d->merger, &p->piece, p->places, 0, &diag)
        == SFM_ERR_NOMEM)
      return diag_nomem (d->sink, path);
  return SFM_OK;
}

/* Give the existing pieces to D->merger.  A piece that it refuses is reported
   and not used; D->mixed is set if the reason is that it cannot be merged with
   the others.  PLT code that replaces functions of the pieces, of which
   nothing else may remain, goes with them.  */
static sfm_status
describe_pieces (struct describe *d)
{
  struct plt_code *plt = &d->context->plt;

  if (d->merger == NULL)
    return SFM_OK;
  if (give_together (d) != SFM_OK)
    TRY (give_each (d));
  return plt->replaced != 0 ? plt_code_add (plt, d->plt, d->merger, d->sink)
                            : SFM_OK;
}

/* Give D->merger the PLT code, unless that went with the pieces, if the merger
   has functions: an image gets no section for PLT code alone.  */
static sfm_status
describe_plt (struct describe *d)
{
  struct plt_code *plt = &d->context->plt;

  return d->merger == NULL || plt->replaced != 0
                 || sfm_merger_empty (d->merger)
             ? SFM_OK
             : plt_code_add (plt, d->plt, d->merger, d->sink);
}

typedef sfm_status describe_pass (struct describe *d);

static sfm_status
correct_pieces (struct describe *d)
{
  return pieces_correct (&d->context->index, &d->context->existing, d->sink);
}

static sfm_status
place_inputs (struct describe *d)
{
  return d->place_inputs != NULL ? d->place_inputs (d->data, d) : SFM_OK;
}

static describe_pass *const passes[] = {
  correct_pieces,  /* rows that lack an end of the stack, or a mark */
  describe_pieces, /* existing rows, and PLT code in place of wrong ones */
  place_inputs,    /* functions of inputs, where a proof puts them */
  described_read,  /* the list of what has rows now */
  describe_go,     /* the table of Go */
  describe_frames, /* call frame information */
  describe_code,   /* what instructions prove */
  describe_lost,   /* what nothing describes any more */
  describe_plt,    /* PLT code that the pieces do not need */
};

sfm_status
describe_image (struct describe *d)
{
  for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
    TRY (passes[i](d));
  return SFM_OK;
}

void
describe_free (struct describe *d)
{
  free (d->described.at);
  made_piece_free (&d->frames);
  made_piece_free (&d->rest);
  made_piece_free (&d->go_code);
  made_piece_free (&d->proven_code);
  if (d->prover != NULL)
    prove_free (d->prover);
  free (d->prover);
}
