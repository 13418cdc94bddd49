/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reloc-masks-amd64.c - what linkers write for the relocations of AMD64.

   The sequences are those of the AMD64 psABI, sections "Optimize GOTPCRELX
   Relocations" and "Thread-Local Storage Support".  */

#include "config.h"

#include <elf.h>

#include "input.h"

/* Types that <elf.h> of Debian 12 does not name.  Binutils withdrew the two of
   MPX when it dropped MPX.  */
enum
{
  PC32_BND = 39,
  PLT32_BND = 40,
  CODE_4_GOTPCRELX = 43,
  CODE_4_GOTPC32_TLSDESC = 45,
  CODE_5_GOTPCRELX = 46,
  CODE_5_GOTPC32_TLSDESC = 48,
  CODE_6_GOTPCRELX = 49,
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

/* The most frequent ones first.  The number in CODE_4 and its like counts the
   bytes before the field: REX2 or EVEX prefix, opcode, ModRM.  TLSGD is the
   whole sequence, and TLSLD the same without padding:
     data16 lea x@tlsgd(%rip), %rdi; data16 (twice) rex.W call f@plt
     data16 lea x@tlsgd(%rip), %rdi; data16 rex.W call *f@gotpcrel(%rip)
     lea x@tlsgd(%rip), %rdi; the call of the large model
   TLSDESC_CALL marks call *(%rax), which becomes a nop.  The call has two
   bytes, or three with the prefix of x32.  */
static const struct mask_rule rules[] = {
  { R_X86_64_PC32, R_X86_64_PLT32, 0, 4 },
  { R_X86_64_32, R_X86_64_32S, 0, 4 },
  { R_X86_64_NONE, R_X86_64_NONE, 0, 0 },
  { R_X86_64_64, R_X86_64_64, 0, 8 },
  { R_X86_64_GOTPCREL, R_X86_64_GOTPCREL, 0, 4 },
  { R_X86_64_16, R_X86_64_PC16, 0, 2 },
  { R_X86_64_8, R_X86_64_PC8, 0, 1 },
  { R_X86_64_DTPMOD64, R_X86_64_TPOFF64, 0, 8 },
  { R_X86_64_TLSGD, R_X86_64_TLSGD, 4, 12 },
  { R_X86_64_TLSLD, R_X86_64_TLSLD, 3, 10 },
  { R_X86_64_DTPOFF32, R_X86_64_TPOFF32, 0, 4 },
  { R_X86_64_PC64, R_X86_64_GOTOFF64, 0, 8 },
  { R_X86_64_GOTPC32, R_X86_64_GOTPC32, 0, 4 },
  { R_X86_64_GOT64, R_X86_64_PLTOFF64, 0, 8 },
  { R_X86_64_SIZE32, R_X86_64_SIZE32, 0, 4 },
  { R_X86_64_SIZE64, R_X86_64_SIZE64, 0, 8 },
  { R_X86_64_GOTPC32_TLSDESC, R_X86_64_GOTPC32_TLSDESC, 3, 4 },
  { R_X86_64_TLSDESC_CALL, R_X86_64_TLSDESC_CALL, 0, 2 },
  { PC32_BND, PLT32_BND, 0, 4 },
  { R_X86_64_GOTPCRELX, R_X86_64_GOTPCRELX, 2, 4 },
  { R_X86_64_REX_GOTPCRELX, R_X86_64_REX_GOTPCRELX, 3, 4 },
  { CODE_4_GOTPCRELX, CODE_4_GOTPC32_TLSDESC, 4, 4 },
  { CODE_5_GOTPCRELX, CODE_5_GOTPC32_TLSDESC, 5, 4 },
  { CODE_6_GOTPCRELX, CODE_6_GOTPC32_TLSDESC, 6, 4 },
  { GNU_VTINHERIT, GNU_VTENTRY, 0, 0 },
};

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

static void
look (const struct code_reloc *reloc, const struct mask_place *spot,
      struct mask_rule *rule)
{
  switch (reloc->type)
    {
    case R_X86_64_GOTPCREL:
      rule->before = gotpcrel_before (spot);
      break;
    case R_X86_64_GOTTPOFF:
      rule->before = gottpoff_before (spot);
      break;
    case R_X86_64_TLSGD:
    case R_X86_64_TLSLD:
      if (large_call (spot) != 0)
        {
          rule->before = 3;
          rule->after = (uint8_t) (4 + large_call (spot));
        }
      else if (reloc->type == R_X86_64_TLSLD
               && mask_after (spot, 4) == OPCODE_CALL)
        rule->after = 9;
      break;
    case R_X86_64_TLSDESC_CALL:
      rule->after = mask_after (spot, 0) == OPCODE_ADDR32 ? 3 : 2;
      break;
    default:
      break;
    }
}

const struct mask_machine mask_amd64 = {
  .machine = EM_X86_64,
  .rules = rules,
  .rule_count = sizeof rules / sizeof rules[0],
  .look = look,
};
