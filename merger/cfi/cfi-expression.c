/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-expression.c - location expressions in call frame information (DWARF 5,
   section 2.5).

   Theory of operation.  An expression is evaluated on a small stack of terms
   of the form BASE + OFFSET, the memory there, or a constant.  Whatever leaves
   this form is no rule that SFrame can express.  Of 2.85 million functions of
   Debian 12, 206 have such an expression.

   The expression that linkers write for lazy PLT code on AMD64 is recognised
   as a whole: sp + 8 + ((pc & 15) >= N ? 8 : 0), as an entry pushes a word
   before its last instruction.  */

#include "config.h"

#include <string.h>

#include "cfi-state.h"

enum
{
  OP_CONST1U = 0x08,
  OP_CONST1S = 0x09,
  OP_CONST2U = 0x0a,
  OP_CONST2S = 0x0b,
  OP_CONST4U = 0x0c,
  OP_CONST4S = 0x0d,
  OP_CONST8U = 0x0e,
  OP_CONST8S = 0x0f,
  OP_CONSTU = 0x10,
  OP_CONSTS = 0x11,
  OP_AND = 0x1a,
  OP_MINUS = 0x1c,
  OP_PLUS = 0x22,
  OP_PLUS_UCONST = 0x23,
  OP_SHL = 0x24,
  OP_GE = 0x2a,
  OP_LIT0 = 0x30,
  OP_LIT31 = 0x4f,
  OP_BREG0 = 0x70,
  OP_BREG31 = 0x8f,
  OP_BREGX = 0x92,
  OP_DEREF_SIZE = 0x94,
  OP_NOP = 0x96,

  AMD64_SP = 7,
  AMD64_PC = 16,

  /* Terms on the stack: the expressions of this form need two.  */
  TERMS_MAX = 4,

  /* No frame has constants or offsets beyond this, and sums of smaller ones do
     not overflow.  */
  OFFSET_MAX = 0x7fffffff
};

/* One term: KIND is SFM_RULE_VALUE or SFM_RULE_MEMORY.  */
struct term
{
  struct sfm_rule rule;
  bool constant; /* RULE.offset alone */
};

struct evaluation
{
  struct cursor c;
  struct term terms[TERMS_MAX];
  unsigned count;
  bool other; /* the expression leaves the form */
};

/* Set the offset of TERM.  */
static void
set_offset (struct evaluation *e, struct term *term, int64_t offset)
{
  e->other |= offset > OFFSET_MAX || offset < -OFFSET_MAX;
  term->rule.offset = offset;
}

static void
push (struct evaluation *e, bool constant, uint64_t reg, int64_t offset)
{
  e->other |= e->count == TERMS_MAX || reg > SFM_REG_CFA;
  if (e->other)
    return;
  struct term *term = &e->terms[e->count++];
  *term = (struct term){ .rule
                         = { .kind = SFM_RULE_VALUE, .reg = (uint32_t) reg },
                         .constant = constant };
  set_offset (e, term, offset);
}

/* Add VALUE to the last term.  */
static void
add (struct evaluation *e, int64_t value)
{
  e->other |= e->count == 0 || value > OFFSET_MAX || value < -OFFSET_MAX
              || e->terms[e->count - 1].rule.kind != SFM_RULE_VALUE;
  if (e->other)
    return;
  struct term *last = &e->terms[e->count - 1];
  set_offset (e, last, last->rule.offset + value);
}

/* Replace the last two terms by their sum or difference.  */
static void
combine (struct evaluation *e, bool minus)
{
  e->other |= e->count < 2;
  if (e->other)
    return;
  const struct term last = e->terms[--e->count];
  struct term *first = &e->terms[e->count - 1];
  if (last.constant)
    add (e, minus ? -last.rule.offset : last.rule.offset);
  else if (first->constant && !minus)
    {
      const int64_t offset = first->rule.offset;
      *first = last;
      add (e, offset);
    }
  else
    e->other = true;
}

static void
dereference (struct evaluation *e)
{
  e->other |= e->count == 0 || e->terms[e->count - 1].constant
              || e->terms[e->count - 1].rule.kind != SFM_RULE_VALUE;
  if (!e->other)
    e->terms[e->count - 1].rule.kind = SFM_RULE_MEMORY;
}

