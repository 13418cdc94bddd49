/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-usual.h - a walk over call frame information in which nothing is
   unusual.

   Theory of operation.  Compilers write a dozen of the instructions, with
   operands of one or two bytes, and a CFA that is a register plus an offset.
   These are executed here on four values: that takes a tenth of the
   instructions that the walk of cfi-rows.c takes.  At anything else, and at
   damage, this walk gives up; its caller then takes that of cfi-rows.c.

   Inline, because what is done with a row is compiled into the walk, and once
   more for AMD64, whose registers are constants then.  The state is in local
   variables: the compiler must assume that writing a row changes any
   other.  */

#ifndef MERGER_CFI_USUAL_H
#define MERGER_CFI_USUAL_H

#include "cfi-state.h"
#include "engine.h"
#include "rows.h"

/* The register of a CFA that is not defined.  */
#define CFI_USUAL_NO_REGISTER UINT32_MAX

enum
{
  /* Bytes of a CIE's instructions that are kept.  gcc's have up to 7 on
     x86-64.  */
  CFI_USUAL_PROGRAM_MAX = 24
};

struct cfi_usual_state
{
  int64_t cfa_offset;
  uint32_t cfa_reg;
  /* Of all but the CFA.  0: unchanged, else cfi_usual_saved plus the offset
     from the CFA.  */
  struct rule_values values;
};

/* What an ABI and a CIE give the walk.  */
struct cfi_usual
{
  struct cfi_usual_state initial;
  uint64_t code_align;
  int64_t data_align;
  struct abi_registers regs;
  bool big;
  bool aarch64;
  bool s390x;
  bool has_ra; /* the return address has a register */
};

/* The value of the memory at the CFA.  */
static ALWAYS_INLINE uint64_t
cfi_usual_saved (void)
{
  return rule_value (SFM_RULE_MEMORY, SFM_REG_CFA, 0);
}

/* Take the row at byte LOC of the function, whose rules are NOW; they may be
   those of the row before.  False: it is not usual.  */
typedef bool cfi_usual_row (void *data, const struct cfi_usual_state *now,
                            uint64_t loc);

/* Read a number of one or two bytes.  */
static ALWAYS_INLINE bool
cfi_usual_number (const uint8_t **p, const uint8_t *end, uint32_t *number)
{
  if (*p == end)
    return false;
  *number = *(*p)++;
  if (*number < 0x80)
    return true;
  if (*p == end || **p >= 0x80)
    return false;
  *number = (*number & 0x7f) | (uint32_t) * (*p)++ << 7;
  return true;
}

/* Set the value of register REG to VALUE, if it has one here.  False: it is
   the stack pointer, or the state of AArch64's return address.  */
static ALWAYS_INLINE bool
cfi_usual_set (const struct cfi_usual *q, struct cfi_usual_state *now,
               bool *dirty, uint32_t reg, uint64_t value)
{
  if (reg == q->regs.fp)
    now->values.fp = value;
  else if (reg == q->regs.ra)
    now->values.ra = value;
  else
    return (reg != q->regs.sp || q->s390x)
           && (reg != AARCH64_RA_STATE || !q->aarch64);
  *dirty = true;
  return true;
}

/* A walk over instructions.  */
struct cfi_usual_walk
{
  const uint8_t *p;
  const uint8_t *end;
  struct cfi_usual_state now;
  struct cfi_usual_state stack[SFM_CFI_DEPTH_MAX];
  unsigned depth;
  bool dirty;
  uint64_t loc;
};

/* Execute DEF_CFA_OFFSET or DEF_CFA_REGISTER.  */
static ALWAYS_INLINE bool
cfi_usual_change_cfa (struct cfi_usual_walk *w, uint8_t op, const bool in_cie)
{
  uint32_t number;

  /* There is nothing to change.  */
  if (in_cie && w->now.cfa_reg == CFI_USUAL_NO_REGISTER)
    return false;
  if (!cfi_usual_number (&w->p, w->end, &number))
    return false;
  if (op == CFA_DEF_CFA_OFFSET)
    w->now.cfa_offset = number;
  else
    w->now.cfa_reg = number;
  w->dirty = true;
  return true;
}

