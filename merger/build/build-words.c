/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   build-words.c - the data words of rows with given rules (SFrame V3,
   'Interpretation of SFrame FREs'; for s390x before V3, SFrame V2, 's390x').

   Theory of operation.  This is the inverse of rows.c, which reads rows: the
   words for RULES are those from which sfm_row_rules gets RULES back.  No
   value is rounded or left out.  A word that a reader may take for "no rule"
   is refused: a DEFAULT slot at the CFA itself.  A register with the value of
   the CFA is refused too: FLEX can only say it by the CFA's register, which no
   assembler does.  */

#include "config.h"

#include "builder.h"
#include "rows.h"

enum
{
  /* No row has an offset beyond this, and sums of smaller ones do not
     overflow.  */
  OFFSET_BITS = 40
};

static bool
fail (struct build_problem *problem, enum sfm_refusal_reason reason,
      const char *item, const char *wants)
{
  *problem = (struct build_problem){ reason, item, wants };
  return false;
}

static inline bool
fits_word (int64_t offset)
{
  return offset >= INT32_MIN && offset <= INT32_MAX;
}

static const char too_far[] = "an offset of 32 bits";
static const char not_cfa[] = "other than the CFA itself";

/* Add the word for the CFA's OFFSET.  */
static bool
add_cfa_offset (const struct build_form *form, int64_t offset,
                struct new_row *out, struct build_problem *problem)
{
  if (form->s390x)
    {
      offset -= S390X_BIAS;
      if (offset % S390X_SLOT != 0)
        return fail (problem, SFM_REFUSED_OFFSET, "CFA",
                     "an offset of 160 plus a multiple of 8");
      offset /= S390X_SLOT;
    }
  if (!fits_word (offset))
    return fail (problem, SFM_REFUSED_OFFSET, "CFA", too_far);
  new_row_add (out, offset, false);
  return true;
}

/* Add the DEFAULT word for RULE, of ITEM, which is not SAME.  */
static bool
add_saved (const struct build_form *form, const struct sfm_rule *rule,
           const char *item, struct new_row *out,
           struct build_problem *problem)
{
  int64_t word = rule->offset;

  if (rule->kind == SFM_RULE_VALUE && form->s390x && !form->v3
      && rule->reg != SFM_REG_CFA && rule->offset == 0)
    {
      if (!sfm_rules_has_register (form->abi, rule->reg))
        return fail (problem, SFM_REFUSED_REGISTER, item,
                     "in a register up to 31");
      word = (int64_t) rule->reg << 1 | 1;
    }
  else if (rule->kind != SFM_RULE_MEMORY || rule->reg != SFM_REG_CFA)
    return fail (problem, SFM_REFUSED_MACHINE, item,
                 "unchanged, or saved relative to the CFA");
  else if (word == 0)
    return fail (problem, SFM_REFUSED_OFFSET, item, "saved beside the CFA");
  else if (!fits_word (word))
    return fail (problem, SFM_REFUSED_OFFSET, item, too_far);
  else if (form->s390x && word % S390X_SLOT != 0)
    return fail (problem, SFM_REFUSED_OFFSET, item,
                 "saved at a multiple of 8 from the CFA");
  new_row_add (out, word, false);
  return true;
}

/* Whether RULE is the return address where the ABI always has it.  */
static inline bool
is_fixed_ra (const struct build_form *form, const struct sfm_rule *rule)
{
  return form->fixed_ra != 0 && rule->kind == SFM_RULE_MEMORY
         && rule->reg == SFM_REG_CFA && rule->offset == form->fixed_ra;
}

/* Set OUT to a row without data words, as RA is undefined.  */
static bool
undefined (const struct build_form *form, struct build_problem *problem)
{
  if (!form->v3 && !form->stops)
    return fail (problem, SFM_REFUSED_UNDEFINED_RA, "RA",
                 "defined in version 2");
  return true;
}

bool
sfm_build_words_default (const struct build_form *form,
                         const struct sfm_rules *rules, struct new_row *out,
                         struct build_problem *problem)
{
  const struct sfm_rule *cfa = &rules->cfa, *ra = &rules->ra, *fp = &rules->fp;

