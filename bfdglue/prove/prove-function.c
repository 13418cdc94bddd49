/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-function.c - one function, from its entry to all of its ends.

   A block has the state that is true on every way to it.  Blocks are visited
   until no state changes; then the rows are taken from the states.  After a
   failure the remaining blocks are visited, too, to find what is joined to a
   function that is not proven.  */

#include "config.h"

#include "prove-internal.h"

/* The registers that function CALLEE keeps, a bit each.  UINT32_MAX: any
   function.  */
static uint64_t
kept_by (const struct visit *t, uint32_t callee)
{
  const struct prove_entry *entries = t->v->p->entries.at;

  return callee != UINT32_MAX && entries[callee].helps ? entries[callee].keeps
                                                       : t->machine->kept;
}

/* Note that the jump at FROM leads to the function OTHER, in the state in
   which functions begin.  If it only runs into OTHER (then FROM is where OTHER
   begins), that shows nothing about a candidate, which may be a label at the
   end of another function that nothing jumps to.  The parts to which a table
   without a bound leads run into each other.  */
static void
note_lead (struct visit *t, uint64_t from, uint32_t other)
{
  struct proving *v = t->v;
  struct prove_entry *e = &v->p->entries.at[t->entry];
  const uint64_t target = v->p->entries.at[other].addr;
  const bool sure = from != target || e->kind != PROVE_CANDIDATE;

  if (v->p->entries.at[other].kind != PROVE_CANDIDATE)
    e->returned |= sure;
  else if (!t->rows)
    t->nomem |= !LIST_ADD (
        &v->leads,
        (struct lead){ .addr = target, .entry = t->entry, .part = !sure });
}

/* Follow the jump at FROM to TARGET, in STATE.  */
static void
jump (struct visit *t, uint64_t from, uint64_t target,
      const struct state *state)
{
  struct proving *v = t->v;
  const bool leaves = state_leaves (state, false);

  if (visit_departs (t, target, state))
    t->left = true;
  else if (!proving_has (v, target))
    {
      t->left |= leaves;
      v->p->entries.at[t->entry].own &= t->machine->kept;
      if (leaves)
        v->p->entries.at[t->entry].returned = true;
      else
        visit_fail (t, PROVE_TAIL, from);
    }
  else if (leaves && (v->bytes[target - v->base] & BYTE_ENTRY) != 0)
    {
      const uint32_t other = flow_find (v, target);
      t->left = true;
      v->p->entries.at[t->entry].own &= kept_by (t, other);
      if (v->p->entries.at[other].helps && !v->p->entries.at[t->entry].helps)
        visit_fail (t, PROVE_FP, from);
      note_lead (t, from, other);
    }
  else
    visit_reach (t, target, state);
}

/* Let the flow know that something jumps to TARGET.  */
static void
found (struct visit *t, uint64_t target)
{
  struct proving *v = t->v;
  uint8_t *byte = &v->bytes[target - v->base];

  if ((*byte & BYTE_LEADER) != 0)
    return;
  if ((*byte & BYTE_START) != 0)
    t->restart = true;
  if (!flow_add (v, target, t->entry) || flow_run (v) != SFM_OK)
    t->nomem = true;
}

/* Follow INSN at ADDR, which jumps to the address in REG_JUMP.  */
static void
jump_any (struct visit *t, const struct insn *insn, uint64_t addr,
          const struct state *state)
{
  struct proving *v = t->v;
  uint64_t targets[PROVE_TARGETS];

  if (proving_ends (v, insn->target))
    return;
  const size_t count = table_targets (v, &state->values[REG_JUMP], targets);
  for (size_t i = 0; i < count; i++)
    {
      if (proving_has (v, targets[i]))
        {
          found (t, targets[i]);
          const uint32_t other = flow_find (v, targets[i]);
          if (other != UINT32_MAX)
            v->p->entries.at[other].tabled = true;
        }
      jump (t, addr, targets[i], state);
    }
  if (count != 0)
    return;
  /* Such a jump shows nothing about a candidate: the labels in a table lead to
     each other like this.  */
  struct prove_entry *e = &v->p->entries.at[t->entry];
  t->left = true;
  e->own &= t->machine->kept;
  if (state_is_away (state))
    return;
  /* Functions of Go keep no register but FP.  */
  if (!state_leaves (state, !e->switches))
    {
      visit_fail (t, PROVE_TABLE, addr);
      return;
    }
  t->nomem |= !t->rows
              && !guesses_note (v, t->entry, addr, &state->values[REG_JUMP]);
  if (e->kind != PROVE_CANDIDATE)
    e->returned = true;
}

