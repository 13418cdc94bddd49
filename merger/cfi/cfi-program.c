/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-program.c - call frame instructions (DWARF 5, section 6.4.2; for
   AArch64, 'DWARF for the Arm 64-bit Architecture', section 4).

   Theory of operation.  Instructions are executed up to the next change of the
   location [sfm_cfi_run], so the state between two calls holds for a range of
   addresses.  Of all registers only the return address, the frame pointer and
   the stack pointer have a rule here; instructions for others are passed
   over.  An unknown instruction ends the walk with a problem: what follows it
   cannot even be found.  */

#include "config.h"

#include "cfi-state.h"
#include "rows.h"
#include "sfmerge-tool.h"

enum
{
  /* No frame has factored offsets beyond this, and products of smaller ones do
     not overflow.  */
  FACTOR_MAX = 0x7fffffff
};

/* A walk that executes instructions.  */
struct program
{
  struct cursor c;
  struct sfm_cfi_rows *rows;
  const struct sfm_cfi_cie *cie;
  const struct abi_registers *regs;
  uint64_t loc; /* bytes from the start of the function */
  bool moved;   /* LOC has changed */
  bool initial; /* these are the instructions of the CIE */
};

static void
stop_at (struct program *p, enum sfm_cfi_problem problem)
{
  if (p->rows->problem == SFM_CFI_NO_PROBLEM)
    p->rows->problem = problem;
}

/* The product of VALUE and the data alignment.  */
static int64_t
scaled (struct program *p, int64_t value)
{
  const int64_t align = p->cie->data_align;

  if (value > FACTOR_MAX || value < -FACTOR_MAX || align > FACTOR_MAX
      || align < -FACTOR_MAX)
    {
      stop_at (p, SFM_CFI_OPCODE);
      return 0;
    }
  return value * align;
}

static int64_t
unsigned_operand (struct program *p)
{
  return sign_extend (cfi_uleb (&p->c), 64);
}

/* The rule of register REG in STATE, or NULL if SFrame has none for it.  */
static struct sfm_rule *
rule_in (const struct program *p, struct sfm_cfi_state *state, uint64_t reg)
{
  return reg == p->cie->ra_column ? &state->ra
         : reg == p->regs->fp     ? &state->fp
         : reg == p->regs->sp     ? &state->sp
                                  : NULL;
}

static void
set_rule (struct program *p, uint64_t reg, uint32_t kind, uint32_t base,
          int64_t offset)
{
  struct sfm_rule *rule = rule_in (p, &p->rows->now, reg);

  if (reg == AARCH64_RA_STATE && abi_is_aarch64 (p->rows->section->abi))
    stop_at (p, SFM_CFI_OPCODE);
  if (rule == NULL)
    return;
  *rule = (struct sfm_rule){ .kind = kind, .reg = base, .offset = offset };
  p->rows->dirty = true;
}

/* Give REG its rule from the CIE's instructions.  */
static void
restore (struct program *p, uint64_t reg)
{
  const bool is_state
      = reg == AARCH64_RA_STATE && abi_is_aarch64 (p->rows->section->abi);
  struct sfm_rule *rule = rule_in (p, &p->rows->now, reg);

  /* There is no initial state yet.  */
  if (p->initial)
    {
      stop_at (p, SFM_CFI_OPCODE);
      return;
    }
  if (rule != NULL)
    *rule = *rule_in (p, &p->rows->initial, reg);
  if (is_state)
    p->rows->now.mangled_ra = p->rows->initial.mangled_ra;
  p->rows->dirty |= rule != NULL || is_state;
}

static void
set_cfa (struct program *p, uint64_t reg, int64_t offset)
{
  if (reg >= SFM_REG_CFA || offset > INT64_MAX / 2 || offset < -INT64_MAX / 2)
    stop_at (p, SFM_CFI_OPCODE);
  p->rows->now.cfa = (struct sfm_rule){ .kind = SFM_RULE_VALUE,
                                        .reg = (uint32_t) reg,
                                        .offset = offset };
  p->rows->now.cfa_fixed = false;
  p->rows->dirty = true;
}

/* Change only the register, or only the offset, of the CFA.  An expression has
   neither, even if it is a register plus an offset.  */
static void
change_cfa (struct program *p, bool change_reg, int64_t value)
{
  const struct sfm_rule *cfa = &p->rows->now.cfa;

  if (cfa->kind != SFM_RULE_VALUE || p->rows->now.cfa_fixed)
    stop_at (p, SFM_CFI_OPCODE);
  else if (change_reg)
    set_cfa (p, (uint64_t) value, cfa->offset);
  else
    set_cfa (p, cfa->reg, value);
}

/* Take the location expression that follows.  */
static struct cursor
take_expression (struct program *p)
{
  const uint64_t size = cfi_uleb (&p->c);
  struct cursor expression = p->c;

  cursor_take (&p->c, size);
  expression.size = p->c.failed ? expression.pos : p->c.pos;
  return expression;
}

