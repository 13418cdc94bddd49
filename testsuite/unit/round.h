/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   round.h - functions, and sections that describe them, for one round of a
   test.  */

#ifndef ROUND_H
#define ROUND_H

#include "model.h"

enum
{
  ROUND_FUNCS = 14, /* at most */
  ROUND_SECTIONS = 3
};

struct round
{
  struct gen gen;
  struct model model;
  struct gen_func funcs[ROUND_FUNCS];
  struct model_section in[ROUND_SECTIONS];
  uint64_t addr; /* of the output */
  bool repeats;  /* some functions are in several sections */
};

/* Make R, the same for the same SEED.  */
void round_begin (struct round *r, uint64_t seed);

/* Release what R has.  */
void round_end (struct round *r);

#endif /* ROUND_H */
