/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-function.c - one function, from its entry to all of its ends.

   A block has the state that is true on every way to it.  Blocks are visited
   until no state changes; then the rows are taken from the states.  After a
   failure the rest is visited all the same, as it must be known what is joined
   to a function that is not proven.  */

#include "config.h"

#include "prove-internal.h"

/* A visit of a block.  */
struct visit
{
  struct proving *v;
  uint32_t entry;
  bool restart; /* a block has to be divided */
  bool nomem;
  bool rows;  /* they are taken; states are final */
  bool left;  /* the block that is visited has an exit that was checked */
  size_t now; /* the number of that block */
};

static void
fail (struct visit *t, enum prove_reason reason, uint64_t where)
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

static void
add_block (struct visit *t, struct insn *insn, uint64_t addr,
           const struct state *state)
{
  struct proving *v = t->v;

  if (v->block_count == PROVE_BLOCKS)
    {
      fail (t, PROVE_LIMIT, addr);
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

/* It goes on at ADDR, which code has, with STATE.  */
static void
reach (struct visit *t, uint64_t addr, const struct state *state)
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
      fail (t, PROVE_DECODE, addr);
      return;
    }
  struct prove_block *block = find_block (v, insn, addr);
  if (block == NULL)
    {
      add_block (t, insn, addr, state);
      return;
    }
  const enum prove_reason reason = state_meet (
      &block->state, state, (uint32_t) (addr - v->base), &changed);
  if (reason != PROVE_OK)
    fail (t, reason, addr);
  else if (changed && ++block->rounds > PROVE_ROUNDS)
    fail (t, PROVE_LIMIT, addr);
  else if (changed)
    t->nomem |= !queue (v, block);
}

/* The jump at FROM leads to TARGET.  */
static void
jump (struct visit *t, uint64_t from, uint64_t target,
      const struct state *state)
{
  struct proving *v = t->v;
  const bool leaves = state_leaves (state, false);

  if (!proving_has (v, target))
    {
      t->left |= leaves;
      if (leaves)
        v->p->entries[t->entry].returned = true;
      else
        fail (t, PROVE_TAIL, from);
    }
  else if (leaves && (v->bytes[target - v->base] & BYTE_ENTRY) != 0)
    {
      const uint32_t other = flow_find (v, target);
      t->left = true;
      if (v->p->entries[other].kind != PROVE_CANDIDATE)
        v->p->entries[t->entry].returned = true;
      else
        v->p->entries[t->entry].leads = other + 1;
    }
  else
    reach (t, target, state);
}

/* Let the flow know that something jumps to TARGET.  */
static void
found (struct visit *t, uint64_t target)
{
  struct proving *v = t->v;
  uint8_t *byte = &v->bytes[target - v->base];

  if (t->rows || (*byte & BYTE_LEADER) != 0)
    return;
  if ((*byte & BYTE_START) != 0)
    t->restart = true;
  if (!flow_add (v, target, t->entry) || flow_run (v) != SFM_OK)
    t->nomem = true;
}

/* INSN at ADDR jumps to an address that it has in REG_JUMP.  */
static void
jump_any (struct visit *t, const struct insn *insn, uint64_t addr,
          const struct state *state)
{
  struct proving *v = t->v;
  uint64_t targets[PROVE_TARGETS];

  if (proving_ends (v, insn->target))
    return;
  const size_t count = table_targets (v, &state->values[REG_JUMP], targets);
  for (size_t i = 0; i < count && !t->nomem; i++)
    {
      if (proving_has (v, targets[i]))
        found (t, targets[i]);
      jump (t, addr, targets[i], state);
    }
  if (count != 0)
    return;
  /* That shows nothing about a candidate: labels of which a table has the
     addresses lead to each other so.  */
  struct prove_entry *e = &v->p->entries[t->entry];
  t->left = true;
  if (!state_leaves (state, true))
    fail (t, PROVE_TABLE, addr);
  else if (e->kind != PROVE_CANDIDATE)
    e->returned = true;
}

/* Whether the system call that STATE makes comes back once, to the same
   stack.  */
