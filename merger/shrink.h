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
  const struct sfm_piece *view; /* a piece whose BYTES, from offset 0, hold the
                                   rows */
  const uint8_t *word_bytes;    /* an array of sfm_merger.word_bytes, by
                                   FLEX */
  bool flex;
  uint8_t fre_type;
  uint32_t count;
  uint32_t size; /* bytes */
};

/* Shrink the rows of S at ROWS, which is writable and inside S->view: drop
   each row that has the rules of the one before it, and make all starts of
   FRE_TYPE, which must not be wider than theirs.  Updates S.  False: the bytes
   are not valid rows.  */
bool shrink_rows (struct shrink *s, uint8_t *rows, uint8_t fre_type);

#endif /* MERGER_SHRINK_H */
