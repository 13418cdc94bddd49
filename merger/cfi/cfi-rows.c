/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-rows.c - the rules of SFrame that a state of call frame information
   means, and the walk over those of a function.

   A state becomes rules if SFrame can say all of it (doc/internals.md, section
   on call frame information): the CFA, the return address, the frame pointer,
   and a stack pointer that follows from the CFA.  A row is given only where
   its rules differ from the ones before: most instructions save registers that
   SFrame does not know.  */

#include "config.h"

#include "cfi-state.h"
#include "sfmerge-tool.h"

#define SFM_X(name, word, text) word,
static const char *const problem_words[] = { SFM_CFI_PROBLEMS (SFM_X) };
#undef SFM_X
#define SFM_X(name, word, text) text,
static const char *const problem_texts[] = { SFM_CFI_PROBLEMS (SFM_X) };
#undef SFM_X

const char *
sfm_cfi_problem_word (enum sfm_cfi_problem problem)
{
  return (unsigned) problem < SFM_CFI_PROBLEM_COUNT ? problem_words[problem]
                                                    : "unknown";
}

const char *
sfm_cfi_problem_text (enum sfm_cfi_problem problem)
{
  return (unsigned) problem < SFM_CFI_PROBLEM_COUNT ? problem_texts[problem]
                                                    : "an unknown problem";
}

/* RULE for register REG as one of the kinds of enum sfm_rule_kind, or
   CFI_RULE_OTHER.  */
static struct sfm_rule
said_rule (const struct sfm_rule *rule, uint32_t reg)
{
  const bool same = rule->kind == CFI_RULE_NONE
                    || (rule->kind == SFM_RULE_VALUE && rule->reg == reg
                        && rule->offset == 0);

  return same ? (struct sfm_rule){ .kind = SFM_RULE_SAME } : *rule;
}

/* Whether the rule of the stack pointer in STATE is what SFrame implies.  */
static bool
sp_follows (const struct sfm_cfi_state *state, uint8_t abi)
{
  const bool s390x = abi == SFM_ABI_S390X_ENDIAN_BIG;
  const int64_t bias = s390x ? S390X_BIAS : 0;
  const struct sfm_rule *cfa = &state->cfa, *sp = &state->sp;
  const uint32_t reg = sfm_rules_registers (abi)->sp;

  switch (sp->kind)
    {
    case CFI_RULE_NONE:
      return true;
    case SFM_RULE_SAME:
      return cfa->kind == SFM_RULE_VALUE && cfa->reg == reg
             && cfa->offset == bias;
    case SFM_RULE_VALUE:
      /* s390x: leaf functions keep it in a register.  */
      if (s390x && sp->reg != SFM_REG_CFA && sp->offset == 0)
        return true;
      return sp->reg == SFM_REG_CFA
                 ? sp->offset == -bias
                 : cfa->kind == SFM_RULE_VALUE && cfa->reg == sp->reg
                       && cfa->offset - bias == sp->offset;
    case SFM_RULE_MEMORY:
      /* s390x: a function saves the stack pointer of its start, which is the
         CFA - 160 by definition.  */
      return (s390x && sp->reg == SFM_REG_CFA)
             || (!s390x && cfa->kind == SFM_RULE_MEMORY && cfa->reg == sp->reg
                 && cfa->offset == sp->offset);
    default:
      return false;
    }
}

/* Set the rule of the CFA at byte PC of the code.  */
static void
cfa_rule (const struct sfm_cfi_state *state, uint64_t pc,
          struct sfm_rules *rules)
{
  rules->cfa = state->cfa;
  if (state->cfa.kind != CFI_RULE_PLT)
    return;
  rules->cfa.kind = SFM_RULE_VALUE;
  if (pc % PLT_BLOCK >= state->plt_from)
    rules->cfa.offset += 8;
}

/* The problem of RULES, which are those of STATE.  */
static enum sfm_cfi_problem
find_problem (const struct sfm_cfi_rows *rows, const struct sfm_rules *rules)
{
  const uint8_t abi = rows->section->abi;

  if (rows->fde->cie.ra_column != sfm_rules_registers (abi)->ra)
    return SFM_CFI_RA_COLUMN;
  if (rules->cfa.kind == CFI_RULE_NONE)
    return SFM_CFI_NO_CFA;
  if (rules->cfa.kind == CFI_RULE_OTHER || rules->ra.kind == CFI_RULE_OTHER
      || rules->fp.kind == CFI_RULE_OTHER)
    return SFM_CFI_EXPRESSION;
  if (rules->ra.kind == SFM_RULE_SAME && sfm_abi_fixed_ra (abi) != 0)
    return SFM_CFI_RA_RULE;
  if (!sp_follows (&rows->now, abi))
    return SFM_CFI_SP_RULE;
  if (rules->fp.kind == SFM_RULE_UNDEFINED)
    return SFM_CFI_FP_UNDEFINED;
  return SFM_CFI_NO_PROBLEM;
}