/* Execute OP if it is a constant.  False: it is not.  */
static bool
push_constant (struct evaluation *e, uint8_t op)
{
  struct cursor *c = &e->c;

  switch (op)
    {
    case OP_CONST1U:
      push (e, true, 0, cursor_u8 (c));
      return true;
    case OP_CONST1S:
      push (e, true, 0, sign_extend (cursor_u8 (c), 8));
      return true;
    case OP_CONST2U:
    case OP_CONST2S:
      push (e, true, 0,
            (int64_t) sfm_cfi_value (c, op == OP_CONST2U ? SFM_PE_UDATA2
                                                         : SFM_PE_SDATA2));
      return true;
    case OP_CONST4U:
      push (e, true, 0, cursor_u32 (c));
      return true;
    case OP_CONST4S:
      push (e, true, 0, sign_extend (cursor_u32 (c), 32));
      return true;
    case OP_CONST8U:
    case OP_CONST8S:
      push (e, true, 0, sign_extend (cursor_u64 (c), 64));
      return true;
    case OP_CONSTU:
      push (e, true, 0, sign_extend (cfi_uleb (c), 64));
      return true;
    case OP_CONSTS:
      push (e, true, 0, cfi_sleb (c));
      return true;
    default:
      if (op < OP_LIT0 || op > OP_LIT31)
        return false;
      push (e, true, 0, op - OP_LIT0);
      return true;
    }
}

static void
execute (struct evaluation *e, uint8_t op)
{
  struct cursor *c = &e->c;

  if (push_constant (e, op))
    return;
  if (op >= OP_BREG0 && op <= OP_BREG31)
    {
      push (e, false, op - OP_BREG0, cfi_sleb (c));
      return;
    }
  switch (op)
    {
    case OP_BREGX:
      {
        const uint64_t reg = cfi_uleb (c);
        e->other |= reg >= SFM_REG_CFA;
        push (e, false, reg, cfi_sleb (c));
        break;
      }
    case OP_PLUS:
    case OP_MINUS:
      combine (e, op == OP_MINUS);
      break;
    case OP_PLUS_UCONST:
      add (e, sign_extend (cfi_uleb (c), 64));
      break;
    case OP_DEREF_SIZE:
      e->other |= cursor_u8 (c) != 8;
      dereference (e);
      break;
    case OP_DEREF:
      dereference (e);
      break;
    case OP_NOP:
      break;
    default:
      e->other = true;
    }
}

/* Whether C has the expression of PLT code.  */
static bool
is_plt (struct cursor c, struct sfm_rule *rule, uint8_t *plt_from)
{
  if (cursor_u8 (&c) != OP_BREG0 + AMD64_SP)
    return false;
  const int64_t offset = cfi_sleb (&c);
  const uint8_t *p = cursor_take (&c, 9);
  if (p == NULL || c.pos != c.size || p[0] != OP_BREG0 + AMD64_PC || p[1] != 0
      || p[2] != OP_LIT0 + PLT_BLOCK - 1 || p[3] != OP_AND || p[4] < OP_LIT0
      || p[4] >= OP_LIT0 + PLT_BLOCK || p[5] != OP_GE || p[6] != OP_LIT0 + 3
      || p[7] != OP_SHL || p[8] != OP_PLUS || offset > OFFSET_MAX
      || offset < -OFFSET_MAX)
    return false;
  *plt_from = (uint8_t) (p[4] - OP_LIT0);
  *rule = (struct sfm_rule){ .kind = CFI_RULE_PLT,
                             .reg = AMD64_SP,
                             .offset = offset };
  /* From byte 0 on: the rule does not depend on the address.  */
  if (*plt_from == 0)
    *rule = (struct sfm_rule){ .kind = SFM_RULE_VALUE,
                               .reg = AMD64_SP,
                               .offset = offset + 8 };
  return true;
}

struct sfm_rule
sfm_cfi_expression_rule (struct cursor expression, bool cfa, bool value,
                         uint8_t *plt_from)
{
  struct evaluation e = { .c = expression };
  struct sfm_rule rule;

  if (plt_from != NULL && is_plt (expression, &rule, plt_from))
    return rule;
  /* The evaluation for a register starts with the CFA on the stack.  */
  if (!cfa)
    push (&e, false, SFM_REG_CFA, 0);
  while (!e.other && !e.c.failed && e.c.pos < e.c.size)
    execute (&e, cursor_u8 (&e.c));
  if (!e.other && !e.c.failed && !value)
    dereference (&e);
  if (e.other || e.c.failed || e.count == 0 || e.terms[e.count - 1].constant)
    return (struct sfm_rule){ .kind = CFI_RULE_OTHER };
  return e.terms[e.count - 1].rule;
}
