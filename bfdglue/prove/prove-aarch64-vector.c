/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-aarch64-vector.c - which general registers instructions of FP, SIMD
   and SVE write.

   Few do, and those of FP and SIMD are known.  SVE has them in two of its
   eight groups, in many places: there, what would be the register is lost,
   whether it is one or a vector of that number.  Here alone, not all encodings
   that are unallocated are told from others.  */

#include "config.h"

#include "prove-aarch64.h"

/* FP of single numbers: conversions and moves.  */
static bool
scalar (struct a64 *a)
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
    a64_lose (a, a64_reg (a64_bits (a, 0, 5)), wide);
  return true;
}

/* SIMD: moves of an element.  */
static void
vectors (struct a64 *a)
{
  enum
  {
    SMOV = 5,
    UMOV = 7
  };
  const unsigned kind = a64_bits (a, 11, 4);

  if (!a64_bit (a, 29) && !a64_bit (a, 24) && a64_bits (a, 21, 3) == 0
      && !a64_bit (a, 15) && a64_bit (a, 10) && (kind == SMOV || kind == UMOV))
    a64_lose (a, a64_reg (a64_bits (a, 0, 5)), true);
}

bool
a64_vector (struct a64 *a)
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
    case 0x5e: /* SIMD of single numbers */
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
a64_scalable (struct a64 *a)
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
      /* Nobody knows how much that writes.  */
      a64_op (a, OP_STORE, REG_NONE);
      return a64_bits (a, 5, 5) != 31;
    }
  if (group >= GENERAL)
    return true;
  /* addvl, addpl */
  if (a64_bits (a, 23, 9) == 0x008 && a64_bit (a, 21)
      && a64_bits (a, 12, 4) == 5 && number == 31)
    a64_op (a, OP_ALIGN, REG_SP)->a
        = (uint8_t) a64_reg_sp (a64_bits (a, 16, 5));
  else
    a64_lose (a, a64_reg (number), true);
  return true;
}
