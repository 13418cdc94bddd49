/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-step.c - what an instruction does to the values of registers and of
   the stack.  */

#include "config.h"

#include "prove-internal.h"

enum
{
  ADDRESS = 8 /* bytes of an address */
};

static int64_t
plus (int64_t a, int64_t b)
{
  return (int64_t) ((uint64_t) a + (uint64_t) b);
}

/* DST = A + IMM.  */
static void
set (struct state *state, const struct op *op, uint32_t id)
{
  struct value value = state->values[op->a];

  if (op->imm != 0)
    {
      if (value.kind != VALUE_CFA && value.kind != VALUE_CONST
          && (value.kind != VALUE_SYM || value.width != 0))
        value.kind = VALUE_NONE;
      value.c = plus (value.c, op->imm);
    }
  if (value.kind == VALUE_NONE)
    state_lose (state, id, op->dst, 0);
  else
    state->values[op->dst] = value;
}

/* DST = A + B.  */
static void
add (struct state *state, const struct op *op, uint32_t id)
{
  struct value a = state->values[op->a], b = state->values[op->b];

  if (a.kind == VALUE_CONST)
    {
      const struct value swapped = a;
      a = b;
      b = swapped;
    }
  if (b.kind == VALUE_CONST && a.kind == VALUE_REL && a.sign && a.c == b.c)
    {
      a.kind = VALUE_TARGETS;
      state->values[op->dst] = a;
    }
  else if (b.kind == VALUE_CONST
           && (a.kind == VALUE_CONST || a.kind == VALUE_CFA
               || (a.kind == VALUE_SYM && a.width == 0)))
    {
      a.c = plus (a.c, b.c);
      state->values[op->dst] = a;
    }
  else
    state_lose (state, id, op->dst, 0);
}

/* DST = the low WIDTH bits of A.  */
static void
extend_zero (struct state *state, const struct op *op, uint32_t id)
{
  struct value a = state->values[op->a];

  if (a.kind == VALUE_CONST)
    a.c &= (INT64_C (1) << op->width) - 1;
  else if (a.kind == VALUE_SYM && a.c == 0)
    a.width
        = a.width == 0 || a.width > op->width ? (uint8_t) op->width : a.width;
  else
    {
      state_lose (state, id, op->dst, op->width);
      return;
    }
  state->values[op->dst] = a;
}

/* DST = the low 32 bits of A with their sign.  */
static void
extend_sign (struct state *state, const struct op *op, uint32_t id)
{
  struct value a = state->values[op->a];
  uint64_t bound;

  if (a.kind == VALUE_REL && a.width == 32)
    a.sign = true;
  else if (state_bound (state, &a, 32, &bound) && bound <= INT32_MAX)
    a.width = a.width == 0 || a.width > 32 ? 32 : a.width;
  else
    {
      state_lose (state, id, op->dst, 0);
      return;
    }
  state->values[op->dst] = a;
}

/* Whether OP loads an entry of a table at a known address, whose index has a
   proven bound; then *VALUE is that.  */
static bool
is_table (const struct state *state, const struct op *op, struct value *value)
{
  int64_t at = op->imm;
  uint64_t bound;

  if (op->b == REG_NONE || op->scale * 8 != op->width
      || (op->width != 32 && op->width != 64))
    return false;
  if (op->a != REG_NONE)
    {
      if (state->values[op->a].kind != VALUE_CONST)
        return false;
      at = plus (at, state->values[op->a].c);
    }
  if (!state_bound (state, &state->values[op->b], 64, &bound)
      || bound >= PROVE_TARGETS)
    return false;
  *value = (struct value){ .kind = op->width == 64 ? VALUE_TARGETS : VALUE_REL,
                           .width = (uint8_t) op->width,
                           .sign = op->sign,
                           .id = (uint32_t) bound + 1,
                           .c = at };
  return true;
}

