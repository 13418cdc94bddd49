/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-step.c - what an instruction does to the values of registers and of
   the stack.  */

#include "config.h"

#include "prove-internal.h"

/* SP was set to TOP: what is below no longer belongs to the program.  */
static void
drop_below (struct state *state, const struct value *top)
{
  const int64_t first = top->c - state->machine->red_zone;

  for (unsigned i = state->slot_count; i-- > 0;)
    if (state->slots[i].base.kind == VALUE_CFA && state->slots[i].at < first)
      state_drop_slot (state, i);
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
  if (op->dst == REG_SP && value.kind == VALUE_CFA)
    drop_below (state, &value);
}

/* Whether A is an entry of the last table; then *VALUE is the address that it
   leads to if it is shifted by SHIFT and added to BASE.  */
static bool
is_guess (const struct state *state, const struct value *a, unsigned shift,
          int64_t base, struct value *value)
{
  const struct table_entry *e = &state->entry;

  if (e->width == 0 || a->kind != VALUE_SYM || a->id != e->id
      || a->reg != e->reg || a->c != 0)
    return false;
  *value = (struct value){ .kind = VALUE_GUESS,
                           .reg = (uint8_t) shift,
                           .width = e->width,
                           .sign = e->sign,
                           .c = e->at,
                           .base = base };
  return true;
}

/* DST is new, and was computed from A and, unless that is NULL, B.  SP becomes
   unknown unless one of these is an address in the stack.  */
static void
derive (struct state *state, const struct op *op, const struct value *a,
        const struct value *b, uint32_t id)
{
  const bool lost = op->dst == REG_SP && !value_is_stack (a)
                    && (b == NULL || !value_is_stack (b));

  state_lose (state, id, op->dst, 0);
  if (lost)
    state->values[op->dst].kind = VALUE_NONE;
}

/* DST = A + B * SCALE, or A - B.  */
static void
add (struct state *state, const struct op *op, uint32_t id)
{
  struct value a = state->values[op->a], b = state->values[op->b];
  const unsigned shift
      = op->scale > 1 ? (unsigned) __builtin_ctz (op->scale) : 0;

  if (b.kind == VALUE_CONST)
    {
      b.c = (int64_t) ((uint64_t) b.c << shift);
      if (op->sign)
        b.c = (int64_t) - (uint64_t) b.c;
    }
  else if (!op->sign && (shift == 0 || b.kind == VALUE_REL))
    {
      const struct value swapped = a;
      a = b;
      b = swapped;
    }
  if (b.kind == VALUE_CONST && a.kind == VALUE_REL && !op->sign
      && (a.sign || a.width < 32))
    {
      a.kind = VALUE_TARGETS;
      a.reg = (uint8_t) shift;
      a.base = b.c;
      state->values[op->dst] = a;
    }
  else if (b.kind == VALUE_CONST && !op->sign
           && is_guess (state, &a, shift, b.c, &a))
    state->values[op->dst] = a;
  else if (b.kind == VALUE_CONST
           && (a.kind == VALUE_CONST || a.kind == VALUE_CFA
               || (a.kind == VALUE_SYM && a.width == 0)))
    {
      a.c = plus (a.c, b.c);
      state->values[op->dst] = a;
    }
  else
    derive (state, op, &a, &b, id);
}

/* WIDTH bits of DST from bit SCALE on = IMM.  */
static void
insert (struct state *state, const struct op *op, uint32_t id)
{
  struct value *value = &state->values[op->dst];
  const uint64_t mask = ((UINT64_C (1) << op->width) - 1) << op->scale;

  if (value->kind != VALUE_CONST)
    state_lose (state, id, op->dst, 0);
  else
    value->c = (int64_t) (((uint64_t) value->c & ~mask)
                          | ((uint64_t) op->imm << op->scale));
}

/* Sign or authenticate DST, a return address.  Stack walkers take the CFA for
   the modifier.  */
static void
authenticate (struct state *state, const struct op *op, uint32_t id)
{
  struct value *value = &state->values[op->dst];
  const struct value *with = &state->values[op->a];

  if (value->kind == VALUE_ENTRY && value->reg == state->machine->link
      && with->kind == VALUE_CFA && with->c == 0
      && value->c == (op->sign ? 0 : op->imm))
    value->c = op->sign ? op->imm : 0;
  else
    state_lose (state, id, op->dst, 0);
}

