/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-quick.c - the digest of call frame information in which nothing is
   unusual.

   Theory of operation.  Compilers write a dozen of the instructions, with
   operands of one or two bytes, and a CFA that is a register plus an offset.
   These are executed here on four values that are mixed as they are: that
   takes a fourth of the instructions that the walk of cfi-rows.c takes.  Of
   anything else, and of damage, this file knows nothing and gives up; the walk
   then decides.  A unit test compares both.  */

#include "config.h"

#include "cfi-instructions.h"
#include "cfi-quick.h"
#include "rows.h"
#include "rules.h"
#include "rules-hash.h"

/* The register of a CFA that is not defined.  */
#define NO_REGISTER UINT32_MAX

struct quick_state
{
  int64_t cfa_offset;
  uint32_t cfa_reg;
  struct rule_values values; /* but for the CFA */
};

struct quick
{
  const uint8_t *p;
  const uint8_t *end;
  struct quick_state now;
  struct quick_state initial;
  struct quick_state stack[SFM_CFI_DEPTH_MAX];
  unsigned depth;
  bool dirty;
  bool has_last;
  struct rule_values last;
  uint64_t hash;
  uint64_t loc;
  uint64_t size; /* of the function */
  /* Of the CIE and the ABI.  */
  uint64_t code_align;
  int64_t data_align;
  uint64_t saved; /* the value of the memory at the CFA */
  struct abi_registers regs;
  bool big;
  bool aarch64;
  bool s390x;
  bool has_ra; /* the return address has a register */
};

/* Read a number of one or two bytes.  */
static ALWAYS_INLINE bool
read_number (struct quick *q, uint32_t *number)
{
  const size_t room = (size_t) (q->end - q->p);

  if (room >= 1 && q->p[0] < 0x80)
    {
      *number = *q->p++;
      return true;
    }
  if (room < 2 || q->p[1] >= 0x80)
    return false;
  *number = (q->p[0] & 0x7fU) | (uint32_t) q->p[1] << 7;
  q->p += 2;
  return true;
}

/* Set the value of register REG to VALUE, if it has one here.  False: it is
   the stack pointer, or the state of AArch64's return address.  */
static ALWAYS_INLINE bool
set_register (struct quick *q, uint32_t reg, uint64_t value)
{
  if (reg == q->regs.fp)
    q->now.values.fp = value;
  else if (reg == q->regs.ra)
    q->now.values.ra = value;
  else
    return (reg != q->regs.sp || q->s390x)
           && (reg != AARCH64_RA_STATE || !q->aarch64);
  q->dirty = true;
  return true;
}

/* Mix the row at the current location, if it differs from the one before.
   False: the state is not usual.  */
static ALWAYS_INLINE bool
end_row (struct quick *q)
{
  struct rule_values v = q->now.values;

  if (!q->dirty)
    return true;
  q->dirty = false;
  if ((v.ra == 0 && !q->has_ra) || q->now.cfa_reg == NO_REGISTER)
    return false;
  v.cfa = rule_value (SFM_RULE_VALUE, q->now.cfa_reg, q->now.cfa_offset);
  if (q->has_last && values_equal (&v, &q->last))
    return true;
  q->hash = mix_row (q->hash, (uint32_t) q->loc, &v);
  q->last = v;
  q->has_last = true;
  return true;
}

static ALWAYS_INLINE bool
define_cfa (struct quick *q, uint8_t op)
{
  uint32_t number;

  /* There is nothing to change.  */
  if (op != CFA_DEF_CFA && q->now.cfa_reg == NO_REGISTER)
    return false;
  if (!read_number (q, &number))
    return false;
  if (op == CFA_DEF_CFA_OFFSET)
    q->now.cfa_offset = number;
  else
    q->now.cfa_reg = number;
  q->dirty = true;
  if (op != CFA_DEF_CFA)
    return true;
  if (!read_number (q, &number))
    return false;
  q->now.cfa_offset = number;
  return true;
}

static ALWAYS_INLINE bool
remember (struct quick *q)
{
  if (q->depth == SFM_CFI_DEPTH_MAX)
    return false;
  q->stack[q->depth++] = q->now;
  return true;
}

static ALWAYS_INLINE bool
restore_state (struct quick *q)
{
  if (q->depth == 0)
    return false;
  q->now = q->stack[--q->depth];
  q->dirty = true;
  return true;
}