  *out = (struct new_row){ 0 };
  if (ra->kind == SFM_RULE_UNDEFINED)
    return undefined (form, problem);
  if (cfa->kind != SFM_RULE_VALUE)
    return fail (problem, SFM_REFUSED_MACHINE, "CFA",
                 "a register plus an offset");
  if (cfa->reg != form->regs.sp && cfa->reg != form->regs.fp)
    return fail (problem, SFM_REFUSED_REGISTER, "CFA",
                 "relative to the stack or frame pointer");
  out->info
      = (uint8_t) ((cfa->reg == form->regs.sp ? ROW_INFO_SP : 0)
                   | (rules->mangled_ra ? (unsigned) ROW_INFO_MANGLED : 0));
  if (!add_cfa_offset (form, cfa->offset, out, problem))
    return false;
  if (form->fixed_ra != 0)
    {
      if (!is_fixed_ra (form, ra))
        return fail (problem, SFM_REFUSED_MACHINE, "RA", "saved at CFA-8");
    }
  else if (ra->kind != SFM_RULE_SAME)
    {
      if (!add_saved (form, ra, "RA", out, problem))
        return false;
    }
  else if (fp->kind != SFM_RULE_SAME)
    {
      /* Only s390x has a word for "RA not saved" before FP's.  */
      if (!form->s390x)
        return fail (problem, SFM_REFUSED_MACHINE, "RA",
                     "saved if the frame pointer is");
      new_row_add (out, 0, false);
    }
  return fp->kind == SFM_RULE_SAME || add_saved (form, fp, "FP", out, problem);
}

/* Add the FLEX pair for RULE, of ITEM.  */
static bool
add_pair (const struct build_form *form, const struct sfm_rule *rule,
          const char *item, struct new_row *out, struct build_problem *problem)
{
  const bool memory = rule->kind == SFM_RULE_MEMORY;
  const uint32_t reg = rule->reg;
  const int64_t offset = rule->offset;
  uint32_t control = memory ? FLEX_DEREF_P : 0;

  if (!memory && rule->kind != SFM_RULE_VALUE)
    return fail (problem, SFM_REFUSED_MACHINE, item,
                 "saved, or a register plus an offset");
  if (reg != SFM_REG_CFA)
    {
      if (!sfm_rules_has_register (form->abi, reg))
        return fail (problem, SFM_REFUSED_REGISTER, item,
                     "relative to a register that control words can name");
      control |= FLEX_REG_P | reg << FLEX_REG_SHIFT;
    }
  else if (!memory)
    return fail (problem, SFM_REFUSED_MACHINE, item,
                 "saved, or a register plus an offset");
  else if (form->s390x && offset % S390X_SLOT != 0)
    return fail (problem, SFM_REFUSED_OFFSET, item,
                 "saved at a multiple of 8 from the CFA");
  if (!fits_word (offset))
    return fail (problem, SFM_REFUSED_OFFSET, item, too_far);
  new_row_add (out, control, true);
  new_row_add (out, offset, false);
  return true;
}

bool
sfm_build_words_flex (const struct build_form *form,
                      const struct sfm_rules *rules, struct new_row *out,
                      struct build_problem *problem)
{
  const struct sfm_rule *cfa = &rules->cfa, *ra = &rules->ra, *fp = &rules->fp;

  *out = (struct new_row){ 0 };
  if (ra->kind == SFM_RULE_UNDEFINED)
    return undefined (form, problem);
  if (!sfm_rules_has_register (form->abi, cfa->reg))
    return fail (problem, SFM_REFUSED_REGISTER, "CFA",
                 "relative to a register that control words can name");
  new_row_add (out,
               (int64_t) cfa->reg << FLEX_REG_SHIFT | FLEX_REG_P
                   | (cfa->kind == SFM_RULE_MEMORY ? FLEX_DEREF_P : 0),
               true);
  if (!add_cfa_offset (form, cfa->offset, out, problem))
    return false;
  if (is_fixed_ra (form, ra)
      || (form->fixed_ra == 0 && ra->kind == SFM_RULE_SAME))
    {
      if (fp->kind != SFM_RULE_SAME)
        new_row_add (out, 0, true); /* no RA rule, an FP rule follows */
    }
  else if (!add_pair (form, ra, "RA", out, problem))
    return false;
  return fp->kind == SFM_RULE_SAME || add_pair (form, fp, "FP", out, problem);
}