static bool
is_plain_call (const struct state *state)
{
  enum
  {
    SIGRETURN = 15,
    CLONE = 56,
    VFORK = 58,
    CLONE3 = 435
  };
  const struct value *number = &state->values[0];

  return number->kind == VALUE_CONST && number->c != SIGRETURN
         && number->c != CLONE && number->c != VFORK && number->c != CLONE3;
}

/* Do INSN, which is at ADDR.  Returns whether it goes on after it.  */
static bool
execute (struct visit *t, const struct insn *insn, uint64_t addr,
         struct state *state)
{
  struct proving *v = t->v;
  const uint32_t id = (uint32_t) (addr - v->base);
  struct state taken;
  uint32_t callee;

  if (insn->syscall && !is_plain_call (state))
    {
      fail (t, PROVE_DECODE, addr);
      return false;
    }
  const enum prove_reason reason = state_step (state, insn, id);
  if (reason != PROVE_OK)
    {
      fail (t, reason, addr);
      return false;
    }
  switch (insn->flow)
    {
    case FLOW_NEXT:
      return true;
    case FLOW_JUMP:
      jump (t, addr, insn->target, state);
      return false;
    case FLOW_BRANCH:
      state_copy (&taken, state);
      state_branch (&taken, insn, true);
      jump (t, addr, insn->target, &taken);
      state_branch (state, insn, false);
      return true;
    case FLOW_CALL:
    case FLOW_CALL_ANY:
      if (!flow_returns (v, insn, &callee))
        return false;
      state_returned (state, id);
      return !flow_ends (v, addr + insn->size);
    case FLOW_JUMP_ANY:
      jump_any (t, insn, addr, state);
      return false;
    case FLOW_RETURN:
      t->left = true;
      if (state_leaves (state, false))
        v->p->entries[t->entry].returned = true;
      else
        fail (t, PROVE_RETURN, addr);
      return false;
    case FLOW_STOP:
      return false;
    default:
      fail (t, PROVE_DECODE, addr);
      return false;
    }
}

/* Add a row to RANGE if STATE says something else at ADDR than the last one
   does.  */
static void
take_row (struct visit *t, const struct state *state, uint64_t addr,
          struct proven_range *range)
{
  struct prover *p = t->v->p;
  const struct proven_row row = state_row (state, addr);

  if (range->rows != 0 && proven_row_same (&p->rows[p->row_count - 1], &row))
    return;
  if (!array_grow (&p->rows, &p->row_capacity, p->row_count, sizeof *p->rows))
    {
      t->nomem = true;
      return;
    }
  p->rows[p->row_count++] = row;
  range->rows++;
}

/* The instruction of SIZE bytes at ADDR was decoded.  */
static void
mark (struct proving *v, uint64_t addr, unsigned size)
{
  uint8_t *byte = &v->bytes[addr - v->base];

  if ((byte[0] & BYTE_START) != 0)
    return;
  byte[0] |= BYTE_START;
  for (unsigned i = 1; i < size; i++)
    byte[i] |= BYTE_INSIDE;
}

/* Take the address of code that INSN makes for one that may be called.  */
static void
note_taken (struct visit *t, const struct insn *insn)
{
  struct proving *v = t->v;

  for (unsigned i = 0; i < insn->op_count; i++)
    {
      const struct op *op = &insn->ops[i];
      /* Other numbers may be addresses where the image is not moved.  */
      if (op->kind != OP_CONST
          || (!op->sign && v->code->image->type != ET_EXEC)
          || !proving_has (v, (uint64_t) op->imm))
        continue;
      if (array_grow (&v->taken, &v->taken_capacity, v->taken_count,
                      sizeof *v->taken))
        v->taken[v->taken_count++] = (uint64_t) op->imm;
      else
        t->nomem = true;
    }
}

/* Whether a block ends before ADDR, which is not its start.  */
static bool
block_ends (const struct visit *t, uint64_t addr)
{
  return addr - t->v->base < t->v->size
         && (t->v->bytes[addr - t->v->base] & (BYTE_LEADER | BYTE_ENTRY)) != 0;
}

/* Whether what comes before ADDR runs into something else there that is
   described, in STATE.  GCC leaves such ways open where it has shown that
   nobody takes them.  */
