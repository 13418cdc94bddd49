/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-aarch64-register.c - instructions of AArch64 that compute with
   registers, as their effects; of vector instructions, only which general
   registers they write.  */

#include "config.h"

#include "prove-aarch64.h"

unsigned
a64_reg (unsigned number)
{
  switch (number)
    {
    case 29:
      return REG_FP;
    case 30:
      return AARCH64_LR;
    case 31:
      return REG_NONE;
    default:
      return AARCH64_X0 + number;
    }
}

unsigned
a64_reg_sp (unsigned number)
{
  return number == 31 ? REG_SP : a64_reg (number);
}

void
a64_pac (struct decoding *a, bool key_b, bool sign)
{
  struct op *op = op_add (a, OP_PAC, AARCH64_LR, REG_SP);

  op->imm = key_b ? 2 : 1; /* VALUE_KEY_* */
  op->sign = sign;
}

/* and, orr, eor, ands, with a shift, and their kind.  */
static bool
logical_register (struct decoding *a)
{
  const bool wide = a64_bit (a, 31);
  const unsigned shift = a64_bits (a, 10, 6), kind = a64_bits (a, 29, 2);
  const unsigned dst = a64_reg (a64_bits (a, 0, 5));
  const unsigned src = a64_reg (a64_bits (a, 16, 5));

  if (!wide && shift > 31)
    return false;
  a->insn->flags = kind == 3;
  if (kind != 1 || a64_bits (a, 21, 3) != 0 || shift != 0
      || a64_bits (a, 5, 5) != 31)
    op_lose (a, dst, wide);
  else if (src == REG_NONE)
    op_const (a, dst, 0);
  else if (wide)
    op_set (a, dst, src, 0);
  else
    op_extend (a, dst, src, 32, false);
  return true;
}

/* DST = SRC plus, or MINUS, BY << SHIFT.  */
static void
add_shifted (struct decoding *a, unsigned dst, unsigned src, unsigned by,
             unsigned shift, bool minus)
{
  if (by == REG_NONE && src != REG_NONE)
    op_set (a, dst, src, 0);
  else if (src == REG_NONE && by != REG_NONE && shift == 0 && !minus)
    op_set (a, dst, by, 0);
  else if (src == REG_NONE || shift > 4)
    op_lose (a, dst, true);
  else
    {
      struct op *op = op_sum (a, dst, src, by);
      op->scale = (uint8_t) (1U << shift);
      op->sign = minus;
    }
}

/* add, sub, adds, subs.  */
static bool
add_register (struct decoding *a)
{
  const bool wide = a64_bit (a, 31), minus = a64_bit (a, 30);
  const bool flags = a64_bit (a, 29), extended = a64_bit (a, 21);
  const unsigned option = a64_bits (a, 13, 3);
  const unsigned number = a64_bits (a, 0, 5);
  unsigned shift = a64_bits (a, 10, extended ? 3 : 6);
  unsigned dst = a64_reg (number), src = a64_reg (a64_bits (a, 5, 5));
  unsigned by = a64_reg (a64_bits (a, 16, 5));

  a->insn->flags = flags;
  if (extended ? a64_bits (a, 22, 2) != 0 || shift > 4
               : a64_bits (a, 22, 2) == 3 || (!wide && shift > 31))
    return false;
  if (extended)
    {
      src = a64_reg_sp (a64_bits (a, 5, 5));
      dst = flags ? dst : a64_reg_sp (number);
    }
  else if (a64_bits (a, 22, 2) != 0 && shift != 0)
    shift = 63;
  if (!wide || flags)
    op_lose (a, dst, wide);
  else
    {
      if (extended && (option & 3) != 3 && by != REG_NONE)
        {
          op_extend (a, REG_JUMP, by, 8U << (option & 3), option > 3);
          by = REG_JUMP;
        }
      add_shifted (a, dst, src, by, shift, minus);
    }
  return wide || dst != REG_SP;
}

/* Multiplications.  */
static bool
three_sources (struct decoding *a)
{
  const bool wide = a64_bit (a, 31);
  const unsigned kind = a64_bits (a, 21, 3);

  if (a64_bits (a, 29, 2) != 0 || (!wide && kind != 0) || kind == 4
      || kind == 7)
    return false;
  op_lose (a, a64_reg (a64_bits (a, 0, 5)), wide);
  return true;
}

/* Reversals, counts, and pointer authentication.  */
static bool
one_source (struct decoding *a)
{
  enum
  {
    PACIA = 0,
    PACIB = 1,
    AUTIA = 4,
    AUTIB = 5,
    XPACI = 16,
    XPACD = 17
  };
  const unsigned what = a64_bits (a, 10, 6), group = a64_bits (a, 16, 5);
  const unsigned dst = a64_reg (a64_bits (a, 0, 5));
  const unsigned with = a64_reg_sp (a64_bits (a, 5, 5));

  if (a64_bit (a, 29) || group > 1 || (group == 0 && what > 8)
      || (group == 1 && (!a64_bit (a, 31) || what > XPACD))
      || (group == 1 && what >= 8 && with != REG_SP))
    return false;
  if (dst == AARCH64_LR && what == XPACI)
    op_add (a, OP_STRIP, dst, REG_NONE);
  else if (group == 1 && dst == AARCH64_LR && with == REG_SP
           && (what == PACIA || what == PACIB || what == AUTIA
               || what == AUTIB))
    a64_pac (a, what & 1, what < AUTIA);
  else
    op_lose (a, dst, a64_bit (a, 31));
  return true;
}