/* Set *CELL to the place that OP reads, without a bound.  False: its address
   cannot be told again.  */
static bool
cell_of (const struct state *state, const struct op *op, struct cell *cell)
{
  *cell = (struct cell){ .base = { .kind = VALUE_CONST },
                         .at = op->imm,
                         .width = op->width };
  if (op->b != REG_NONE)
    return false;
  if (op->a != REG_NONE)
    {
      cell->base = state->values[op->a];
      if (cell->base.width != 0)
        return false;
      cell->at = plus (cell->at, cell->base.c);
      cell->base.c = 0;
    }
  return cell->base.kind != VALUE_NONE;
}

static void
load (struct state *state, const struct op *op, uint32_t id)
{
  struct value value;
  struct cell cell;

  if (is_table (state, op, &value))
    {
      state->values[op->dst] = value;
      return;
    }
  if (op->b == REG_NONE && op->a != REG_NONE && op->width == 64
      && value_is_stack (&state->values[op->a]))
    {
      struct value base = state->values[op->a];
      const int64_t at = plus (base.c, op->imm);
      base.c = 0;
      const struct value *found = state_slot (state, &base, at);
      if (found != NULL)
        {
          state->values[op->dst] = *found;
          return;
        }
    }
  const bool bounded = state->cell.width != 0 && !op->sign
                       && cell_of (state, op, &cell)
                       && cell_same (&cell, &state->cell);
  state_lose (state, id, op->dst, op->sign || op->width == 64 ? 0 : op->width);
  if (bounded)
    state_add_fact (state, &(struct fact){ .id = id,
                                           .reg = op->dst,
                                           .width = (uint8_t) op->width,
                                           .bound = state->cell.bound });
}

/* A store to an unknown address may change all but what was saved.  */
static void
store_anywhere (struct state *state)
{
  for (unsigned i = state->slot_count; i-- > 0;)
    if (!value_is_saved (&state->slots[i].value))
      state_drop_slot (state, i);
}

static void
add_slot (struct state *state, const struct value *base, int64_t at,
          const struct value *value)
{
  for (unsigned i = 0; state->slot_count == PROVE_SLOTS && i < PROVE_SLOTS;
       i++)
    if (!value_is_saved (&state->slots[i].value))
      state_drop_slot (state, i);
  if (state->slot_count < PROVE_SLOTS)
    state->slots[state->slot_count++]
        = (struct slot){ .base = *base, .at = at, .value = *value };
}

static enum prove_reason
store (struct state *state, const struct op *op)
{
  state->cell.width = 0;
  state->compared_at.width = 0;
  if (op->a == REG_NONE || op->b != REG_NONE || op->width == 0
      || !value_is_stack (&state->values[op->a]))
    {
      store_anywhere (state);
      return PROVE_OK;
    }
  struct value base = state->values[op->a];
  const int64_t start = plus (base.c, op->imm);
  const int64_t size = op->width / 8;
  base.c = 0;
  if (!offset_fits (start))
    return PROVE_SP;
  if (base.kind == VALUE_CFA && start < 0 && start + size > -ADDRESS)
    return PROVE_RA;
  for (unsigned i = state->slot_count; i-- > 0;)
    {
      const struct slot *slot = &state->slots[i];
      if (value_same (&slot->base, &base) && slot->at < start + size
          && start < slot->at + ADDRESS)
        state_drop_slot (state, i);
    }
  if (op->dst != REG_NONE && size == ADDRESS
      && state->values[op->dst].kind != VALUE_NONE)
    add_slot (state, &base, start, &state->values[op->dst]);
  return PROVE_OK;
}

