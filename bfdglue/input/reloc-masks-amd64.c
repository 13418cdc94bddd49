/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reloc-masks-amd64.c - what linkers write for the relocations of AMD64.

   The sequences are those of the AMD64 psABI, sections "Optimize GOTPCRELX
   Relocations" and "Thread-Local Storage Support".  */

#include "config.h"

#include <elf.h>

#include "reloc-masks.h"

/* Types that <elf.h> of Debian 12 does not name.  Binutils withdrew the two of
   MPX when it dropped MPX.  */
enum
{
  PC32_BND = 39,
  PLT32_BND = 40,
  CODE_4_GOTPCRELX = 43,
  CODE_4_GOTTPOFF = 44,
  CODE_4_GOTPC32_TLSDESC = 45,
  CODE_5_GOTPCRELX = 46,
  CODE_5_GOTTPOFF = 47,
  CODE_5_GOTPC32_TLSDESC = 48,
  CODE_6_GOTPCRELX = 49,
  CODE_6_GOTTPOFF = 50,
  CODE_6_GOTPC32_TLSDESC = 51,
  GNU_VTINHERIT = 250,
  GNU_VTENTRY = 251
};

enum
{
  REX_MASK = 0xf0,
  REX = 0x40,

  OPCODE_ADD_LOAD = 0x03, /* add m, r */
  OPCODE_MOV_LOAD = 0x8b, /* mov m, r */
  OPCODE_CALL = 0xe8,
  OPCODE_MOVABS_RAX = 0xb8, /* after REX.W */
  OPCODE_ADDR32 = 0x67,

  MODRM_MASK = 0xc7, /* all but the register */
  MODRM_RIP = 0x05
};

/* The size of the field of TYPE, or -1 if the type is unknown.  */
static int
field_size (uint32_t type)
{
  switch (type)
    {
    case R_X86_64_NONE:
    case GNU_VTINHERIT:
    case GNU_VTENTRY:
      return 0;
    case R_X86_64_8:
    case R_X86_64_PC8:
      return 1;
    case R_X86_64_16:
    case R_X86_64_PC16:
      return 2;
    case R_X86_64_32:
    case R_X86_64_32S:
    case R_X86_64_PC32:
    case R_X86_64_PLT32:
    case R_X86_64_GOT32:
    case R_X86_64_GOTPC32:
    case R_X86_64_DTPOFF32:
    case R_X86_64_TPOFF32:
    case R_X86_64_SIZE32:
    case PC32_BND:
    case PLT32_BND:
      return 4;
    case R_X86_64_64:
    case R_X86_64_PC64:
    case R_X86_64_GOT64:
    case R_X86_64_GOTOFF64:
    case R_X86_64_GOTPC64:
    case R_X86_64_GOTPCREL64:
    case R_X86_64_GOTPLT64:
    case R_X86_64_PLTOFF64:
    case R_X86_64_DTPMOD64:
    case R_X86_64_DTPOFF64:
    case R_X86_64_TPOFF64:
    case R_X86_64_SIZE64:
      return 8;
    default:
      return -1;
    }
}

/* How many bytes of the instruction that ends with the field are before it:
   its opcode and ModRM byte, and its REX prefix if it has one.  0 if it does
   not address memory relative to %rip.  */
static uint8_t
instruction_before (const struct mask_place *spot)
{
  int modrm = mask_before (spot, 1);

  if (modrm < 0 || (modrm & MODRM_MASK) != MODRM_RIP)
    return 0;
  int prefix = mask_before (spot, 3);
  return prefix >= 0 && (prefix & REX_MASK) == REX ? 3 : 2;
}

/* GOTPCREL: linkers turn mov into lea, which the psABI does not mention, and
   leave everything else.  */
static uint8_t
gotpcrel_before (const struct mask_place *spot)
{
  return instruction_before (spot) != 0
                 && mask_before (spot, 2) == OPCODE_MOV_LOAD
             ? 2
             : 0;
}