/* Divisions, shifts, checksums.  */
static bool
two_sources (struct decoding *a)
{
  enum
  {
    SUBP = 0,
    IRG = 4
  };
  const unsigned what = a64_bits (a, 10, 6);
  const unsigned number = a64_bits (a, 0, 5);

  a->insn->flags = a64_bit (a, 29);
  if (what > 27 || (a64_bit (a, 29) && what != SUBP)
      || (what == IRG && number == 31))
    return false;
  op_lose (a, a64_reg (number), a64_bit (a, 31));
  return true;
}

/* adc, sbc, and what only changes flags.  */
static bool
with_carry (struct decoding *a)
{
  const bool only_flags = a64_bits (a, 10, 5) == 1     /* rmif */
                          || a64_bits (a, 10, 4) == 2; /* setf */

  a->insn->flags = a64_bit (a, 29);
  if (only_flags && a64_bit (a, 29) && !a64_bit (a, 30))
    return true;
  if (a64_bits (a, 10, 6) != 0)
    return false;
  op_lose (a, a64_reg (a64_bits (a, 0, 5)), a64_bit (a, 31));
  return true;
}

/* ccmp, ccmn.  If the condition is false, the flags are an immediate.  If that
   means "above", the instruction is as good as a comparison.  */
static bool
compare_if (struct decoding *a)
{
  const unsigned otherwise = a64_bits (a, 0, 4);

  a->insn->flags = true;
  if (!a64_bit (a, 29) || a64_bit (a, 10) || a64_bit (a, 4))
    return false;
  if (a64_bit (a, 30) && a64_bit (a, 11) && (otherwise & 6) == 2
      && a64_bits (a, 5, 5) != 31)
    op_compare (a, a64_reg (a64_bits (a, 5, 5)), a64_bit (a, 31) ? 64 : 32,
                a64_bits (a, 16, 5));
  return true;
}

bool
a64_registers (struct decoding *a)
{
  if (!a64_bit (a, 28))
    return a64_bit (a, 24) ? add_register (a) : logical_register (a);
  if (a64_bit (a, 24))
    return three_sources (a);
  switch (a64_bits (a, 21, 3))
    {
    case 0:
      return with_carry (a);
    case 2:
      return compare_if (a);
    case 4: /* csel */
      op_lose (a, a64_reg (a64_bits (a, 0, 5)), a64_bit (a, 31));
      return !a64_bit (a, 29) && !a64_bit (a, 11);
    case 6:
      return a64_bit (a, 30) ? one_source (a) : two_sources (a);
    default:
      return false;
    }
}

/* Which general registers FP, SIMD and SVE instructions write.

   Few do, and those of FP and SIMD are known.  SVE has them in two of its
   eight groups, in many places: there, the general register with the number of
   the destination is lost, even if the destination is a vector.  Only here,
   some unallocated encodings are taken for instructions.  */

/* Scalar FP: conversions and moves.  */
static bool
scalar (struct decoding *a)
{
  enum
  {
    FROM_SIGNED = 2,
    FROM_UNSIGNED = 3,
    FROM_BITS = 7
  };
  const unsigned kind = a64_bits (a, 16, 3), form = a64_bits (a, 10, 6);
  const bool wide = a64_bit (a, 31), fixed = !a64_bit (a, 21);

  if (!fixed && form != 0)
    {
      /* fcmp, fccmp */
      a->insn->flags = form == 8 || (form & 3) == 1;
      return !wide;
    }
  if (fixed && kind > FROM_UNSIGNED)
    return false;
  if (kind != FROM_SIGNED && kind != FROM_UNSIGNED && kind != FROM_BITS)
    op_lose (a, a64_reg (a64_bits (a, 0, 5)), wide);
  return true;
}

/* SIMD: moves of an element.  */
static void
vectors (struct decoding *a)
{
  enum
  {
    SMOV = 11,
    UMOV = 15
  };
  const unsigned kind = a64_bits (a, 10, 6);

  if (!a64_bit (a, 29) && a64_bits (a, 21, 3) == 0
      && (kind == SMOV || kind == UMOV))
    op_lose (a, a64_reg (a64_bits (a, 0, 5)), true);
}

bool
a64_vector (struct decoding *a)
{
  switch (a64_bits (a, 24, 8))
    {
    case 0x1e:
    case 0x9e:
      return scalar (a);
    case 0x0e:
    case 0x0f:
    case 0x2e:
    case 0x2f:
    case 0x4e:
    case 0x4f:
    case 0x6e:
    case 0x6f:
      vectors (a);
      return true;
    case 0x1f: /* fmadd */
    case 0x5e: /* scalar SIMD */
    case 0x5f:
    case 0x7e:
    case 0x7f:
    case 0xce: /* cryptography */
      return true;
    default:
      return false;
    }
}

bool
a64_scalable (struct decoding *a)
{
  enum
  {
    GENERAL = 2, /* the groups below it */
    STORES = 7
  };
  const unsigned group = a64_bits (a, 29, 3), number = a64_bits (a, 0, 5);

  a->insn->flags = true;
  if (group == STORES)
    {
      /* It is not known how much that writes.  */
      op_add (a, OP_STORE, REG_NONE, REG_NONE);
      return a64_bits (a, 5, 5) != 31;
    }
  if (group >= GENERAL)
    return true;
  /* addvl, addpl */
  if (a64_bits (a, 23, 9) == 0x008 && a64_bit (a, 21)
      && a64_bits (a, 12, 4) == 5 && number == 31)
    op_add (a, OP_ALIGN, REG_SP, a64_reg_sp (a64_bits (a, 16, 5)));
  else
    op_lose (a, a64_reg (number), true);
  return true;
}
