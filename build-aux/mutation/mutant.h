/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   mutant.h - the switch of every mutant, for sources that instrument.py has
   changed.  */

#ifndef TESTSUITE_MUTANT_H
#define TESTSUITE_MUTANT_H

/* The mutant that is to live, or 0, and which of them were asked for.  */
extern int mutant_chosen;
extern unsigned char *mutant_reached;

/* Whether mutant N lives.  It is noted that somebody asked.  */
static inline int
mutant (int n)
{
  mutant_reached[n] = 1;
  return __builtin_expect (mutant_chosen == n, 0);
}

#endif /* TESTSUITE_MUTANT_H */
