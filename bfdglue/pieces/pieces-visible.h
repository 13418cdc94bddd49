/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces-visible.h - what of an image's own pieces its .sframe says as it
   stands in the file, without a repair.

   A repair may use pieces that a linker buried behind the section, and
   replaces functions of linker-made code whose rows are wrong: a reader of the
   file sees no buried piece, and the wrong rows.  */

#ifndef BFDGLUE_PIECES_VISIBLE_H
#define BFDGLUE_PIECES_VISIBLE_H

#include "pieces.h"

/* Whether a reader looks for stack traces in the section NAME, which has
   pieces: not in one that only waits for a merge.  */
bool section_is_read (const char *name);

/* Whether P is in .sframe and believed.  */
bool piece_is_visible (const struct image_piece *p);

/* Whether FDE number IDX of P, a piece that is usable, describes code, rightly
   or not; those that were discarded or that .eh_frame contradicts do not.
   EXISTING may be as plt_code_read left it.  */
bool function_is_visible (const struct image_piece *p, uint32_t idx);

/* The piece that a reader finds which knows one header and takes its starts as
   the flags say: the one at the beginning of the section that PT_GNU_SFRAME
   points to, or of the first one where there is no such segment.  NULL if
   there is none, or if it does not stand or means other addresses.  */
const struct image_piece *
readable_piece (const struct image *image,
                const struct existing_sframe *existing);

#endif /* BFDGLUE_PIECES_VISIBLE_H */
