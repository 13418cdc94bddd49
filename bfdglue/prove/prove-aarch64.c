/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-aarch64.c - instructions of AArch64 as their effects.

   This file has those that compute with an immediate, branches, exceptions and
   system instructions, and the groups of the Arm Architecture Reference
   Manual, C4.1.  The effects of instructions that move the stack pointer, save
   registers or compute addresses are exact.  Of others, the effect is that the
   general register that the encoding names as destination is lost.  Encodings
   that the manual does not allocate, and newer ones whose effects are not
   known, count as no instructions.  */

#include "config.h"

#include "prove-aarch64.h"

/* Branches, exceptions and system instructions.  */

enum
{
  X0 = AARCH64_X0,
  X16 = AARCH64_X0 + 16,
  X17 = AARCH64_X0 + 17,
  LR = AARCH64_LR
};

/* Hints, which older processors skip.  */
static void
hint (struct decoding *a)
{
  const unsigned number = a64_bits (a, 5, 7);

  switch (number)
    {
    case 0:
      a->insn->nop = true;
      break;
    case 7: /* xpaclri */
      op_add (a, OP_STRIP, LR, REG_NONE);
      break;
    case 8: /* pacia1716, pacib1716, autia1716, autib1716 */
    case 10:
    case 12:
    case 14:
      op_lose (a, X17, true);
      break;
    case 24: /* paciaz, pacibz, autiaz, autibz */
    case 26:
    case 28:
    case 30:
      op_lose (a, LR, true);
      break;
    case 25: /* paciasp, pacibsp, autiasp, autibsp */
    case 27:
    case 29:
    case 31:
      a64_pac (a, number & 2, number < 29);
      break;
    case 40: /* chkfeat */
      op_lose (a, X16, true);
      break;
    default: /* bti, and what waits or orders */
      break;
    }
}

static bool
system_instruction (struct decoding *a)
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
    op_lose (a, reg, true);
  else if (kind == 1)
    op_add (a, OP_STORE, REG_NONE, REG_NONE); /* dc zva */
  return true;
}

static bool
exception (struct decoding *a)
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
      op_lose (a, X0, true);
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
branch_register (struct decoding *a)
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
        op_lose (a, REG_JUMP, true);
      else if (reg != REG_NONE)
        op_set (a, REG_JUMP, reg, 0);
      return reg != REG_NONE;
    default:
      a->insn->flow = FLOW_RETURN;
      if (is_signed)
        a64_pac (a, (form & 1) != 0, false);
      op_set (a, REG_JUMP, is_signed ? LR : reg, 0);
      return is_signed ? number == 31 : reg != REG_NONE;
    }
}

/* b, bl.  */
static bool
branch_far (struct decoding *a)
{
  struct insn *insn = a->insn;

  insn->target = a->addr + (uint64_t) (a64_signed (a, 0, 26) * 4);
  insn->flow = a64_bit (a, 31) ? FLOW_CALL : FLOW_JUMP;
  /* Such a call only takes the address of the code.  */
  if (insn->flow == FLOW_CALL && insn->target == a->addr + 4)
    insn->flow = FLOW_REFUSED;
  return true;
}

/* b.cond, bc.cond.  */
static bool
branch_if (struct decoding *a)
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
  a->insn->condition = conditions[condition] & 7U;
  a->insn->flow = condition >= AL ? FLOW_JUMP : FLOW_BRANCH;
  return true;
}

static bool
branch (struct decoding *a)
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

/* adr, adrp.  The address of a page is not one of code that may be called.  */
static bool
page_or_address (struct decoding *a)
{
  const unsigned dst = a64_reg (a64_bits (a, 0, 5));
  const int64_t offset
      = a64_signed (a, 5, 19) * 4 + (int64_t) a64_bits (a, 29, 2);

  if (a64_bit (a, 31))
    op_const (a, dst,
              (a->addr & ~UINT64_C (0xfff)) + (uint64_t) (offset * 0x1000));
  else
    op_const (a, dst, a->addr + (uint64_t) offset)->sign = true;
  return true;
}

