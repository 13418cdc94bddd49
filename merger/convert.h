/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   convert.h - one row's data words from DEFAULT to FLEX and back.  */

#ifndef MERGER_CONVERT_H
#define MERGER_CONVERT_H

#include <stdbool.h>
#include <stdint.h>

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

/* Add WORD to ROW, which has room for it.  CONTROL: it is a control word.  */
static inline void
new_row_add (struct new_row *row, int64_t word, bool control)
{
  if (control)
    row->controls |= (uint8_t) (1U << row->count);
  row->words[row->count++] = (int32_t) word;
}

/* Bytes of the longest encoded row, without its start.  */
enum
{
  NEW_ROW_MAX = 1 + 6 * 4
};

/* Write ROW's info byte and words, of the smallest size that holds them, to
   OUT.  Returns the number of bytes.  */
unsigned convert_encode (const struct new_row *row, bool big, uint8_t *out);

#endif /* MERGER_CONVERT_H */
