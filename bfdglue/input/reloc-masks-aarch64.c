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

#include "reloc-masks.h"

/* Names that <elf.h> of Debian 12 does not have.  */
enum
{
  NONE_WITHDRAWN = 256,
  PLT32 = 314,
  GOTPCREL32 = 315,
  PATCHINST = 316,
  FUNCINIT64 = 317,
  TLS_LAST = 573, /* TLSLD_LDST128_DTPREL_LO12_NC */
  AUTH_ABS64 = 580,
  AUTH_FIRST = 581, /* AUTH_MOVW_GOTOFF_G0 */
  AUTH_LAST = 597   /* AUTH_TLSDESC_ADD_LO12 */
};

/* The size of the data of TYPE; 0 if TYPE is not for data.  */
static uint8_t
data_size (uint32_t type)
{
  switch (type)
    {
    case R_AARCH64_ABS16:
    case R_AARCH64_PREL16:
      return 2;
    case R_AARCH64_ABS32:
    case R_AARCH64_PREL32:
    case R_AARCH64_GOTREL32:
    case PLT32:
    case GOTPCREL32:
      return 4;
    case R_AARCH64_ABS64:
    case R_AARCH64_PREL64:
    case R_AARCH64_GOTREL64:
    case FUNCINIT64:
    case AUTH_ABS64:
      return 8;
    default:
      return 0;
    }
}

/* True if TYPE is for an instruction.  Numbers between these ranges are not
   assigned; those from 1024 on are for the dynamic linker.  */
static bool
is_instruction (uint32_t type)
{
  return (type >= R_AARCH64_MOVW_UABS_G0 && type <= R_AARCH64_CONDBR19)
         || (type >= R_AARCH64_JUMP26 && type <= R_AARCH64_MOVW_PREL_G3)
         || (type >= R_AARCH64_LDST128_ABS_LO12_NC
             && type <= R_AARCH64_LD64_GOTPAGE_LO15)
         || type == PATCHINST
         || (type >= R_AARCH64_TLSGD_ADR_PREL21 && type <= TLS_LAST)
         || (type >= AUTH_FIRST && type <= AUTH_LAST);
}

/* The number of instructions, up to the NOP, of the sequence that begins with
   one of TYPE; 1 if TYPE does not begin a sequence.  */
static uint8_t
sequence_count (uint32_t type)
{
  switch (type)
    {
    /* ADR or ADD; BL; NOP.  */
    case R_AARCH64_TLSGD_ADR_PREL21:
    case R_AARCH64_TLSLD_ADR_PREL21:
    case R_AARCH64_TLSGD_ADD_LO12_NC:
    case R_AARCH64_TLSLD_ADD_LO12_NC:
      return 3;
    /* MOVK; ADD; BL; NOP.  */
    case R_AARCH64_TLSGD_MOVW_G0_NC:
    case R_AARCH64_TLSLD_MOVW_G0_NC:
      return 4;
    default:
      return 1;
    }
}

bool
mask_extent_aarch64 (const struct code_reloc *reloc,
                     struct mask_extent *extent)
{
  enum
  {
    WORD = 4
  };

  *extent = (struct mask_extent){ 0, data_size (reloc->type) };
  if (extent->after != 0 || reloc->type == R_AARCH64_NONE
      || reloc->type == NONE_WITHDRAWN)
    return true;
  if (!is_instruction (reloc->type))
    return false;
  extent->after = (uint8_t) (WORD * sequence_count (reloc->type));
  return true;
}