/* add, sub, adds, subs.  */
static bool
add_immediate (struct decoding *a)
{
  const bool wide = a64_bit (a, 31), minus = a64_bit (a, 30);
  const bool flags = a64_bit (a, 29);
  const int64_t imm = (int64_t) a64_bits (a, 10, 12)
                      << (a64_bit (a, 22) ? 12 : 0);
  const unsigned src = a64_reg_sp (a64_bits (a, 5, 5));
  const unsigned number = a64_bits (a, 0, 5);
  const unsigned dst = flags ? a64_reg (number) : a64_reg_sp (number);

  a->insn->flags = flags;
  if (flags && minus)
    op_compare (a, src, wide ? 64 : 32, (uint64_t) imm);
  if (!wide)
    op_lose (a, dst, false);
  else
    op_set (a, dst, src, minus ? -imm : imm)->sign = !minus;
  return wide || dst != REG_SP;
}

/* addg, subg, and minima and maxima.  */
static bool
tag_immediate (struct decoding *a)
{
  const bool minimum = a64_bit (a, 22);
  const unsigned number = a64_bits (a, 0, 5);

  if (a64_bit (a, 29)
      || (minimum && (a64_bits (a, 20, 2) != 0 || a64_bit (a, 30)))
      || (!minimum && (!a64_bit (a, 31) || number == 31)))
    return false;
  op_lose (a, a64_reg (number), a64_bit (a, 31));
  return true;
}

/* Set *MASK to the immediate of a logical instruction: a rotated run of ones,
   repeated in all elements.  */
static bool
bit_mask (const struct decoding *a, uint64_t *mask)
{
  const unsigned turn = a64_bits (a, 16, 6), ones = a64_bits (a, 10, 6);
  const unsigned n = a64_bit (a, 22) ? 1 : 0;
  const unsigned kind = n << 6 | (~ones & 63);
  unsigned size = 64;

  if (kind == 0 || (n != 0 && !a64_bit (a, 31)))
    return false;
  while ((kind & size) == 0)
    size /= 2;
  const unsigned run = (ones & (size - 1)) + 1, by = turn & (size - 1);
  if (run == size)
    return false;
  uint64_t element = (UINT64_C (1) << run) - 1;
  if (by != 0)
    element = element >> by | element << (size - by);
  if (size < 64)
    element &= (UINT64_C (1) << size) - 1;
  for (; size < 64; size *= 2)
    element |= element << size;
  *mask = a64_bit (a, 31) ? element : element & UINT32_MAX;
  return true;
}

/* and, orr, eor, ands.  */
static bool
logical_immediate (struct decoding *a)
{
  enum
  {
    AND = 0,
    ORR = 1,
    ANDS = 3
  };
  const unsigned kind = a64_bits (a, 29, 2), number = a64_bits (a, 0, 5);
  const unsigned src = a64_reg (a64_bits (a, 5, 5));
  const bool wide = a64_bit (a, 31);
  const unsigned dst = kind == ANDS ? a64_reg (number) : a64_reg_sp (number);
  uint64_t mask;

  a->insn->flags = kind == ANDS;
  if (!bit_mask (a, &mask))
    return false;
  if (dst == REG_SP)
    {
      if (kind != AND || src == REG_NONE || !wide)
        return false;
      op_add (a, OP_ALIGN, dst, src);
    }
  else if (kind == ORR && src == REG_NONE)
    op_const (a, dst, mask);
  else if ((kind == AND || kind == ANDS) && mask <= INT64_MAX)
    op_add (a, OP_BOUND, dst, REG_NONE)->imm = (int64_t) mask;
  else
    op_lose (a, dst, wide);
  return true;
}

