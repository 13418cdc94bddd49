/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-usual.c - the start of the walk of cfi-usual.h: what a CIE says.  */

#include "config.h"

#include <string.h>

#include "cfi-usual.h"

bool
sfm_cfi_usual_begin (struct cfi_usual *q,
                     const struct sfm_cfi_section *section,
                     const struct sfm_cfi_cie *cie)
{
  static const struct cfi_usual_state none
      = { .cfa_reg = CFI_USUAL_NO_REGISTER };
  struct cfi_usual_walk w;

  q->regs = *sfm_rules_registers (section->abi);
  if (cie->ra_column != q->regs.ra || cie->code_align == 0
      || cie->code_align > UINT8_MAX || cie->data_align > INT8_MAX
      || cie->data_align < INT8_MIN)
    return false;
  q->code_align = cie->code_align;
  q->data_align = cie->data_align;
  q->big = sfm_abi_big_endian (section->abi);
  q->aarch64 = abi_is_aarch64 (section->abi);
  q->s390x = section->abi == SFM_ABI_S390X_ENDIAN_BIG;
  q->has_ra = sfm_abi_fixed_ra (section->abi) == 0;
  cfi_usual_start (&w, section, cie->program, cie->end, &none);
  if (!cfi_usual_run (q, &w, 0, NULL, NULL))
    return false;
  q->initial = w.now;
  return w.now.cfa_reg != CFI_USUAL_NO_REGISTER
         && (q->has_ra || w.now.values.ra != 0);
}

const struct cfi_usual *
sfm_cfi_usual_of (struct cfi_usual_cie *last,
                  const struct sfm_cfi_section *section,
                  const struct sfm_cfi_cie *cie)
{
  const uint8_t *program = section->bytes + cie->program;
  const uint64_t size = cie->end - cie->program;

  if (size == last->size && size != 0 && last->abi == section->abi
      && last->q.code_align == cie->code_align
      && last->q.data_align == cie->data_align
      && last->q.regs.ra == cie->ra_column
      && memcmp (last->program, program, size) == 0)
    return &last->q;
  last->size = 0;
  last->number++;
  if (!sfm_cfi_usual_begin (&last->q, section, cie))
    return NULL;
  if (size > CFI_USUAL_PROGRAM_MAX)
    return &last->q;
  memcpy (last->program, program, size);
  last->size = size;
  last->abi = section->abi;
  return &last->q;
}