static ALWAYS_INLINE bool
cfi_usual_cfa (struct cfi_usual_walk *w)
{
  uint32_t reg, offset;

  if (!cfi_usual_number (&w->p, w->end, &reg)
      || !cfi_usual_number (&w->p, w->end, &offset))
    return false;
  w->now.cfa_reg = reg;
  w->now.cfa_offset = offset;
  w->dirty = true;
  return true;
}

static ALWAYS_INLINE bool
cfi_usual_remember (struct cfi_usual_walk *w)
{
  if (w->depth == SFM_CFI_DEPTH_MAX)
    return false;
  w->stack[w->depth++] = w->now;
  return true;
}

static ALWAYS_INLINE bool
cfi_usual_recall (struct cfi_usual_walk *w)
{
  if (w->depth == 0)
    return false;
  w->now = w->stack[--w->depth];
  w->dirty = true;
  return true;
}

/* Execute OP, one of the rarer ones.  *DELTA receives an advance
   of the location.  */
static ALWAYS_INLINE bool
cfi_usual_low (const struct cfi_usual *q, struct cfi_usual_walk *w, uint8_t op,
               const bool in_cie, uint64_t *delta)
{
  const size_t room = (size_t) (w->end - w->p);

  switch (op)
    {
    case CFA_DEF_CFA:
      return cfi_usual_cfa (w);
    case CFA_DEF_CFA_REGISTER:
      return cfi_usual_change_cfa (w, op, in_cie);
    case CFA_REMEMBER_STATE:
      return cfi_usual_remember (w);
    case CFA_RESTORE_STATE:
      return cfi_usual_recall (w);
    case CFA_ADVANCE_LOC1:
      *delta = room < 1 ? 0 : *w->p++;
      return room >= 1;
    case CFA_ADVANCE_LOC2:
      *delta = room < 2 ? 0 : get_u16 (w->p, q->big);
      w->p += room < 2 ? 0 : 2;
      return room >= 2;
    case CFA_NEGATE_RA_STATE:
      w->now.values.mangled_ra = !w->now.values.mangled_ra;
      w->dirty = true;
      return q->aarch64;
    default:
      return false;
    }
}

/* Execute OFFSET or RESTORE, OP, of the register in its low bits.  */
static ALWAYS_INLINE bool
cfi_usual_save (const struct cfi_usual *q, struct cfi_usual_walk *w,
                uint8_t op)
{
  const uint32_t reg = op & CFA_LOW;
  uint32_t number;

  if ((op & CFA_HIGH) == CFA_RESTORE)
    return cfi_usual_set (q, &w->now, &w->dirty, reg,
                          reg == q->regs.fp ? q->initial.values.fp
                                            : q->initial.values.ra);
  return cfi_usual_number (&w->p, w->end, &number)
         && cfi_usual_set (q, &w->now, &w->dirty, reg,
                           cfi_usual_saved ()
                               + (uint64_t) (number * q->data_align));
}

/* Execute OP; *DELTA is what it adds to the location, not yet scaled.  The
   most frequent ones come first.  False: it is not usual.  */
static ALWAYS_INLINE bool
cfi_usual_step (const struct cfi_usual *q, struct cfi_usual_walk *w,
                uint8_t op, const bool in_cie, uint64_t *delta)
{
  const uint8_t high = op & CFA_HIGH;

  *delta = 0;
  if (high == CFA_ADVANCE_LOC)
    *delta = op & CFA_LOW;
  else if (op == CFA_DEF_CFA_OFFSET)
    return cfi_usual_change_cfa (w, op, in_cie);
  else if (op == CFA_NOP)
    return true;
  else if (high == 0)
    return cfi_usual_low (q, w, op, in_cie, delta);
  else
    return (high != CFA_RESTORE || !in_cie) && cfi_usual_save (q, w, op);
  return true;
}