/* The call by instruction ID, in STATE, may end in a panic that is recovered:
   the function then continues elsewhere, without its FP.  That is impossible
   before it has a frame, where it calls for more stack.  */
static void
resume (struct visit *t, uint32_t id, const struct state *state)
{
  const uint64_t addr = t->v->p->entries.at[t->entry].resumes;
  struct state resumed;

  if (addr == 0 || state_leaves (state, false))
    return;
  state_copy (&resumed, state);
  state_returned (&resumed, id, t->machine->kept);
  state_lose (&resumed, id, REG_FP, 0);
  visit_reach (t, addr, &resumed);
}

/* The call of CALLEE (UINT32_MAX: of any function) by instruction ID continues
   in STATE.  If CALLEE is a helper, this function must be walked by SP, and
   must have its own caller's FP in its frame or be a helper, too.  */
static void
note_helper (const struct visit *t, uint32_t id, uint32_t callee,
             const struct state *state)
{
  struct prove_entry *entries = t->v->p->entries.at;

  if (!t->rows || callee == UINT32_MAX || !entries[callee].helps)
    return;
  const unsigned flags = state_row (state, id).flags;
  entries[callee].called = true;
  entries[callee].misused
      |= (flags & PROVEN_SP) == 0
         || ((flags & PROVEN_SLOT) == 0 && !entries[t->entry].helps);
}

/* The call of CALLEE by instruction ID has returned; update STATE.  */
static void
come_back (const struct visit *t, uint32_t id, uint32_t callee,
           struct state *state)
{
  const struct prove_machine *machine = t->machine;
  const struct value given = state->values[machine->relinked];

  state_returned (state, id, kept_by (t, callee));
  if (machine->relinked != 0 && callee != UINT32_MAX
      && t->v->p->entries.at[callee].relinks)
    state->values[machine->link] = given;
  note_helper (t, id, callee, state);
}

/* The function returns at ADDR, in STATE.  */
static void
leave (struct visit *t, uint64_t addr, const struct state *state)
{
  struct prove_entry *e = &t->v->p->entries.at[t->entry];
  const enum prove_reason reason = state_returns (state);

  t->left = true;
  e->own &= state_own (state);
  if (state_is_away (state))
    return;
  if (reason == PROVE_OK || (reason == PROVE_FP && e->helps))
    e->returned = true;
  else
    visit_fail (t, reason, addr);
}

/* Execute INSN, which is at ADDR.  Returns whether the block continues after
   it.  */
static bool
execute (struct visit *t, const struct insn *insn, uint64_t addr,
         struct state *state)
{
  struct proving *v = t->v;
  const uint32_t id = (uint32_t) (addr - v->base);
  struct state taken;
  uint32_t callee;
  bool ends = false;

