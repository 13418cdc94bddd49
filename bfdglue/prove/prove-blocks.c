/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-blocks.c - the blocks of the function that is being proven: what they
   are, what is true where they begin, and where they end.  */

#include "config.h"

#include "prove-internal.h"

void
visit_fail (struct visit *t, enum prove_reason reason, uint64_t where)
{
  prove_refuse (t->v->p, t->entry, reason, where);
}

/* The block at INSN, which is at ADDR, or NULL.  */
static struct prove_block *
find_block (const struct proving *v, const struct insn *insn, uint64_t addr)
{
  return insn->block != 0 && insn->block <= v->blocks.count
                 && v->blocks.at[insn->block - 1].start == addr
             ? &v->blocks.at[insn->block - 1]
             : NULL;
}

static bool
queue (struct proving *v, struct prove_block *block)
{
  if (block->queued)
    return true;
  block->queued = true;
  return LIST_ADD (&v->work, (uint32_t) (block - v->blocks.at));
}

void
visit_add_block (struct visit *t, struct insn *insn, uint64_t addr,
                 const struct state *state)
{
  struct proving *v = t->v;

  if (v->blocks.count == PROVE_BLOCKS)
    {
      visit_fail (t, PROVE_LIMIT, addr);
      return;
    }
  if (!array_grow (&v->blocks.at, &v->blocks.capacity, v->blocks.count,
                   sizeof *v->blocks.at))
    {
      t->nomem = true;
      return;
    }
  /* Meetings only take slots away.  */
  struct state *copy = pool_alloc (
      &v->states, offsetof (struct state, slots)
                      + state->slot_count * sizeof *state->slots);
  if (copy == NULL)
    {
      t->nomem = true;
      return;
    }
  state_copy (copy, state);
  struct prove_block *block = &v->blocks.at[v->blocks.count++];
  *block = (struct prove_block){ .start = addr, .end = addr, .state = copy };
  insn->block = (prove_number) v->blocks.count;
  t->nomem |= !queue (v, block);
}

/* Note that the current block leads to the one at INSN, which is at ADDR.  */
static void
note_way (struct visit *t, const struct insn *insn, uint64_t addr)
{
  struct proving *v = t->v;
  struct prove_block *block = insn != NULL ? find_block (v, insn, addr) : NULL;

  if (block == NULL)
    return;
  if (!LIST_ADD (&v->ways, (struct prove_way){ .from = (uint32_t) t->now,
                                               .next = block->way }))
    {
      t->nomem = true;
      return;
    }
  block->way = (prove_number) v->ways.count;
}

void
visit_reach (struct visit *t, uint64_t addr, const struct state *state)
{
  struct proving *v = t->v;
  struct insn *insn = insn_at (v, addr);
  bool changed;

  if (t->rows)
    {
      note_way (t, insn, addr);
      return;
    }
  if (insn == NULL)
    {
      visit_fail (t, PROVE_DECODE, addr);
      return;
    }
  struct prove_block *block = find_block (v, insn, addr);
  if (block == NULL)
    {
      visit_add_block (t, insn, addr, state);
      return;
    }
  const enum prove_reason reason = state_meet (
      block->state, state, (uint32_t) (addr - v->base), &changed);
  if (reason != PROVE_OK)
    visit_fail (t, reason, addr);
  else if (changed && ++block->rounds > PROVE_ROUNDS)
    visit_fail (t, PROVE_LIMIT, addr);
  else if (changed)
    t->nomem |= !queue (v, block);
}

/* Which blocks of the function lead to an exit that was checked.

   Where no table says where functions begin, only those keep their rows: what
   follows a call that does not return might be another function, which nothing
   calls and which does not return either.  Git has such functions.  */

/* Find the blocks that lead to an exit.  False: no memory.  */
static bool
find_leaving (struct proving *v)
{
  v->work.count = 0;
  for (size_t i = 0; i < v->blocks.count; i++)
    if (v->blocks.at[i].leaves && !LIST_ADD (&v->work, (uint32_t) i))
      return false;
  while (v->work.count != 0)
    {
      const struct prove_block *block
          = &v->blocks.at[v->work.at[--v->work.count]];
      for (prove_number n = block->way; n != 0; n = v->ways.at[n - 1].next)
        {
          struct prove_block *from = &v->blocks.at[v->ways.at[n - 1].from];
          if (from->leaves)
            continue;
          from->leaves = true;
          if (!LIST_ADD (&v->work, v->ways.at[n - 1].from))
            return false;
        }
    }
  return true;
}

bool
prove_described (const struct prover *p, uint64_t addr)
{
  const struct function_list *list = &p->index->eh.functions;
  const size_t idx = function_list_over (list, addr);

  return prover_is_go (p, addr)
         || (!p->hide && idx < list->count && list->at[idx].addr <= addr);
}

bool
ways_drop_open (struct proving *v, uint32_t entry)
{
  struct prover *p = v->p;
  size_t range = p->entries.at[entry].range;

  if (!find_leaving (v))
    return false;
  for (size_t i = 0; i < v->blocks.count; i++)
    {
      if (v->blocks.at[i].end == v->blocks.at[i].start)
        continue;
      if (!v->blocks.at[i].leaves
          && !prove_described (p, v->blocks.at[i].start))
        p->ranges.at[range].rows = 0;
      range++;
    }
  return true;
}

/* Functions that switch stacks.

   The table of Go marks the functions that set SP to a value which it cannot
   tell.  Up to there, they are proven like others.  Then SP is in another
   stack, on which nothing has called them: a stack walk ends there.

   FP may still lead to the first stack, but that says nothing: whoever comes
   back to that stack has FP from memory, as Go moves stacks that are not in
   use, and another thread may continue on it.  So nothing is said from where
   SP is set again.  */

/* Whether INSN sets SP to a value that is not computed from SP.  */
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
  const bool away = state_is_away (state);
  const struct value named = { .kind = VALUE_SYM, .reg = REG_SP, .id = id };
  const enum prove_reason reason = state_step (state, insn, id);

  if (reason != PROVE_SP && (reason != PROVE_OK || !value_same (sp, &named)))
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
  const bool away = state_is_away (state);

  if (!t->switches)
    return false;
  if (!proving_has (v, target))
    return away;
  const uint32_t other = flow_find (v, target);
  return other != UINT32_MAX && (away || !v->p->entries.at[other].returns);
}