static void
compare (struct state *state, const struct op *op, uint32_t id)
{
  const struct value *a = &state->values[op->a];

  /* A sum gets a name, so that it can be bounded.  */
  if (a->kind == VALUE_SYM && a->c != 0 && !value_is_stack (a)
      && op->a != REG_FP)
    state_lose (state, id, op->a, 0);
  if (a->kind == VALUE_SYM && a->c == 0)
    state->compared = (struct fact){
      .id = a->id,
      .reg = a->reg,
      .width
      = a->width != 0 && a->width < op->width ? a->width : (uint8_t) op->width,
      .bound = op->limit,
    };
}

static enum prove_reason
apply (struct state *state, const struct op *op, uint32_t id)
{
  switch (op->kind)
    {
    case OP_SET:
      set (state, op, id);
      break;
    case OP_CONST:
      state->values[op->dst]
          = (struct value){ .kind = VALUE_CONST, .c = op->imm };
      break;
    case OP_ADD:
      add (state, op, id);
      break;
    case OP_ZERO:
      extend_zero (state, op, id);
      break;
    case OP_SIGN:
      extend_sign (state, op, id);
      break;
    case OP_LOSE:
      state_lose (state, id, op->dst, op->width);
      break;
    case OP_BOUND:
      state_lose (state, id, op->dst, 0);
      state_add_fact (state, &(struct fact){ .id = id,
                                             .reg = op->dst,
                                             .width = 64,
                                             .bound = (uint64_t) op->imm });
      break;
    case OP_LOAD:
      load (state, op, id);
      break;
    case OP_STORE:
      return store (state, op);
    case OP_COMPARE:
      compare (state, op, id);
      break;
    default:
      if (cell_of (state, op, &state->compared_at))
        state->compared_at.bound = op->limit;
      else
        state->compared_at.width = 0;
    }
  return PROVE_OK;
}

enum prove_reason
state_step (struct state *state, const struct insn *insn, uint32_t id)
{
  if (insn->flags)
    {
      state->compared.width = 0;
      state->compared_at.width = 0;
    }
  for (unsigned i = 0; i < insn->op_count; i++)
    {
      const enum prove_reason reason = apply (state, &insn->ops[i], id);
      if (reason != PROVE_OK)
        return reason;
    }
  return value_is_stack (&state->values[REG_SP]) ? PROVE_OK : PROVE_SP;
}

bool
state_calls_plainly (const struct state *state, bool go)
{
  enum
  {
    SIGRETURN = 15,
    CLONE = 56,
    VFORK = 58,
    CLONE3 = 435
  };
  const struct value *number = &state->values[0];

  if (number->kind != VALUE_CONST)
    return go;
  return number->c != SIGRETURN && number->c != CLONE && number->c != VFORK
         && number->c != CLONE3;
}

void
state_returned (struct state *state, uint32_t id)
{
  struct value sp = state->values[REG_SP];
  const int64_t at = sp.c;

  sp.c = 0;
  for (unsigned i = 0; i < PROVE_REGS; i++)
    if (i != REG_SP && !reg_is_kept (i))
      state_lose (state, id, i, 0);
  for (unsigned i = state->slot_count; i-- > 0;)
    if (!value_is_saved (&state->slots[i].value)
        || (value_same (&state->slots[i].base, &sp)
            && state->slots[i].at < at))
      state_drop_slot (state, i);
  state->compared.width = 0;
  state->compared_at.width = 0;
  state->cell.width = 0;
}

void
state_branch (struct state *state, const struct insn *insn, bool taken)
{
  const uint8_t c = insn->condition;
  const bool at_most
      = taken ? c == COND_NOT_ABOVE : c == COND_ABOVE; /* the limit */
  const bool below = taken ? c == COND_BELOW : c == COND_NOT_BELOW;
  struct fact fact = state->compared;
  struct cell cell = state->compared_at;

  if (!at_most && !below)
    return;
  if (fact.width != 0 && fact.bound >= below)
    {
      fact.bound -= below;
      state_add_fact (state, &fact);
    }
  if (cell.width != 0 && cell.bound >= below)
    {
      cell.bound -= below;
      state->cell = cell;
    }
}
