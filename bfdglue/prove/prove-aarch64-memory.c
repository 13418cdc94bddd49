/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-aarch64-memory.c - loads and stores of AArch64 as their effects.

   Of a store, it matters which bytes it writes, or may write; stores that may
   fail or exchange values count as writing unknown values.  */

#include "config.h"

#include "prove-aarch64.h"

/* How the address of a load or store is made, and what becomes of its
   base.  */
enum addressing
{
  OFFSET,
  POST, /* the offset is added to the base afterwards, */
  PRE   /* or before */
};

static unsigned
base_of (const struct decoding *a)
{
  return a64_reg_sp (a64_bits (a, 5, 5));
}

/* Store SRC to BYTES bytes at BASE + OFFSET; the value is lost unless it has
   that size.  */
static void
store (struct decoding *a, unsigned src, unsigned base, int64_t offset,
       unsigned bytes)
{
  op_store (a, bytes == 8 ? src : REG_NONE, base, offset, bytes * 8);
}

static void
load (struct decoding *a, unsigned dst, unsigned base, int64_t offset,
      unsigned bytes, bool sign)
{
  op_load (a, dst, base, offset, bytes * 8, sign);
}

/* ldr and similar loads of a literal.  */
static bool
literal (struct decoding *a)
{
  enum
  {
    LDRSW = 2,
    NEITHER = 3 /* a prefetch, or unallocated */
  };
  const unsigned kind = a64_bits (a, 30, 2);

  if (a64_bit (a, 26))
    return kind != NEITHER;
  if (kind != NEITHER)
    load (a, a64_reg (a64_bits (a, 0, 5)), REG_NONE,
          (int64_t) (a->addr + (uint64_t) (a64_signed (a, 5, 19) * 4)),
          kind == 1 ? 8 : 4, kind == LDRSW);
  return true;
}

/* The load or store of a pair of registers, of BYTES each.  */
static void
pair_effects (struct decoding *a, int64_t offset, unsigned bytes, bool sign)
{
  const bool vector = a64_bit (a, 26);
  const unsigned base = base_of (a);
  const unsigned one = vector ? REG_NONE : a64_reg (a64_bits (a, 0, 5));
  const unsigned two = vector ? REG_NONE : a64_reg (a64_bits (a, 10, 5));

  if (!a64_bit (a, 22))
    {
      store (a, one, base, offset, bytes);
      store (a, two, base, offset + bytes, bytes);
    }
  else if (one == base)
    {
      load (a, two, base, offset + bytes, bytes, sign);
      load (a, one, base, offset, bytes, sign);
    }
  else
    {
      load (a, one, base, offset, bytes, sign);
      load (a, two, base, offset + bytes, bytes, sign);
    }
}

/* ldp, stp and their kind.  */
static bool
pair (struct decoding *a)
{
  enum
  {
    SHORT = 1 /* ldpsw, stgp */
  };
  const bool vector = a64_bit (a, 26), loads = a64_bit (a, 22);
  const unsigned kind = a64_bits (a, 30, 2), how = a64_bits (a, 23, 2);
  const unsigned number = a64_bits (a, 5, 5);
  const bool tagged = kind == SHORT && !vector && !loads;
  const unsigned bytes = vector          ? 4U << kind
                         : kind == 0     ? 4
                         : tagged        ? 8
                         : kind == SHORT ? 4
                                         : 8;
  const int64_t offset
      = a64_signed (a, 15, 7) * (tagged ? 16 : (int64_t) bytes);
  const unsigned one = a64_bits (a, 0, 5), two = a64_bits (a, 10, 5);

  if (kind == 3 || (kind == SHORT && !vector && how == 0)
      || (loads && one == two)
      || ((how & 1) != 0 && !vector && number != 31
          && (one == number || two == number)))
    return false;
  pair_effects (a, how == 1 ? 0 : offset, bytes, kind == SHORT);
  if ((how & 1) != 0)
    op_set (a, base_of (a), base_of (a), offset);
  return true;
}

/* A load or store of one register at BASE + OFFSET, or BASE + INDEX * SCALE
   unless INDEX is REG_NONE.  */
static bool
single_effects (struct decoding *a, int64_t offset, unsigned index,
                unsigned scale)
{
  enum
  {
    STORE,
    LOAD,
    SIGN_64,
    SIGN_32,
    PREFETCH = 3 /* a size, with SIGN_64 */
  };
  const unsigned size = a64_bits (a, 30, 2), kind = a64_bits (a, 22, 2);
  const unsigned reg = a64_reg (a64_bits (a, 0, 5));
  unsigned bytes = 1U << size;

  if (a64_bit (a, 26))
    {
      if (kind > LOAD && size != 0)
        return false;
      if ((kind & 1) == 0)
        store (a, REG_NONE, base_of (a), offset, kind == STORE ? bytes : 16);
    }
  else if (kind == SIGN_64 && size == PREFETCH)
    return true;
  else if (kind == SIGN_32)
    {
      op_lose (a, reg, false);
      return size < 2;
    }
  else if (kind == STORE)
    store (a, reg, base_of (a), offset, bytes);
  else
    load (a, reg, base_of (a), offset, bytes, kind == SIGN_64);
  if (index != REG_NONE && a->insn->op_count != 0)
    {
      struct op *op = &a->ops[a->insn->op_count - 1];
      op->b = (uint8_t) index;
      op->scale = (uint8_t) scale;
    }
  return true;
}