/* Remove the signature from DST.  */
static void
strip (struct state *state, const struct op *op, uint32_t id)
{
  struct value *value = &state->values[op->dst];

  if (value->kind == VALUE_ENTRY && value->reg == state->machine->link)
    value->c = 0;
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
  else if (a.kind != VALUE_REL || a.sign || a.width > op->width)
    {
      state_lose (state, id, op->dst, op->width);
      return;
    }
  state->values[op->dst] = a;
}

/* DST = the low WIDTH bits of A with their sign.  */
static void
extend_sign (struct state *state, const struct op *op, uint32_t id)
{
  struct value a = state->values[op->a];
  uint64_t bound;

  if (a.kind == VALUE_REL && a.width == op->width)
    a.sign = true;
  else if (state_bound (state, &a, op->width, &bound)
           && bound < UINT64_C (1) << (op->width - 1))
    a.width
        = a.width == 0 || a.width > op->width ? (uint8_t) op->width : a.width;
  else
    {
      state_lose (state, id, op->dst, 0);
      return;
    }
  state->values[op->dst] = a;
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
      .bound = (uint64_t) op->imm,
    };
}

/* OP or, if its index is a known number, *FOLDED, which is OP without
   index.  */
static const struct op *
fold_index (const struct state *state, const struct op *op, struct op *folded)
{
  if (op->b == REG_NONE || state->values[op->b].kind != VALUE_CONST)
    return op;
  *folded = *op;
  folded->imm = (int64_t) ((uint64_t) op->imm
                           + (uint64_t) state->values[op->b].c * op->scale);
  folded->b = REG_NONE;
  return folded;
}

static enum prove_reason
apply (struct state *state, const struct op *op, uint32_t id)
{
  struct op folded;

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
    case OP_INSERT:
      insert (state, op, id);
      break;
    case OP_ALIGN:
      derive (state, op, &state->values[op->a], NULL, id);
      break;
    case OP_PAC:
      authenticate (state, op, id);
      break;
    case OP_STRIP:
      strip (state, op, id);
      break;
    case OP_BOUND:
      state_lose (state, id, op->dst, 0);
      state_add_fact (state, &(struct fact){ .id = id,
                                             .reg = op->dst,
                                             .width = 64,
                                             .bound = (uint64_t) op->imm });
      break;
    case OP_LOAD:
      state_load (state, fold_index (state, op, &folded), id);
      break;
    case OP_STORE:
      return state_store (state, fold_index (state, op, &folded));
    case OP_COMPARE:
      compare (state, op, id);
      break;
    case OP_COMPARE_AT:
      if (!state_cell (state, op, &state->compared_at))
        state->compared_at.width = 0;
      break;
    default: /* OP_LIMIT */
      state->compared_at.bound = (uint64_t) op->imm;
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
  return insn->still || value_is_stack (&state->values[REG_SP])
                 || state->values[REG_SP].kind == VALUE_AWAY
             ? PROVE_OK
             : PROVE_SP;
}

bool
state_calls_plainly (const struct state *state, bool go)
{
  const struct prove_machine *machine = state->machine;
  const struct value *number = &state->values[machine->syscall];

  if (number->kind != VALUE_CONST)
    return go;
  for (size_t i = 0;
       i < sizeof machine->odd_calls / sizeof *machine->odd_calls; i++)
    if (machine->odd_calls[i] == number->c)
      return false;
  return true;
}

void
state_returned (struct state *state, uint32_t id, uint64_t keeps)
{
  const struct prove_machine *machine = state->machine;
  struct value sp = state->values[REG_SP];
  /* A call that pushes its return address overwrites what is there.  */
  const int64_t low
      = machine->link == REG_NONE ? sp.c : plus (sp.c, machine->guarded);

  sp.c = 0;
  const uint64_t stay
      = keeps | UINT64_C (1) << REG_SP | UINT64_C (1) << REG_JUMP;
  state_forget (state, id, ~stay);
  for (unsigned i = 0; i < machine->registers; i++)
    if ((stay >> i & 1) == 0)
      state->values[i]
          = (struct value){ .kind = VALUE_SYM, .id = id, .reg = (uint8_t) i };
  if (machine->link != REG_NONE)
    state->values[machine->link] = (struct value){ .kind = VALUE_LINK };
  for (unsigned i = state->slot_count; i-- > 0;)
    if (!value_is_saved (&state->slots[i].value)
        || (value_same (&state->slots[i].base, &sp)
            && state->slots[i].at < low))
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