void
sfm_cfi_state_rules (const struct sfm_cfi_rows *rows, uint64_t pc,
                     struct sfm_cfi_row *row)
{
  const struct abi_registers *regs = sfm_rules_registers (rows->section->abi);
  const struct sfm_cfi_state *now = &rows->now;
  struct sfm_rules *rules = &row->rules;

  *rules = (struct sfm_rules){ .mangled_ra = now->mangled_ra };
  rules->ra = said_rule (&now->ra, regs->ra);
  if (rows->problem != SFM_CFI_NO_PROBLEM)
    {
      row->problem = rows->problem;
      return;
    }
  /* Outermost: nobody needs the other rules.  */
  if (rules->ra.kind == SFM_RULE_UNDEFINED
      && rows->fde->cie.ra_column == regs->ra)
    {
      const struct sfm_rule undefined = { .kind = SFM_RULE_UNDEFINED };
      *rules = (struct sfm_rules){ .cfa = undefined,
                                   .ra = undefined,
                                   .fp = undefined };
      row->problem = SFM_CFI_NO_PROBLEM;
      return;
    }
  cfa_rule (now, pc, rules);
  rules->fp = said_rule (&now->fp, regs->fp);
  row->problem = find_problem (rows, rules);
}

void
sfm_cfi_rows_begin (const struct sfm_cfi_section *section,
                    const struct sfm_cfi_fde *fde, struct sfm_cfi_rows *rows)
{
  rows->section = section;
  rows->fde = fde;
  rows->depth = rows->deepest = 0;
  rows->problem = SFM_CFI_NO_PROBLEM;
  rows->next = fde->program;
  rows->at = 0;
  rows->until = 0;
  rows->dirty = true;
  rows->executed = 0;
  sfm_cfi_run_initial (rows);
}

/* Where ROW, the meaning of the state at ROWS->at, ends at the latest.  A row
   whose rules do not depend on the CFA holds for the whole range; walking it
   block by block would yield no rows, and functions can have any size.  */
static uint64_t
range_end (const struct sfm_cfi_rows *rows, const struct sfm_cfi_row *row)
{
  if (rows->now.cfa.kind != CFI_RULE_PLT || row->problem != SFM_CFI_NO_PROBLEM
      || row->rules.ra.kind == SFM_RULE_UNDEFINED)
    return rows->until;
  const uint64_t in_block = (rows->fde->start + rows->at) % PLT_BLOCK;
  const uint64_t next
      = (in_block < rows->now.plt_from ? rows->now.plt_from : PLT_BLOCK)
        - in_block;
  return next < rows->until - rows->at ? rows->at + next : rows->until;
}

void
sfm_cfi_rows_skip (struct sfm_cfi_rows *rows, uint64_t to)
{
  const uint64_t end = to < rows->until ? to : rows->until;

  /* Other rows hold up to UNTIL.  */
  if (end < rows->at)
    return;
  /* The block before TO is not skipped, so that its rows have their
     starts.  */
  const uint64_t blocks = (end - rows->at) / PLT_BLOCK;
  if (blocks > 1)
    rows->at += (blocks - 1) * PLT_BLOCK;
}

/* Whether A and B are the same but for the start.  */
static bool
same_rules (const struct sfm_cfi_row *a, const struct sfm_cfi_row *b)
{
  return a->problem == b->problem && sfm_rules_equal (&a->rules, &b->rules);
}

bool
sfm_cfi_rows_next (struct sfm_cfi_rows *rows, struct sfm_cfi_row *row)
{
  while (rows->at < rows->fde->size)
    {
      const bool first = rows->at == 0;
      if (rows->at == rows->until)
        sfm_cfi_run (rows);
      if (!rows->dirty && rows->now.cfa.kind != CFI_RULE_PLT
          && rows->problem == SFM_CFI_NO_PROBLEM)
        {
          rows->at = rows->until;
          continue;
        }
      rows->dirty = false;
      row->start = rows->at;
      sfm_cfi_state_rules (rows, rows->fde->start + rows->at, row);
      rows->at = range_end (rows, row);
      if (!first && same_rules (row, &rows->last))
        continue;
      rows->last = *row;
      return true;
    }
  return false;
}
