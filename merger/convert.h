/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   convert.h - one row's data words from DEFAULT to FLEX and back.  */

#ifndef MERGER_CONVERT_H
#define MERGER_CONVERT_H

#include "sfmerge.h"

/* A row as it is to be encoded: no start, no widths yet.  */
struct new_row
{
  uint8_t info;     /* base and mangled bits; count and size 0 */
  uint8_t count;    /* words */
  uint8_t controls; /* bit I: word I is a control word, unsigned */
  int32_t words[6];
};

/* ROW of the s390x PIECE, before V3, as FLEX (doc/internals.md,
   section 10).  */
void convert_to_flex (const struct sfm_piece *piece, const struct sfm_row *row,
                      struct new_row *out);

/* The FLEX ROW of PIECE, as DEFAULT of version 2.  False: version 2 cannot
   say it.  */
bool convert_from_flex (const struct sfm_piece *piece,
                        const struct sfm_row *row, struct new_row *out);

/* Bytes of each of ROW's words, the smallest that holds all: 1, 2 or 4.  */
unsigned convert_word_size (const struct new_row *row);

#endif /* MERGER_CONVERT_H */
