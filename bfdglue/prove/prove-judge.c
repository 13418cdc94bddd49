/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-judge.c - what the code says about rules of others.  */

#include "config.h"

#include "prove.h"

enum
{
  DWARF_FP = 6,
  DWARF_SP = 7,
  RETURN = -8 /* where the return address is, from the CFA */
};

static enum prove_verdict
equal (bool known, int64_t a, int64_t b)
{
  if (!known)
    return PROVE_SILENT;
  return a == b ? PROVE_AGREES : PROVE_REFUTES;
}

static enum prove_verdict
judge_cfa (const struct proven_row *row, const struct sfm_rule *cfa)
{
  if (cfa->kind != SFM_RULE_VALUE)
    return PROVE_SILENT;
  if (cfa->reg == DWARF_SP)
    return equal ((row->flags & PROVEN_SP) != 0, row->sp, cfa->offset);
  if (cfa->reg == DWARF_FP)
    return equal ((row->flags & PROVEN_FP) != 0, row->fp, cfa->offset);
  return PROVE_SILENT;
}

static enum prove_verdict
judge_fp (const struct proven_row *row, const struct sfm_rule *fp)
{
  /* FP is an address in the frame: it is not the caller's.  */
  if (fp->kind == SFM_RULE_SAME)
    return (row->flags & (PROVEN_OWN | PROVEN_FREE)) != 0 ? PROVE_AGREES
           : (row->flags & PROVEN_FP) != 0                ? PROVE_REFUTES
                                                          : PROVE_SILENT;
  if (fp->kind != SFM_RULE_MEMORY || fp->reg != SFM_REG_CFA)
    return PROVE_SILENT;
  return equal ((row->flags & PROVEN_SLOT) != 0, row->slot, fp->offset);
}

enum prove_verdict
prove_judge (const struct proven_row *row, const struct sfm_rules *rules)
{
  if (rules->ra.kind == SFM_RULE_UNDEFINED)
    return PROVE_SILENT;
  if (rules->ra.kind == SFM_RULE_MEMORY && rules->ra.reg == SFM_REG_CFA
      && rules->ra.offset != RETURN)
    return PROVE_REFUTES;
  const enum prove_verdict cfa = judge_cfa (row, &rules->cfa);
  const enum prove_verdict fp = judge_fp (row, &rules->fp);
  if (cfa == PROVE_REFUTES || fp == PROVE_REFUTES)
    return PROVE_REFUTES;
  return cfa == PROVE_AGREES && fp == PROVE_AGREES ? PROVE_AGREES
                                                   : PROVE_SILENT;
}

struct sfm_rules
prove_rules (const struct proven_row *row, bool by_fp)
{
  struct sfm_rules rules
      = { .cfa = { .kind = SFM_RULE_UNDEFINED },
          .ra = { .kind = SFM_RULE_MEMORY, SFM_REG_CFA, RETURN },
          .fp = { .kind = SFM_RULE_UNDEFINED } };

  if ((row->flags & PROVEN_SP) != 0
      && (!by_fp || (row->flags & PROVEN_FP) == 0))
    rules.cfa = (struct sfm_rule){ SFM_RULE_VALUE, DWARF_SP, row->sp };
  else if ((row->flags & PROVEN_FP) != 0)
    rules.cfa = (struct sfm_rule){ SFM_RULE_VALUE, DWARF_FP, row->fp };
  /* What was popped is still there, but signal handlers may write to it.  */
  const bool pops = (row->flags & PROVEN_SP) != 0 && row->slot < -row->sp;
  if ((row->flags & PROVEN_SLOT) != 0
      && (!pops || (row->flags & PROVEN_OWN) == 0))
    rules.fp = (struct sfm_rule){ SFM_RULE_MEMORY, SFM_REG_CFA, row->slot };
  else if ((row->flags & (PROVEN_OWN | PROVEN_FREE)) != 0)
    rules.fp = (struct sfm_rule){ .kind = SFM_RULE_SAME };
  return rules;
}
