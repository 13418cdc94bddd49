/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-state.c - the values of registers and of the stack, and what is true
   of them where ways meet.

   An unknown value is named after the instruction that made it, so that copies
   of it are known to be copies, and a bound of one is a bound of all.  When
   that instruction runs again, the older value loses its name.  Where ways
   meet, values that differ become one that is named after the meeting place.
   So a value changes twice at most, and the walk ends.  */

#include "config.h"

#include "prove-internal.h"

enum
{
  MEETING = 64 /* added to the register of a value made by a meeting */
};

/* Whether A is the VALUE_SYM with the name ID and REG.  */
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
          offsetof (struct state, values)
              + from->machine->registers * sizeof *from->values);
  memcpy (to->slots, from->slots, from->slot_count * sizeof *from->slots);
}

void
state_enter (struct state *state, const struct prove_machine *machine)
{
  memset (state, 0, offsetof (struct state, slots));
  state->machine = machine;
  /* Arguments get names, too: copies of them are compared.  */
  for (unsigned i = 0; i < machine->registers; i++)
    {
      state->values[i] = (struct value){ .kind = VALUE_SYM,
                                         .reg = (uint8_t) i,
                                         .id = UINT32_MAX };
      if (reg_is_kept (machine, i) || i == machine->link)
        state->values[i]
            = (struct value){ .kind = VALUE_ENTRY, .reg = (uint8_t) i };
    }
  state->values[REG_JUMP] = (struct value){ .kind = VALUE_NONE };
  state->values[REG_SP]
      = (struct value){ .kind = VALUE_CFA, .c = machine->entry_sp };
}

static bool
is_own (const struct state *state, unsigned reg)
{
  return state->values[reg].kind == VALUE_ENTRY
         && state->values[reg].reg == reg;
}

uint64_t
state_own (const struct state *state)
{
  uint64_t own = 0;

  for (unsigned i = 0; i < state->machine->registers; i++)
    own |= (uint64_t) is_own (state, i) << i;
  return own;
}

/* Whether REG has the return address as the caller gave it, unsigned.  */
static bool
is_return (const struct state *state, unsigned reg)
{
  const struct value *value = &state->values[reg];

  return value->kind == VALUE_ENTRY && value->reg == state->machine->link
         && value->c == 0;
}

/* Whether SP is as at the start of a function.  */
static bool
is_level (const struct state *state)
{
  const struct value *sp = &state->values[REG_SP];

  return sp->kind == VALUE_CFA && sp->c == state->machine->entry_sp;
}

bool
state_leaves (const struct state *state, bool any)
{
  const struct prove_machine *machine = state->machine;

  if (!is_level (state) || !is_own (state, REG_FP)
      || (machine->link != REG_NONE && !is_return (state, machine->link)))
    return false;
  for (unsigned i = 0; any && i < machine->registers; i++)
    if (reg_is_kept (machine, i) && !is_own (state, i))
      return false;
  return true;
}

enum prove_reason
state_returns (const struct state *state)
{
  if (!is_level (state))
    return PROVE_RETURN;
  if (state->machine->link != REG_NONE && !is_return (state, REG_JUMP))
    return PROVE_RA;
  return is_own (state, REG_FP) ? PROVE_OK : PROVE_FP;
}

bool
offset_fits (int64_t c)
{
  return c > -(INT64_C (1) << 30) && c < INT64_C (1) << 30;
}

/* The flags for VALUE, a return address: IS_SIGNED and the key's, or 0.  */
static uint16_t
key_flags (const struct value *value, uint16_t is_signed)
{
  if (value->c == 0)
    return 0;
  return (uint16_t) (is_signed | (value->c == VALUE_KEY_B ? PROVEN_KEY_B : 0));
}

/* Note in ROW that SLOT has FP or the return address.  */
static void
row_add_slot (const struct state *state, const struct slot *slot,
              struct proven_row *row)
{
  const uint8_t reg = slot->value.reg;

  if (slot->base.kind != VALUE_CFA || !offset_fits (slot->at)
      || ((row->flags & PROVEN_SP) != 0
          && slot->at < -(int64_t) row->sp - state->machine->red_zone))
    return;
  if (reg == REG_FP
      && ((row->flags & PROVEN_SLOT) == 0 || slot->at > row->slot))
    {
      row->flags |= PROVEN_SLOT;
      row->slot = (int32_t) slot->at;
    }
  else if (reg != REG_FP)
    {
      /* Compilers save it below the locals; copies are among these.  */
      if ((row->flags & PROVEN_RA) != 0)
        row->flags |= PROVEN_TWICE;
      if ((row->flags & PROVEN_RA) != 0 && slot->at > row->ra)
        return;
      row->flags &= (uint16_t) ~PROVEN_RA_SIGNED;
      row->flags |= PROVEN_RA;
      row->flags |= key_flags (&slot->value, PROVEN_RA_SIGNED);
      row->ra = (int32_t) slot->at;
    }
}

/* Note in ROW where the return address is, other than in slots.  */
static void
row_add_return (const struct state *state, struct proven_row *row)
{
  const uint8_t link = state->machine->link;

  if (link == REG_NONE)
    {
      row->flags |= PROVEN_RA;
      row->ra = state->machine->ra_slot;
    }
  else if (is_own (state, link))
    row->flags
        |= PROVEN_LINK | key_flags (&state->values[link], PROVEN_LINK_SIGNED);
  else if (state->values[link].kind == VALUE_LINK)
    row->flags |= PROVEN_CALLED;
}

