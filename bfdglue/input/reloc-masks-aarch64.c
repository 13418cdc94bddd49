/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reloc-masks-aarch64.c - what linkers write for the relocations of AArch64.

   The field of an instruction is part of its word, and linkers replace whole
   instructions (ADRP and ADD by NOP and ADR, a branch to nothing by NOP), so
   the mask is the word.  Sequences that linkers relax have a relocation on
   each instruction (ELF for the Arm 64-bit Architecture, "Relocations for
   thread-local storage"), except for general and local dynamic access: there
   the BL of __tls_get_addr has its own, and the NOP after it has none.  */

#include "config.h"

#include <elf.h>

#include "input.h"

/* Names that <elf.h> of Debian 12 does not have.  */
enum
{
  NONE_WITHDRAWN = 256,
  PATCHINST = 316,
  FUNCINIT64 = 317,
  TLS_LAST = 573, /* TLSLD_LDST128_DTPREL_LO12_NC */
  AUTH_ABS64 = 580,
  AUTH_FIRST = 581, /* AUTH_MOVW_GOTOFF_G0 */
  AUTH_LAST = 597   /* AUTH_TLSDESC_ADD_LO12 */
};

/* Numbers between the ranges are not assigned; those from 1024 on are for the
   dynamic linker.  Up to its NOP, the sequence that an access begins is ADR or
   ADD; BL; NOP, or MOVK; ADD; BL; NOP.  */
static const struct mask_rule rules[] = {
  { R_AARCH64_NONE, R_AARCH64_NONE, 0, 0 },
  { NONE_WITHDRAWN, NONE_WITHDRAWN, 0, 0 },
  { R_AARCH64_MOVW_UABS_G0, R_AARCH64_CONDBR19, 0, 4 },
  { R_AARCH64_JUMP26, R_AARCH64_MOVW_PREL_G3, 0, 4 },
  { R_AARCH64_LDST128_ABS_LO12_NC, R_AARCH64_MOVW_GOTOFF_G3, 0, 4 },
  { R_AARCH64_ABS64, R_AARCH64_ABS64, 0, 8 },
  { R_AARCH64_ABS32, R_AARCH64_ABS32, 0, 4 },
  { R_AARCH64_ABS16, R_AARCH64_ABS16, 0, 2 },
  { R_AARCH64_PREL64, R_AARCH64_PREL64, 0, 8 },
  { R_AARCH64_PREL32, R_AARCH64_PREL32, 0, 4 },
  { R_AARCH64_PREL16, R_AARCH64_PREL16, 0, 2 },
  { R_AARCH64_GOTREL64, R_AARCH64_GOTREL64, 0, 8 },
  { R_AARCH64_GOTREL32, PATCHINST, 0, 4 },
  { FUNCINIT64, FUNCINIT64, 0, 8 },
  { R_AARCH64_TLSGD_ADR_PREL21, R_AARCH64_TLSGD_ADR_PREL21, 0, 12 },
  { R_AARCH64_TLSLD_ADR_PREL21, R_AARCH64_TLSLD_ADR_PREL21, 0, 12 },
  { R_AARCH64_TLSGD_ADD_LO12_NC, R_AARCH64_TLSGD_ADD_LO12_NC, 0, 12 },
  { R_AARCH64_TLSLD_ADD_LO12_NC, R_AARCH64_TLSLD_ADD_LO12_NC, 0, 12 },
  { R_AARCH64_TLSGD_MOVW_G0_NC, R_AARCH64_TLSGD_MOVW_G0_NC, 0, 16 },
  { R_AARCH64_TLSLD_MOVW_G0_NC, R_AARCH64_TLSLD_MOVW_G0_NC, 0, 16 },
  { R_AARCH64_TLSGD_ADR_PREL21, TLS_LAST, 0, 4 },
  { AUTH_ABS64, AUTH_ABS64, 0, 8 },
  { AUTH_FIRST, AUTH_LAST, 0, 4 },
};

const struct mask_machine mask_aarch64 = {
  .machine = EM_AARCH64,
  .rules = rules,
  .rule_count = sizeof rules / sizeof rules[0],
};