/* Bring RULE, of a register saved beside CFA, into normal form: a slot
   relative to the CFA, but a value relative to a register, as FLEX's control
   word for the CFA plus an offset is 0, which means no rule.  False: it is the
   CFA itself.  */
static inline bool
normalize (const struct sfm_rule *cfa, struct sfm_rule *rule)
{
  if (cfa->kind != SFM_RULE_VALUE)
    return true;
  if (rule->kind == SFM_RULE_MEMORY && rule->reg == cfa->reg)
    {
      rule->reg = SFM_REG_CFA;
      rule->offset -= cfa->offset;
    }
  else if (rule->kind == SFM_RULE_VALUE && rule->reg == SFM_REG_CFA)
    {
      rule->reg = cfa->reg;
      rule->offset += cfa->offset;
    }
  return rule->kind != SFM_RULE_VALUE || rule->reg != cfa->reg
         || rule->offset != cfa->offset;
}

/* Clear the members of RULE that do not apply.  False: its offset is too
   large.  */
static inline bool
take_rule (struct sfm_rule *rule)
{
  const int64_t limit = INT64_C (1) << OFFSET_BITS;

  if (rule->kind != SFM_RULE_VALUE && rule->kind != SFM_RULE_MEMORY)
    *rule = (struct sfm_rule){ .kind = rule->kind };
  return rule->offset < limit && rule->offset > -limit;
}

struct build_form
sfm_build_form_of (uint8_t abi, bool v3, uint64_t reader)
{
  return (struct build_form){
    .regs = *sfm_rules_registers (abi),
    .fixed_ra = sfm_abi_fixed_ra (abi),
    .abi = abi,
    .v3 = v3,
    .aarch64 = abi_is_aarch64 (abi),
    .s390x = abi == SFM_ABI_S390X_ENDIAN_BIG,
    .no_flex = !v3 || (reader & SFM_READER_NO_FLEX) != 0,
    .stops = (reader & SFM_READER_STOPS) != 0,
  };
}

bool
sfm_build_words_any (const struct build_form *form,
                     const struct sfm_rules *rules)
{
  struct sfm_rules taken = *rules;
  struct build_problem problem;
  struct new_row row;

  return sfm_build_words_take (form, &taken, &problem)
         && (sfm_build_words_default (form, &taken, &row, &problem)
             || (!form->no_flex && !form->aarch64
                 && sfm_build_words_flex (form, &taken, &row, &problem)));
}

bool
sfm_build_words_take (const struct build_form *form, struct sfm_rules *rules,
                      struct build_problem *problem)
{
  if (rules->ra.kind == SFM_RULE_UNDEFINED)
    {
      const struct sfm_rule none = { .kind = SFM_RULE_UNDEFINED };
      *rules = (struct sfm_rules){ .cfa = none, .ra = none, .fp = none };
      return true;
    }
  if (!take_rule (&rules->cfa))
    return fail (problem, SFM_REFUSED_OFFSET, "CFA", too_far);
  if (!take_rule (&rules->ra))
    return fail (problem, SFM_REFUSED_OFFSET, "RA", too_far);
  if (!take_rule (&rules->fp))
    return fail (problem, SFM_REFUSED_OFFSET, "FP", too_far);
  if (rules->cfa.kind != SFM_RULE_VALUE && rules->cfa.kind != SFM_RULE_MEMORY)
    return fail (problem, SFM_REFUSED_MACHINE, "CFA",
                 "a register plus an offset, or the memory there");
  if (rules->cfa.reg == SFM_REG_CFA)
    return fail (problem, SFM_REFUSED_REGISTER, "CFA",
                 "relative to a register");
  if (rules->fp.kind == SFM_RULE_UNDEFINED)
    return fail (problem, SFM_REFUSED_MACHINE, "FP",
                 "defined if the return address is");
  if (rules->mangled_ra && !form->aarch64)
    return fail (problem, SFM_REFUSED_MACHINE, "RA",
                 "without a signature, which only AArch64 has");
  if (!normalize (&rules->cfa, &rules->ra))
    return fail (problem, SFM_REFUSED_MACHINE, "RA", not_cfa);
  if (!normalize (&rules->cfa, &rules->fp))
    return fail (problem, SFM_REFUSED_MACHINE, "FP", not_cfa);
  return true;
}
