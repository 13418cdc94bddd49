/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-state-print.c - what the prover's state says, as text.  */

#include "config.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "fixture-state.h"

const char *
reason_name (enum prove_reason reason)
{
  static const char *const names[] = {
#define PROVE_X(name, text) [name] = #name,
    PROVE_REASONS (PROVE_X)
#undef PROVE_X
  };

  return names[reason] + strlen ("PROVE_");
}

/* Add what FORMAT makes to the SIZE bytes of TEXT.  */
__attribute__ ((format (printf, 3, 4))) static void
add (char *text, size_t size, const char *format, ...)
{
  const size_t used = strlen (text);
  va_list args;

  va_start (args, format);
  vsnprintf (text + used, size - used, format, args);
  va_end (args);
}

static void
add_reg (char *text, size_t size, unsigned reg)
{
  static const char *const names[] = { "sp", "fp", "jump" };
  enum
  {
    MEETING = 64 /* as prove-state.c has it */
  };

  if (reg >= MEETING)
    add (text, size, "m.");
  reg %= MEETING;
  if (reg < REG_OTHERS)
    add (text, size, "%s", names[reg]);
  else
    add (text, size, reg == AARCH64_LR ? "lr" : "r%u", reg);
}

static void
add_value (char *text, size_t size, const struct value *v)
{
  static const char *const names[] = {
    [VALUE_NONE] = "none", [VALUE_ENTRY] = "own.", [VALUE_CFA] = "cfa",
    [VALUE_SYM] = "",      [VALUE_CONST] = "#",    [VALUE_LINK] = "link",
    [VALUE_REL] = "rel",   [VALUE_TARGETS] = "to", [VALUE_GUESS] = "guess",
    [VALUE_AWAY] = "away"
  };

  add (text, size, "%s", names[v->kind]);
  if (v->kind == VALUE_NONE)
    return;
  if (v->kind == VALUE_SYM && v->id != UINT32_MAX)
    add (text, size, "%" PRIu32 ".", v->id);
  if (v->kind == VALUE_SYM || v->kind == VALUE_ENTRY)
    add_reg (text, size, v->reg);
  else if (v->kind == VALUE_CONST)
    add (text, size, "%" PRId64, v->c);
  if (v->kind >= VALUE_REL && v->kind <= VALUE_GUESS)
    add (text, size, "(0x%" PRIx64 " of %" PRIu32 ")<<%u+0x%" PRIx64, v->c,
         v->id, v->reg, v->base);
  else if (v->kind != VALUE_CONST && v->c != 0)
    add (text, size, "%+" PRId64, v->c);
  if (v->width != 0)
    add (text, size, "/%u", v->width);
  if (v->sign)
    add (text, size, "s");
}

static void
add_fact (char *text, size_t size, const char *name, const struct fact *fact)
{
  const struct value value = {
    .kind = VALUE_SYM, .reg = fact->reg, .id = fact->id, .width = fact->width
  };

  add (text, size, " %s", name);
  add_value (text, size, &value);
  add (text, size, "<=%" PRIu64, fact->bound);
}

static void
add_cell (char *text, size_t size, const char *name, const struct cell *cell)
{
  if (cell->width == 0)
    return;
  add (text, size, " %s[", name);
  add_value (text, size, &cell->base);
  add (text, size, "%+" PRId64 "]%u<=%" PRIu64, cell->at, cell->width,
       cell->bound);
}

void
row_print (const struct proven_row *row, char *text, size_t size)
{
  const unsigned f = row->flags;

  if ((f & PROVEN_SP) != 0)
    snprintf (text, size, "sp%" PRId32, row->sp);
  else
    snprintf (text, size, "sp?");
  if ((f & PROVEN_FP) != 0)
    add (text, size, " fp%" PRId32, row->fp);
  if ((f & PROVEN_OWN) != 0)
    add (text, size, " own");
  if ((f & PROVEN_SLOT) != 0)
    add (text, size, " slot%" PRId32, row->slot);
  if ((f & PROVEN_RA) != 0)
    add (text, size, " ra%" PRId32, row->ra);
  add (text, size, "%s%s%s%s%s%s%s%s", f & PROVEN_RA_SIGNED ? " signed" : "",
       f & PROVEN_LINK ? " link" : "",
       f & PROVEN_LINK_SIGNED ? " linksigned" : "",
       f & PROVEN_CALLED ? " called" : "", f & PROVEN_KEY_B ? " b" : "",
       f & PROVEN_TWICE ? " twice" : "", f & PROVEN_FREE ? " free" : "",
       f & PROVEN_AWAY ? " away" : "");
}

/* The number of the first register from REG on of STATE that was not lost by
   the instruction that lost REG.  */
static unsigned
end_of_lost (const struct state *state, unsigned reg)
{
  const struct value *v = &state->values[reg];
  unsigned end = reg;

  while (
      end < state->machine->registers && state->values[end].kind == VALUE_SYM
      && state->values[end].id == v->id && state->values[end].c == 0
      && state->values[end].width == 0
      && state->values[end].reg == v->reg + (end - reg) && v->reg % 64 == reg)
    end++;
  return end;
}

/* Add what the registers of STATE have.  */
static void
add_values (char *text, size_t size, const struct state *state)
{
  struct state first;
  unsigned end;

  state_enter (&first, state->machine);
  for (unsigned i = 0; i < state->machine->registers; i = end)
    {
      const struct value *v = &state->values[i];
      end = i + 1;
      if (memcmp (v, &first.values[i], sizeof *v) == 0)
        continue;
      add (text, size, " ");
      add_reg (text, size, i);
      if (end_of_lost (state, i) > end)
        {
          end = end_of_lost (state, i);
          add (text, size, "-");
          add_reg (text, size, end - 1);
        }
      add (text, size, ":");
      add_value (text, size, v);
    }
}

void
state_print (const struct state *state, char *text, size_t size)
{
  const struct proven_row row = state_row (state, 0);

  row_print (&row, text, size);
  add (text, size, " |");
  add_values (text, size, state);
  for (unsigned i = 0; i < state->slot_count; i++)
    {
      add (text, size, " [");
      add_value (text, size, &state->slots[i].base);
      add (text, size, "%+" PRId64 "]=", state->slots[i].at);
      add_value (text, size, &state->slots[i].value);
    }
  for (unsigned i = 0; i < state->fact_count; i++)
    add_fact (text, size, "", &state->facts[i]);
  if (state->compared.width != 0)
    add_fact (text, size, "cmp ", &state->compared);
  add_cell (text, size, "at ", &state->compared_at);
  add_cell (text, size, "cell ", &state->cell);
  const struct table_entry *e = &state->entry;
  if (e->width != 0)
    add (text, size, " table 0x%" PRIx64 "/%u%s %" PRIu32 ".%u", e->at,
         e->width, e->sign ? "s" : "", e->id, e->reg);
}
