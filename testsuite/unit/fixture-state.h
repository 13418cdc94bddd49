/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-state.h - the prover's state, by text.

   Effects are written as fixture-insn.h shows them:

     x=y+8 x=y-8            OP_SET; "x=y@8" with SIGN
     x=#5 x=@5              OP_CONST
     x{8,16}=5              OP_INSERT of 8 bits from bit 16 on
     x=y+z*4 x=y-z*4        OP_ADD
     x=zero8(y) x=sign8(y)  OP_ZERO, OP_SIGN
     x=?32 x=align(y)       OP_LOSE, OP_ALIGN
     x<=5                   OP_BOUND
     x=[y+8]64 [y+8]64=x    OP_LOAD, OP_STORE; "x=[y+8]s32" with a sign;
                            "[y+z*4+8]" with an index; "-" is no register
     sign(x,y,1) auth(x,y,1) strip(x)
     cmp32(x,5)             OP_COMPARE
     at32([y+8],5)          OP_COMPARE_AT and OP_LIMIT

   and what is no effect:

     flags                  the next instruction changes the flags
     call keep(x,y)         a function has returned: an ordinary one, or one
                            that keeps x and y
     above+ below-          a branch that was taken, or not: above, notabove,
                            below, notbelow, other
     @7                     the next instruction is number 7
     away                   SP is in another stack
     ,                      the instruction goes on: the next effect is of the
                            same one

   Registers are sp, fp, lr, jump, and r3 to r32 by the prover's numbers.  */

#ifndef TESTSUITE_FIXTURE_STATE_H
#define TESTSUITE_FIXTURE_STATE_H

#include <stddef.h>

#include "prove-state.h"

enum
{
  STATE_MEETING = 99 /* the instruction at which two ways meet */
};

/* TEXT and, unless it is NULL, OTHER, which then meet, and what is SAID of the
   state afterwards: the row, then "| REG:VALUE ... SLOT ... FACT ...", without
   registers that have their first value.  "= " before it: the meeting changed
   nothing.  If TEXT stops early: the reason.  What follows a semicolon in
   OTHER is done after the meeting.  */
struct state_trial
{
  const char *name;
  unsigned machine; /* PROVE_AMD64, ... */
  const char *text;
  const char *other;
  const char *said;
};

void state_test (const struct state_trial *trial);

/* Test what a state after TEXT is for leaving the function: by a return, by a
   jump to another function, with "all" to one that keeps all registers; then
   whether a system call is an ordinary one, and what has its first value.  */
void state_test_end (const struct state_trial *trial);

/* Execute TEXT in STATE.  Returns the reason to stop early; PROVE_LIMIT: the
   text is wrong.  */
enum prove_reason state_run (struct state *state, const char *text);

/* Write all that STATE says, as state_test compares it, to the SIZE bytes of
   TEXT.  */
void state_print (const struct state *state, char *text, size_t size);

/* Write what ROW says to the SIZE bytes of TEXT.  */
void row_print (const struct proven_row *row, char *text, size_t size);

/* The name of REASON, without PROVE_.  */
const char *reason_name (enum prove_reason reason);

#endif /* TESTSUITE_FIXTURE_STATE_H */
