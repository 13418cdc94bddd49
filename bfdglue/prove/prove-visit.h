/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-visit.h - the function that is being proven.  */

#ifndef BFDGLUE_PROVE_VISIT_H
#define BFDGLUE_PROVE_VISIT_H

#include "prove-internal.h"

/* A visit of a block.  */
struct visit
{
  struct proving *v;
  uint32_t entry;
  bool restart; /* a block has to be divided */
  bool nomem;
  bool switches; /* the function goes on with another stack */
  bool rows;     /* they are taken; states are final */
  bool left;     /* the block that is visited has an exit that was checked */
  size_t now;    /* the number of that block */
};

/* prove-blocks.c: the function fails for REASON at WHERE, unless it fails
   already.  */
void visit_fail (struct visit *t, enum prove_reason reason, uint64_t where);

/* prove-blocks.c: add the block at INSN, which is at ADDR, to begin in
   STATE.  */
void visit_add_block (struct visit *t, struct insn *insn, uint64_t addr,
                      const struct state *state);

/* prove-blocks.c: it goes on at ADDR, which code has, with STATE.  */
void visit_reach (struct visit *t, uint64_t addr, const struct state *state);

/* prove-switches.c: do what INSN, number ID, does in a function that switches
   stacks.  *ENDS: what comes next is not said.  Returns PROVE_OK, or what is
   wrong.  */
enum prove_reason visit_switch (const struct insn *insn, uint32_t id,
                                struct state *state, bool *ends);

/* prove-switches.c: whether a jump to TARGET in STATE, or if TARGET is 0 to
   another function, is an end of the function that needs no check, as it
   switches stacks.  */
bool visit_departs (const struct visit *t, uint64_t target,
                    const struct state *state);

#endif /* BFDGLUE_PROVE_VISIT_H */
