/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   consumer-eh-frame.c - what matters of .eh_frame to a kernel that unwinds by
   it.

   It reads a CIE and an FDE into buffers, executes the instructions, and wants
   rules that a frame of its unwinder has: the CFA is SP or FP, or in the
   topmost frame another register, plus an offset; RA and FP are unchanged or
   in slots; SP is the CFA.  Of expressions it knows two: of the CFA in PLT
   code, and what GCC writes where it aligns the stack (DRAP): the CFA is in a
   slot of the frame, and FP is where it points.  All else is not supported,
   and costs that frame.  */

#include "config.h"

#include "consumers-limits.h"
#include "consumers.h"
#include "eh-frame.h"
#include "pieces.h"
#include "sfmerge-tool.h"

/* What is wrong with a function.  */
struct troubles
{
  bool broken;
  bool nested;
  bool other;
};

/* Whether RULE, of RA or FP, is one of a frame.  */
static bool
is_kept (const struct sfm_rule *rule)
{
  return rule->kind != SFM_RULE_VALUE || rule->reg != SFM_REG_CFA;
}

/* Whether the unwinder has RULES.  FP: the number of that register.  */
static bool
is_supported (const struct sfm_rules *rules, uint32_t fp)
{
  return (rules->cfa.kind != SFM_RULE_MEMORY || rules->cfa.reg == fp)
         && is_kept (&rules->ra) && is_kept (&rules->fp);
}

/* Find the TROUBLES of FDE of SECTION.  The rows of PLT code are alike in each
   block; those of the last one are judged.  */
static void
judge_fde (const struct sfm_cfi_section *section,
           const struct sfm_cfi_fde *fde, struct troubles *troubles)
{
  const uint32_t fp = rules_registers_of (section->abi).fp;
  struct sfm_cfi_rows rows;
  struct sfm_cfi_row row;

  *troubles = (struct troubles){ .broken = false };
  sfm_cfi_rows_begin (section, fde, &rows);
  for (; sfm_cfi_rows_next (&rows, &row); sfm_cfi_rows_skip (&rows, fde->size))
    {
      troubles->broken
          |= row.problem == SFM_CFI_OPCODE || row.problem == SFM_CFI_NO_CFA;
      troubles->nested |= row.problem == SFM_CFI_DEPTH;
      troubles->other |= row.problem != SFM_CFI_NO_PROBLEM
                             ? !troubles->broken && !troubles->nested
                             : !is_supported (&row.rules, fp);
    }
  troubles->nested |= rows.deepest > 1;
}

void
consumer_facts_of_eh_frame (const struct image_context *audit,
                            struct consumer_facts *facts)
{
  const struct eh_frame *frame = &audit->index.eh;
  uint64_t *counts = facts->counts;
  struct troubles troubles;

  for (size_t i = 0; i < frame->section_count && !eh_frame_is_debug (frame);
       i++)
    {
      const struct eh_section *s = &frame->sections[i];
      struct sfm_cfi_fde fde = { .next = 0 };
      struct sfm_diag diag;
      uint64_t cie = UINT64_MAX;
      while (fde.next < s->walked)
        {
          if (sfm_cfi_next (&s->cfi, fde.next, &fde, &diag) != SFM_OK)
            continue;
          /* Those of a CIE follow each other.  */
          if (cie != fde.cie.offset)
            counts[FACT_CIE_LONG - FIND_COUNT]
                += fde.cie.end - fde.cie.offset > EH_FRAME_CIE_MAX;
          cie = fde.cie.offset;
          counts[FACT_FDE_LONG - FIND_COUNT]
              += fde.end - fde.offset > EH_FRAME_FDE_MAX;
          judge_fde (&s->cfi, &fde, &troubles);
          counts[FACT_CFI_BROKEN - FIND_COUNT] += troubles.broken;
          counts[FACT_STATES - FIND_COUNT] += troubles.nested;
          counts[FACT_CFI_OTHER - FIND_COUNT] += troubles.other;
        }
    }
}