/* GOTTPOFF: mov and add get an immediate operand, or add becomes lea.  */
static uint8_t
gottpoff_before (const struct mask_place *spot)
{
  int opcode = mask_before (spot, 2);

  return opcode == OPCODE_MOV_LOAD || opcode == OPCODE_ADD_LOAD
             ? instruction_before (spot)
             : 0;
}

/* The size of the call of __tls_get_addr after the field in the sequence of
   the large model: movabs $, %rax; add %rbx or %r15, %rax; call *%rax.  0 if
   it is not there.  */
static uint8_t
large_call (const struct mask_place *spot)
{
  enum
  {
    FIELD = 4,
    LARGE_CALL = 10 + 3 + 2
  };

  return mask_after (spot, FIELD) == (REX | 8)
                 && mask_after (spot, FIELD + 1) == OPCODE_MOVABS_RAX
             ? LARGE_CALL
             : 0;
}

/* TLSGD: the whole sequence.
     data16 lea x@tlsgd(%rip), %rdi; data16 (twice) rex.W call f@plt
     data16 lea x@tlsgd(%rip), %rdi; data16 rex.W call *f@gotpcrel(%rip)
     lea x@tlsgd(%rip), %rdi; the call of the large model  */
static struct mask_extent
tlsgd_extent (const struct mask_place *spot)
{
  const uint8_t large = large_call (spot);

  if (large != 0)
    return (struct mask_extent){ 3, (uint8_t) (4 + large) };
  return (struct mask_extent){ 4, 12 };
}

/* TLSLD: the same without padding.  */
static struct mask_extent
tlsld_extent (const struct mask_place *spot)
{
  const uint8_t large = large_call (spot);

  if (large != 0)
    return (struct mask_extent){ 3, (uint8_t) (4 + large) };
  return (struct mask_extent){ 3,
                               mask_after (spot, 4) == OPCODE_CALL ? 9 : 10 };
}

/* TLSDESC_CALL marks call *(%rax), which becomes a nop.  The call has two
   bytes, or three with the prefix of x32.  */
static struct mask_extent
tlsdesc_call_extent (const struct mask_place *spot)
{
  return (struct mask_extent){ 0,
                               mask_after (spot, 0) == OPCODE_ADDR32 ? 3 : 2 };
}

bool
mask_extent_amd64 (const struct code_reloc *reloc,
                   const struct mask_place *spot, struct mask_extent *extent)
{
  *extent = (struct mask_extent){ 0, 4 };
  switch (reloc->type)
    {
    case R_X86_64_GOTPCREL:
      extent->before = gotpcrel_before (spot);
      return true;
    case R_X86_64_GOTPCRELX:
      extent->before = 2;
      return true;
    case R_X86_64_GOTTPOFF:
      extent->before = gottpoff_before (spot);
      return true;
    case R_X86_64_REX_GOTPCRELX:
    case R_X86_64_GOTPC32_TLSDESC:
      extent->before = 3;
      return true;
    /* The number in the name counts the bytes before the field: REX2 or EVEX
       prefix, opcode, ModRM.  */
    case CODE_4_GOTPCRELX:
    case CODE_4_GOTTPOFF:
    case CODE_4_GOTPC32_TLSDESC:
      extent->before = 4;
      return true;
    case CODE_5_GOTPCRELX:
    case CODE_5_GOTTPOFF:
    case CODE_5_GOTPC32_TLSDESC:
      extent->before = 5;
      return true;
    case CODE_6_GOTPCRELX:
    case CODE_6_GOTTPOFF:
    case CODE_6_GOTPC32_TLSDESC:
      extent->before = 6;
      return true;
    case R_X86_64_TLSGD:
      *extent = tlsgd_extent (spot);
      return true;
    case R_X86_64_TLSLD:
      *extent = tlsld_extent (spot);
      return true;
    case R_X86_64_TLSDESC_CALL:
      *extent = tlsdesc_call_extent (spot);
      return true;
    default:
      return mask_extent_field (field_size (reloc->type), extent);
    }
}
