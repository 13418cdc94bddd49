/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-overlap.c - two functions that just meet, and two that share one byte:
   what the merger makes of them, whichever the image confirms.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "fixture-builder.h"
#include "result.h"

enum
{
  FIRST = 1,   /* the image confirms the first function, */
  SECOND = 2,  /* the second one, */
  REVERSED = 4 /* and the functions are given in the other order */
};

/* The number of LOSS in the plan of the two functions of PIECE whose distance
   is that between their starts; -1: there is no plan.  */
static int64_t
losses (const struct sfm_piece *piece, uint64_t distance, unsigned how,
        enum sfm_loss loss)
{
  const struct sfm_options options = SFM_OPTIONS_INIT;
  const unsigned first = (how & REVERSED) != 0;
  uint64_t counts[SFM_LOSS_COUNT];
  struct sfm_place places[2];
  struct sfm_merger *merger;
  struct sfm_diag diag;

  for (unsigned i = 0; i < 2; i++)
    places[i ^ first] = (struct sfm_place){
      .addr = BUILDER_TEXT + i * distance,
      .live = true,
      .rank = SFM_RANK_INPUT,
      .evidence = how & (i == 0 ? FIRST : SECOND) ? SFM_EVIDENCE_START : 0,
    };
  if (sfm_merger_new (&options, &merger, &diag) != SFM_OK)
    return -1;
  const bool good
      = sfm_merger_add (merger, piece, places, 0, &diag) == SFM_OK
        && sfm_merger_plan (merger, BUILDER_SECTION, UINT64_MAX, &diag)
               == SFM_OK;
  sfm_merger_losses (merger, counts, SFM_LOSS_COUNT);
  sfm_merger_free (merger);
  return good ? (int64_t) counts[loss] : -1;
}

/* Test PIECE, its functions confirmed as HOW says: if they share a byte, LOSS
   befalls one, and otherwise none.  */
static void
test (const struct sfm_piece *piece, unsigned how, enum sfm_loss loss)
{
  for (unsigned other = 0; other <= REVERSED; other += REVERSED)
    {
      const int64_t met = losses (piece, BUILDER_SIZE, how | other, loss);
      const int64_t shared
          = losses (piece, BUILDER_SIZE - 1, how | other, loss);
      unit_result_of (
          met == 0 && shared == 1, "overlap: %s%s%s: %s",
          how & FIRST ? "first " : "", how & SECOND ? "second " : "",
          other != 0 ? "reversed" : "in order", sfm_loss_text (loss));
    }
}

int
main (void)
{
  const struct sfm_builder_options options = builder_options ();
  struct sfm_builder *b = builder_new (&options);
  struct sfm_piece piece;
  struct sfm_diag diag;
  size_t size;

  if (builder_add (b, BUILDER_TEXT, 0) != SFM_OK
      || builder_add (b, BUILDER_TEXT + BUILDER_SIZE, 1) != SFM_OK)
    return 1;
  uint8_t *bytes = builder_section (b, &size);
  if (sfm_piece_open (bytes, size, 0, &piece, &diag) != SFM_OK)
    return 1;
  test (&piece, 0, SFM_LOSS_OVERLAP_KEPT);
  test (&piece, FIRST, SFM_LOSS_OVERLAP);
  test (&piece, SECOND, SFM_LOSS_OVERLAP);
  test (&piece, FIRST | SECOND, SFM_LOSS_OVERLAP_KEPT);
  free (bytes);
  sfm_builder_free (b);
  return unit_exit ();
}
