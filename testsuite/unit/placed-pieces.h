/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   placed-pieces.h - generated pieces whose functions get addresses later, and
   all that a merger makes of them.  */

#ifndef PLACED_PIECES_H
#define PLACED_PIECES_H

#include "generate.h"

enum
{
  PLACED_FUNCS = 8,  /* of one piece, at most */
  PLACED_PIECES = 6, /* at most */
  PLACED_NOTES = 2 * PLACED_FUNCS * PLACED_PIECES
};

/* A piece, and what is known of its functions.  */
struct placed_piece
{
  uint8_t *bytes;
  struct sfm_piece piece;
  uint32_t sizes[PLACED_FUNCS];
  uint8_t rep_sizes[PLACED_FUNCS];
};

struct placed
{
  struct gen_world world;
  struct placed_piece pieces[PLACED_PIECES];
  size_t count;
};

/* Places of all functions.  */
struct placing
{
  struct sfm_place places[PLACED_PIECES][PLACED_FUNCS];
};

/* What one plan gave.  */
struct outcome
{
  sfm_status status;
  uint8_t *bytes;
  size_t size;
  struct sfm_note notes[PLACED_NOTES];
  size_t notes_count;
  struct sfm_stats stats;
};

/* Make pieces of one ABI, of any versions.  Free them with placed_free.  */
void placed_make (struct gen *g, struct placed *p);
void placed_free (struct placed *p);

/* Options of any kind, but with the default allocator.  */
void placed_options (struct gen *g, struct sfm_options *options);

/* Find places for P's functions.  ORDERLY: one after the other, without gaps
   that a start field cannot span.  Else some are at the same address, overlap,
   or are where no function can be.  */
void placed_find (struct gen *g, const struct placed *p, bool orderly,
                  struct placing *places);

/* Make some functions of PLACES dead.  */
void placed_kill (struct gen *g, const struct placed *p,
                  struct placing *places);

/* Add the pieces of P from FIRST up to END to MERGER.  */
sfm_status placed_add (const struct placed *p, const struct placing *places,
                       size_t first, size_t end, struct sfm_merger *merger,
                       struct sfm_diag *diag);

/* Plan and write MERGER for SECTION_ADDR and ROOM.  Free the outcome with
   outcome_free.  */
void outcome_of (struct sfm_merger *merger, uint64_t section_addr,
                 uint64_t room, struct outcome *o);
void outcome_free (struct outcome *o);

/* Whether A and B are the same section, losses and numbers.  */
bool outcome_equal (const struct outcome *a, const struct outcome *b);

/* Whether O has every function that some address could have given it.  */
bool outcome_whole (const struct outcome *o);

#endif /* PLACED_PIECES_H */
