/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   shrink.h - the rows of one function in fewer bytes, with the same
   meaning.  */

#ifndef MERGER_SHRINK_H
#define MERGER_SHRINK_H

#include "sfmerge.h"

/* Rows in the output's form.  */
struct shrink
{
  const struct sfm_piece *view; /* whose bytes, at offset 0, the rows are */
  const uint8_t *word_bytes;    /* as in struct sfm_merger, for the form */
  bool flex;
  uint8_t fre_type;
  uint32_t count;
  uint32_t size; /* bytes */
};

/* Shrink the rows at ROWS in S->view, to which it may write: leave out those
   that have the rules of the one before, and make all starts of FRE_TYPE,
   which must not be a wider type than theirs.  S says then how many are
   left.  False: they are no rows.  */
bool shrink_rows (struct shrink *s, uint8_t *rows, uint8_t fre_type);

#endif /* MERGER_SHRINK_H */
