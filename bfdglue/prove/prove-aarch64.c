/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-aarch64.c - instructions of AArch64 as their effects.

   Here are those that compute with a number, and the groups of the Arm
   Architecture Reference Manual, C4.1.  Of instructions that move the stack
   pointer, save registers or compute addresses the effect is said exactly.  Of
   others it is that the general register is lost that the encoding names as
   its destination.  Encodings that the manual does not allocate, and newer
   ones of which nobody knows what they write, are none.  */

#include "config.h"

#include "prove-aarch64.h"

/* adr, adrp.  A page is no address that anybody takes.  */
static bool
page_or_address (struct a64 *a)
{
  const unsigned dst = a64_reg (a64_bits (a, 0, 5));
  const int64_t offset
      = a64_signed (a, 5, 19) * 4 + (int64_t) a64_bits (a, 29, 2);

  if (a64_bit (a, 31))
    a64_const (a, dst,
               (a->addr & ~UINT64_C (0xfff)) + (uint64_t) (offset * 0x1000));
  else
    {
      struct op *op = a64_op (a, OP_CONST, dst);
      op->imm = (int64_t) (a->addr + (uint64_t) offset);
      op->sign = true;
    }
  return true;
}

/* add, sub, adds, subs.  */
static bool
add_immediate (struct a64 *a)
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
    {
      struct op *op = a64_op (a, OP_COMPARE, REG_NONE);
      op->a = (uint8_t) src;
      op->width = wide ? 64 : 32;
      op->limit = (uint64_t) imm;
    }
  if (!wide)
    a64_lose (a, dst, false);
  else if (dst != REG_NONE)
    {
      a64_set (a, dst, src, minus ? -imm : imm);
      a->ops[a->insn->op_count - 1].sign = !minus;
    }
  return wide || dst != REG_SP;
}

/* addg, subg, and minima and maxima.  */
static bool
tag_immediate (struct a64 *a)
{
  const bool minimum = a64_bit (a, 22);
  const unsigned number = a64_bits (a, 0, 5);

  if (a64_bit (a, 29)
      || (minimum && (a64_bits (a, 20, 2) != 0 || a64_bit (a, 30)))
      || (!minimum && (!a64_bit (a, 31) || number == 31)))
    return false;
  a64_lose (a, a64_reg (number), a64_bit (a, 31));
  return true;
}

/* Set *MASK to the bits that a logical instruction has as a number: a run of
   ones in an element, turned, in all elements.  */
static bool
bit_mask (const struct a64 *a, uint64_t *mask)
{
  const unsigned turn = a64_bits (a, 16, 6), ones = a64_bits (a, 10, 6);
  const unsigned n = a64_bit (a, 22) ? 1 : 0;
  const unsigned kind = n << 6 | (~ones & 63);
  unsigned size = 64;

  if (kind < 2 || (n != 0 && !a64_bit (a, 31)))
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
logical_immediate (struct a64 *a)
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
      a64_op (a, OP_ALIGN, dst)->a = (uint8_t) src;
    }
  else if (kind == ORR && src == REG_NONE)
    a64_const (a, dst, mask);
  else if ((kind == AND || kind == ANDS) && mask <= INT64_MAX)
    a64_op (a, OP_BOUND, dst)->imm = (int64_t) mask;
  else
    a64_lose (a, dst, wide);
  return true;
}

/* movn, movz, movk.  */
static bool
move_wide (struct a64 *a)
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
      a64_const (a, dst, (kind == MOVN ? ~imm : imm) & all);
      return true;
    }
  struct op *op = a64_op (a, OP_INSERT, dst);
  op->imm = (int64_t) a64_bits (a, 5, 16);
  op->width = 16;
  op->limit = shift;
  if (!wide && dst != REG_NONE)
    a64_extend (a, dst, dst, 32, false);
  return true;
}

/* sbfm, bfm, ubfm.  */
static bool
bit_field (struct a64 *a)
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
    a64_lose (a, dst, wide);
  else if (turn == 0 && whole && (kind == ZEROS || (kind == SIGNED && wide)))
    a64_extend (a, dst, src, count, kind == SIGNED);
  else if (kind == ZEROS)
    a64_op (a, OP_BOUND, dst)->imm = (int64_t) ((UINT64_C (1) << count) - 1);
  else
    a64_lose (a, dst, wide);
  return true;
}

static bool
extract (struct a64 *a)
{
  const bool wide = a64_bit (a, 31);

  if (a64_bits (a, 29, 2) != 0 || a64_bit (a, 21) || a64_bit (a, 22) != wide
      || (!wide && a64_bit (a, 15)))
    return false;
  a64_lose (a, a64_reg (a64_bits (a, 0, 5)), wide);
  return true;
}

static bool
with_immediate (struct a64 *a)
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
                struct insn *insn, struct op *ops)
{
  enum
  {
    SIZE = 4,
    UNALLOCATED = 0,
    SCALABLE = 2
  };
  struct a64 a = { .addr = addr, .insn = insn, .ops = ops };
  bool good;

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
    good = a64_branch (&a);
  else if ((group & 5) == 4)
    good = a64_memory (&a);
  else if ((group & 7) == 5)
    good = a64_registers (&a);
  else
    good = (group & 7) == 7 && a64_vector (&a);
  return good && !a.full;
}
