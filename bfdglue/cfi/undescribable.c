/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   undescribable.c - functions that neither assemblers nor the merge describe
   in .sframe, by their call frame information.

   Theory of operation.  An assembler leaves out a function with a rule that
   the version cannot express, and one with instructions that it does not
   understand.  The engine gives the rules [unwritable]; a rule without a
   problem can be written in version 3 of AMD64 and s390x, by functions of type
   FLEX, and elsewhere if it has the plain form [plain].  The rest are
   instructions that reach the assembler by .cfi_escape alone.
   Measured with gas 2.40, 2.44 and 2.47 and the assembler of LLVM 22: versions
   1 and 2 of all skip every function with an expression; gas 2.47 makes FLEX
   of those that GCC writes for realigned stacks, which end in a dereference.

   For a signal frame with an expression, assemblers make at most a function
   without rows, which strict consumers refuse.

   Some assemblers skip more.  What only those skip is not excused: it could be
   a linker that has lost it.

   Versions 1 and 2 have no mark of a signal frame, and no row that ends the
   stack for all of their readers.  Such functions are left out by the merge
   (merger/resolve.c), whatever the inputs have.  */

#include "config.h"

#include "eh-frame.h"
#include "sfmerge-tool.h"

/* DWARF numbers of the stack and the frame pointer.  */
static bool
is_base (uint8_t abi, uint32_t reg)
{
  switch (abi)
    {
    case SFM_ABI_AMD64_ENDIAN_LITTLE:
      return reg == 6 || reg == 7;
    case SFM_ABI_S390X_ENDIAN_BIG:
      return reg == 11 || reg == 15;
    default:
      return reg == 29 || reg == 31;
    }
}

/* Whether RULE of RA or FP is that it is unchanged, in a slot of the frame,
   or, on s390x, in a register.  */
static bool
plain_rule (uint8_t abi, const struct sfm_rule *rule)
{
  if (rule->kind == SFM_RULE_VALUE)
    return abi == SFM_ABI_S390X_ENDIAN_BIG && rule->reg != SFM_REG_CFA
           && rule->offset == 0;
  return rule->kind != SFM_RULE_MEMORY
         || (rule->reg == SFM_REG_CFA && rule->offset != 0);
}

/* Whether a function of type DEFAULT can have RULES (doc/internals.md, section
   10).  */
static bool
plain (uint8_t abi, const struct sfm_rules *rules)
{
  const int ra = sfm_abi_fixed_ra (abi);
  const bool aarch64 = abi == SFM_ABI_AARCH64_ENDIAN_BIG
                       || abi == SFM_ABI_AARCH64_ENDIAN_LITTLE;

  if (rules->cfa.kind == SFM_RULE_UNDEFINED)
    return true;
  return rules->cfa.kind == SFM_RULE_VALUE && is_base (abi, rules->cfa.reg)
         && plain_rule (abi, &rules->ra) && plain_rule (abi, &rules->fp)
         && (ra == 0
             || (rules->ra.kind == SFM_RULE_MEMORY && rules->ra.offset == ra))
         && !(aarch64 && rules->fp.kind == SFM_RULE_MEMORY
              && rules->ra.kind == SFM_RULE_SAME);
}

/* Whether a function of type FLEX can have RULE of RA or FP.  Assemblers have
   a directive for a value relative to the CFA, but make no rows of it.  */
static bool
flexible_rule (const struct sfm_rule *rule)
{
  return rule->kind != SFM_RULE_VALUE || rule->reg != SFM_REG_CFA;
}

/* Whether no assembler makes rows of JUDGE's FDE, or its version cannot
   express one.  */
static bool
unwritable (const struct undescribable *judge)
{
  const uint8_t abi = judge->section->abi;
  const bool flex = judge->version == 3
                    && (abi == SFM_ABI_AMD64_ENDIAN_LITTLE
                        || abi == SFM_ABI_S390X_ENDIAN_BIG);
  /* Of expressions, only some of version 3, and not in signal frames.  */
  const bool expressions = judge->version == 3 && !judge->fde.cie.signal;
  const uint8_t escaped = SFM_CFI_RAN_ESCAPE | SFM_CFI_RAN_CFA_VALUE
                          | (expressions ? 0 : SFM_CFI_RAN_EXPRESSION);
  /* Assemblers leave the function out for an instruction after its code,
     too.  */
  struct sfm_cfi_fde fde = judge->fde;
  fde.size = INT64_MAX;
  /* An instruction ends at most one row, except for expressions of PLT code,
     which no assembler writes.  */
  uint64_t most = judge->fde.end - judge->fde.program + 1;
  struct sfm_cfi_rows rows;
  struct sfm_cfi_row row;

  sfm_cfi_rows_begin (judge->section, &fde, &rows);
  while (sfm_cfi_rows_next (&rows, &row))
    {
      if (most-- == 0)
        return true;
      if (row.start >= judge->fde.size)
        continue;
      if (row.problem != SFM_CFI_NO_PROBLEM)
        return true;
      if (judge->version < 3 && row.rules.cfa.kind == SFM_RULE_UNDEFINED)
        return true;
      if (flex ? !flexible_rule (&row.rules.ra)
                     || !flexible_rule (&row.rules.fp)
               : !plain (abi, &row.rules))
        return true;
    }
  return (rows.executed & escaped) != 0;
}

void
undescribable_begin (struct undescribable *judge, const struct eh_frame *frame,
                     uint8_t version)
{
  *judge = (struct undescribable){ .frame = frame, .version = version };
}

bool
undescribable_function (struct undescribable *judge, uint64_t addr,
                        uint64_t size)
{
  const struct function_list *functions = &judge->frame->functions;
  const size_t i = function_list_from (functions, addr, size);

  if (!function_list_starts (functions, i, addr)
      || functions->at[i].size != size
      || !eh_frame_fde (judge->frame, functions->at[i].at, &judge->section,
                        &judge->fde))
    return false;
  return (judge->fde.cie.signal && judge->version < 3) || unwritable (judge);
}
