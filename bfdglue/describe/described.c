/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   described.c - list what is described already.  What the version that is
   written cannot say is incomplete.  */

#include "config.h"

#include <stdlib.h>

#include "describe.h"
#include "eh-frame.h"
#include "sorted.h"

/* The addresses of functions that the merger has refused.  */
struct refused
{
  uint64_t *at;
  size_t count, capacity;
  bool fits; /* there was memory for all of them */
};

/* Note that the merger has refused a function.  Others may begin where an
   empty one is.  */
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

/* What the merger has REFUSED of LIST, which is sorted, is incomplete.  */
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

/* Add the live functions of PIECE, whose places are PLACES and whose sizes,
   unless they are NULL, SIZES, to LIST.  JUDGED: those that do not describe
   their first byte are incomplete.  */
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

sfm_status
described_read (struct describe *d, struct described_list *list)
{
  const struct existing_sframe *existing = &d->context->existing;
  const struct plt_code *plt = &d->context->plt;
  struct refused refused = { .fits = true };
  bool fits = true;

  for (size_t i = 0; i < existing->piece_count && fits; i++)
    if (piece_has_input (&existing->pieces[i]))
      fits = add_piece (list, &existing->pieces[i].piece,
                        existing->pieces[i].places, existing->pieces[i].sizes,
                        existing->pieces[i].incomplete != 0);
  for (size_t i = 0; i < existing->corrected_count && fits; i++)
    fits = add_piece (list, &existing->corrected[i].piece,
                      &existing->corrected[i].place, NULL, true);
  for (size_t i = 0; i < plt->area_count && fits; i++)
    if (plt->areas[i].places != NULL)
      fits = add_piece (list, &plt->areas[i].piece, plt->areas[i].places, NULL,
                        false);
  for (size_t i = 0; i < d->input_count && fits; i++)
    fits = add_piece (list, &d->inputs[i].piece, d->inputs[i].places,
                      d->inputs[i].sizes, false);
  if (d->merger != NULL)
    sfm_merger_each_loss (d->merger, take_refused, &refused);
  if (list->count != 0)
    keyed_sort (list->at, list->count, sizeof *list->at,
                offsetof (struct described, addr), compare_u64_pairs);
  if (refused.count != 0)
    mark_refused (list, &refused);
  free (refused.at);
  return fits && refused.fits ? SFM_OK
                              : diag_nomem (d->sink, d->context->image.path);
}
