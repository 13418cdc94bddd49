/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces-visible.h - the part of the existing pieces that consumers of the
   file see without a repair.

   A repair may use pieces that a linker left past the section's end, and
   replaces PLT functions whose rows are wrong.  A consumer of the file does
   not see those pieces, and sees the wrong rows.  */

#ifndef BFDGLUE_PIECES_VISIBLE_H
#define BFDGLUE_PIECES_VISIBLE_H

#include "pieces.h"

/* Whether P is in a section that consumers read, and its addresses are
   believed.  */
bool piece_is_visible (const struct image_piece *p);

/* Whether FDE number IDX of P, a usable piece, describes code, rightly or not.
   FDEs that are discarded or that .eh_frame contradicts do not.  May be called
   before or after plt_code_read.  */
bool function_is_visible (const struct image_piece *p, uint32_t idx);

/* The piece that a consumer finds if it reads one header and takes start
   fields as the flags say.  It is at the start of the section that
   PT_GNU_SFRAME points to, or of the first section if there is no such
   segment.  NULL if there is none, or if it is not visible or its addresses
   differ from that reading.  */
const struct image_piece *
readable_piece (const struct image *image,
                const struct existing_sframe *existing);

#endif /* BFDGLUE_PIECES_VISIBLE_H */
