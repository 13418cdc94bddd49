/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-rows.c - the walk over the rules of a function.

   A row is given only where its rules differ from the ones before: most
   instructions save registers that SFrame does not know.  */

#include "config.h"

#include "cfi-state.h"

void
sfm_cfi_rows_begin (const struct sfm_cfi_section *section,
                    const struct sfm_cfi_fde *fde, struct sfm_cfi_rows *rows)
{
  rows->section = section;
  rows->fde = fde;
  rows->depth = 0;
  rows->problem = SFM_CFI_NO_PROBLEM;
  rows->next = fde->program;
  rows->at = 0;
  rows->until = 0;
  rows->dirty = true;
  cfi_run_initial (rows);
}

/* Where the state at ROWS->at, which means ROW there, means other rules, at
   the latest.  What does not depend on the CFA holds for the whole range:
   steps for each block would be work without rows, in functions of any
   size.  */
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
cfi_rows_skip (struct sfm_cfi_rows *rows, uint64_t to)
{
  const uint64_t end = to < rows->until ? to : rows->until;

  if (rows->now.cfa.kind != CFI_RULE_PLT || end < rows->at)
    return;
  /* The block before TO is walked, so that its rows have their starts.  */
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
        cfi_run (rows);
      if (!rows->dirty && rows->now.cfa.kind != CFI_RULE_PLT
          && rows->problem == SFM_CFI_NO_PROBLEM)
        {
          rows->at = rows->until;
          continue;
        }
      rows->dirty = false;
      row->start = rows->at;
      cfi_state_rules (rows, rows->fde->start + rows->at, row);
      rows->at = range_end (rows, row);
      if (!first && same_rules (row, &rows->last))
        continue;
      rows->last = *row;
      return true;
    }
  return false;
}