/* movn, movz, movk.  */
static bool
move_wide (struct decoding *a)
{
  enum
  {
    MOVN = 0,
    MOVZ = 2,
    MOVK = 3
  };
  const unsigned kind = a64_bits (a, 29, 2), shift = a64_bits (a, 21, 2) * 16;
  const unsigned dst = a64_reg (a64_bits (a, 0, 5));
  const bool wide = a64_bit (a, 31);
  const uint64_t imm = (uint64_t) a64_bits (a, 5, 16) << shift;
  const uint64_t all = wide ? UINT64_MAX : UINT32_MAX;

  if ((!wide && shift >= 32) || (kind != MOVN && kind != MOVZ && kind != MOVK))
    return false;
  if (kind != MOVK)
    {
      op_const (a, dst, (kind == MOVN ? ~imm : imm) & all);
      return true;
    }
  struct op *op = op_add (a, OP_INSERT, dst, REG_NONE);
  op->imm = (int64_t) a64_bits (a, 5, 16);
  op->width = 16;
  op->scale = (uint8_t) shift;
  if (!wide)
    op_extend (a, dst, dst, 32, false);
  return true;
}

/* sbfm, bfm, ubfm.  */
static bool
bit_field (struct decoding *a)
{
  enum
  {
    SIGNED = 0,
    ZEROS = 2
  };
  const unsigned kind = a64_bits (a, 29, 2);
  const unsigned turn = a64_bits (a, 16, 6), last = a64_bits (a, 10, 6);
  const unsigned dst = a64_reg (a64_bits (a, 0, 5));
  const unsigned src = a64_reg (a64_bits (a, 5, 5));
  const bool wide = a64_bit (a, 31);

  if (kind == 3 || a64_bit (a, 22) != wide || (!wide && (turn | last) > 31))
    return false;
  const unsigned count = last + 1 - turn;
  const bool whole = count == 8 || count == 16 || count == 32;
  if (last < turn || src == REG_NONE || count == 64)
    op_lose (a, dst, wide);
  else if (turn == 0 && whole && (kind == ZEROS || (kind == SIGNED && wide)))
    op_extend (a, dst, src, count, kind == SIGNED);
  else if (kind == ZEROS)
    op_add (a, OP_BOUND, dst, REG_NONE)->imm
        = (int64_t) ((UINT64_C (1) << count) - 1);
  else
    op_lose (a, dst, wide);
  return true;
}

static bool
extract (struct decoding *a)
{
  const bool wide = a64_bit (a, 31);

  if (a64_bits (a, 29, 2) != 0 || a64_bit (a, 21) || a64_bit (a, 22) != wide
      || (!wide && a64_bit (a, 15)))
    return false;
  op_lose (a, a64_reg (a64_bits (a, 0, 5)), wide);
  return true;
}

static bool
with_immediate (struct decoding *a)
{
  switch (a64_bits (a, 23, 3))
    {
    case 0:
    case 1:
      return page_or_address (a);
    case 2:
      return add_immediate (a);
    case 3:
      return tag_immediate (a);
    case 4:
      return logical_immediate (a);
    case 5:
      return move_wide (a);
    case 6:
      return bit_field (a);
    default:
      return extract (a);
    }
}

bool
aarch64_decode (const uint8_t *code, size_t size, uint64_t addr,
                struct insn_kind *kinds, struct insn *insn, struct op *ops)
{
  enum
  {
    SIZE = 4,
    UNALLOCATED = 0,
    SCALABLE = 2
  };
  struct decoding a = { .addr = addr, .insn = insn, .ops = ops };
  bool good;

  (void) kinds;
  if (size < SIZE || addr % SIZE != 0)
    return false;
  /* Instructions are little-endian even where data is not.  */
  a.word = code[0] | (uint32_t) code[1] << 8 | (uint32_t) code[2] << 16
           | (uint32_t) code[3] << 24;
  insn->size = SIZE;
  const unsigned group = a64_bits (&a, 25, 4);
  if (group == UNALLOCATED)
    {
      insn->flow = FLOW_STOP; /* udf */
      return a64_bits (&a, 16, 16) == 0;
    }
  if (group == SCALABLE)
    good = a64_scalable (&a);
  else if ((group & 14) == 8)
    good = with_immediate (&a);
  else if ((group & 14) == 10)
    good = branch (&a);
  else if ((group & 5) == 4)
    good = a64_memory (&a);
  else if ((group & 7) == 5)
    good = a64_registers (&a);
  else
    good = a64_vector (&a);
  return good && !a.full;
}
