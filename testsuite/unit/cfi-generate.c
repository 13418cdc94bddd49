/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cfi-generate.c - call frame information for functions with known rules.  */

#include "config.h"

#include <string.h>

#include "cfi-generate.h"

enum
{
  DATA_ALIGN = -8,
  OP_DEREF = 0x06,
  OP_CONSTS = 0x11,
  OP_PLUS = 0x22,
  OP_PLUS_UCONST = 0x23,
  OP_BREG0 = 0x70,
  OP_BREGX = 0x92
};

/* DWARF numbers of SP, FP and RA.  */
struct numbers
{
  uint8_t sp, fp, ra;
};

static struct numbers
numbers_of (uint8_t abi)
{
  static const struct numbers amd64 = { 7, 6, 16 };
  static const struct numbers s390x = { 15, 11, 14 };
  static const struct numbers aarch64 = { 31, 29, 30 };

  return abi == SFM_ABI_AMD64_ENDIAN_LITTLE ? amd64
         : abi == SFM_ABI_S390X_ENDIAN_BIG  ? s390x
                                            : aarch64;
}

static bool
keeps_itself (const struct sfm_rule *rule, uint8_t reg)
{
  return rule->kind == SFM_RULE_VALUE && rule->reg == reg && rule->offset == 0;
}

void
cfi_simplify (const struct gen_world *world, struct gen_func *f)
{
  const struct numbers regs = numbers_of (world->abi);

  for (uint32_t i = 0; i < f->row_count; i++)
    {
      struct sfm_rules *r = &f->rows[i].rules;
      if (keeps_itself (&r->fp, regs.fp))
        r->fp = (struct sfm_rule){ .kind = SFM_RULE_SAME };
      if (keeps_itself (&r->ra, regs.ra))
        r->ra = (struct sfm_rule){ .kind = SFM_RULE_SAME };
      if (world->fixed_ra != 0 && r->ra.kind == SFM_RULE_SAME)
        r->ra = (struct sfm_rule){ .kind = SFM_RULE_MEMORY,
                                   .reg = SFM_REG_CFA,
                                   .offset = world->fixed_ra };
    }
}

/* What is written of one function.  */
struct run
{
  struct gen *g;
  struct cfi_writer *w;
  struct numbers regs;
  struct sfm_rules now;
  bool factored; /* the CFA may be changed in part */
};

/* Write an expression for REG + OFFSET, or the memory there.  */
static void
put_expression (struct run *run, uint32_t reg, int64_t offset, bool deref)
{
  struct cfi_writer *w = run->w, body = { .section = w->section };
  const unsigned way = gen_below (run->g, 3);

  if (reg < 32 && !gen_once_in (run->g, 4))
    cfi_put (&body, OP_BREG0 + reg, 1);
  else
    {
      cfi_put (&body, OP_BREGX, 1);
      cfi_put_uleb (&body, reg);
    }
  cfi_put_sleb (&body, way == 0 ? offset : 0);
  if (way == 1 && offset >= 0)
    {
      cfi_put (&body, OP_PLUS_UCONST, 1);
      cfi_put_uleb (&body, (uint64_t) offset);
    }
  else if (way != 0)
    {
      cfi_put (&body, OP_CONSTS, 1);
      cfi_put_sleb (&body, offset);
      cfi_put (&body, OP_PLUS, 1);
    }
  if (deref)
    cfi_put (&body, OP_DEREF, 1);
  cfi_put_uleb (w, body.size);
  cfi_put_bytes (w, (struct cfi_bytes){ body.bytes, body.size });
  cfi_free (&body);
}

/* Write a CFA of a register plus an offset.  */
static void
put_cfa_value (struct run *run, const struct sfm_rule *cfa)
{
  struct cfi_writer *w = run->w;
  const struct sfm_rule *now = &run->now.cfa;
  const bool positive = cfa->offset >= 0;

  if (run->factored && now->reg == cfa->reg && gen_once_in (run->g, 2))
    {
      cfi_put (w, positive ? CFA_DEF_OFF : CFA_DEF_OFF_SF, 1);
      if (positive)
        cfi_put_uleb (w, (uint64_t) cfa->offset);
    }
  else if (run->factored && now->offset == cfa->offset
           && gen_once_in (run->g, 2))
    {
      cfi_put (w, CFA_DEF_REG, 1);
      cfi_put_uleb (w, cfa->reg);
      return;
    }
  else
    {
      cfi_put (w, positive ? CFA_DEF : CFA_DEF_SF, 1);
      cfi_put_uleb (w, cfa->reg);
      if (positive)
        cfi_put_uleb (w, (uint64_t) cfa->offset);
    }
  if (!positive)
    cfi_put_sleb (w, cfa->offset / DATA_ALIGN);
}

static void
put_cfa (struct run *run, const struct sfm_rule *cfa)
{
  const bool memory = cfa->kind == SFM_RULE_MEMORY;

  if (!memory && !gen_once_in (run->g, 6))
    {
      put_cfa_value (run, cfa);
      run->factored = true;
      return;
    }
  cfi_put (run->w, CFA_DEF_EXPR, 1);
  put_expression (run, cfa->reg, cfa->offset, memory);
  run->factored = false;
}

