/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   convert.h - one row's data words from DEFAULT to FLEX and back.  */

#ifndef MERGER_CONVERT_H
#define MERGER_CONVERT_H

#include "sfmerge.h"

/* A row to be encoded, without a start and widths.  */
struct new_row
{
  uint8_t info;     /* base and mangled bits; count and size 0 */
  uint8_t count;    /* words */
  uint8_t controls; /* bit I: word I is a control word, unsigned */
  int32_t words[6];
};

/* Convert ROW of PIECE, s390x before V3, to FLEX (doc/internals.md, section
   10).  */
void convert_to_flex (const struct sfm_piece *piece, const struct sfm_row *row,
                      struct new_row *out);

/* Convert the FLEX ROW of PIECE to DEFAULT of version 2.  False: version 2
   cannot express it.  */
bool convert_from_flex (const struct sfm_piece *piece,
                        const struct sfm_row *row, struct new_row *out);

/* The smallest size in bytes that holds each of ROW's words: 1, 2 or 4.  */
unsigned convert_word_size (const struct new_row *row);

#endif /* MERGER_CONVERT_H */
