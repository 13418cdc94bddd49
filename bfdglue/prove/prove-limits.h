/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-limits.h - the limits of this room.  */

#ifndef BFDGLUE_PROVE_LIMITS_H
#define BFDGLUE_PROVE_LIMITS_H

enum
{
  /* Bytes of code of one image; each takes 5 of memory, and an instruction 50
     and more.  Chromium has 180 MB.  */
  PROVE_CODE_MAX = 1 << 28,

  /* Visits of instructions for each byte of code.  Compilers' code takes 1,
     and functions that share all of their code as many as there are.  */
  PROVE_STEPS_MAX = 32,

  /* Blocks of a function; the interpreters of Python and Perl have 3000.  */
  PROVE_BLOCKS = 20000,

  /* Visits of a block that change its state.  A register changes twice at
     most, a bound more often; code of Debian takes 11.  */
  PROVE_ROUNDS = 64,

  /* Addresses of a table.  */
  PROVE_TARGETS = 4096,

  /* Slots of a stack, and bounds, that are known at a time; of more, some are
     forgotten.  */
  PROVE_SLOTS = 48,
  PROVE_FACTS = 6
};

#endif /* BFDGLUE_PROVE_LIMITS_H */