/* Execute OP, without an operand in its low bits.  *DELTA receives an advance
   of the location.  */
static ALWAYS_INLINE bool
execute_low (struct quick *q, uint8_t op, uint64_t *delta)
{
  const size_t room = (size_t) (q->end - q->p);

  switch (op)
    {
    case CFA_NOP:
      return true;
    case CFA_DEF_CFA:
    case CFA_DEF_CFA_OFFSET:
    case CFA_DEF_CFA_REGISTER:
      return define_cfa (q, op);
    case CFA_REMEMBER_STATE:
      return remember (q);
    case CFA_RESTORE_STATE:
      return restore_state (q);
    case CFA_ADVANCE_LOC1:
      *delta = room < 1 ? 0 : *q->p++;
      return room >= 1;
    case CFA_ADVANCE_LOC2:
      *delta = room < 2 ? 0 : get_u16 (q->p, q->big);
      q->p += room < 2 ? 0 : 2;
      return room >= 2;
    case CFA_NEGATE_RA_STATE:
      q->now.values.mangled_ra = !q->now.values.mangled_ra;
      q->dirty = true;
      return q->aarch64;
    default:
      return false;
    }
}

/* Execute the instructions [P, END), as far as the location is inside the
   function.  False: one is not usual.  */
static bool
run (struct quick *q)
{
  while (q->p < q->end)
    {
      const uint8_t op = *q->p++;
      const uint32_t low = op & CFA_LOW;
      uint64_t delta = 0;
      uint32_t number;

      switch (op & CFA_HIGH)
        {
        case CFA_ADVANCE_LOC:
          delta = low;
          break;
        case CFA_OFFSET:
          if (!read_number (q, &number)
              || !set_register (
                  q, low, q->saved + (uint64_t) (number * q->data_align)))
            return false;
          break;
        case CFA_RESTORE:
          /* With size 0 these are the CIE's.  */
          if (q->size == 0
              || !set_register (q, low,
                                low == q->regs.fp ? q->initial.values.fp
                                                  : q->initial.values.ra))
            return false;
          break;
        default:
          if (!execute_low (q, op, &delta))
            return false;
        }
      if (delta != 0)
        {
          if (!end_row (q))
            return false;
          q->loc += delta * q->code_align;
          if (q->loc >= q->size)
            return true;
        }
    }
  return true;
}

/* Fill in what Q needs of the CIE.  False: it is not usual.  */
static bool
begin (struct quick *q, const struct sfm_cfi_section *section,
       const struct sfm_cfi_cie *cie)
{
  q->regs = *rules_registers (section->abi);
  if (cie->ra_column != q->regs.ra || cie->code_align == 0
      || cie->code_align > UINT8_MAX || cie->data_align > INT8_MAX
      || cie->data_align < INT8_MIN)
    return false;
  q->code_align = cie->code_align;
  q->data_align = cie->data_align;
  q->saved = rule_value (SFM_RULE_MEMORY, SFM_REG_CFA, 0);
  q->big = sfm_abi_big_endian (section->abi);
  q->aarch64 = abi_is_aarch64 (section->abi);
  q->s390x = section->abi == SFM_ABI_S390X_ENDIAN_BIG;
  q->has_ra = sfm_abi_fixed_ra (section->abi) == 0;
  q->now = (struct quick_state){ .cfa_reg = NO_REGISTER };
  q->depth = 0;
  q->dirty = false;
  q->has_last = false;
  q->hash = 0;
  q->loc = 0;
  q->size = 0;
  q->p = section->bytes + cie->program;
  q->end = section->bytes + cie->end;
  if (!run (q) || q->loc != 0)
    return false;
  q->initial = q->now;
  return true;
}

bool
cfi_digest_quick (const struct sfm_cfi_section *section,
                  const struct sfm_cfi_fde *fde, uint64_t *digest)
{
  struct quick q;

  /* No row covers anything.  */
  if (fde->size == 0 || !begin (&q, section, &fde->cie))
    return false;
  q.hash = *digest;
  q.size = fde->size;
  q.dirty = true;
  q.p = section->bytes + fde->program;
  q.end = section->bytes + fde->end;
  if (!run (&q) || (q.loc < q.size && !end_row (&q)))
    return false;
  *digest = q.hash;
  return true;
}
