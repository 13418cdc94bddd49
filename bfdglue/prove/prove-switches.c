/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-switches.c - functions that go on with another stack.

   The table of Go marks the functions that give SP a value which it cannot
   tell.  Up to there, they are proven like others.  Then SP is in another
   stack, on which nobody has called them: the walk of a stack ends there.

   FP may still lead to the first stack, but that says nothing: who comes back
   to it has FP from memory, as Go moves stacks that are not in use, and
   another thread may go on with it.  So nothing is said from where SP gets
   another value again.  */

#include "config.h"

#include "prove-visit.h"

/* Whether INSN gives SP a value that is not computed from what it was.  */
static bool
gives_sp (const struct insn *insn)
{
  for (unsigned i = 0; i < insn->op_count; i++)
    {
      const struct op *op = &insn->ops[i];
      if (op->dst == REG_SP && op->kind != OP_STORE
          && (op->a != REG_SP || op->kind == OP_LOAD))
        return true;
    }
  return false;
}

enum prove_reason
visit_switch (const struct insn *insn, uint32_t id, struct state *state,
              bool *ends)
{
  struct value *sp = &state->values[REG_SP];
  const struct value before = *sp;
  const bool away = before.kind == VALUE_AWAY;
  const enum prove_reason reason = state_step (state, insn, id);

  if (reason != PROVE_SP
      && (reason != PROVE_OK || sp->kind != VALUE_SYM || sp->id != id
          || sp->reg != REG_SP))
    return reason;
  if (!gives_sp (insn))
    {
      if (away)
        *sp = before;
      return away ? PROVE_OK : reason;
    }
  *ends = away;
  *sp = (struct value){ .kind = VALUE_AWAY };
  return PROVE_OK;
}

bool
visit_departs (const struct visit *t, uint64_t target,
               const struct state *state)
{
  struct proving *v = t->v;
  const bool away = state->values[REG_SP].kind == VALUE_AWAY;

  if (!t->switches)
    return false;
  if (target == 0 || !proving_has (v, target))
    return away;
  const uint32_t other = flow_find (v, target);
  return other != UINT32_MAX && (away || !v->p->entries[other].returns);
}
