/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reloc-masks-s390x.c - what linkers write for the relocations of s390x.

   Fields of 12 and 20 bits share whole bytes with a base register or a part of
   another field; the mask is those bytes.  Linkers replace the instructions of
   the s390x ELF ABI supplement, "Thread-Local Storage", and loads of a GOT
   entry, by LGRL or by LG, which become LARL.  */

#include "config.h"

#include <elf.h>

#include "reloc-masks.h"

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

/* The size of the field of TYPE if it is at most 3 bytes, or -1.  */
static int
short_field_size (uint32_t type)
{
  switch (type)
    {
    case R_390_NONE:
    case GNU_VTINHERIT:
    case GNU_VTENTRY:
      return 0;
    case R_390_8:
      return 1;
    case R_390_12:
    case R_390_GOT12:
    case R_390_GOTPLT12:
    case R_390_TLS_GOTIE12:
    case PC12DBL:
    case PLT12DBL:
    case R_390_16:
    case R_390_GOT16:
    case R_390_PC16:
    case R_390_PC16DBL:
    case R_390_PLT16DBL:
    case R_390_GOTOFF16:
    case R_390_GOTPLT16:
    case R_390_PLTOFF16:
      return 2;
    case PC24DBL:
    case PLT24DBL:
    /* Base and low 12 bits, then the high 8.  */
    case R_390_20:
    case R_390_GOT20:
    case R_390_GOTPLT20:
    case R_390_TLS_GOTIE20:
      return 3;
    default:
      return -1;
    }
}

/* The size of the field of TYPE, or -1 if the type is unknown.  */
static int
field_size (uint32_t type)
{
  switch (type)
    {
    case R_390_32:
    case R_390_PC32:
    case R_390_GOT32:
    case R_390_PLT32:
    case R_390_GOTOFF32:
    case R_390_GOTPC:
    case R_390_PC32DBL:
    case R_390_PLT32DBL:
    case R_390_GOTPCDBL:
    case R_390_GOTENT:
    case R_390_GOTPLT32:
    case R_390_GOTPLTENT:
    case R_390_PLTOFF32:
    case R_390_TLS_GD32:
    case R_390_TLS_GOTIE32:
    case R_390_TLS_LDM32:
    case R_390_TLS_IE32:
    case R_390_TLS_IEENT:
    case R_390_TLS_LE32:
    case R_390_TLS_LDO32:
      return 4;
    case R_390_64:
    case R_390_PC64:
    case R_390_GOT64:
    case R_390_PLT64:
    case R_390_GOTOFF64:
    case R_390_GOTPLT64:
    case R_390_PLTOFF64:
    case R_390_TLS_GD64:
    case R_390_TLS_GOTIE64:
    case R_390_TLS_LDM64:
    case R_390_TLS_IE64:
    case R_390_TLS_LE64:
    case R_390_TLS_LDO64:
    case R_390_TLS_DTPMOD:
    case R_390_TLS_DTPOFF:
    case R_390_TLS_TPOFF:
      return 8;
    default:
      return short_field_size (type);
    }
}

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

bool
mask_extent_s390x (const struct code_reloc *reloc,
                   const struct mask_place *spot, struct mask_extent *extent)
{
  switch (reloc->type)
    {
    /* The offset of these is that of the instruction, all of which they cover:
       LG of an offset, or BRASL of __tls_get_offset.  */
    case R_390_TLS_LOAD:
    case R_390_TLS_GDCALL:
    case R_390_TLS_LDCALL:
      *extent = (struct mask_extent){ 0, LONG_SIZE };
      return true;
    default:
      break;
    }
  if (!mask_extent_field (field_size (reloc->type), extent))
    return false;
  if (is_replaced (reloc, spot))
    *extent = (struct mask_extent){ FIELD_OFF, LONG_SIZE - FIELD_OFF };
  return true;
}
