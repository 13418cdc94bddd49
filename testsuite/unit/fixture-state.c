/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-state.c - the prover's state, by text.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture-state.h"
#include "result.h"

enum
{
  TOKEN = 40 /* bytes of a word, at most */
};

/* Read the register at *TEXT, and move *TEXT behind it.  */
static unsigned
read_reg (const char **text)
{
  static const struct
  {
    const char *name;
    unsigned reg;
  } names[] = {
    { "sp", REG_SP },     { "fp", REG_FP },  { "lr", AARCH64_LR },
    { "jump", REG_JUMP }, { "-", REG_NONE },
  };
  unsigned reg;
  int used;

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strncmp (*text, names[i].name, strlen (names[i].name)) == 0)
      {
        *text += strlen (names[i].name);
        return names[i].reg;
      }
  if (sscanf (*text, "r%u%n", &reg, &used) != 1 || reg >= PROVE_VALUES)
    return REG_NONE;
  *text += used;
  return reg;
}

/* Whether *TEXT begins with WORD; then it is moved behind it.  */
static bool
take (const char **text, const char *word)
{
  const bool found = strncmp (*text, word, strlen (word)) == 0;

  *text += found ? strlen (word) : 0;
  return found;
}

static int64_t
read_number (const char **text)
{
  char *end;
  const bool minus = **text == '-';
  const uint64_t n = strtoull (*text + (minus ? 1 : 0), &end, 0);

  *text = end;
  return (int64_t) (minus ? -n : n);
}

/* Read "+REG*SCALE" or "-REG*SCALE", if that is there.  */
static void
read_index (const char **text, struct op *op)
{
  if ((**text != '+' && **text != '-')
      || ((*text)[1] >= '0' && (*text)[1] <= '9'))
    return;
  op->sign = **text == '-';
  ++*text;
  op->b = (uint8_t) read_reg (text);
  if (take (text, "*"))
    op->scale = (uint8_t) read_number (text);
}

/* Read the offset "+N", "-N" or nothing.  */
static int64_t
read_offset (const char **text)
{
  (void) take (text, "+");
  return **text == '-' || (**text >= '0' && **text <= '9') ? read_number (text)
                                                           : 0;
}

/* Read "BASE+INDEX*SCALE+OFFSET]WIDTH", with an s before the WIDTH if there is
   a sign.  */
static void
read_place (const char **text, struct op *op)
{
  op->a = (uint8_t) read_reg (text);
  read_index (text, op);
  op->imm = read_offset (text);
  (void) take (text, "]");
  op->sign = take (text, "s");
  op->width = (uint16_t) read_number (text);
}

/* Read what is behind "DST=".  */
static void
read_set (const char **text, struct op *op)
{
  const bool zero = take (text, "zero");

  if (zero || take (text, "sign"))
    {
      op->kind = zero ? OP_ZERO : OP_SIGN;
      op->width = (uint16_t) read_number (text);
      (void) take (text, "(");
      op->a = (uint8_t) read_reg (text);
      (void) take (text, ")");
    }
  else if (**text == '#' || **text == '@')
    {
      op->kind = OP_CONST;
      op->sign = *(*text)++ == '@';
      op->imm = read_number (text);
    }
  else if (take (text, "?"))
    {
      op->kind = OP_LOSE;
      op->width = (uint16_t) read_number (text);
    }
  else if (take (text, "align("))
    {
      op->kind = OP_ALIGN;
      op->a = (uint8_t) read_reg (text);
      (void) take (text, ")");
    }
  else if (take (text, "["))
    {
      op->kind = OP_LOAD;
      read_place (text, op);
    }
  else
    {
      op->a = (uint8_t) read_reg (text);
      read_index (text, op);
      op->kind = op->b != REG_NONE ? OP_ADD : OP_SET;
      if (take (text, "@"))
        op->sign = true;
      if (op->kind == OP_SET)
        op->imm = read_offset (text);
    }
}

