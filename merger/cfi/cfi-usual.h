/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-usual.h - a walk over call frame information in which nothing is
   unusual.

   Theory of operation.  Compilers write a dozen of the instructions, with
   operands of one or two bytes, and a CFA that is a register plus an offset.
   These are executed here on four values: that takes a fourth of the
   instructions that the walk of cfi-rows.c takes.  Of anything else, and of
   damage, the walk knows nothing and gives up; its caller then takes that one.

   Inline, because what is done with a row is compiled into the walk.  */

#ifndef MERGER_CFI_USUAL_H
#define MERGER_CFI_USUAL_H

#include "cfi-instructions.h"
#include "inline.h"
#include "rows.h"
#include "rules-hash.h"
#include "rules.h"

/* The register of a CFA that is not defined.  */
#define CFI_USUAL_NO_REGISTER UINT32_MAX

struct cfi_usual_state
{
  int64_t cfa_offset;
  uint32_t cfa_reg;
  /* But for the CFA.  0: unchanged, else SAVED of the walk plus the offset
     from the CFA.  */
  struct rule_values values;
};

struct cfi_usual
{
  const uint8_t *p;
  const uint8_t *end;
  struct cfi_usual_state now;
  struct cfi_usual_state initial;
  struct cfi_usual_state stack[SFM_CFI_DEPTH_MAX];
  unsigned depth;
  bool dirty;
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
cfi_usual_number (struct cfi_usual *q, uint32_t *number)
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
cfi_usual_set (struct cfi_usual *q, uint32_t reg, uint64_t value)
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

/* Take the row at Q->loc, whose rules are Q->now; they may be those of the row
   before.  False: it is not usual.  */
typedef bool cfi_usual_row (void *data, const struct cfi_usual *q);

static ALWAYS_INLINE bool
cfi_usual_cfa (struct cfi_usual *q, uint8_t op)
{
  uint32_t number;

  /* There is nothing to change.  */
  if (op != CFA_DEF_CFA && q->now.cfa_reg == CFI_USUAL_NO_REGISTER)
    return false;
  if (!cfi_usual_number (q, &number))
    return false;
  if (op == CFA_DEF_CFA_OFFSET)
    q->now.cfa_offset = number;
  else
    q->now.cfa_reg = number;
  q->dirty = true;
  if (op != CFA_DEF_CFA)
    return true;
  if (!cfi_usual_number (q, &number))
    return false;
  q->now.cfa_offset = number;
  return true;
}

static ALWAYS_INLINE bool
cfi_usual_remember (struct cfi_usual *q)
{
  if (q->depth == SFM_CFI_DEPTH_MAX)
    return false;
  q->stack[q->depth++] = q->now;
  return true;
}

static ALWAYS_INLINE bool
cfi_usual_recall (struct cfi_usual *q)
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
cfi_usual_low (struct cfi_usual *q, uint8_t op, uint64_t *delta)
{
  const size_t room = (size_t) (q->end - q->p);

  switch (op)
    {
    case CFA_NOP:
      return true;
    case CFA_DEF_CFA:
    case CFA_DEF_CFA_OFFSET:
    case CFA_DEF_CFA_REGISTER:
      return cfi_usual_cfa (q, op);
    case CFA_REMEMBER_STATE:
      return cfi_usual_remember (q);
    case CFA_RESTORE_STATE:
      return cfi_usual_recall (q);
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

/* End the row at the current location, if there is one.  */
static ALWAYS_INLINE bool
cfi_usual_end_row (struct cfi_usual *q, cfi_usual_row *row, void *data)
{
  if (!q->dirty)
    return true;
  q->dirty = false;
  return (q->now.values.ra != 0 || q->has_ra)
         && q->now.cfa_reg != CFI_USUAL_NO_REGISTER && row (data, q);
}

/* Execute the instructions [P, END), as far as the location is inside the
   function.  ROW is NULL for those of the CIE.  False: one is not usual.  */
static ALWAYS_INLINE bool
cfi_usual_run (struct cfi_usual *q, cfi_usual_row *row, void *data)
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
          if (!cfi_usual_number (q, &number)
              || !cfi_usual_set (
                  q, low, q->saved + (uint64_t) (number * q->data_align)))
            return false;
          break;
        case CFA_RESTORE:
          /* With size 0 these are the CIE's.  */
          if (q->size == 0
              || !cfi_usual_set (q, low,
                                 low == q->regs.fp ? q->initial.values.fp
                                                   : q->initial.values.ra))
            return false;
          break;
        default:
          if (!cfi_usual_low (q, op, &delta))
            return false;
        }
      if (delta != 0)
        {
          if (row == NULL || !cfi_usual_end_row (q, row, data))
            return false;
          q->loc += delta * q->code_align;
          if (q->loc >= q->size)
            return true;
        }
    }
  return true;
}

/* Fill in what Q needs of the CIE.  False: it is not usual.  */
static ALWAYS_INLINE bool
cfi_usual_begin (struct cfi_usual *q, const struct sfm_cfi_section *section,
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
  q->now = (struct cfi_usual_state){ .cfa_reg = CFI_USUAL_NO_REGISTER };
  q->depth = 0;
  q->dirty = false;
  q->loc = 0;
  q->size = 0;
  q->p = section->bytes + cie->program;
  q->end = section->bytes + cie->end;
  if (!cfi_usual_run (q, NULL, NULL))
    return false;
  q->initial = q->now;
  return true;
}

/* Walk over the rows of FDE of SECTION and call ROW with DATA for each, which
   must be constant.  False: something is unusual.  */
static ALWAYS_INLINE bool
cfi_usual_walk (struct cfi_usual *q, const struct sfm_cfi_section *section,
                const struct sfm_cfi_fde *fde, cfi_usual_row *row, void *data)
{
  /* No row covers anything.  */
  if (fde->size == 0 || !cfi_usual_begin (q, section, &fde->cie))
    return false;
  q->size = fde->size;
  q->dirty = true;
  q->p = section->bytes + fde->program;
  q->end = section->bytes + fde->end;
  return cfi_usual_run (q, row, data)
         && (q->loc >= q->size || cfi_usual_end_row (q, row, data));
}

#endif /* MERGER_CFI_USUAL_H */
