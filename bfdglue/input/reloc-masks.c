/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reloc-masks.c - which bytes of code a linker may change for a relocation.

   A linker writes the relocation's field.  For some types it also rewrites the
   instruction of the field, or a sequence that the ABI fixes, if the symbol
   turns out nearer than the compiler had to assume: a load from the GOT
   becomes an address computation, a call of __tls_get_addr an addition.  The
   tables follow the psABIs and what GNU ld 2.40 to 2.47,
   gold, lld 14 to 21 and mold 1.10 to 3.0 were seen to write.

   With a mask that is too small a function of the image looks like another one
   and is left out; a mask that is too large only weakens the comparison of
   code.  So if the bytes do not show which of two forms it is, the larger one
   counts.  But a form that the bytes rule out does not count, because only the
   unmasked bytes distinguish a function from its neighbours.  */

#include "config.h"

#include <elf.h>
#include <stddef.h>

#include "input.h"

/* Relocations of types FIRST to LAST: how many bytes around the offset may be
   written.  */
struct mask_rule
{
  uint16_t first;
  uint16_t last;
  uint8_t before;
  uint8_t after; /* including the byte at the offset */
};

/* Code around a relocation; OFFSET is at most SIZE.  */
struct mask_place
{
  const uint8_t *bytes; /* of the whole section */
  uint64_t size;
  uint64_t offset;
};

struct mask_machine
{
  uint16_t machine;
  uint16_t rule_count;
  const struct mask_rule *rules;
  /* Set .before and .after of RULE, that of RELOC at SPOT, if they depend on
     the code there.  NULL: they never do.  */
  void (*look) (const struct code_reloc *reloc, const struct mask_place *spot,
                struct mask_rule *rule);
};

/* The byte BACK bytes before the offset, or -1 if there is none.  */
static inline int
mask_before (const struct mask_place *spot, uint64_t back)
{
  return spot->offset < back ? -1 : spot->bytes[spot->offset - back];
}

/* The byte AHEAD bytes after the offset, or -1 if there is none.  */
static inline int
mask_after (const struct mask_place *spot, uint64_t ahead)
{
  return ahead < spot->size - spot->offset ? spot->bytes[spot->offset + ahead]
                                           : -1;
}

/* What linkers write for the relocations of AMD64.

   The sequences are those of the AMD64 psABI, sections "Optimize GOTPCRELX
   Relocations" and "Thread-Local Storage Support".  */

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
static const struct mask_rule amd64_rules[] = {
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
amd64_look (const struct code_reloc *reloc, const struct mask_place *spot,
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

static const struct mask_machine mask_amd64 = {
  .machine = EM_X86_64,
  .rules = amd64_rules,
  .rule_count = sizeof amd64_rules / sizeof amd64_rules[0],
  .look = amd64_look,
};

/* What linkers write for the relocations of AArch64.

   The field of an instruction is part of its word, and linkers replace whole
   instructions (ADRP and ADD by NOP and ADR, a branch to nothing by NOP), so
   the mask is the word.  Sequences that linkers relax have a relocation on
   each instruction (ELF for the Arm 64-bit Architecture, "Relocations for
   thread-local storage"), except for general and local dynamic access: there
   the BL of __tls_get_addr has its own, and the NOP after it has none.  */

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
static const struct mask_rule aarch64_rules[] = {
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

static const struct mask_machine mask_aarch64 = {
  .machine = EM_AARCH64,
  .rules = aarch64_rules,
  .rule_count = sizeof aarch64_rules / sizeof aarch64_rules[0],
};

/* What linkers write for the relocations of s390x.

   Fields of 12 and 20 bits share whole bytes with a base register or a part of
   another field; the mask is those bytes.  Linkers replace the instructions of
   the s390x ELF ABI supplement, "Thread-Local Storage", and loads of a GOT
   entry, by LGRL or by LG, which become LARL.  */

/* Types that <elf.h> of Debian 12 does not name.  */
enum
{
  PC12DBL = 62,
  PLT12DBL = 63,
  PC24DBL = 64,
  PLT24DBL = 65
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
static const struct mask_rule s390x_rules[] = {
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
s390x_look (const struct code_reloc *reloc, const struct mask_place *spot,
            struct mask_rule *rule)
{
  if (!is_replaced (reloc, spot))
    return;
  rule->before = FIELD_OFF;
  rule->after = LONG_SIZE - FIELD_OFF;
}

static const struct mask_machine mask_s390x = {
  .machine = EM_S390,
  .rules = s390x_rules,
  .rule_count = sizeof s390x_rules / sizeof s390x_rules[0],
  .look = s390x_look,
};

bool
reloc_mask (uint16_t machine, const struct code_reloc *reloc,
            const uint8_t *bytes, uint64_t size, struct reloc_mask_bytes *mask)
{
  static const struct mask_machine *const machines[]
      = { &mask_amd64, &mask_aarch64, &mask_s390x };
  const size_t machine_count = sizeof machines / sizeof machines[0];
  const uint64_t offset = reloc->offset;
  const struct mask_place spot
      = { bytes, size, offset < size ? offset : size };
  size_t m = 0, i = 0;

  *mask = (struct reloc_mask_bytes){ spot.offset, spot.offset };
  while (m < machine_count && machines[m]->machine != machine)
    m++;
  if (m == machine_count)
    return false;
  const struct mask_rule *rules = machines[m]->rules;
  while (i < machines[m]->rule_count
         && (reloc->type < rules[i].first || reloc->type > rules[i].last))
    i++;
  if (i == machines[m]->rule_count)
    return false;
  struct mask_rule rule = rules[i];
  if (machines[m]->look != NULL)
    machines[m]->look (reloc, &spot, &rule);
  if (offset >= size)
    return true;
  mask->from = offset < rule.before ? 0 : offset - rule.before;
  mask->to = size - offset < rule.after ? size : offset + rule.after;
  return true;
}
