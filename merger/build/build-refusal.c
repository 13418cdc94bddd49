/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   build-refusal.c - why a function is refused.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "builder.h"
#include "engine.h"

#define SFM_X(name, word, text) word,
static const char *const refusal_words[] = { SFM_REFUSALS (SFM_X) };
#undef SFM_X
#define SFM_X(name, word, text) text,
static const char *const refusal_texts[] = { SFM_REFUSALS (SFM_X) };
#undef SFM_X

const char *
sfm_refusal_word (enum sfm_refusal_reason reason)
{
  return (unsigned) reason < SFM_REFUSAL_COUNT ? refusal_words[reason]
                                               : "unknown";
}

const char *
sfm_refusal_text (enum sfm_refusal_reason reason)
{
  return (unsigned) reason < SFM_REFUSAL_COUNT ? refusal_texts[reason]
                                               : "an unknown reason";
}

/* Fill A's refusal.  */
static void
tell (const struct building *a, enum sfm_refusal_reason reason,
      enum sfm_cfi_problem cfi, uint32_t row, uint64_t offset)
{
  if (a->refusal != NULL)
    *a->refusal = (struct sfm_refusal){
      .reason = reason, .cfi = cfi, .row = row, .offset = offset
    };
}

enum
{
  NAME_SIZE = 48
};

/* What messages call the function of A; NAME is room for it.  In relocatable
   output the address is left out: only the caller knows what it means.  */
static const char *
name_function (const struct building *a, char name[NAME_SIZE])
{
  if (a->b->relocatable)
    return "the function";
  snprintf (name, NAME_SIZE, "the function at 0x%" PRIx64, a->function->addr);
  return name;
}

sfm_status
sfm_build_refuse (const struct building *a, enum sfm_refusal_reason reason,
                  uint64_t value)
{
  char name[NAME_SIZE];

  tell (a, reason, SFM_CFI_NO_PROBLEM, UINT32_MAX, 0);
  return sfm_fail (a->diag, SFM_ERR_UNSUPP, 0, "%s has %s: %" PRIu64,
                   name_function (a, name), refusal_texts[reason], value);
}

/* Write RULE, as "*(r7+8)", to TEXT.  */
static void
rule_text (const struct sfm_rule *rule, char text[48])
{
  const char *open = rule->kind == SFM_RULE_MEMORY ? "*(" : "";
  const char *close = rule->kind == SFM_RULE_MEMORY ? ")" : "";

  if (rule->kind == SFM_RULE_SAME || rule->kind == SFM_RULE_UNDEFINED)
    snprintf (text, 48, "%s",
              rule->kind == SFM_RULE_SAME ? "unchanged" : "undefined");
  else if (rule->reg == SFM_REG_CFA)
    snprintf (text, 48, "%sCFA%+" PRId64 "%s", open, rule->offset, close);
  else
    snprintf (text, 48, "%sr%" PRIu32 "%+" PRId64 "%s", open, rule->reg,
              rule->offset, close);
}

sfm_status
sfm_build_refuse_row (const struct building *a, uint64_t offset,
                      const struct sfm_rules *rules,
                      const struct build_problem *problem)
{
  const struct sfm_rule *rule = problem->item[0] == 'C'   ? &rules->cfa
                                : problem->item[0] == 'R' ? &rules->ra
                                                          : &rules->fp;
  char text[48], name[NAME_SIZE];

  tell (a, problem->reason, SFM_CFI_NO_PROBLEM, a->row, offset);
  rule_text (rule, text);
  return sfm_fail (a->diag, SFM_ERR_UNSUPP, 0,
                   "row %" PRIu32 " at 0x%" PRIx64
                   " of %s: %s is %s, it must be %s",
                   a->row, offset, name_function (a, name), problem->item,
                   text, problem->wants);
}

sfm_status
sfm_build_refuse_cfi (const struct building *a, uint64_t offset,
                      enum sfm_cfi_problem problem)
{
  char name[NAME_SIZE];

  tell (a, SFM_REFUSED_CFI, problem, a->row, offset);
  return sfm_fail (
      a->diag, SFM_ERR_UNSUPP, 0, "row %" PRIu32 " at 0x%" PRIx64 " of %s: %s",
      a->row, offset, name_function (a, name), sfm_cfi_problem_text (problem));
}
