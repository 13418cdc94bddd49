/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   merge-cases.h - a few functions each, and what must become of them.  */

#ifndef MERGE_CASES_H
#define MERGE_CASES_H

#include "sfmerge.h"

enum
{
  MERGE_FUNCTIONS = 4
};

/* One function, in a piece of its own.  ROWS are its rows in hexadecimal, with
   a blank between two.  */
struct merge_function
{
  const char *rows; /* NULL: there is no such function */
  uint8_t version;  /* 0: 2 */
  uint8_t flags;    /* of the piece */
  uint8_t info;
  uint8_t flex;
  uint8_t rep_size;
  uint32_t size; /* 0: 0x40 */
  uint64_t addr; /* 0: 0x1000 and 0x100 for each function before */
  uint8_t rank;  /* 0: SFM_RANK_INPUT */
  uint8_t evidence;
  bool optional;
};

/* EXPECTED are the functions of the output, "ADDRESS+SIZE: ROWS" each, with
   the info byte, the block size and the type FLEX before the colon if they are
   not 0; then "FP" if the output has that flag, and the losses,
   "!REASON@FUNCTION" each.  */
struct merge_case
{
  const char *name;
  struct merge_function functions[MERGE_FUNCTIONS];
  const char *expected;
  uint8_t abi; /* 0: AMD64 */
  enum sfm_target target;
  uint64_t reader;
  enum sfm_share share;
  bool relocatable;
  uint64_t section; /* where it is; 0: 0x5000 */
  uint64_t room;    /* 0: enough */
  uint64_t text_start;
  uint64_t text_end;
};

extern const struct merge_case merge_cases[];
extern const size_t merge_case_count;

/* Make the piece of F, one of C's functions, at P; returns its size.  */
size_t merge_piece (const struct merge_case *c, const struct merge_function *f,
                    uint8_t *p);

#endif /* MERGE_CASES_H */