/* The address is a register and a small number.  */
static bool
small_offset (struct decoding *a, enum addressing how)
{
  const int64_t offset = a64_signed (a, 12, 9);
  const unsigned number = a64_bits (a, 5, 5);
  const bool vector = a64_bit (a, 26);

  if (how != OFFSET
      && ((!vector && number != 31 && number == a64_bits (a, 0, 5))
          || (a64_bits (a, 30, 2) == 3 && a64_bit (a, 23))))
    return false;
  if (!single_effects (a, how == POST ? 0 : offset, REG_NONE, 1))
    return false;
  if (how != OFFSET)
    op_set (a, base_of (a), base_of (a), offset);
  return true;
}

/* The address is the sum of two registers.  */
static bool
register_offset (struct decoding *a)
{
  const unsigned option = a64_bits (a, 13, 3);
  unsigned size = a64_bits (a, 30, 2);
  unsigned index = a64_reg (a64_bits (a, 16, 5));

  if ((option & 2) == 0)
    return false;
  if (a64_bit (a, 26) && a64_bit (a, 23))
    size = 4;
  /* A prefetch has no effect to which an index could belong.  */
  if (!a64_bit (a, 26) && size == 3 && a64_bits (a, 22, 2) == 2)
    return true;
  if (index != REG_NONE && (option & 1) == 0)
    {
      op_extend (a, REG_JUMP, index, 32, option > 3);
      index = REG_JUMP;
    }
  return single_effects (a, 0, index, a64_bit (a, 12) ? 1U << size : 1);
}

/* ldraa, ldrab.  */
static bool
load_signed_pointer (struct decoding *a)
{
  const unsigned number = a64_bits (a, 5, 5), dst = a64_bits (a, 0, 5);
  const bool before = a64_bit (a, 11);
  const int64_t offset
      = ((int64_t) a64_bits (a, 12, 9) - (a64_bit (a, 22) ? 512 : 0)) * 8;

  if (a64_bits (a, 30, 2) != 3 || a64_bit (a, 26)
      || (before && number == dst && number != 31))
    return false;
  op_lose (a, a64_reg (dst), true);
  if (before)
    op_set (a, base_of (a), base_of (a), offset);
  return true;
}

/* ldadd, swp and their kind.  */
static bool
atomic (struct decoding *a)
{
  const unsigned size = a64_bits (a, 30, 2), kind = a64_bits (a, 12, 3);

  /* Loads and stores of 64 bytes, and newer ones, are refused.  */
  if (a64_bit (a, 26) || (a64_bit (a, 15) && kind != 0 && kind != 4))
    return false;
  store (a, REG_NONE, base_of (a), 0, 1U << size);
  op_lose (a, a64_reg (a64_bits (a, 0, 5)), size == 3);
  return true;
}

static bool
single (struct decoding *a)
{
  const unsigned form = a64_bits (a, 10, 2);
  unsigned size = a64_bits (a, 30, 2);

  if (a64_bit (a, 24))
    {
      if (a64_bit (a, 26) && a64_bit (a, 23))
        size = 4;
      return single_effects (a, (int64_t) a64_bits (a, 10, 12) << size,
                             REG_NONE, 1);
    }
  if (a64_bit (a, 21))
    return form == 0   ? atomic (a)
           : form == 2 ? register_offset (a)
                       : load_signed_pointer (a);
  switch (form)
    {
    case 0:
      return small_offset (a, OFFSET);
    case 1:
      return small_offset (a, POST);
    case 2: /* as a less privileged program */
      return !a64_bit (a, 26) && small_offset (a, OFFSET)
             && (a64_bits (a, 30, 2) != 3 || !a64_bit (a, 23));
    default:
      return small_offset (a, PRE);
    }
}

/* casp: a pair of registers, the first of which is even, is exchanged.  */
static bool
compare_pair (struct decoding *a)
{
  const unsigned number = a64_bits (a, 16, 5);
  const bool wide = a64_bit (a, 30);

  if ((number & 1) != 0 || a64_bits (a, 10, 5) != 31 || a64_bit (a, 0))
    return false;
  store (a, REG_NONE, base_of (a), 0, wide ? 16 : 8);
  op_lose (a, a64_reg (number), wide);
  op_lose (a, a64_reg (number + 1), wide);
  return true;
}

