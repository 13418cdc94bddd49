/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-state.c - the values of registers and of the stack, and what is true
   of them where ways meet.

   An unknown value is called by the instruction that made it, so that copies
   of it are known to be copies, and a comparison of one is a bound of all.
   When that instruction runs again, the older value loses its name.  Where
   ways meet, values that differ become one of the place where they meet.  So
   a value changes twice at most, and the walk ends.  */

#include "config.h"

#include <string.h>

#include "prove-internal.h"

enum
{
  MEETING = 32, /* added to the register of a value made by a meeting */
  ADDRESS = 8   /* bytes of an address */
};

bool
reg_is_kept (unsigned reg)
{
  return reg == 3 || reg == REG_FP || reg >= 12;
}

bool
value_same (const struct value *a, const struct value *b)
{
  return a->kind != VALUE_NONE && a->kind == b->kind && a->reg == b->reg
         && a->width == b->width && a->sign == b->sign && a->id == b->id
         && a->c == b->c;
}

/* Whether A is the VALUE_SYM that is called ID and REG.  */
static bool
value_is_sym (const struct value *a, uint32_t id, unsigned reg)
{
  return a->kind == VALUE_SYM && a->id == id && a->reg == reg;
}

bool
value_is_stack (const struct value *value)
{
  return value->kind == VALUE_CFA
         || (value->kind == VALUE_SYM && value->width == 0
             && value->reg % MEETING == REG_SP);
}

bool
value_is_saved (const struct value *value)
{
  return value->kind == VALUE_ENTRY || value->kind == VALUE_CFA;
}

void
state_copy (struct state *to, const struct state *from)
{
  memcpy (to, from,
          offsetof (struct state, slots)
              + from->slot_count * sizeof *from->slots);
}

void
state_enter (struct state *state)
{
  memset (state, 0, sizeof *state);
  /* Arguments are numbers like others, of which copies are compared.  */
  for (unsigned i = 0; i < PROVE_REGS; i++)
    state->values[i]
        = (struct value){ .kind = reg_is_kept (i) ? VALUE_ENTRY : VALUE_SYM,
                          .reg = (uint8_t) i,
                          .id = reg_is_kept (i) ? 0 : UINT32_MAX };
  state->values[REG_SP] = (struct value){ .kind = VALUE_CFA, .c = -ADDRESS };
}

static bool
is_own (const struct state *state, unsigned reg)
{
  return state->values[reg].kind == VALUE_ENTRY
         && state->values[reg].reg == reg;
}

uint32_t
regs_kept (void)
{
  uint32_t kept = 0;

  for (unsigned i = 0; i < PROVE_REGS; i++)
    kept |= (uint32_t) reg_is_kept (i) << i;
  return kept;
}

uint32_t
state_own (const struct state *state)
{
  uint32_t own = 0;

  for (unsigned i = 0; i < PROVE_REGS; i++)
    own |= (uint32_t) is_own (state, i) << i;
  return own;
}

bool
state_returns (const struct state *state)
{
  const struct value *sp = &state->values[REG_SP];

  return sp->kind == VALUE_CFA && sp->c == -ADDRESS;
}

bool
state_leaves (const struct state *state, bool any)
{
  if (!state_returns (state) || !is_own (state, REG_FP))
    return false;
  for (unsigned i = 0; any && i < PROVE_REGS; i++)
    if (reg_is_kept (i) && !is_own (state, i))
      return false;
  return true;
}

bool
offset_fits (int64_t c)
{
  return c > -(INT64_C (1) << 30) && c < INT64_C (1) << 30;
}