static void
set_cfa_expression (struct program *p)
{
  struct sfm_cfi_state *now = &p->rows->now;
  uint8_t plt_from = 0;
  /* Only here is register 16 the PC.  */
  const bool plt = p->rows->section->abi == SFM_ABI_AMD64_ENDIAN_LITTLE;
  const struct cursor expression = take_expression (p);

  p->rows->executed |= SFM_CFI_RAN_EXPRESSION;
  if (expression.size == expression.pos
      || expression.bytes[expression.size - 1] != OP_DEREF)
    p->rows->executed |= SFM_CFI_RAN_CFA_VALUE;
  now->cfa = sfm_cfi_expression_rule (expression, true, true,
                                      plt ? &plt_from : NULL);
  now->plt_from = plt_from;
  now->cfa_fixed = true;
  p->rows->dirty = true;
}

static void
set_expression (struct program *p, bool value)
{
  const uint64_t reg = cfi_uleb (&p->c);
  const struct cursor expression = take_expression (p);

  p->rows->executed |= value ? SFM_CFI_RAN_ESCAPE : SFM_CFI_RAN_EXPRESSION;
  if (rule_in (p, &p->rows->now, reg) == NULL)
    {
      set_rule (p, reg, CFI_RULE_OTHER, 0, 0);
      return;
    }
  const struct sfm_rule rule
      = sfm_cfi_expression_rule (expression, false, value, NULL);
  set_rule (p, reg, rule.kind, rule.reg, rule.offset);
}

static void
remember (struct program *p)
{
  struct sfm_cfi_rows *rows = p->rows;

  if (rows->depth == SFM_CFI_DEPTH_MAX)
    {
      stop_at (p, SFM_CFI_DEPTH);
      return;
    }
  rows->stack[rows->depth++] = rows->now;
  if (rows->deepest < rows->depth)
    rows->deepest = rows->depth;
}

static void
restore_state (struct program *p)
{
  struct sfm_cfi_rows *rows = p->rows;

  if (rows->depth == 0)
    stop_at (p, SFM_CFI_OPCODE);
  else
    rows->now = rows->stack[--rows->depth];
  rows->dirty = true;
}

/* Advance the location by DELTA code alignment units.  */
static void
advance (struct program *p, uint64_t delta)
{
  const uint64_t align = p->cie->code_align;

  /* A location past the end of the function ends the walk.  */
  if (align != 0 && delta > (INT64_MAX - p->loc) / align)
    p->loc = INT64_MAX;
  else
    p->loc += delta * align;
  p->moved = delta != 0 && align != 0;
}

static void
set_location (struct program *p)
{
  const struct sfm_cfi_fde *fde = p->rows->fde;
  uint64_t addr = 0;

  if (!sfm_cfi_read_pointer (&p->c, p->rows->section, p->cie->encoding, &addr)
      || addr < fde->start || addr - fde->start < p->loc)
    {
      stop_at (p, SFM_CFI_OPCODE);
      return;
    }
  p->moved = addr - fde->start != p->loc;
  p->loc = addr - fde->start;
}

/* Execute OP if it sets a register's rule.  False: it does not.  */
static bool
execute_register (struct program *p, uint8_t op)
{
  struct cursor *c = &p->c;
  const uint64_t reg = (op >= CFA_OFFSET_EXTENDED && op <= CFA_REGISTER)
                               || op == CFA_OFFSET_EXTENDED_SF
                               || op == CFA_VAL_OFFSET
                               || op == CFA_VAL_OFFSET_SF
                               || op == CFA_GNU_NEGATIVE_OFFSET_EXTENDED
                           ? cfi_uleb (c)
                           : 0;
  uint64_t base;

  switch (op)
    {
    case CFA_OFFSET_EXTENDED:
      set_rule (p, reg, SFM_RULE_MEMORY, SFM_REG_CFA,
                scaled (p, unsigned_operand (p)));
      return true;
    case CFA_OFFSET_EXTENDED_SF:
      set_rule (p, reg, SFM_RULE_MEMORY, SFM_REG_CFA,
                scaled (p, cfi_sleb (c)));
      return true;
    case CFA_GNU_NEGATIVE_OFFSET_EXTENDED:
      set_rule (p, reg, SFM_RULE_MEMORY, SFM_REG_CFA,
                -scaled (p, unsigned_operand (p)));
      return true;
    case CFA_VAL_OFFSET:
      set_rule (p, reg, SFM_RULE_VALUE, SFM_REG_CFA,
                scaled (p, unsigned_operand (p)));
      return true;
    case CFA_VAL_OFFSET_SF:
      set_rule (p, reg, SFM_RULE_VALUE, SFM_REG_CFA, scaled (p, cfi_sleb (c)));
      return true;
    case CFA_RESTORE_EXTENDED:
      restore (p, reg);
      return true;
    case CFA_UNDEFINED:
      set_rule (p, reg, SFM_RULE_UNDEFINED, 0, 0);
      return true;
    case CFA_SAME_VALUE:
      set_rule (p, reg, SFM_RULE_SAME, 0, 0);
      return true;
    case CFA_REGISTER:
      base = cfi_uleb (c);
      if (base >= SFM_REG_CFA)
        stop_at (p, SFM_CFI_OPCODE);
      set_rule (p, reg, SFM_RULE_VALUE, (uint32_t) base, 0);
      return true;
    default:
      return false;
    }
}

