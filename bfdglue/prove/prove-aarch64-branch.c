/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-aarch64-branch.c - branches of AArch64, exceptions and system
   instructions, and the helpers that all parts of the decoder use.  */

#include "config.h"

#include "prove-aarch64.h"

enum
{
  X0 = AARCH64_X0,
  X16 = AARCH64_X0 + 16,
  X17 = AARCH64_X0 + 17,
  LR = AARCH64_LR,
  KEY_A = 1, /* VALUE_KEY_* */
  KEY_B = 2
};

unsigned
a64_reg (unsigned number)
{
  switch (number)
    {
    case 29:
      return REG_FP;
    case 30:
      return LR;
    case 31:
      return REG_NONE;
    default:
      return X0 + number;
    }
}

unsigned
a64_reg_sp (unsigned number)
{
  return number == 31 ? REG_SP : a64_reg (number);
}

struct op *
a64_op (struct a64 *a, enum op_kind kind, unsigned dst)
{
  if (dst == REG_NONE && kind != OP_STORE && kind != OP_COMPARE)
    return &a->none;
  if (a->insn->op_count == PROVE_OPS)
    {
      a->full = true;
      return &a->none;
    }
  struct op *op = &a->ops[a->insn->op_count++];
  *op = (struct op){
    .kind = (uint8_t) kind, .dst = (uint8_t) dst, .a = REG_NONE, .b = REG_NONE
  };
  return op;
}

void
a64_lose (struct a64 *a, unsigned dst, bool wide)
{
  a64_op (a, OP_LOSE, dst)->width = wide ? 0 : 32;
}

void
a64_set (struct a64 *a, unsigned dst, unsigned src, int64_t imm)
{
  struct op *op = a64_op (a, OP_SET, dst);

  op->a = (uint8_t) src;
  op->imm = imm;
}

void
a64_const (struct a64 *a, unsigned dst, uint64_t imm)
{
  a64_op (a, OP_CONST, dst)->imm = (int64_t) imm;
}

void
a64_extend (struct a64 *a, unsigned dst, unsigned src, unsigned width,
            bool sign)
{
  struct op *op = a64_op (a, sign ? OP_SIGN : OP_ZERO, dst);

  op->a = (uint8_t) src;
  op->width = (uint16_t) width;
}

/* Sign or authenticate the return address with KEY and SP.  */
static void
pac (struct a64 *a, unsigned key, bool sign)
{
  struct op *op = a64_op (a, OP_PAC, LR);

  op->a = REG_SP;
  op->imm = key;
  op->sign = sign;
}

/* The instructions that older processors skip.  */
static void
hint (struct a64 *a)
{
  switch (a64_bits (a, 5, 7))
    {
    case 0:
      a->insn->nop = true;
      break;
    case 7: /* xpaclri */
      a64_op (a, OP_STRIP, LR);
      break;
    case 8: /* pacia1716, pacib1716, autia1716, autib1716 */
    case 10:
    case 12:
    case 14:
      a64_lose (a, X17, true);
      break;
    case 24: /* paciaz, pacibz, autiaz, autibz */
    case 26:
    case 28:
    case 30:
      a64_lose (a, LR, true);
      break;
    case 25: /* paciasp, pacibsp, autiasp, autibsp */
      pac (a, KEY_A, true);
      break;
    case 27:
      pac (a, KEY_B, true);
      break;
    case 29:
      pac (a, KEY_A, false);
      break;
    case 31:
      pac (a, KEY_B, false);
      break;
    case 40: /* chkfeat */
      a64_lose (a, X16, true);
      break;
    default: /* bti, and what waits or orders */
      break;
    }
}

static bool
system_instruction (struct a64 *a)
{
  const bool read = a64_bit (a, 21);
  const unsigned kind = a64_bits (a, 19, 2), row = a64_bits (a, 12, 4);
  const unsigned reg = a64_reg (a64_bits (a, 0, 5));

  if (a64_bits (a, 22, 2) != 0)
    return false;
  if (kind == 0 && !read && a64_bits (a, 16, 3) == 3 && row == 2
      && reg == REG_NONE)
    {
      hint (a);
      return true;
    }
  /* Some are comparisons, or return a status in the flags.  */
  a->insn->flags = true;
  if (kind == 0)
    /* wfet, wfit; barriers; pstate.  */
    return !read && (row == 1 || ((row == 3 || row == 4) && reg == REG_NONE));
  if (read)
    a64_lose (a, reg, true);
  else if (kind == 1)
    a64_op (a, OP_STORE, REG_NONE); /* dc zva */
  return true;
}