struct proven_row
state_row (const struct state *state, uint64_t addr)
{
  const struct value *sp = &state->values[REG_SP];
  const struct value *fp = &state->values[REG_FP];
  struct proven_row row = { .addr = addr };

  if (sp->kind == VALUE_CFA && offset_fits (sp->c))
    {
      row.flags |= PROVEN_SP;
      row.sp = (int32_t) -sp->c;
    }
  if (fp->kind == VALUE_CFA && offset_fits (fp->c))
    {
      row.flags |= PROVEN_FP;
      row.fp = (int32_t) -fp->c;
    }
  if (is_own (state, REG_FP))
    row.flags |= PROVEN_OWN;
  for (unsigned i = 0; i < state->slot_count; i++)
    {
      const struct slot *slot = &state->slots[i];
      if (slot->base.kind == VALUE_CFA && slot->value.kind == VALUE_ENTRY
          && slot->value.reg == REG_FP && offset_fits (slot->at)
          && ((row.flags & PROVEN_SLOT) == 0 || slot->at > row.slot))
        {
          row.flags |= PROVEN_SLOT;
          row.slot = (int32_t) slot->at;
        }
    }
  return row;
}

void
state_drop_slot (struct state *state, unsigned idx)
{
  state->slots[idx] = state->slots[--state->slot_count];
}

static void
drop_fact (struct state *state, unsigned idx)
{
  state->facts[idx] = state->facts[--state->fact_count];
}

/* The instruction ID is about to give REG another value: what it had before
   has no name any more.  */
static void
forget (struct state *state, uint32_t id, unsigned reg)
{
  for (unsigned i = 0; i < PROVE_VALUES; i++)
    if (value_is_sym (&state->values[i], id, reg))
      state->values[i] = (struct value){ .kind = VALUE_NONE };
  for (unsigned i = state->slot_count; i-- > 0;)
    if (value_is_sym (&state->slots[i].value, id, reg)
        || value_is_sym (&state->slots[i].base, id, reg))
      state_drop_slot (state, i);
  for (unsigned i = state->fact_count; i-- > 0;)
    if (state->facts[i].id == id && state->facts[i].reg == reg)
      drop_fact (state, i);
  if (state->compared.id == id && state->compared.reg == reg)
    state->compared.width = 0;
  if (state->entry.id == id && state->entry.reg == reg)
    state->entry.width = 0;
  if (value_is_sym (&state->compared_at.base, id, reg))
    state->compared_at.width = 0;
  if (value_is_sym (&state->cell.base, id, reg))
    state->cell.width = 0;
}

void
state_lose (struct state *state, uint32_t id, unsigned reg, unsigned width)
{
  forget (state, id, reg);
  state->values[reg] = (struct value){
    .kind = VALUE_SYM, .id = id, .reg = (uint8_t) reg, .width = (uint8_t) width
  };
}

void
state_add_fact (struct state *state, const struct fact *fact)
{
  for (unsigned i = 0; i < state->fact_count; i++)
    if (state->facts[i].id == fact->id && state->facts[i].reg == fact->reg
        && state->facts[i].width == fact->width)
      {
        state->facts[i].bound = fact->bound;
        return;
      }
  if (state->fact_count == PROVE_FACTS)
    memmove (state->facts, state->facts + 1,
             --state->fact_count * sizeof *state->facts);
  state->facts[state->fact_count++] = *fact;
}

bool
state_bound (const struct state *state, const struct value *value,
             unsigned width, uint64_t *bound)
{
  if (value->kind != VALUE_SYM || value->c != 0)
    return false;
  if (value->width != 0 && value->width < width)
    width = value->width;
  bool known = false;
  for (unsigned i = 0; i < state->fact_count; i++)
    {
      const struct fact *fact = &state->facts[i];
      if (value_is_sym (value, fact->id, fact->reg) && fact->width >= width
          && (!known || fact->bound < *bound))
        {
          *bound = fact->bound;
          known = true;
        }
    }
  return known;
}

const struct value *
state_slot (const struct state *state, const struct value *base, int64_t at)
{
  for (unsigned i = 0; i < state->slot_count; i++)
    if (state->slots[i].at == at && value_same (&state->slots[i].base, base))
      return &state->slots[i].value;
  return NULL;
}

