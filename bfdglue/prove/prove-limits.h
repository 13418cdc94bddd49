/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-limits.h - the limits of this room.  */

#ifndef BFDGLUE_PROVE_LIMITS_H
#define BFDGLUE_PROVE_LIMITS_H

enum
{
  /* Bytes of code of one image; each takes 5 of memory, and an instruction 50
     and more.  GCC's cc1 has 21 MB.  */
  PROVE_CODE_MAX = 1 << 28,

  /* Visits of instructions for each byte of code, each of which may add a row
     of 24 bytes.  Of nine programs and libraries perl takes the most, 1.1;
     functions that share all of their code take as many as there are of
     them.  */
  PROVE_STEPS_MAX = 8,

  /* Blocks of a function.  Perl's and Python's largest have a thousand; of cc1
     one has more than this, and is left.  Each takes 3 KiB, of one function at
     a time.  */
  PROVE_BLOCKS = 20000,

  /* Visits of a block that change its state.  A register changes twice at
     most, a bound more often; Python takes 24.  */
  PROVE_ROUNDS = 64,

  /* Candidates that lead to each other before one returns; of longer chains
     nothing shows that the first ones are functions.  libx264 has two.  */
  PROVE_CHAIN = 8,

  /* Addresses of a table.  */
  PROVE_TARGETS = 4096,

  /* Slots of a stack, and bounds, that are known at a time; of more, some are
     forgotten.  */
  PROVE_SLOTS = 48,
  PROVE_FACTS = 6
};

#endif /* BFDGLUE_PROVE_LIMITS_H */