/* Read a comparison, or what is done to a return address.  Returns the number
   of effects; 0: it is neither.  */
static unsigned
read_call (const char **text, struct op ops[2])
{
  struct op *op = ops;

  if (take (text, "cmp") || take (text, "at"))
    {
      const bool at = (*text)[-1] == 't';
      const uint16_t width = (uint16_t) read_number (text);
      op->kind = at ? OP_COMPARE_AT : OP_COMPARE;
      (void) take (text, "(");
      if (take (text, "["))
        read_place (text, op);
      else
        op->a = (uint8_t) read_reg (text);
      op->width = width;
      (void) take (text, ",");
      const int64_t limit = read_number (text);
      (void) take (text, ")");
      op[at ? 1 : 0].imm = limit;
      op[at ? 1 : 0].kind = at ? OP_LIMIT : OP_COMPARE;
      return at ? 2 : 1;
    }
  if (take (text, "strip("))
    op->kind = OP_STRIP;
  else if (take (text, "sign(") || take (text, "auth("))
    {
      op->kind = OP_PAC;
      op->sign = (*text)[-2] == 'n';
    }
  else
    return 0;
  op->dst = (uint8_t) read_reg (text);
  if (take (text, ","))
    op->a = (uint8_t) read_reg (text);
  if (take (text, ","))
    op->imm = read_number (text);
  (void) take (text, ")");
  return 1;
}

/* Read the effects at TEXT to OPS.  Returns their number; 0: the text is
   wrong.  */
static unsigned
read_ops (const char *text, struct op ops[2])
{
  unsigned count;
  struct op *op = ops;

  for (unsigned i = 0; i < 2; i++)
    ops[i] = (struct op){ .dst = REG_NONE, .a = REG_NONE, .b = REG_NONE };
  count = read_call (&text, ops);
  if (count != 0)
    return *text == '\0' ? count : 0;
  if (take (&text, "["))
    {
      op->kind = OP_STORE;
      read_place (&text, op);
      (void) take (&text, "=");
      op->dst = (uint8_t) read_reg (&text);
      return *text == '\0';
    }
  op->dst = (uint8_t) read_reg (&text);
  if (take (&text, "<="))
    {
      op->kind = OP_BOUND;
      op->imm = read_number (&text);
    }
  else if (take (&text, "{"))
    {
      op->kind = OP_INSERT;
      op->width = (uint16_t) read_number (&text);
      (void) take (&text, ",");
      op->scale = (uint8_t) read_number (&text);
      (void) take (&text, "}=");
      op->imm = read_number (&text);
    }
  else if (take (&text, "="))
    read_set (&text, op);
  else
    return 0;
  return *text == '\0';
}

/* Do what WORD says, if it is a branch.  */
static bool
run_branch (struct state *state, const char *word)
{
  static const char *const names[] = { [COND_OTHER] = "other",
                                       [COND_ABOVE] = "above",
                                       [COND_NOT_ABOVE] = "notabove",
                                       [COND_BELOW] = "below",
                                       [COND_NOT_BELOW] = "notbelow" };
  const size_t size = strlen (word);

  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (size == strlen (names[i]) + 1
        && strncmp (word, names[i], size - 1) == 0
        && strchr ("+-", word[size - 1]) != NULL)
      {
        const struct insn insn = { .flow = FLOW_BRANCH, .condition = i & 7 };
        state_branch (state, &insn, word[size - 1] == '+');
        return true;
      }
  return false;
}

/* Do what WORD says, if it is a call.  */
static bool
run_call (struct state *state, const char *word, uint32_t id)
{
  uint64_t keeps = state->machine->kept;

  if (take (&word, "keep("))
    for (keeps = 0; *word != ')' && *word != '\0'; (void) take (&word, ","))
      keeps |= UINT64_C (1) << read_reg (&word) % 64;
  else if (strcmp (word, "call") != 0)
    return false;
  state_returned (state, id, keeps);
  return true;
}

