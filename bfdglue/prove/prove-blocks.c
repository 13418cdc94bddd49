/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-blocks.c - the blocks of the function that is being proven: which
   there are, and what is true where they begin.  */

#include "config.h"

#include "prove-visit.h"

void
visit_fail (struct visit *t, enum prove_reason reason, uint64_t where)
{
  struct prove_entry *e = &t->v->p->entries[t->entry];

  if (e->reason == PROVE_OK)
    {
      e->reason = (uint8_t) reason;
      e->where = where;
    }
}

/* The block at INSN, which is at ADDR, or NULL.  */
static struct prove_block *
find_block (const struct proving *v, const struct insn *insn, uint64_t addr)
{
  return insn->block != 0 && insn->block <= v->block_count
                 && v->blocks[insn->block - 1].start == addr
             ? &v->blocks[insn->block - 1]
             : NULL;
}

static bool
queue (struct proving *v, struct prove_block *block)
{
  if (block->queued)
    return true;
  block->queued = true;
  return proving_push (v, (uint32_t) (block - v->blocks));
}

void
visit_add_block (struct visit *t, struct insn *insn, uint64_t addr,
                 const struct state *state)
{
  struct proving *v = t->v;

  if (v->block_count == PROVE_BLOCKS)
    {
      visit_fail (t, PROVE_LIMIT, addr);
      return;
    }
  if (!array_grow (&v->blocks, &v->block_capacity, v->block_count,
                   sizeof *v->blocks))
    {
      t->nomem = true;
      return;
    }
  struct prove_block *block = &v->blocks[v->block_count++];
  block->start = addr;
  block->end = addr;
  block->rounds = 0;
  block->way = 0;
  block->queued = false;
  block->leaves = false;
  state_copy (&block->state, state);
  insn->block = (prove_number) v->block_count;
  t->nomem |= !queue (v, block);
}

/* The block that is visited leads to the one at INSN, which is at ADDR.  */
static void
note_way (struct visit *t, const struct insn *insn, uint64_t addr)
{
  struct proving *v = t->v;
  struct prove_block *block = insn != NULL ? find_block (v, insn, addr) : NULL;

  if (block == NULL)
    return;
  if (!array_grow (&v->ways, &v->way_capacity, v->way_count, sizeof *v->ways))
    {
      t->nomem = true;
      return;
    }
  v->ways[v->way_count++]
      = (struct prove_way){ .from = (uint32_t) t->now, .next = block->way };
  block->way = (prove_number) v->way_count;
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
      &block->state, state, (uint32_t) (addr - v->base), &changed);
  if (reason != PROVE_OK)
    visit_fail (t, reason, addr);
  else if (changed && ++block->rounds > PROVE_ROUNDS)
    visit_fail (t, PROVE_LIMIT, addr);
  else if (changed)
    t->nomem |= !queue (v, block);
}
