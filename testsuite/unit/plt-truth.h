/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-truth.h - linker-generated code and what is true of it, byte by
   byte.  */

#ifndef UNIT_PLT_TRUTH_H
#define UNIT_PLT_TRUTH_H

#include "plt-cases.h"
#include "sfmerge.h"

enum
{
  PLT_ADDR = 0x401020,
  PLT_MANY = 300, /* entries of 8 bytes beyond what one byte counts */
  PLT_MOST = (PLT_MANY + 3) * PLT_CASE_MOST,
  PLT_NONE = -1 /* no rule */
};

/* What is true of each byte of the current code: an index into the rows of a
   case, or none.  After code that is not known a rule may be found or
   not.  */
struct plt_truth
{
  const struct plt_case *of;
  int row;
  bool open;     /* or none */
  bool anything; /* nobody knows */
};

/* The current code and the truth about it.  */
extern uint8_t plt_code[PLT_MOST];
extern struct plt_truth plt_truths[PLT_MOST];
extern size_t plt_size;
extern bool plt_stubs; /* it is stubs, not a PLT */

/* Append C's code, what differs from entry to entry at random.  */
void plt_append (const struct plt_case *c);

/* From OFF to END nothing is known.  */
void plt_forget (size_t off, size_t end);

/* From OFF on what is known need not be found.  */
void plt_loosen (size_t off);

/* A byte that is anything.  */
uint8_t plt_random_byte (void);

/* An entry of MACHINE to put before or after others: one whose rule
   differs from those of all others where there is such a one.  */
const struct plt_case *plt_plain_entry (char machine);

uint8_t plt_abi (const struct plt_case *c);

/* Recognise the code as ABI's and compare all of it.  *FUNCTIONS is how many
   there are.  Returns what is wrong, or NULL.  */
const char *plt_examine (uint8_t abi, uint32_t *functions);

#endif /* UNIT_PLT_TRUTH_H */