static bool
crosses (const struct visit *t, uint64_t addr, const struct state *state)
{
  const struct proving *v = t->v;

  return addr - v->base < v->size && (v->bytes[addr - v->base] & BYTE_FDE) != 0
         && ((v->bytes[addr - v->base] & BYTE_ENTRY) == 0
             || !state_leaves (state, false));
}

/* Visit block number NUMBER; add its rows to RANGE, unless that is NULL.  */
static void
visit_block (struct visit *t, size_t number, struct proven_range *range)
{
  struct proving *v = t->v;
  struct state state;
  uint64_t addr = v->blocks[number].start;
  /* Its state may have changed before that.  */
  const bool first = v->blocks[number].end == addr;
  bool on = true;

  state_copy (&state, &v->blocks[number].state);
  while (on && !t->nomem)
    {
      const struct insn *insn = insn_at (v, addr);
      if (insn == NULL)
        {
          fail (t, proving_has (v, addr) ? PROVE_DECODE : PROVE_LEAVES, addr);
          break;
        }
      if (v->steps == 0)
        {
          fail (t, PROVE_LIMIT, addr);
          break;
        }
      v->steps--;
      mark (v, addr, insn->size);
      if (range != NULL)
        take_row (t, &state, addr, range);
      else if (first)
        note_taken (t, insn);
      on = execute (t, insn, addr, &state);
      addr += insn->size;
      if (on && crosses (t, addr, &state))
        {
          fail (t, PROVE_LEAVES, addr);
          break;
        }
      if (on && block_ends (t, addr))
        {
          jump (t, addr, addr, &state);
          on = false;
        }
    }
  v->blocks[number].end = addr;
}

/* Visit blocks until nothing changes.  */
static void
settle (struct visit *t)
{
  struct proving *v = t->v;
  struct prove_entry *e = &v->p->entries[t->entry];
  struct insn *insn = insn_at (v, e->addr);
  struct state state;

  do
    {
      t->restart = false;
      v->block_count = 0;
      v->work_count = 0;
      e = &v->p->entries[t->entry];
      e->reason = PROVE_OK;
      e->returned = false;
      e->leads = 0;
      state_enter (&state);
      add_block (t, insn, e->addr, &state);
      while (v->work_count != 0 && !t->nomem && !t->restart)
        {
          const uint32_t number = v->work[--v->work_count];
          v->blocks[number].queued = false;
          visit_block (t, number, NULL);
        }
    }
  while (t->restart && !t->nomem);
}

/* Add the ranges of all blocks, with rows if all is proven.  */
static void
take_ranges (struct visit *t)
{
  struct proving *v = t->v;
  struct prover *p = v->p;
  const bool proven = p->entries[t->entry].reason == PROVE_OK;

  t->rows = true;
  v->way_count = 0;
  p->entries[t->entry].range = p->range_count;
  for (size_t i = 0; i < v->block_count && !t->nomem; i++)
    {
      struct proven_range range = { .start = v->blocks[i].start,
                                    .entry = t->entry,
                                    .row = (uint32_t) p->row_count };
      t->now = i;
      t->left = false;
      if (proven)
        visit_block (t, i, &range);
      v->blocks[i].leaves = t->left;
      range.end = v->blocks[i].end;
      if (range.end == range.start)
        continue;
      if (!array_grow (&p->ranges, &p->range_capacity, p->range_count,
                       sizeof *p->ranges))
        {
          t->nomem = true;
          return;
        }
      p->ranges[p->range_count++] = range;
    }
  p->entries[t->entry].ranges = p->range_count - p->entries[t->entry].range;
  if (proven && !t->nomem)
    t->nomem = !ways_drop_open (v, t->entry);
}

sfm_status
prove_function (struct proving *v, uint32_t entry)
{
  struct prover *p = v->p;
  struct visit t = { .v = v, .entry = entry };

  for (size_t i = 0; i < p->entries[entry].ranges; i++)
    p->ranges[p->entries[entry].range + i].entry = UINT32_MAX;
  p->entries[entry].ranges = 0;
  settle (&t);
  if (!t.nomem)
    take_ranges (&t);
  return t.nomem || v->nomem ? diag_nomem (v->sink, v->code->image->path)
                             : SFM_OK;
}
