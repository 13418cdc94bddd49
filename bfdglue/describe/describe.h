/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   describe.h - the rows of each function of an image, from the first source
   that says them exactly.  link, repair, convert and synth write what it gives
   to the merger; check counts it.  */

#ifndef BFDGLUE_DESCRIBE_H
#define BFDGLUE_DESCRIBE_H

#include "eh-frame.h"
#include "image-context.h"
#include "pieces.h"
#include "sorted.h"

struct prover; /* prove.h */

/* A range of code that has a function.  Its first two members order it.  */
struct described
{
  uint64_t addr;
  uint64_t end;
  bool incomplete; /* what is made for it replaces it */
};

/* The ranges, by address.  */
struct described_list
{
  struct described *at;
  size_t count;
  size_t capacity;
};

/* Sort LIST.  */
static inline void
described_sort (struct described_list *list)
{
  if (list->count != 0)
    keyed_sort (list->at, list->count, sizeof *list->at,
                offsetof (struct described, addr), compare_u64_pairs);
}

/* A piece that was made here, in memory.  */
struct made_piece
{
  struct sfm_piece piece;   /* without FDEs if nothing was made */
  struct sfm_place *places; /* one for each FDE */
  uint8_t *bytes;
};

/* One description of an image.  All members but those for the caller are zero
   before describe_image.  */
struct describe
{
  /* For the caller to set.  */
  struct image_context *context; /* read; places of its pieces change */
  struct sfm_merger *merger;     /* gets the functions; NULL: they are only
                                    counted */
  enum sfm_target target;        /* of MERGER */
  uint64_t reader;               /* SFM_READER_*, for the reader of the
                                    image */
  enum plt_mode plt;
  bool fill; /* make rows from call frame information; else only count */
  bool go;   /* ... and of the table of Go, */
  bool code; /* ... and of instructions, where there is neither */
  const struct prover *proven; /* what instructions prove, if the caller knows;
                                  else NULL */
  bool optional; /* functions made may be left out if there is no room */
  bool partial;  /* losses are warnings */
  /* Place the functions of inputs, once MERGER has the existing pieces; NULL:
     there are none.  It may set FILL, and INPUTS, whose live functions MERGER
     then has.  */
  sfm_status (*place_inputs) (void *data, struct describe *describe);
  void *data;
  const struct diag_sink *sink;

  const struct placed_piece *inputs; /* the placer's; NULL: none */

  struct described_list described; /* what has rows before frames are made */
  struct prover *prover;           /* made by describe_image, or NULL */

  /* The result.  */
  struct synth_counts counts;
  bool mixed;                    /* existing pieces cannot be merged with each
                               other */
  struct made_piece frames;      /* of .eh_frame, or what takes its place */
  struct made_piece rest;        /* of .debug_frame beside it */
  struct made_piece go_code;     /* of the table of Go */
  struct made_piece proven_code; /* of instructions */
  size_t lost; /* functions of existing pieces whose code nothing else
                  describes, and no call frame information judges */
};

/* Decide what describes each function of D->context, and give it to D->merger.
   Losses of existing pieces that nothing makes good are refused, unless
   D->partial.  Each function without rows is a detail.  The caller releases D
   in any case.  Statuses: NOMEM, LIMIT, MIXED, CORRUPT (the rows made are
   wrong), UNSUPP, those of D->place_inputs.  */
sfm_status describe_image (struct describe *d) SFM_CHECKED;

void describe_free (struct describe *d);

/* The passes of a description, and what they share.  */

/* describe-frames.c: make D's piece of the functions of call frame information
   that D->described does not have, and give it to D->merger.  Statuses: NOMEM,
   LIMIT, CORRUPT.  */
sfm_status describe_frames (struct describe *d) SFM_CHECKED;

/* describe-go.c: make a piece of the functions of Go's table that D->described
   does not have, give it to D->merger, and add its functions to D->described.
   Statuses: NOMEM, LIMIT, CORRUPT.  */
sfm_status describe_go (struct describe *d) SFM_CHECKED;

/* describe-code.c: make a piece of what the instructions prove about code that
   neither D->described nor call frame information describes, give it to
   D->merger, and add its functions to D->described.  Statuses: NOMEM, LIMIT,
   CORRUPT.  */
sfm_status describe_code (struct describe *d) SFM_CHECKED;

/* made-piece.c: write the piece of BUILDER, which begins at ADDR, to MADE,
   with places for all of its FDEs.  Nothing is freed on failure.  Statuses:
   NOMEM, LIMIT.  */
sfm_status made_piece_write (const struct describe *d,
                             struct sfm_builder *builder, uint64_t addr,
                             struct made_piece *made) SFM_CHECKED;

/* made-piece.c: give MADE to D->merger.  Statuses: NOMEM, those of
   sfm_merger_add.  */
sfm_status made_piece_give (const struct describe *d,
                            const struct made_piece *made) SFM_CHECKED;

void made_piece_free (struct made_piece *made);

/* describe-lost.c: count in D->lost the functions of the pieces that are lost:
   they are not used, D->described has none of their code, and no FDE does, if
   call frame information is used.  Each is a detail.  Refuse losses.
   Statuses: NOMEM, UNSUPP.  */
sfm_status describe_lost (struct describe *d) SFM_CHECKED;

#endif /* BFDGLUE_DESCRIBE_H */
