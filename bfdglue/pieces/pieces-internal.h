/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces-internal.h - the state of pieces_read, and its steps.  */

#ifndef BFDGLUE_PIECES_INTERNAL_H
#define BFDGLUE_PIECES_INTERNAL_H

#include "pieces.h"

struct piece_reader
{
  const struct function_index *index; /* of the image */
  bool keep_rows;                     /* keep rows that are contradicted */
  struct existing_sframe *existing;
  const struct diag_sink *sink;
  struct digest_known known; /* only the cache of rows of the pieces before */
  size_t functions;          /* about how many a thread reads */
  size_t piece_capacity;
  size_t run_capacity;
  const uint8_t *copied; /* the section that COPY is a copy of, or NULL */
  uint8_t *copy;         /* in the pool of EXISTING */
};

/* pieces-find.c: list the pieces of the image and the byte ranges that they
   cover.  Statuses: NOMEM, LIMIT.  */
sfm_status pieces_walk (struct piece_reader *reader);

/* What an image says about a function of a piece.  */
struct piece_facts
{
  uint64_t addr;                   /* of the function, by one reading */
  bool in_code;                    /* all of it */
  bool contradicted;               /* by .eh_frame */
  uint8_t evidence;                /* SFM_EVIDENCE_* */
  const struct image_section *plt; /* the PLT section that holds it, or
                                      NULL */
};

/* pieces-functions.c: fill in FACTS for FDE at ADDR.  */
void piece_facts (const struct function_index *index,
                  const struct sfm_fde *fde, uint64_t addr,
                  struct piece_facts *facts);

/* pieces-functions.c: whether FDE of P is in code and was not discarded.  */
bool piece_can_live (const struct image_piece *p, const struct sfm_fde *fde,
                     const struct piece_facts *facts);

/* pieces-functions.c: whether .eh_frame contradicts FDE of P, which is in
   code.  */
bool piece_contradicted (const struct image_piece *p,
                         const struct sfm_fde *fde,
                         const struct piece_facts *facts);

/* Counts of a piece's functions under one reading of the starts.  */
struct start_score
{
  uint32_t in_code;
  uint32_t confirmed;
  uint32_t contradicted;
  uint32_t discarded; /* among those not in code */
};

/* start-base.c: count FDE of P in SCORE.  */
void start_score_add (struct start_score *score, const struct image_piece *p,
                      const struct sfm_fde *fde,
                      const struct piece_facts *facts);

/* start-base.c: P->start_base has the score EXPECTED; choose between it and
   the other reading.  P is usable on entry; it no longer is if neither is
   believed.  */
void piece_confirm_start_base (const struct function_index *index,
                               struct image_piece *p,
                               const struct start_score *expected,
                               const struct diag_sink *sink);

/* fde-cover.c: take back the byte by which functions of P, which are placed,
   cover the return address of their last call.  *ANY is set to whether there
   are some: then P gets bytes of its own, and must be placed again.  Statuses:
   NOMEM.  */
sfm_status pieces_shorten (struct piece_reader *reader, struct image_piece *p,
                           bool *any) SFM_CHECKED;

/* piece-rows.c: fill in the verdicts on P's functions.  Those whose rows
   .eh_frame contradicts stop being live, unless they are to be kept, and are
   counted.  */
void pieces_judge_rows (const struct piece_reader *reader,
                        struct image_piece *p);

/* fde-cover.c: make contradicted functions of P live if they match an FDE of
   .eh_frame together, and take them off P's count of contradicted ones.
   Statuses: NOMEM.  */
sfm_status pieces_accept_cover (const struct piece_reader *reader,
                                struct image_piece *p) SFM_CHECKED;

#endif /* BFDGLUE_PIECES_INTERNAL_H */
