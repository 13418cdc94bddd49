/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   rules-text.c - rules and the names of registers as text.

   Register numbers are the DWARF numbers of each machine's psABI.  */

#include "config.h"

#include "pieces.h"
#include "text.h"

enum
{
  AMD64_RA = 16,
  AMD64_EGPR_FIRST = 130, /* r16 to r31 of APX */
  AMD64_EGPR_LAST = 145,
  AARCH64_X_LAST = 30,
  S390X_R_LAST = 15,
  S390X_F_LAST = 31
};

struct rules_registers
rules_registers_of (uint8_t abi)
{
  switch (abi)
    {
    case SFM_ABI_AMD64_ENDIAN_LITTLE:
      return (struct rules_registers){ .sp = 7, .fp = 6 };
    case SFM_ABI_S390X_ENDIAN_BIG:
      return (struct rules_registers){ .sp = 15, .fp = 11 };
    default: /* AArch64 */
      return (struct rules_registers){ .sp = 31, .fp = 29 };
    }
}

/* Put register number REG of AMD64 at P.  */
static char *
put_amd64 (char *p, uint32_t reg)
{
  static const char names[][4]
      = { "rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp" };

  if (reg < sizeof names / sizeof names[0])
    return put_text (p, names[reg]);
  if (reg < AMD64_RA)
    return put_dec (put_text (p, "r"), reg);
  if (reg == AMD64_RA)
    return put_text (p, "rip");
  if (reg >= AMD64_EGPR_FIRST && reg <= AMD64_EGPR_LAST)
    return put_dec (put_text (p, "r"), reg - AMD64_EGPR_FIRST + 16);
  return put_dec (put_text (p, "dwarf"), reg);
}

/* The same for s390x, whose DWARF numbers order the floating point registers
   by pairs.  */
static char *
put_s390x (char *p, uint32_t reg)
{
  static const uint8_t floats[]
      = { 0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15 };

  if (reg <= S390X_R_LAST)
    return put_dec (put_text (p, "r"), reg);
  if (reg <= S390X_F_LAST)
    return put_dec (put_text (p, "f"), floats[reg - S390X_R_LAST - 1]);
  return put_dec (put_text (p, "dwarf"), reg);
}

/* Put REG, the base of a rule, at P.  */
static char *
put_base (char *p, uint32_t reg, uint8_t abi)
{
  struct rules_registers registers = rules_registers_of (abi);

  if (reg == SFM_REG_CFA)
    return put_text (p, "cfa");
  if (reg == registers.sp)
    return put_text (p, "sp");
  if (reg == registers.fp)
    return put_text (p, "fp");
  if (abi == SFM_ABI_AMD64_ENDIAN_LITTLE)
    return put_amd64 (p, reg);
  if (abi == SFM_ABI_S390X_ENDIAN_BIG)
    return put_s390x (p, reg);
  return put_dec (put_text (p, reg <= AARCH64_X_LAST ? "x" : "dwarf"), reg);
}

char *
rules_put_rule (char *p, const struct sfm_rule *rule, uint8_t abi)
{
  if (rule->kind == SFM_RULE_SAME)
    return put_text (p, "same");
  if (rule->kind == SFM_RULE_UNDEFINED)
    return put_text (p, "undefined");
  if (rule->kind != SFM_RULE_MEMORY)
    return put_offset (put_base (p, rule->reg, abi), rule->offset);
  p = put_base (put_text (p, "*("), rule->reg, abi);
  p = put_offset (p, rule->offset);
  *p++ = ')';
  return p;
}

char *
rules_put (char *p, const struct sfm_rules *rules, uint8_t abi)
{
  if (rules->ra.kind == SFM_RULE_UNDEFINED)
    p = put_text (p, "ra=undefined");
  else
    {
      p = rules_put_rule (put_text (p, "cfa="), &rules->cfa, abi);
      p = rules_put_rule (put_text (p, " ra="), &rules->ra, abi);
      p = rules_put_rule (put_text (p, " fp="), &rules->fp, abi);
    }
  return rules->mangled_ra ? put_text (p, " mangled") : p;
}

const char *
rules_text (const struct sfm_rules *rules, uint8_t abi,
            char text[RULES_TEXT_SIZE])
{
  *rules_put (text, rules, abi) = '\0';
  return text;
}

const char *
rules_of_frame (const struct sfm_cfi_difference *difference, uint8_t abi,
                char text[RULES_TEXT_SIZE])
{
  const struct sfm_cfi_row *cfi = &difference->cfi;

  if (cfi->problem != SFM_CFI_NO_PROBLEM)
    return sfm_cfi_problem_text (cfi->problem);
  /* Nothing was compared.  */
  if (cfi->rules.cfa.kind == SFM_RULE_SAME)
    return "nothing that confirms it";
  return rules_text (&cfi->rules, abi, text);
}