struct proven_row
state_row (const struct state *state, uint64_t addr)
{
  const struct value *sp = &state->values[REG_SP];
  const struct value *fp = &state->values[REG_FP];
  struct proven_row row
      = { .addr = addr,
          .machine = (uint8_t) (state->machine - prove_machines) };

  if (sp->kind == VALUE_AWAY)
    {
      row.flags = sp->sign ? 0 : PROVEN_AWAY;
      return row;
    }
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
  row_add_return (state, &row);
  for (unsigned i = 0; i < state->slot_count; i++)
    {
      const struct value *value = &state->slots[i].value;
      if (value->kind == VALUE_ENTRY
          && (value->reg == REG_FP || value->reg == state->machine->link))
        row_add_slot (state, &state->slots[i], &row);
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

/* Whether A is a VALUE_SYM with the name ID and one of REGS, a bit each.  */
static bool
value_is_of (const struct value *a, uint32_t id, uint64_t regs)
{
  return a->kind == VALUE_SYM && a->id == id && a->reg < MEETING
         && (regs >> a->reg & 1) != 0;
}

/* Whether FACT is about such a value.  */
static bool
fact_is_of (const struct fact *fact, uint32_t id, uint64_t regs)
{
  return fact->id == id && fact->reg < MEETING && (regs >> fact->reg & 1) != 0;
}

/* What state_forget does if there may be such a name.  */
static void
forget_names (struct state *state, uint32_t id, uint64_t regs)
{
  for (unsigned i = 0; i < state->machine->registers; i++)
    if (value_is_of (&state->values[i], id, regs))
      state->values[i] = (struct value){ .kind = VALUE_NONE };
  for (unsigned i = state->slot_count; i-- > 0;)
    if (value_is_of (&state->slots[i].value, id, regs)
        || value_is_of (&state->slots[i].base, id, regs))
      state_drop_slot (state, i);
  for (unsigned i = state->fact_count; i-- > 0;)
    if (fact_is_of (&state->facts[i], id, regs))
      drop_fact (state, i);
  if (fact_is_of (&state->compared, id, regs))
    state->compared.width = 0;
  if (state->entry.id == id && (regs >> state->entry.reg & 1) != 0)
    state->entry.width = 0;
  if (value_is_of (&state->compared_at.base, id, regs))
    state->compared_at.width = 0;
  if (value_is_of (&state->cell.base, id, regs))
    state->cell.width = 0;
}

void
state_forget (struct state *state, uint32_t id, uint64_t regs)
{
  /* Such a name can exist already only in a loop.  */
  if (id < state->newest)
    forget_names (state, id, regs);
  else
    state->newest = id + 1;
}

void
state_lose (struct state *state, uint32_t id, unsigned reg, unsigned width)
{
  state_forget (state, id, UINT64_C (1) << reg);
  state->values[reg] = (struct value){
    .kind = VALUE_SYM, .id = id, .reg = (uint8_t) reg, .width = (uint8_t) width
  };
}

/* Whether A and B bound the same bits of the same value.  */
static bool
fact_is_like (const struct fact *a, const struct fact *b)
{
  return a->id == b->id && a->reg == b->reg && a->width == b->width;
}

void
state_add_fact (struct state *state, const struct fact *fact)
{
  for (unsigned i = 0; i < state->fact_count; i++)
    if (fact_is_like (&state->facts[i], fact))
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
      while (k < from->fact_count && !fact_is_like (&from->facts[k], fact))
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
      const struct slot *slot = &into->slots[i], *like = &from->slots[i];
      const struct value *other = &like->value;
      if (i >= from->slot_count || like->at != slot->at
          || !value_same (&like->base, &slot->base))
        other = state_slot (from, &slot->base, slot->at);
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

  if (a->width == 0 || (fact_is_like (a, b) && a->bound == b->bound))
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

/* Whether the stack pointers of A and B may differ: one way has taken memory
   from the stack, and FP tells where the frame is.  */
static bool
may_differ (const struct state *a, const struct state *b)
{
  return a->values[REG_FP].kind == VALUE_CFA
         && value_same (&a->values[REG_FP], &b->values[REG_FP]);
}

/* If *SP or OTHER, which differ, is in another stack, let *SP be in either
   stack.  False: neither is.  */
static bool
meet_away (struct value *sp, const struct value *other, bool *changed)
{
  const struct value either = { .kind = VALUE_AWAY, .sign = true };

  if (sp->kind != VALUE_AWAY && other->kind != VALUE_AWAY)
    return false;
  *changed = !value_same (sp, &either);
  *sp = either;
  return true;
}

enum prove_reason
state_meet (struct state *into, const struct state *from, uint32_t id,
            bool *changed)
{
  struct value *sp = &into->values[REG_SP];

  *changed = false;
  if (!value_same (sp, &from->values[REG_SP])
      && !meet_away (sp, &from->values[REG_SP], changed)
      && !may_differ (into, from))
    return PROVE_DEPTH;
  for (unsigned i = sp->kind == VALUE_AWAY ? REG_SP + 1 : REG_SP;
       i < into->machine->registers; i++)
    {
      struct value *value = &into->values[i];
      if (value->kind == VALUE_NONE || value_same (value, &from->values[i])
          || value_is_sym (value, id, i + MEETING))
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