bool
cell_same (const struct cell *a, const struct cell *b)
{
  return a->width == b->width && a->at == b->at
         && value_same (&a->base, &b->base);
}

/* Keep the facts of INTO that FROM has, too.  */
static bool
meet_facts (struct state *into, const struct state *from)
{
  bool changed = false;

  for (unsigned i = into->fact_count; i-- > 0;)
    {
      struct fact *fact = &into->facts[i];
      unsigned k = 0;
      while (k < from->fact_count
             && (from->facts[k].id != fact->id
                 || from->facts[k].reg != fact->reg
                 || from->facts[k].width != fact->width))
        k++;
      if (k == from->fact_count)
        drop_fact (into, i);
      else if (from->facts[k].bound > fact->bound)
        fact->bound = from->facts[k].bound;
      else
        continue;
      changed = true;
    }
  return changed;
}

static bool
meet_slots (struct state *into, const struct state *from)
{
  bool changed = false;

  for (unsigned i = into->slot_count; i-- > 0;)
    {
      const struct slot *slot = &into->slots[i];
      const struct value *other = state_slot (from, &slot->base, slot->at);
      if (other == NULL || !value_same (other, &slot->value))
        {
          state_drop_slot (into, i);
          changed = true;
        }
    }
  return changed;
}

/* Keep CELL if FROM says the same, or less exactly.  */
static bool
meet_cells (struct cell *cell, const struct cell *from)
{
  if (cell->width == 0
      || (cell_same (cell, from) && from->bound <= cell->bound))
    return false;
  if (cell_same (cell, from))
    cell->bound = from->bound;
  else
    cell->width = 0;
  return true;
}

/* Keep what was compared if FROM compared it, too.  */
static bool
meet_compared (struct state *into, const struct state *from)
{
  struct fact *a = &into->compared;
  const struct fact *b = &from->compared;

  if (a->width == 0
      || (a->width == b->width && a->id == b->id && a->reg == b->reg
          && a->bound == b->bound))
    return false;
  a->width = 0;
  return true;
}

/* Keep the last entry of a table if it is that of FROM, too.  */
static bool
meet_entry (struct table_entry *entry, const struct table_entry *from)
{
  if (entry->width == 0
      || (entry->width == from->width && entry->id == from->id
          && entry->reg == from->reg && entry->sign == from->sign
          && entry->at == from->at))
    return false;
  entry->width = 0;
  return true;
}

/* Whether A and B are stack pointers that may differ, as FP tells where the
   frame is: memory was taken from the stack on one way.  */
static bool
may_differ (const struct state *a, const struct state *b)
{
  return a->values[REG_FP].kind == VALUE_CFA
         && value_same (&a->values[REG_FP], &b->values[REG_FP])
         && value_is_stack (&b->values[REG_SP]);
}

enum prove_reason
state_meet (struct state *into, const struct state *from, uint32_t id,
            bool *changed)
{
  *changed = false;
  if (!value_same (&into->values[REG_SP], &from->values[REG_SP])
      && !may_differ (into, from))
    return PROVE_DEPTH;
  for (unsigned i = 0; i < PROVE_VALUES; i++)
    {
      struct value *value = &into->values[i];
      if (value->kind == VALUE_NONE || value_is_sym (value, id, i + MEETING)
          || value_same (value, &from->values[i]))
        continue;
      *value = (struct value){ .kind = VALUE_SYM,
                               .id = id,
                               .reg = (uint8_t) (i + MEETING) };
      *changed = true;
    }
  *changed |= meet_slots (into, from);
  *changed |= meet_facts (into, from);
  *changed |= meet_cells (&into->cell, &from->cell);
  *changed |= meet_cells (&into->compared_at, &from->compared_at);
  *changed |= meet_compared (into, from);
  *changed |= meet_entry (&into->entry, &from->entry);
  return PROVE_OK;
}
