/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reloc-masks-s390x.c - what linkers write for the relocations of s390x.

   Fields of 12 and 20 bits share whole bytes with a base register or a part of
   another field; the mask is those bytes.  Linkers replace the instructions of
   the s390x ELF ABI supplement, "Thread-Local Storage", and loads of a GOT
   entry, by LGRL or by LG, which become LARL.  */

#include "config.h"

#include <elf.h>

#include "input.h"

/* Types that <elf.h> of Debian 12 does not name.  */
enum
{
  PC12DBL = 62,
  PLT12DBL = 63,
  PC24DBL = 64,
  PLT24DBL = 65,
  GNU_VTINHERIT = 250,
  GNU_VTENTRY = 251
};

/* In an instruction of six bytes the field of a relocation follows two.  */
enum
{
  LONG_SIZE = 6,
  FIELD_OFF = 2
};

/* The most frequent ones first.  The field of the types of 20 bits is base and
   low 12 bits, then the high 8.  The offset of R_390_TLS_LOAD and the two
   after it is that of the instruction, all of which they cover: LG of an
   offset, or BRASL of __tls_get_offset.  */
static const struct mask_rule rules[] = {
  { R_390_NONE, R_390_NONE, 0, 0 },
  { R_390_PC32DBL, R_390_GOTPCDBL, 0, 4 },
  { R_390_GOTENT, R_390_GOTENT, 0, 4 },
  { R_390_64, R_390_PLT64, 0, 8 },
  { R_390_8, R_390_8, 0, 1 },
  { R_390_12, R_390_16, 0, 2 },
  { R_390_32, R_390_PC32, 0, 4 },
  { R_390_GOT12, R_390_GOT12, 0, 2 },
  { R_390_GOT32, R_390_PLT32, 0, 4 },
  { R_390_GOTOFF32, R_390_GOTPC, 0, 4 },
  { R_390_GOT16, R_390_PLT16DBL, 0, 2 },
  { R_390_GOTOFF16, R_390_GOTOFF16, 0, 2 },
  { R_390_GOTOFF64, R_390_GOTOFF64, 0, 8 },
  { R_390_GOTPLT12, R_390_GOTPLT16, 0, 2 },
  { R_390_GOTPLT32, R_390_GOTPLT32, 0, 4 },
  { R_390_GOTPLT64, R_390_GOTPLT64, 0, 8 },
  { R_390_GOTPLTENT, R_390_GOTPLTENT, 0, 4 },
  { R_390_PLTOFF16, R_390_PLTOFF16, 0, 2 },
  { R_390_PLTOFF32, R_390_PLTOFF32, 0, 4 },
  { R_390_PLTOFF64, R_390_PLTOFF64, 0, 8 },
  { R_390_TLS_LOAD, R_390_TLS_LDCALL, 0, 6 },
  { R_390_TLS_GD32, R_390_TLS_GD32, 0, 4 },
  { R_390_TLS_GD64, R_390_TLS_GD64, 0, 8 },
  { R_390_TLS_GOTIE12, R_390_TLS_GOTIE12, 0, 2 },
  { R_390_TLS_GOTIE32, R_390_TLS_GOTIE32, 0, 4 },
  { R_390_TLS_GOTIE64, R_390_TLS_GOTIE64, 0, 8 },
  { R_390_TLS_LDM32, R_390_TLS_LDM32, 0, 4 },
  { R_390_TLS_LDM64, R_390_TLS_LDM64, 0, 8 },
  { R_390_TLS_IE32, R_390_TLS_IE32, 0, 4 },
  { R_390_TLS_IE64, R_390_TLS_IE64, 0, 8 },
  { R_390_TLS_IEENT, R_390_TLS_LE32, 0, 4 },
  { R_390_TLS_LE64, R_390_TLS_LE64, 0, 8 },
  { R_390_TLS_LDO32, R_390_TLS_LDO32, 0, 4 },
  { R_390_TLS_LDO64, R_390_TLS_TPOFF, 0, 8 },
  { R_390_20, R_390_TLS_GOTIE20, 0, 3 },
  { PC12DBL, PLT12DBL, 0, 2 },
  { PC24DBL, PLT24DBL, 0, 3 },
  { GNU_VTINHERIT, GNU_VTENTRY, 0, 0 },
};

/* True if the field is the relative address of a RIL instruction whose opcode
   is the byte FIRST and the half byte SECOND; a register or a condition is
   between them.  */
static bool
is_ril (const struct mask_place *spot, int first, int second)
{
  int byte = mask_before (spot, 1);

  return mask_before (spot, FIELD_OFF) == first && byte >= 0
         && (byte & 0xf) == second;
}

/* True if the field is the displacement of LG from the GOT register, %r12.  */
static bool
is_got_load (const struct mask_place *spot)
{
  int base = mask_after (spot, 0);

  return mask_before (spot, FIELD_OFF) == 0xe3 && base >= 0
         && (base & 0xf0) == 0xc0 && mask_after (spot, 3) == 0x04;
}

/* True if the linker may replace the instruction, of six bytes, that contains
   RELOC's field.  */
static bool
is_replaced (const struct code_reloc *reloc, const struct mask_place *spot)
{
  switch (reloc->type)
    {
    case R_390_GOT20:
    case R_390_GOTPLT20:
      return is_got_load (spot);
    case R_390_GOTENT:
    case R_390_GOTPLTENT:
      /* LGRL.  */
      return is_ril (spot, 0xc4, 0x8);
    case R_390_PC32DBL:
    case R_390_PLT32DBL:
      /* Relative addresses reach no further than 4 GiB, so GNU ld replaces
         instructions that refer to address 0.  */
      return reloc->undefined_weak;
    default:
      return false;
    }
}

static void
look (const struct code_reloc *reloc, const struct mask_place *spot,
      struct mask_rule *rule)
{
  if (!is_replaced (reloc, spot))
    return;
  rule->before = FIELD_OFF;
  rule->after = LONG_SIZE - FIELD_OFF;
}

const struct mask_machine mask_s390x = {
  .machine = EM_S390,
  .rules = rules,
  .rule_count = sizeof rules / sizeof rules[0],
  .look = look,
};
