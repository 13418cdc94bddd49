/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-memory.c - the effects of loads and stores: on slots of the stack, on
   memory that was compared, and with tables.  */

#include "config.h"

#include "prove-internal.h"

enum
{
  ADDRESS = 8 /* bytes of an address, and of what rules tell of */
};

/* Whether OP loads an entry of a table at a known address, *AT.  */
static bool
table_at (const struct state *state, const struct op *op, int64_t *at)
{
  *at = op->imm;
  if (op->b == REG_NONE || op->scale * 8 != op->width || op->width > 64)
    return false;
  if (op->a == REG_NONE)
    return true;
  *at = plus (*at, state->values[op->a].c);
  return state->values[op->a].kind == VALUE_CONST;
}

/* Whether OP loads an entry of such a table, with a proven bound of the index;
   then *VALUE is that entry.  */
static bool
is_table (const struct state *state, const struct op *op, struct value *value)
{
  uint64_t bound;
  int64_t at;

  if (!table_at (state, op, &at) || op->width < state->machine->table_min)
    return false;
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

bool
state_cell (const struct state *state, const struct op *op, struct cell *cell)
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
  return cell->base.kind != VALUE_NONE && cell->base.kind != VALUE_LINK;
}

void
state_load (struct state *state, const struct op *op, uint32_t id)
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
  int64_t table;
  const bool entry
      = table_at (state, op, &table) && op->width >= 16 && op->width < 64;
  const bool bounded = state->cell.width != 0 && !op->sign
                       && state_cell (state, op, &cell)
                       && cell_same (&cell, &state->cell);
  state_lose (state, id, op->dst, op->sign || op->width == 64 ? 0 : op->width);
  if (entry)
    state->entry = (struct table_entry){ .id = id,
                                         .reg = op->dst,
                                         .width = (uint8_t) op->width,
                                         .sign = op->sign,
                                         .at = table };
  if (bounded)
    state_add_fact (state, &(struct fact){ .id = id,
                                           .reg = op->dst,
                                           .width = (uint8_t) op->width,
                                           .bound = state->cell.bound });
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

enum prove_reason
state_store (struct state *state, const struct op *op)
{
  state->cell.width = 0;
  state->compared_at.width = 0;
  if (op->a == REG_NONE || op->b != REG_NONE || op->width == 0
      || !value_is_stack (&state->values[op->a]))
    {
      /* A store to an unknown address may change all slots but those of saved
         registers.  */
      for (unsigned i = state->slot_count; i-- > 0;)
        if (!value_is_saved (&state->slots[i].value))
          state_drop_slot (state, i);
      return PROVE_OK;
    }
  struct value base = state->values[op->a];
  const int64_t start = plus (base.c, op->imm);
  const int64_t size = op->width / 8;
  base.c = 0;
  if (!offset_fits (start))
    return PROVE_SP;
  const struct prove_machine *machine = state->machine;
  if (machine->guarded != 0 && base.kind == VALUE_CFA
      && start < machine->guarded + ADDRESS && start + size > machine->guarded)
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