enum prove_reason
state_run (struct state *state, const char *text)
{
  struct op ops[PROVE_OPS];
  struct insn insn = { .ops = ops };
  enum prove_reason reason = PROVE_OK;
  uint32_t id = 1;
  char word[TOKEN];
  int used;

  for (; reason == PROVE_OK && sscanf (text, "%39s %n", word, &used) == 1;
       text += used)
    {
      if (strcmp (word, "flags") == 0)
        {
          insn.flags = true;
          continue;
        }
      if (strcmp (word, "away") == 0)
        {
          state->values[REG_SP] = (struct value){ .kind = VALUE_AWAY };
          continue;
        }
      if (word[0] == '@')
        {
          id = (uint32_t) strtoul (word + 1, NULL, 0);
          continue;
        }
      if (!run_call (state, word, id) && !run_branch (state, word))
        {
          const unsigned count = insn.op_count < PROVE_OPS - 1
                                     ? read_ops (word, ops + insn.op_count)
                                     : 0;
          if (count == 0)
            return PROVE_LIMIT;
          insn.op_count = (insn.op_count + count) & 7;
          if (text[used] == ',')
            {
              used += 2;
              continue;
            }
          reason = state_step (state, &insn, id);
        }
      insn = (struct insn){ .ops = ops };
      id++;
    }
  return reason;
}

/* Let STATE meet the one after OTHER, and do what follows a semicolon in that.
   *CHANGES: what is to be said of that.  */
static enum prove_reason
meet (struct state *state, const char *other, const char **changes)
{
  static struct state from;
  const char *then = strchr (other, ';');
  char way[200];
  bool changed;

  snprintf (way, sizeof way, "%.*s",
            (int) (then != NULL ? (size_t) (then - other) : strlen (other)),
            other);
  state_enter (&from, state->machine);
  enum prove_reason reason = state_run (&from, way);
  if (reason == PROVE_OK)
    reason = state_meet (state, &from, STATE_MEETING, &changed);
  if (reason != PROVE_OK)
    return reason;
  *changes = changed ? "" : "= ";
  /* What has met once stays as it is.  */
  if (state_meet (state, &from, STATE_MEETING, &changed) != PROVE_OK
      || changed)
    *changes = "changed again ";
  return then != NULL ? state_run (state, then + 1) : PROVE_OK;
}

void
state_test (const struct state_trial *t)
{
  static struct state state;
  const char *changes = "";
  char said[800];

  state_enter (&state, &prove_machines[t->machine]);
  enum prove_reason reason = state_run (&state, t->text);
  if (reason == PROVE_OK && t->other != NULL)
    reason = meet (&state, t->other, &changes);
  snprintf (said, sizeof said, "%s", changes);
  if (reason == PROVE_OK)
    state_print (&state, said + strlen (said), sizeof said - strlen (said));
  else
    snprintf (said, sizeof said, "%s", reason_name (reason));
  const bool good = strcmp (said, t->said) == 0;
  if (!good)
    printf ("%s: %s\n", t->name, said);
  unit_result_of (good, "state: %s", t->name);
}

void
state_test_end (const struct state_trial *t)
{
  static struct state state;
  char said[100];

  state_enter (&state, &prove_machines[t->machine]);
  const enum prove_reason reason = state_run (&state, t->text);
  const bool plain = state_calls_plainly (&state, false);
  snprintf (said, sizeof said, "%s%s%s %s%s 0x%" PRIx64,
            reason_name (reason == PROVE_OK ? state_returns (&state) : reason),
            state_leaves (&state, false) ? " leaves" : "",
            state_leaves (&state, true) ? " all" : "", plain ? "plain" : "odd",
            state_calls_plainly (&state, true) == plain ? "" : " but in Go",
            state_own (&state));
  const bool good = strcmp (said, t->said) == 0;
  if (!good)
    printf ("%s: %s\n", t->name, said);
  unit_result_of (good, "end: %s", t->name);
}