/* Execute the instructions of W, as far as the location is below SIZE.  ROW is
   NULL for those of the CIE.  False: one is not usual.  */
static ALWAYS_INLINE bool
cfi_usual_run (const struct cfi_usual *q, struct cfi_usual_walk *w,
               uint64_t size, cfi_usual_row *row, void *data)
{
  const bool in_cie = row == NULL;
  uint64_t delta;

  while (w->p < w->end)
    {
      if (!cfi_usual_step (q, w, *w->p++, in_cie, &delta))
        return false;
      if (delta == 0)
        continue;
      if (in_cie || (w->dirty && !row (data, &w->now, w->loc)))
        return false;
      w->dirty = false;
      w->loc += delta * q->code_align;
      if (w->loc >= size)
        return true;
    }
  return in_cie || !w->dirty || row (data, &w->now, w->loc);
}

/* cfi-usual.c: fill in Q for CIE of SECTION.  False: it is not usual, or
   leaves the CFA or the return address without a rule.  */
bool sfm_cfi_usual_begin (struct cfi_usual *q,
                          const struct sfm_cfi_section *section,
                          const struct sfm_cfi_cie *cie);

/* The last usual CIE: nearly all FDEs of a section have the same one.  All
   that Q depends on is kept and compared: the offset of a CIE does not
   identify it.  */
struct cfi_usual_cie
{
  struct cfi_usual q;
  uint64_t size;   /* of PROGRAM; 0: there is none */
  uint32_t number; /* how often the CIE has changed */
  uint8_t abi;
  uint8_t program[CFI_USUAL_PROGRAM_MAX];
};

/* cfi-usual.c: what sfm_cfi_usual_begin makes of CIE of SECTION, in *LAST, or
   NULL if that is false.  */
const struct cfi_usual *
sfm_cfi_usual_of (struct cfi_usual_cie *last,
                  const struct sfm_cfi_section *section,
                  const struct sfm_cfi_cie *cie);

/* Let W begin with the instructions [FROM, END) of SECTION, in the state
   NOW.  */
static ALWAYS_INLINE void
cfi_usual_start (struct cfi_usual_walk *w,
                 const struct sfm_cfi_section *section, uint64_t from,
                 uint64_t end, const struct cfi_usual_state *now)
{
  w->p = section->bytes + from;
  w->end = section->bytes + end;
  w->now = *now;
  w->depth = 0;
  w->dirty = true;
  w->loc = 0;
}

/* Walk over the rows of FDE of SECTION, whose CIE gave Q, and call ROW, a
   compile-time constant, with DATA for each.  *REACH is set to the location
   after the last instruction, or to that which first reaches FDE's size.
   False: something is unusual.  */
static ALWAYS_INLINE bool
cfi_usual_walk (const struct cfi_usual *q,
                const struct sfm_cfi_section *section,
                const struct sfm_cfi_fde *fde, cfi_usual_row *row, void *data,
                uint64_t *reach)
{
  struct cfi_usual_walk w;

  /* No row would cover anything.  */
  if (fde->size == 0)
    return false;
  cfi_usual_start (&w, section, fde->program, fde->end, &q->initial);
  const bool usual = cfi_usual_run (q, &w, fde->size, row, data);
  *reach = w.loc;
  return usual;
}

/* Q, which is for AMD64, with the members that this makes constant.  */
static ALWAYS_INLINE struct cfi_usual
cfi_usual_amd64 (const struct cfi_usual *q)
{
  return (struct cfi_usual){ .initial = q->initial,
                             .code_align = q->code_align,
                             .data_align = q->data_align,
                             .regs = { .sp = 7, .fp = 6, .ra = 16 } };
}

#endif /* MERGER_CFI_USUAL_H */
