/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   describe.c - find the rows of each function of an image.

   Theory of operation.  The image describes itself; all else is for what it
   does not say.  Each pass takes the functions that no pass before it has
   taken.  Existing rows come first, so that a file that is right stays as it
   is.  Rows of inputs and of pieces agree with call frame information wherever
   there is any, so it does not matter which of them describes a function; the
   bytes of PLT code are asked before call frame information, which linkers
   write wrongly for it.  What is left is counted by reason.  */

#include "config.h"

#include <stdlib.h>

#include "describe.h"

typedef sfm_status describe_pass (struct describe *d,
                                  struct described_list *list);

static sfm_status
correct_pieces (struct describe *d, struct described_list *list)
{
  (void) list;
  return pieces_correct (&d->context->index, &d->context->existing, d->sink);
}

static sfm_status
place_inputs (struct describe *d, struct described_list *list)
{
  (void) list;
  return d->place_inputs != NULL ? d->place_inputs (d->data, d) : SFM_OK;
}

static describe_pass *const passes[] = {
  correct_pieces,  /* rows that lack an end of the stack, or a mark */
  describe_pieces, /* existing rows, and PLT code in place of wrong ones */
  place_inputs,    /* functions of inputs, where a proof puts them */
  described_read,  /* the list of what has rows now */
  describe_frames, /* call frame information */
  describe_lost,   /* what nothing describes any more */
  describe_plt,    /* other PLT code, if anything is written */
};

sfm_status
describe_image (struct describe *d)
{
  struct described_list list = { .count = 0 };
  sfm_status status = SFM_OK;

  for (size_t i = 0; i < sizeof passes / sizeof *passes && status == SFM_OK;
       i++)
    status = passes[i](d, &list);
  free (list.at);
  return status;
}

void
describe_free (struct describe *d)
{
  free (d->places);
  free (d->bytes);
}
