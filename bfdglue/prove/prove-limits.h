/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-limits.h - the limits of the prover.  */

#ifndef BFDGLUE_PROVE_LIMITS_H
#define BFDGLUE_PROVE_LIMITS_H

enum
{
  /* Bytes of code of one image.  Each takes 3 bytes of memory, and an
     instruction 50 on average.  GCC's cc1 has 21 MB.  */
  PROVE_CODE_MAX = 1 << 28,

  /* Visits of instructions for each byte of code, each of which may add a row
     of 32 bytes.  Of nine programs and libraries perl takes the most, 1.1.  N
     functions that share all of their code take N.  */
  PROVE_STEPS_MAX = 8,

  /* Blocks of a function.  Perl's and Python's largest have a thousand; one
     function of cc1 has more than this, and is not proven.  A block takes 4
     KiB at most, for one function at a time.  */
  PROVE_BLOCKS = 20000,

  /* Visits of a block that change its state.  A register changes twice at
     most, a bound more often; Python takes 24.  */
  PROVE_ROUNDS = 64,

  /* Rounds in which helpers of helpers are found, or refused: libdav1d needs
     2.  */
  PROVE_HELPERS = 8,

  /* Rounds in which code whose address was taken takes addresses itself.
     Labels of computed jumps do so, and nothing is proven of them.  */
  PROVE_TAKEN_ROUNDS = 4,

  /* Entries of a table without a bound, and rounds in which code that such
     tables lead to has tables of its own.  */
  PROVE_GUESSES = 64,
  PROVE_GUESS_LEADS = 4, /* the first of these may show that a function
                            returns: they are noted at each visit */
  PROVE_GUESS_ROUNDS = 4,

  /* Passes over leads, up and down, to find functions that return.  */
  PROVE_LEADS = 4,

  /* Times that guesses are tried: libdav1d takes 2.  */
  PROVE_RUNS = 4,

  /* Entries of a table with a bound.  */
  PROVE_TARGETS = 4096,

  /* Slots of a stack, and bounds, that are known at a time; with more, some
     are forgotten.  */
  PROVE_SLOTS = 48,
  PROVE_FACTS = 6
};

#endif /* BFDGLUE_PROVE_LIMITS_H */