/* Execute OP if it sets the CFA.  False: it does not.  */
static bool
execute_cfa (struct program *p, uint8_t op)
{
  struct cursor *c = &p->c;
  uint64_t reg;

  switch (op)
    {
    case CFA_DEF_CFA:
      reg = cfi_uleb (c);
      set_cfa (p, reg, unsigned_operand (p));
      return true;
    case CFA_DEF_CFA_SF:
      reg = cfi_uleb (c);
      set_cfa (p, reg, scaled (p, cfi_sleb (c)));
      return true;
    case CFA_DEF_CFA_REGISTER:
      change_cfa (p, true, unsigned_operand (p));
      return true;
    case CFA_DEF_CFA_OFFSET:
      change_cfa (p, false, unsigned_operand (p));
      return true;
    case CFA_DEF_CFA_OFFSET_SF:
      change_cfa (p, false, scaled (p, cfi_sleb (c)));
      return true;
    case CFA_DEF_CFA_EXPRESSION:
      set_cfa_expression (p);
      return true;
    default:
      return false;
    }
}

/* Execute OP, which none of the functions above has.  */
static void
execute_other (struct program *p, uint8_t op)
{
  struct cursor *c = &p->c;

  switch (op)
    {
    case CFA_NOP:
      break;
    case CFA_SET_LOC:
      set_location (p);
      break;
    case CFA_ADVANCE_LOC1:
      advance (p, cursor_u8 (c));
      break;
    case CFA_ADVANCE_LOC2:
      advance (p, cursor_u16 (c));
      break;
    case CFA_ADVANCE_LOC4:
      advance (p, cursor_u32 (c));
      break;
    case CFA_REMEMBER_STATE:
      remember (p);
      break;
    case CFA_RESTORE_STATE:
      restore_state (p);
      break;
    case CFA_EXPRESSION:
    case CFA_VAL_EXPRESSION:
      set_expression (p, op == CFA_VAL_EXPRESSION);
      break;
    case CFA_GNU_ARGS_SIZE:
      p->rows->executed |= SFM_CFI_RAN_ESCAPE;
      cfi_uleb (c);
      break;
    case CFA_NEGATE_RA_STATE:
      if (!abi_is_aarch64 (p->rows->section->abi))
        stop_at (p, SFM_CFI_OPCODE);
      p->rows->now.mangled_ra = !p->rows->now.mangled_ra;
      p->rows->dirty = true;
      break;
    default:
      stop_at (p, SFM_CFI_OPCODE);
    }
}

static void
execute_program (struct program *p)
{
  const uint8_t op = cursor_u8 (&p->c);
  const uint8_t low = op & CFA_LOW;

  switch (op & CFA_HIGH)
    {
    case CFA_ADVANCE_LOC:
      advance (p, low);
      return;
    case CFA_OFFSET:
      set_rule (p, low, SFM_RULE_MEMORY, SFM_REG_CFA,
                scaled (p, unsigned_operand (p)));
      return;
    case CFA_RESTORE:
      restore (p, low);
      return;
    default:
      if (!execute_cfa (p, op) && !execute_register (p, op))
        execute_other (p, op);
    }
}

/* Execute instructions until the location changes or there is none left.  */
static void
run (struct program *p)
{
  while (!p->moved && p->c.pos < p->c.size
         && p->rows->problem == SFM_CFI_NO_PROBLEM)
    {
      execute_program (p);
      if (p->c.failed)
        stop_at (p, SFM_CFI_OPCODE);
    }
}

void
sfm_cfi_run_initial (struct sfm_cfi_rows *rows)
{
  const struct sfm_cfi_cie *cie = &rows->fde->cie;
  const struct sfm_rule none = { .kind = CFI_RULE_NONE };
  struct program p = { .c = cfi_cursor (rows->section, cie->program, cie->end),
                       .rows = rows,
                       .cie = cie,
                       .regs = sfm_rules_registers (rows->section->abi),
                       .initial = true };

  rows->now = (struct sfm_cfi_state){
    .cfa = none, .ra = none, .fp = none, .sp = none
  };
  run (&p);
  if (p.moved)
    stop_at (&p, SFM_CFI_OPCODE);
  rows->initial = rows->now;
}

void
sfm_cfi_run (struct sfm_cfi_rows *rows)
{
  const struct sfm_cfi_fde *fde = rows->fde;
  struct program p = { .c = cfi_cursor (rows->section, rows->next, fde->end),
                       .rows = rows,
                       .cie = &fde->cie,
                       .regs = sfm_rules_registers (rows->section->abi),
                       .loc = rows->at };

  run (&p);
  rows->next = p.c.pos;
  rows->until
      = p.moved && p.loc < fde->size && rows->problem == SFM_CFI_NO_PROBLEM
            ? p.loc
            : fde->size;
}
