/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   build-cfi.c - functions given as call frame information.

   Theory of operation.  The instructions are executed once, range by range of
   addresses with one state (cfi-state.h), and each state that has changed
   becomes a row.  The CFA of PLT code that depends on the address (rule
   CFI_RULE_PLT) repeats in blocks of the address space.  Blocks of PC type
   MASK are relative to the function, so they can say it only if the code from
   there on begins and ends with a block; then that is an FDE of its own
   [put_plt].  Otherwise each change is a row.  */

#include "config.h"

#include <inttypes.h>

#include "builder.h"
#include "cfi-state.h"
#include "engine.h"

/* Append a row for the state of ROWS at byte AT of the function.  */
static sfm_status
put_state (struct building *a, struct sfm_cfi_rows *rows, uint64_t at)
{
  struct sfm_cfi_row row;

  cfi_state_rules (rows, rows->fde->start + at, &row);
  if (row.problem != SFM_CFI_NO_PROBLEM)
    return build_refuse_cfi (a, at, row.problem);
  TRY (build_row (a, (uint32_t) at, &row.rules));
  a->row++;
  return SFM_OK;
}

/* Whether the rules of ROWS' state depend on the address.  */
static bool
is_plt (const struct sfm_cfi_rows *rows)
{
  return rows->now.cfa.kind == CFI_RULE_PLT
         && rows->now.ra.kind != SFM_RULE_UNDEFINED
         && rows->problem == SFM_CFI_NO_PROBLEM;
}

/* Append the rows of PLT code from ROWS->at up to ROWS->until.  */
static sfm_status
put_plt (struct building *a, struct sfm_cfi_rows *rows)
{
  const uint64_t from = rows->at, end = rows->until;
  const uint64_t start = rows->fde->start;
  const uint8_t plt_from = rows->now.plt_from;

  if (a->b->relocatable)
    return build_refuse (a, SFM_REFUSED_PLT, from);
  if (end == rows->fde->size && (start + from) % PLT_BLOCK == 0
      && (end - from) % PLT_BLOCK == 0 && end - from > PLT_BLOCK
      && !a->b->no_mask)
    {
      if (from != 0)
        TRY (build_part_end (a, (uint32_t) from));
      build_part_begin (a, (uint32_t) from, PLT_BLOCK);
      TRY (put_state (a, rows, from));
      return put_state (a, rows, from + plt_from);
    }
  if ((end - from) / PLT_BLOCK > FDE_UNROLLED_ROWS_MAX / 2)
    return build_refuse (a, SFM_REFUSED_BLOCKS, from);
  for (uint64_t at = from; at < end;)
    {
      const uint64_t in_block = (start + at) % PLT_BLOCK;
      TRY (put_state (a, rows, at));
      at += (in_block < plt_from ? plt_from : PLT_BLOCK) - in_block;
    }
  return SFM_OK;
}

/* Write the function of FDE of SECTION.  */
static sfm_status
write_cfi (struct building *a, const struct sfm_cfi_section *section,
           const struct sfm_cfi_fde *fde)
{
  struct sfm_cfi_rows rows;

  build_part_begin (a, 0, 0);
  sfm_cfi_rows_begin (section, fde, &rows);
  for (; rows.at < fde->size; rows.at = rows.until)
    {
      cfi_run (&rows);
      if (is_plt (&rows))
        TRY (put_plt (a, &rows));
      else if (rows.dirty || rows.problem != SFM_CFI_NO_PROBLEM)
        TRY (put_state (a, &rows, rows.at));
      rows.dirty = false;
    }
  return build_part_end (a, (uint32_t) fde->size);
}

/* Add the function of A, which is FDE's of SECTION.  */
static sfm_status
add_cfi (struct building *a, const struct sfm_cfi_section *section,
         const struct sfm_cfi_fde *fde)
{
  build_part_begin (a, 0, 0);
  if (build_quick (a, section, fde))
    {
      TRY (build_part_end (a, a->function->size));
      return build_commit (a);
    }
  build_again (a, false);
  sfm_status status = write_cfi (a, section, fde);
  if (status != SFM_OK && a->needs_flex)
    {
      build_again (a, true);
      status = write_cfi (a, section, fde);
    }
  TRY (status);
  return build_commit (a);
}

sfm_status
sfm_builder_add_cfi (struct sfm_builder *b,
                     const struct sfm_cfi_section *section,
                     const struct sfm_cfi_fde *fde, uint32_t number,
                     struct sfm_refusal *refusal, struct sfm_diag *diag)
{
  const bool fits = fde->size <= UINT32_MAX;
  const struct sfm_function function
      = { .addr = fde->start,
          .size = fits ? (uint32_t) fde->size : 0,
          .signal = fde->cie.signal,
          .pauth_b = fde->cie.pauth_b };
  struct building a;

  if (section->abi != b->form.abi)
    return status_fail (diag, SFM_ERR_USAGE, fde->offset,
                        "the ABI of the section is %u, of the builder %u",
                        section->abi, b->form.abi);
  sfm_status status = build_begin (&a, b, &function, number, refusal, diag);
  if (!fits && status == SFM_ERR_UNSUPP)
    status = build_refuse (&a, SFM_REFUSED_SIZE, fde->size);
  if (status == SFM_OK)
    status = add_cfi (&a, section, fde);
  if (status == SFM_OK)
    return SFM_OK;
  build_abandon (&a, status);
  diag->offset = fde->offset;
  return status;
}