  if (insn->syscall && !state_calls_plainly (state, prover_is_go (v->p, addr)))
    {
      visit_fail (t, PROVE_DECODE, addr);
      return false;
    }
  const enum prove_reason reason = t->switches
                                       ? visit_switch (insn, id, state, &ends)
                                       : state_step (state, insn, id);
  if (reason != PROVE_OK)
    visit_fail (t, reason, addr);
  if (reason != PROVE_OK || ends)
    return false;
  switch (insn->flow)
    {
    case FLOW_NEXT:
      return true;
    case FLOW_JUMP:
      jump (t, addr, insn->target, state);
      return false;
    case FLOW_BRANCH:
      if (insn->condition == COND_OTHER)
        {
          jump (t, addr, insn->target, state);
          return true;
        }
      state_copy (&taken, state);
      state_branch (&taken, insn, true);
      jump (t, addr, insn->target, &taken);
      state_branch (state, insn, false);
      return true;
    case FLOW_CALL:
    case FLOW_CALL_ANY:
      resume (t, id, state);
      if (!flow_returns (v, insn, &callee))
        return false;
      come_back (t, id, callee, state);
      return !flow_ends (v, addr + insn->size);
    case FLOW_JUMP_ANY:
      jump_any (t, insn, addr, state);
      return false;
    case FLOW_RETURN:
      leave (t, addr, state);
      return false;
    case FLOW_STOP:
      return false;
    default:
      visit_fail (t, PROVE_DECODE, addr);
      return false;
    }
}

/* Add a row to RANGE if STATE says something else at ADDR than the last
   row.  */
static void
take_row (struct visit *t, const struct state *state, uint64_t addr,
          struct proven_range *range)
{
  struct prover *p = t->v->p;
  struct proven_row row = state_row (state, addr);

  if (p->entries.at[t->entry].helps
      && (row.flags & (PROVEN_OWN | PROVEN_SLOT)) == 0)
    row.flags |= PROVEN_FREE;
  if (range->rows != 0
      && proven_row_same (&p->rows.at[p->rows.count - 1], &row))
    return;
  t->nomem |= !LIST_ADD (&p->rows, row);
  range->rows++;
}

/* Mark the SIZE bytes at ADDR as an instruction.  */
static void
mark (struct proving *v, uint64_t addr, unsigned size)
{
  uint8_t *byte = &v->bytes[addr - v->base];

  if ((byte[0] & BYTE_START) != 0)
    return;
  v->overlaps |= (byte[0] & BYTE_INSIDE) != 0;
  byte[0] |= BYTE_START;
  for (unsigned i = 1; i < size; i++)
    {
      v->overlaps |= (byte[i] & BYTE_START) != 0;
      byte[i] |= BYTE_INSIDE;
    }
}

/* Note the addresses of code that INSN computes in STATE: they may be
   called.  */
static void
note_taken (struct visit *t, const struct insn *insn,
            const struct state *state)
{
  struct proving *v = t->v;

  for (unsigned i = 0; i < insn->op_count; i++)
    {
      const struct op *op = &insn->ops[i];
      int64_t addr = op->imm;
      if (op->kind == OP_SET && state->values[op->a].kind == VALUE_CONST)
        addr += state->values[op->a].c;
      else if (op->kind != OP_CONST)
        continue;
      if (proving_has (v, (uint64_t) addr))
        t->nomem |= !LIST_ADD (&v->taken, (uint64_t) addr);
    }
}

/* Whether the code before ADDR runs, in STATE, into code at ADDR that is
   described on its own.  GCC leaves such ways open where it has shown that
   they are never taken.  */
static bool
crosses (const struct visit *t, uint64_t addr, const struct state *state)
{
  const struct proving *v = t->v;

  return (v->bytes[addr - v->base] & BYTE_FDE) != 0
         && ((v->bytes[addr - v->base] & BYTE_ENTRY) == 0
             || !state_leaves (state, false));
}