/* ldxr, stxr, ldar, stlr, cas and their kind.  */
static bool
exclusive (struct decoding *a)
{
  const unsigned size = a64_bits (a, 30, 2);
  const bool ordered = a64_bit (a, 23), loads = a64_bit (a, 22);
  const bool two = a64_bit (a, 21);
  const unsigned reg = a64_reg (a64_bits (a, 0, 5));
  const unsigned status = a64_reg (a64_bits (a, 16, 5));

  if (two && !ordered && size < 2)
    return compare_pair (a);
  if (two && ordered)
    {
      store (a, REG_NONE, base_of (a), 0, 1U << size);
      op_lose (a, status, size == 3);
      return a64_bits (a, 10, 5) == 31;
    }
  if (loads)
    {
      op_lose (a, reg, size == 3);
      if (two)
        op_lose (a, a64_reg (a64_bits (a, 10, 5)), size == 3);
      return true;
    }
  store (a, ordered ? reg : REG_NONE, base_of (a), 0,
         two ? 2U << size : 1U << size);
  if (!ordered)
    op_lose (a, status, false);
  return true;
}

/* ld1 to st4.  */
static bool
structures (struct decoding *a)
{
  /* Of whole vectors.  */
  static const uint8_t registers[16]
      = { [0] = 4, [2] = 4, [4] = 3, [6] = 3, [7] = 1, [8] = 2, [10] = 2 };
  const bool after = a64_bit (a, 23), one = a64_bit (a, 24);
  const unsigned by = a64_bits (a, 16, 5), kind = a64_bits (a, 14, 2);
  unsigned bytes
      = registers[a64_bits (a, 12, 4)] * (a64_bit (a, 30) ? 16U : 8U);

  if (one)
    {
      const unsigned size = a64_bits (a, 10, 2);
      const unsigned shift = kind == 2   ? 2 + (size & 1)
                             : kind == 3 ? size
                                         : kind;
      bytes = ((a64_bit (a, 13) ? 2U : 0U) + (a64_bit (a, 21) ? 1U : 0U) + 1)
              << shift;
      if (kind == 3 && (!a64_bit (a, 22) || a64_bit (a, 12)))
        return false;
    }
  if (bytes == 0 || a64_bit (a, 31) || (!one && a64_bit (a, 21))
      || (!after && by != 0))
    return false;
  if (!a64_bit (a, 22))
    store (a, REG_NONE, base_of (a), 0, bytes);
  if (by == 31)
    op_set (a, base_of (a), base_of (a), bytes);
  else if (after)
    op_sum (a, base_of (a), base_of (a), a64_reg (by));
  return true;
}

/* stg, ldg and their kind: each 16 bytes of memory have a tag.  */
static bool
tags (struct decoding *a)
{
  const unsigned form = a64_bits (a, 10, 2), kind = a64_bits (a, 22, 2);
  const int64_t offset = a64_signed (a, 12, 9) * 16;
  const unsigned base = base_of (a);

  if (a64_bits (a, 30, 2) != 3 || a64_bit (a, 26))
    return false;
  if (form == 0)
    {
      if (kind == 1 || kind == 3)
        op_lose (a, a64_reg (a64_bits (a, 0, 5)), true);
      else /* a block of unknown size */
        op_add (a, OP_STORE, REG_NONE, REG_NONE);
      return kind == 1 || offset == 0;
    }
  store (a, REG_NONE, base, form == 1 ? 0 : offset, kind < 2 ? 16 : 32);
  if (form != 2)
    op_set (a, base, base, offset);
  return true;
}

/* cpy, set and their kind: three registers say which bytes, and change.  */
static bool
copies (struct decoding *a)
{
  if (a64_bits (a, 30, 2) != 0 || a64_bits (a, 0, 5) == 31
      || a64_bits (a, 5, 5) == 31)
    return false;
  a->insn->flags = true;
  op_add (a, OP_STORE, REG_NONE, REG_NONE);
  op_lose (a, a64_reg (a64_bits (a, 0, 5)), true);
  op_lose (a, a64_reg (a64_bits (a, 5, 5)), true);
  op_lose (a, a64_reg (a64_bits (a, 16, 5)), true);
  return true;
}

/* ldapur, stlur, and what shares their group.  */
static bool
others (struct decoding *a)
{
  const bool vector = a64_bit (a, 26);
  const unsigned form = a64_bits (a, 10, 2);

  if (a64_bit (a, 21))
    return tags (a);
  if (form == 1)
    return copies (a);
  return form == (vector ? 2U : 0U) && small_offset (a, OFFSET)
         && (a64_bits (a, 30, 2) != 3 || !a64_bit (a, 23));
}

bool
a64_memory (struct decoding *a)
{
  switch (a64_bits (a, 28, 2))
    {
    case 0:
      if (a64_bit (a, 26))
        return structures (a);
      return !a64_bit (a, 24) && exclusive (a);
    case 1:
      return a64_bit (a, 24) ? others (a) : literal (a);
    case 2:
      return pair (a);
    default:
      return single (a);
    }
}