/* Write that REG is saved at CFA + OFFSET.  */
static void
put_slot (struct run *run, uint8_t reg, int64_t offset)
{
  struct cfi_writer *w = run->w;
  const int64_t factor = offset / DATA_ALIGN;

  if (factor < 0)
    {
      const bool negative = gen_once_in (run->g, 2);
      cfi_put (w, negative ? CFA_NEGATIVE : CFA_OFFSET_SF, 1);
      cfi_put_uleb (w, reg);
      if (negative)
        cfi_put_uleb (w, (uint64_t) -factor);
      else
        cfi_put_sleb (w, factor);
      return;
    }
  if (gen_once_in (run->g, 3))
    {
      cfi_put (w, CFA_OFFSET_EXT, 1);
      cfi_put_uleb (w, reg);
    }
  else
    cfi_put (w, CFA_OFFSET | reg, 1);
  cfi_put_uleb (w, (uint64_t) factor);
}

/* Write RULE of register REG.  */
static void
put_rule (struct run *run, uint8_t reg, const struct sfm_rule *rule)
{
  struct cfi_writer *w = run->w;

  if (rule->kind == SFM_RULE_SAME)
    cfi_put (w, CFA_SAME, 1);
  else if (rule->kind == SFM_RULE_MEMORY && rule->reg == SFM_REG_CFA)
    {
      put_slot (run, reg, rule->offset);
      return;
    }
  else if (rule->kind == SFM_RULE_VALUE && rule->offset == 0
           && gen_once_in (run->g, 2))
    {
      cfi_put (w, CFA_REGISTER, 1);
      cfi_put_uleb (w, reg);
      cfi_put_uleb (w, rule->reg);
      return;
    }
  else
    cfi_put (w, rule->kind == SFM_RULE_MEMORY ? CFA_EXPR : CFA_VAL_EXPR, 1);
  cfi_put_uleb (w, reg);
  if (rule->kind != SFM_RULE_SAME)
    put_expression (run, rule->reg, rule->offset, false);
}

static const struct cfi_bytes noise[]
    = { CFI_BYTES (CFA_NOP), CFI_BYTES (CFA_ARGS_SIZE, 16),
        CFI_BYTES (CFA_OFFSET | 3, 4), CFI_BYTES (CFA_ADVANCE1, 0),
        CFI_BYTES (CFA_REMEMBER, CFA_DEF, 1, 8, CFA_SAME, 6, CFA_RECALL) };

/* Write something that changes nothing.  */
static void
put_noise (struct run *run)
{
  if (gen_once_in (run->g, 3))
    cfi_put_bytes (run->w,
                   noise[gen_below (run->g, sizeof noise / sizeof *noise)]);
}

static void
put_advance (struct run *run, uint32_t delta)
{
  const unsigned wide = gen_below (run->g, 3);

  if (delta < 64 && wide == 0)
    cfi_put (run->w, CFA_ADVANCE | delta, 1);
  else if (delta < 256 && wide < 2)
    {
      cfi_put (run->w, CFA_ADVANCE1, 1);
      cfi_put (run->w, delta, 1);
    }
  else
    {
      cfi_put (run->w, delta < 65536 ? CFA_ADVANCE2 : CFA_ADVANCE4, 1);
      cfi_put (run->w, delta, delta < 65536 ? 2 : 4);
    }
}

/* Write what leads to the rules of WANT.  */
static void
put_rules (struct run *run, const struct sfm_rules *want)
{
  put_noise (run);
  if (want->ra.kind == SFM_RULE_UNDEFINED)
    {
      cfi_put (run->w, CFA_UNDEFINED, 1);
      cfi_put_uleb (run->w, run->regs.ra);
      run->now.ra = want->ra;
      return;
    }
  put_cfa (run, &want->cfa);
  put_rule (run, run->regs.ra, &want->ra);
  put_rule (run, run->regs.fp, &want->fp);
  if (want->mangled_ra != run->now.mangled_ra)
    cfi_put (run->w, CFA_NEGATE_RA, 1);
  run->now = *want;
  put_noise (run);
}

void
cfi_generate (struct gen *g, struct cfi_writer *w, const struct gen_func *f)
{
  const uint8_t abi = w->section.abi;
  struct cfi_form form = cfi_usual (abi);
  const char *const letters[] = { "zR", "zBR", "zSR", "zSBR" };
  struct run run = { .g = g, .w = w, .regs = numbers_of (abi) };
  const uint32_t block = f->rep_size != 0 ? f->rep_size : f->size;
  uint32_t at = 0;

  form.code_align = 1;
  form.augmentation = letters[(f->signal ? 2 : 0) + (f->pauth_b ? 1 : 0)];
  form.version = gen_once_in (g, 2) ? 1 : w->section.debug_frame ? 4 : 3;
  cfi_cie (w, &form);
  const size_t record = cfi_open_fde (w, f->addr, f->size);
  for (uint32_t base = 0; base < f->size; base += block)
    for (uint32_t i = 0; i < f->row_count; i++)
      {
        const uint32_t start = base + f->rows[i].start;
        if (start != at)
          put_advance (&run, start - at);
        at = start;
        put_rules (&run, &f->rows[i].rules);
      }
  cfi_close (w, record);
}
