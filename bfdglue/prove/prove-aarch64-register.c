/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-aarch64-register.c - instructions of AArch64 that compute with
   registers, as their effects.  */

#include "config.h"

#include "prove-aarch64.h"

/* and, orr, eor, ands, with a shift, and their kind.  */
static bool
logical_register (struct a64 *a)
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
    a64_lose (a, dst, wide);
  else if (src == REG_NONE)
    a64_const (a, dst, 0);
  else if (wide)
    a64_set (a, dst, src, 0);
  else
    a64_extend (a, dst, src, 32, false);
  return true;
}

/* DST = SRC plus, or MINUS, BY << SHIFT.  */
static void
add_shifted (struct a64 *a, unsigned dst, unsigned src, unsigned by,
             unsigned shift, bool minus)
{
  if (by == REG_NONE && src != REG_NONE)
    a64_set (a, dst, src, 0);
  else if (src == REG_NONE && by != REG_NONE && shift == 0 && !minus)
    a64_set (a, dst, by, 0);
  else if (src == REG_NONE || by == REG_NONE || shift > 4)
    a64_lose (a, dst, true);
  else
    {
      struct op *op = a64_op (a, OP_ADD, dst);
      op->a = (uint8_t) src;
      op->b = (uint8_t) by;
      op->scale = (uint8_t) (1U << shift);
      op->sign = minus;
    }
}

/* add, sub, adds, subs.  */
static bool
add_register (struct a64 *a)
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
    a64_lose (a, dst, wide);
  else
    {
      if (extended && (option & 3) != 3 && by != REG_NONE)
        {
          a64_extend (a, REG_JUMP, by, 8U << (option & 3), option > 3);
          by = REG_JUMP;
        }
      add_shifted (a, dst, src, by, shift, minus);
    }
  return wide || dst != REG_SP;
}

/* Multiplications.  */
static bool
three_sources (struct a64 *a)
{
  const bool wide = a64_bit (a, 31);
  const unsigned kind = a64_bits (a, 21, 3);

  if (a64_bits (a, 29, 2) != 0 || (!wide && kind != 0) || kind == 4
      || kind == 7)
    return false;
  a64_lose (a, a64_reg (a64_bits (a, 0, 5)), wide);
  return true;
}

/* Reversals, counts, and pointer authentication.  */
static bool
one_source (struct a64 *a)
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
  if (group == 1 && dst == AARCH64_LR && what == XPACI)
    a64_op (a, OP_STRIP, dst);
  else if (group == 1 && dst == AARCH64_LR && with == REG_SP
           && (what == PACIA || what == PACIB || what == AUTIA
               || what == AUTIB))
    {
      struct op *op = a64_op (a, OP_PAC, dst);
      op->a = REG_SP;
      op->imm = 1 + (what & 1);
      op->sign = what < AUTIA;
    }
  else
    a64_lose (a, dst, a64_bit (a, 31));
  return true;
}

/* Divisions, shifts, checksums.  */
static bool
two_sources (struct a64 *a)
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
  a64_lose (a, a64_reg (number), a64_bit (a, 31));
  return true;
}

/* adc, sbc, and what only changes flags.  */
static bool
with_carry (struct a64 *a)
{
  const bool only_flags = a64_bits (a, 10, 5) == 1     /* rmif */
                          || a64_bits (a, 10, 4) == 2; /* setf */

  a->insn->flags = a64_bit (a, 29);
  if (only_flags && a64_bit (a, 29) && !a64_bit (a, 30))
    return true;
  if (a64_bits (a, 10, 6) != 0)
    return false;
  a64_lose (a, a64_reg (a64_bits (a, 0, 5)), a64_bit (a, 31));
  return true;
}

/* ccmp, ccmn.  If the condition is false, the flags are a number.  It is as
   good as a comparison if that says "above".  */
static bool
compare_if (struct a64 *a)
{
  const unsigned otherwise = a64_bits (a, 0, 4);

  a->insn->flags = true;
  if (!a64_bit (a, 29) || a64_bit (a, 10) || a64_bit (a, 4))
    return false;
  if (a64_bit (a, 30) && a64_bit (a, 11) && (otherwise & 6) == 2
      && a64_bits (a, 5, 5) != 31)
    {
      struct op *op = a64_op (a, OP_COMPARE, REG_NONE);
      op->a = (uint8_t) a64_reg (a64_bits (a, 5, 5));
      op->width = a64_bit (a, 31) ? 64 : 32;
      op->limit = a64_bits (a, 16, 5);
    }
  return true;
}

bool
a64_registers (struct a64 *a)
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
      a64_lose (a, a64_reg (a64_bits (a, 0, 5)), a64_bit (a, 31));
      return !a64_bit (a, 29) && !a64_bit (a, 11);
    case 6:
      return a64_bit (a, 30) ? one_source (a) : two_sources (a);
    default:
      return false;
    }
}