/* Visit block number NUMBER; add its rows to RANGE, unless that is NULL.  */
static void
visit_block (struct visit *t, size_t number, struct proven_range *range)
{
  struct proving *v = t->v;
  struct state state;
  uint64_t addr = v->blocks.at[number].start;
  /* The state of a block may have changed before its first visit.  */
  const bool first = v->blocks.at[number].end == addr;
  bool on = true, still = false; /* STILL: the one before was */

  state_copy (&state, v->blocks.at[number].state);
  while (on && !t->nomem)
    {
      const struct insn *insn = insn_at (v, addr);
      if (insn == NULL)
        {
          visit_fail (t, proving_has (v, addr) ? PROVE_DECODE : PROVE_LEAVES,
                      addr);
          break;
        }
      if (v->steps == 0)
        {
          visit_fail (t, PROVE_LIMIT, addr);
          break;
        }
      v->steps--;
      mark (v, addr, insn->size);
      if (range == NULL)
        {
          if (first && insn->takes)
            note_taken (t, insn, &state);
        }
      else if (!still)
        take_row (t, &state, addr, range);
      still = insn->still;
      on = insn->plain || execute (t, insn, addr, &state);
      addr += insn->size;
      if (!on && insn->flow == FLOW_CALL)
        addr += flow_rest (v, addr);
      if (on && crosses (t, addr, &state))
        {
          visit_fail (t, PROVE_LEAVES, addr);
          break;
        }
      /* That ends the block.  */
      if (on && (v->bytes[addr - v->base] & (BYTE_LEADER | BYTE_ENTRY)) != 0)
        {
          jump (t, addr, addr, &state);
          on = false;
        }
    }
  v->blocks.at[number].end = addr;
}

/* Visit blocks until nothing changes.  */
static void
settle (struct visit *t)
{
  struct proving *v = t->v;
  struct prove_entry *e = &v->p->entries.at[t->entry];
  struct insn *insn = insn_at (v, e->addr);
  struct state state;

  do
    {
      t->restart = false;
      v->blocks.count = 0;
      v->work.count = 0;
      pool_reset (&v->states);
      e = &v->p->entries.at[t->entry];
      e->reason = PROVE_OK;
      e->returned = false;
      e->own = UINT64_MAX;
      state_enter (&state, t->machine);
      visit_add_block (t, insn, e->addr, &state);
      while (v->work.count != 0 && !t->nomem && !t->restart)
        {
          const uint32_t number = v->work.at[--v->work.count];
          v->blocks.at[number].queued = false;
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
  const bool proven = p->entries.at[t->entry].reason == PROVE_OK;

  t->rows = true;
  v->ways.count = 0;
  p->entries.at[t->entry].range = p->ranges.count;
  for (size_t i = 0; i < v->blocks.count; i++)
    {
      struct proven_range range = { .start = v->blocks.at[i].start,
                                    .entry = t->entry,
                                    .row = (uint32_t) p->rows.count };
      t->now = i;
      t->left = false;
      if (proven)
        visit_block (t, i, &range);
      v->blocks.at[i].leaves = t->left;
      range.end = v->blocks.at[i].end;
      if (range.end != range.start && !LIST_ADD (&p->ranges, range))
        t->nomem = true;
    }
  p->entries.at[t->entry].ranges
      = p->ranges.count - p->entries.at[t->entry].range;
  if (proven && !t->nomem)
    t->nomem = !ways_drop_open (v, t->entry);
}

/* Prove entry number ENTRY, and add its ranges.  */
static sfm_status
prove_function (struct proving *v, uint32_t entry)
{
  struct prover *p = v->p;
  struct visit t = { .v = v,
                     .machine = proving_machine (v, p->entries.at[entry].addr),
                     .entry = entry,
                     .switches = p->entries.at[entry].switches };

  for (size_t i = 0; i < p->entries.at[entry].ranges; i++)
    p->ranges.at[p->entries.at[entry].range + i].entry = UINT32_MAX;
  settle (&t);
  if (!t.nomem)
    take_ranges (&t);
  return t.nomem || v->nomem ? diag_nomem (v->sink, v->code->image->path)
                             : SFM_OK;
}

sfm_status
prove_waiting (struct proving *v)
{
  TRY (flow_run (v));
  while (v->dirty.count != 0)
    {
      const uint32_t entry = v->dirty.at[--v->dirty.count];
      v->p->entries.at[entry].waiting = false;
      TRY (prove_function (v, entry));
      TRY (flow_run (v));
    }
  return SFM_OK;
}