static bool
exception (struct a64 *a)
{
  enum
  {
    SVC = 1,
    BRK = 0x20,
    HLT = 0x40
  };

  if (a64_bits (a, 2, 3) != 0)
    return false;
  switch (a64_bits (a, 0, 2) | a64_bits (a, 21, 3) << 5)
    {
    case SVC:
      a->insn->syscall = true;
      a64_lose (a, X0, true);
      return true;
    case BRK:
    case HLT:
      a->insn->flow = FLOW_STOP;
      return true;
    default:
      return false;
    }
}

/* br, blr, ret, and those with authentication.  */
static bool
branch_register (struct a64 *a)
{
  enum
  {
    BR,
    BLR,
    RET,
    OPERATION = 7,
    SIGNED = 8
  };
  const unsigned kind = a64_bits (a, 21, 4), form = a64_bits (a, 10, 6);
  const unsigned last = a64_bits (a, 0, 5), number = a64_bits (a, 5, 5);
  const unsigned reg = a64_reg (number);
  const bool is_signed = (form & ~1U) == 2;

  if (a64_bits (a, 16, 5) != 31 || (form != 0 && !is_signed)
      || (kind & OPERATION) > RET || ((kind & SIGNED) != 0 && !is_signed)
      || kind == (RET | SIGNED)
      || ((kind & SIGNED) == 0 && last != (is_signed ? 31U : 0U)))
    return false;
  switch (kind & OPERATION)
    {
    case BLR:
      a->insn->flow = FLOW_CALL_ANY;
      return reg != REG_NONE;
    case BR:
      a->insn->flow = FLOW_JUMP_ANY;
      if (is_signed)
        a64_lose (a, REG_JUMP, true);
      else if (reg != REG_NONE)
        a64_set (a, REG_JUMP, reg, 0);
      return reg != REG_NONE;
    default:
      a->insn->flow = FLOW_RETURN;
      if (is_signed)
        pac (a, (form & 1) != 0 ? KEY_B : KEY_A, false);
      a64_set (a, REG_JUMP, is_signed ? LR : reg, 0);
      return is_signed ? number == 31 : reg != REG_NONE;
    }
}

/* b, bl.  */
static bool
branch_far (struct a64 *a)
{
  struct insn *insn = a->insn;

  insn->target = a->addr + (uint64_t) (a64_signed (a, 0, 26) * 4);
  insn->flow = a64_bit (a, 31) ? FLOW_CALL : FLOW_JUMP;
  /* That takes the address of the code.  */
  if (insn->flow == FLOW_CALL && insn->target == a->addr + 4)
    insn->flow = FLOW_REFUSED;
  return true;
}

/* b.cond, bc.cond.  */
static bool
branch_if (struct a64 *a)
{
  enum
  {
    CS = 2,
    CC = 3,
    HI = 8,
    LS = 9,
    AL = 14
  };
  static const uint8_t conditions[16] = {
    [CS] = COND_NOT_BELOW,
    [CC] = COND_BELOW,
    [HI] = COND_ABOVE,
    [LS] = COND_NOT_ABOVE,
  };
  const unsigned condition = a64_bits (a, 0, 4);

  a->insn->target = a->addr + (uint64_t) (a64_signed (a, 5, 19) * 4);
  a->insn->condition = conditions[condition];
  a->insn->flow = condition >= AL ? FLOW_JUMP : FLOW_BRANCH;
  return true;
}

bool
a64_branch (struct a64 *a)
{
  if (a64_bits (a, 26, 5) == 5)
    return branch_far (a);
  if (a64_bits (a, 25, 6) == 0x1a || a64_bits (a, 25, 6) == 0x1b)
    {
      /* cbz, cbnz; tbz, tbnz */
      const int64_t by
          = a64_bit (a, 25) ? a64_signed (a, 5, 14) : a64_signed (a, 5, 19);
      a->insn->target = a->addr + (uint64_t) (by * 4);
      a->insn->flow = FLOW_BRANCH;
      return true;
    }
  switch (a64_bits (a, 24, 8))
    {
    case 0x54:
      return branch_if (a);
    case 0xd4:
      return exception (a);
    case 0xd5:
      return system_instruction (a);
    case 0xd6:
    case 0xd7:
      return branch_register (a);
    default:
      return false;
    }
}
