/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-cfi.c - what call frame instructions mean.

   Each program is written by hand, and so is what it means, by DWARF 5,
   section 6.4.2, 'DWARF for the Arm 64-bit Architecture' and the Linux
   Standard Base.  A function has 64 bytes and the CIE of cfi_usual.  */

#include "config.h"

#include <stdio.h>

#include "cfi-writer.h"
#include "result.h"

enum
{
  AMD64 = SFM_ABI_AMD64_ENDIAN_LITTLE,
  ARM = SFM_ABI_AARCH64_ENDIAN_LITTLE,
  ARM_BIG = SFM_ABI_AARCH64_ENDIAN_BIG,
  S390X = SFM_ABI_S390X_ENDIAN_BIG,

  START = 0x12340,
  SIZE = 64
};

struct program
{
  const char *name;
  uint8_t abi;
  struct cfi_bytes bytes;
  const char *wanted;
};

/* The CFA.  */
static const struct program programs_cfa[] = {
  { "nop", AMD64, CFI_BYTES (CFA_NOP, CFA_NOP), "0: r7+8 [c-8] same" },
  { "def_cfa", AMD64, CFI_BYTES (CFA_ADVANCE | 3, CFA_DEF, 6, 0x90, 1),
    "0: r7+8 [c-8] same; 3: r6+144 [c-8] same" },
  { "def_cfa of any register", AMD64,
    CFI_BYTES (CFA_ADVANCE | 3, CFA_DEF, 0x82, 1, 16),
    "0: r7+8 [c-8] same; 3: r130+16 [c-8] same" },
  { "def_cfa_sf", AMD64,
    /* sleb -3 by -8 */
    CFI_BYTES (CFA_ADVANCE | 3, CFA_DEF_SF, 6, 0x7d),
    "0: r7+8 [c-8] same; 3: r6+24 [c-8] same" },
  { "def_cfa_register", AMD64,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 16, CFA_OFFSET | 6, 2,
               CFA_ADVANCE | 3, CFA_DEF_REG, 6),
    "0: r7+8 [c-8] same; 1: r7+16 [c-8] [c-16]; "
    "4: r6+16 [c-8] [c-16]" },
  { "def_cfa_offset", AMD64,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 0x80, 0x80, 4),
    "0: r7+8 [c-8] same; 1: r7+65536 [c-8] same" },
  { "def_cfa_offset_sf", AMD64,
    /* sleb -200 */
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF_SF, 0xb8, 0x7e),
    "0: r7+8 [c-8] same; 1: r7+1600 [c-8] same" },
  { "def_cfa_offset_sf below SP", AMD64,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF_SF, 2),
    "0: r7+8 [c-8] same; 1: r7-16 [c-8] same" },
  { "def_cfa of the same", AMD64,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF, 7, 8, CFA_ADVANCE | 1, CFA_DEF_OFF,
               16),
    "0: r7+8 [c-8] same; 2: r7+16 [c-8] same" },
  { "instructions without a change of location", AMD64,
    CFI_BYTES (CFA_DEF_OFF, 16, CFA_DEF_OFF, 24), "0: r7+24 [c-8] same" },
  { "def_cfa_offset_sf of the largest factor", AMD64,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF_SF, 0xff, 0xff, 0xff, 0xff, 7),
    "0: r7+8 [c-8] same; 1: r7-17179869176 [c-8] same" },
  { "one more", AMD64,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF_SF, 0x80, 0x80, 0x80, 0x80, 8),
    "0: r7+8 [c-8] same; 1: problem opcode" },
  { "def_cfa_offset_sf of the smallest factor", AMD64,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF_SF, 0x81, 0x80, 0x80, 0x80, 0x78),
    "0: r7+8 [c-8] same; 1: r7+17179869176 [c-8] same" },
  { "one less", AMD64,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF_SF, 0x80, 0x80, 0x80, 0x80, 0x78),
    "0: r7+8 [c-8] same; 1: problem opcode" },
  /* 1 - 2^62, and -2^62.  */
  { "def_cfa_offset, the smallest", AMD64,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 0x81, 0x80, 0x80, 0x80, 0x80,
               0x80, 0x80, 0x80, 0xc0, 1),
    "0: r7+8 [c-8] same; 1: r7-4611686018427387903 [c-8] same" },
  { "def_cfa_offset, smaller", AMD64,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 0x80, 0x80, 0x80, 0x80, 0x80,
               0x80, 0x80, 0x80, 0xc0, 1),
    "0: r7+8 [c-8] same; 1: problem opcode" },
  { "GNU_args_size", AMD64,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_ARGS_SIZE, 0x90, 1, CFA_DEF_OFF, 16),
    "0: r7+8 [c-8] same; 1: r7+16 [c-8] same" }
};

/* The location.  */
static const struct program programs_loc[] = {
  { "advance_loc1", AMD64, CFI_BYTES (CFA_ADVANCE1, 40, CFA_DEF_OFF, 16),
    "0: r7+8 [c-8] same; 40: r7+16 [c-8] same" },
  { "advance_loc2", AMD64, CFI_BYTES (CFA_ADVANCE2, 40, 0, CFA_DEF_OFF, 16),
    "0: r7+8 [c-8] same; 40: r7+16 [c-8] same" },
  { "advance_loc4", AMD64,
    CFI_BYTES (CFA_ADVANCE4, 40, 0, 0, 0, CFA_DEF_OFF, 16),
    "0: r7+8 [c-8] same; 40: r7+16 [c-8] same" },
  { "advance_loc2, big-endian", S390X,
    CFI_BYTES (CFA_ADVANCE2, 0, 40, CFA_DEF_OFF, 0xc0, 2),
    "0: r15+160 same same; 40: r15+320 same same" },
  { "advance_loc4, big-endian", ARM_BIG,
    CFI_BYTES (CFA_ADVANCE4, 0, 0, 0, 10, CFA_DEF_OFF, 16),
    "0: r31+0 same same; 40: r31+16 same same" },
  { "advances by the code alignment", ARM,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 16, CFA_ADVANCE1, 2, CFA_DEF_OFF,
               32),
    "0: r31+0 same same; 4: r31+16 same same; 12: r31+32 same same" },
  { "advances by 0", AMD64,
    CFI_BYTES (CFA_ADVANCE, CFA_DEF_OFF, 16, CFA_ADVANCE1, 0, CFA_DEF_OFF, 24),
    "0: r7+24 [c-8] same" },
  { "an advance to the end", AMD64,
    CFI_BYTES (CFA_ADVANCE1, 64, CFA_DEF_OFF, 16), "0: r7+8 [c-8] same" },
  { "an advance to the last byte", AMD64,
    CFI_BYTES (CFA_ADVANCE | 63, CFA_DEF_OFF, 16),
    "0: r7+8 [c-8] same; 63: r7+16 [c-8] same" },
  { "what is past the end does not matter", AMD64,
    CFI_BYTES (CFA_ADVANCE4, 0xff, 0xff, 0xff, 0xff, CFA_DEF_OFF, 16, 0x3f),
    "0: r7+8 [c-8] same" },
  { "set_loc", AMD64,
    CFI_BYTES (CFA_SET_LOC, 0x48, 0x23, 1, 0, 0, 0, 0, 0, CFA_DEF_OFF, 16,
               CFA_ADVANCE | 1, CFA_DEF_OFF, 24),
    "0: r7+8 [c-8] same; 8: r7+16 [c-8] same; 9: r7+24 [c-8] same" },
  { "set_loc to where it is", AMD64,
    CFI_BYTES (CFA_SET_LOC, 0x40, 0x23, 1, 0, 0, 0, 0, 0, CFA_DEF_OFF, 16),
    "0: r7+16 [c-8] same" },
  { "set_loc, big-endian", S390X,
    CFI_BYTES (CFA_SET_LOC, 0, 0, 0, 0, 0, 1, 0x23, 0x48, CFA_DEF_OFF, 0xc0,
               2),
    "0: r15+160 same same; 8: r15+320 same same" },
  { "advance_loc1, cut", AMD64, CFI_BYTES (CFA_DEF_OFF, 16, CFA_ADVANCE1),
    "0: problem opcode" },
  { "advance_loc2, cut", AMD64, CFI_BYTES (CFA_DEF_OFF, 16, CFA_ADVANCE2, 0),
    "0: problem opcode" },
  { "a number, cut", AMD64, CFI_BYTES (CFA_DEF_OFF, 0x90),
    "0: problem opcode" },
  { "set_loc backwards", AMD64,
    CFI_BYTES (CFA_ADVANCE | 9, CFA_SET_LOC, 0x48, 0x23, 1, 0, 0, 0, 0, 0,
               CFA_DEF_OFF, 16),
    "0: r7+8 [c-8] same; 9: problem opcode" },
  { "set_loc before the function", AMD64,
    CFI_BYTES (CFA_SET_LOC, 0x3f, 0x23, 1, 0, 0, 0, 0, 0),
    "0: problem opcode" }
};

/* Registers.  */
static const struct program programs_reg[]
    = { { "offset and restore", AMD64,
          CFI_BYTES (CFA_ADVANCE | 1, CFA_OFFSET | 6, 2, CFA_ADVANCE | 1,
                     CFA_RESTORE | 6),
          "0: r7+8 [c-8] same; 1: r7+8 [c-8] [c-16]; 2: r7+8 [c-8] same" },
        { "offset_extended and restore_extended", AMD64,
          CFI_BYTES (CFA_ADVANCE | 1, CFA_OFFSET_EXT, 6, 0x82, 0,
                     CFA_ADVANCE | 1, CFA_RESTORE_EXT, 6),
          "0: r7+8 [c-8] same; 1: r7+8 [c-8] [c-16]; 2: r7+8 [c-8] same" },
        { "restore of the return address", AMD64,
          CFI_BYTES (CFA_OFFSET | 16, 3, CFA_ADVANCE | 1, CFA_RESTORE | 16),
          "0: r7+8 [c-24] same; 1: r7+8 [c-8] same" },
        { "offset_extended_sf", AMD64,
          CFI_BYTES (CFA_ADVANCE | 1, CFA_OFFSET_SF, 6, 0x7e),
          "0: r7+8 [c-8] same; 1: r7+8 [c-8] [c+16]" },
        { "GNU_negative_offset_extended", AMD64,
          CFI_BYTES (CFA_ADVANCE | 1, CFA_NEGATIVE, 6, 2),
          "0: r7+8 [c-8] same; 1: r7+8 [c-8] [c+16]" },
        { "val_offset", AMD64,
          CFI_BYTES (CFA_ADVANCE | 1, CFA_VAL_OFFSET, 6, 2),
          "0: r7+8 [c-8] same; 1: r7+8 [c-8] c-16" },
        { "val_offset_sf", AMD64,
          CFI_BYTES (CFA_ADVANCE | 1, CFA_VAL_OFFSET_SF, 6, 0x7e),
          "0: r7+8 [c-8] same; 1: r7+8 [c-8] c+16" },
        { "register", AMD64, CFI_BYTES (CFA_ADVANCE | 1, CFA_REGISTER, 6, 3),
          "0: r7+8 [c-8] same; 1: r7+8 [c-8] r3+0" },
        { "register of the return address", AMD64,
          CFI_BYTES (CFA_ADVANCE | 1, CFA_REGISTER, 16, 11),
          "0: r7+8 [c-8] same; 1: r7+8 r11+0 same" },
        { "a register that keeps itself", ARM,
          CFI_BYTES (CFA_REGISTER, 29, 29, CFA_REGISTER, 30, 30),
          "0: r31+0 same same" },
        { "same_value", AMD64,
          CFI_BYTES (CFA_OFFSET | 6, 2, CFA_ADVANCE | 1, CFA_SAME, 6),
          "0: r7+8 [c-8] [c-16]; 1: r7+8 [c-8] same" },
        { "same_value of the return address", ARM,
          CFI_BYTES (CFA_OFFSET | 30, 1, CFA_ADVANCE | 1, CFA_SAME, 30),
          "0: r31+0 [c-8] same; 4: r31+0 same same" },
        { "undefined return address", AMD64,
          CFI_BYTES (CFA_OFFSET | 6, 2, CFA_ADVANCE | 1, CFA_UNDEFINED, 16),
          "0: r7+8 [c-8] [c-16]; 1: undef undef undef" },
        { "no other rules where that is undefined", AMD64,
          CFI_BYTES (CFA_UNDEFINED, 16, CFA_ADVANCE | 1, CFA_UNDEFINED, 6,
                     CFA_DEF_OFF, 80, CFA_ADVANCE | 1, CFA_UNDEFINED, 7),
          "0: undef undef undef" },
        { "other registers", AMD64,
          CFI_BYTES (CFA_ADVANCE | 1, CFA_OFFSET | 3, 2, CFA_ADVANCE | 1,
                     CFA_UNDEFINED, 12, CFA_ADVANCE | 1, CFA_REGISTER, 13, 1,
                     CFA_ADVANCE | 1, CFA_VAL_OFFSET, 14, 1, CFA_ADVANCE | 1,
                     CFA_SAME, 15, CFA_ADVANCE | 1, CFA_RESTORE | 3, CFA_EXPR,
                     3, 1, 0x9c, CFA_VAL_EXPR, 3, 1, 0x9c, CFA_ADVANCE | 1,
                     CFA_DEF_OFF, 16),
          "0: r7+8 [c-8] same; 7: r7+16 [c-8] same" },
        { "registers of AArch64", ARM,
          CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 32, CFA_OFFSET | 29, 4,
                     CFA_OFFSET | 30, 3, CFA_ADVANCE | 1, CFA_DEF_REG, 29),
          "0: r31+0 same same; 4: r31+32 [c-24] [c-32]; "
          "8: r29+32 [c-24] [c-32]" },
        { "registers of s390x", S390X,
          /* stmg %r11,%r15,88(%r15): r11 at CFA-72, r14 -48, r15 -40 */
          CFI_BYTES (CFA_ADVANCE | 6, CFA_OFFSET | 11, 9, CFA_OFFSET | 14, 6,
                     CFA_OFFSET | 15, 5, CFA_ADVANCE | 4, CFA_DEF_OFF, 0xc0, 2,
                     CFA_ADVANCE | 4, CFA_DEF_REG, 11),
          "0: r15+160 same same; 6: r15+160 [c-48] [c-72]; "
          "10: r15+320 [c-48] [c-72]; 14: r11+320 [c-48] [c-72]" },
        { "registers that keep those of s390x", S390X,
          /* %f0 is 16, %f2 17 */
          CFI_BYTES (CFA_ADVANCE | 4, CFA_REGISTER, 14, 16, CFA_REGISTER, 11,
                     17, CFA_REGISTER, 15, 18),
          "0: r15+160 same same; 4: r15+160 r16+0 r17+0" } };

/* States.  */
static const struct program programs_state[] = {
  { "remember_state and restore_state", AMD64,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 16, CFA_OFFSET | 6, 2,
               CFA_REMEMBER, CFA_ADVANCE | 1, CFA_DEF, 6, 80, CFA_RESTORE | 6,
               CFA_OFFSET | 16, 4, CFA_ADVANCE | 1, CFA_RECALL),
    "0: r7+8 [c-8] same; 1: r7+16 [c-8] [c-16]; 2: r6+80 [c-32] same; "
    "3: r7+16 [c-8] [c-16]" },
  { "states in each other", AMD64,
    CFI_BYTES (CFA_REMEMBER, CFA_ADVANCE | 1, CFA_DEF_OFF, 16, CFA_REMEMBER,
               CFA_ADVANCE | 1, CFA_DEF_OFF, 24, CFA_ADVANCE | 1, CFA_RECALL,
               CFA_ADVANCE | 1, CFA_RECALL),
    "0: r7+8 [c-8] same; 1: r7+16 [c-8] same; 2: r7+24 [c-8] same; "
    "3: r7+16 [c-8] same; 4: r7+8 [c-8] same" },
  { "as many as are kept", AMD64,
    CFI_BYTES (CFA_REMEMBER, CFA_REMEMBER, CFA_REMEMBER, CFA_REMEMBER,
               CFA_REMEMBER, CFA_REMEMBER, CFA_REMEMBER, CFA_REMEMBER,
               CFA_ADVANCE | 1, CFA_DEF_OFF, 16, CFA_ADVANCE | 1, CFA_RECALL,
               CFA_RECALL, CFA_RECALL, CFA_RECALL, CFA_RECALL, CFA_RECALL,
               CFA_RECALL, CFA_RECALL),
    "0: r7+8 [c-8] same; 1: r7+16 [c-8] same; 2: r7+8 [c-8] same" },
  { "more than are kept", AMD64,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_REMEMBER, CFA_REMEMBER, CFA_REMEMBER,
               CFA_REMEMBER, CFA_REMEMBER, CFA_REMEMBER, CFA_REMEMBER,
               CFA_REMEMBER, CFA_REMEMBER),
    "0: r7+8 [c-8] same; 1: problem depth" },
  { "a state that nobody remembers", AMD64,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_RECALL),
    "0: r7+8 [c-8] same; 1: problem opcode" },
  { "negate_ra_state", ARM,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_NEGATE_RA, CFA_ADVANCE | 1, CFA_NEGATE_RA),
    "0: r31+0 same same; 4: r31+0 same same mangled; "
    "8: r31+0 same same" },
  { "negate_ra_state is remembered", ARM_BIG,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_NEGATE_RA, CFA_REMEMBER, CFA_ADVANCE | 1,
               CFA_NEGATE_RA, CFA_ADVANCE | 1, CFA_RECALL),
    "0: r31+0 same same; 4: r31+0 same same mangled; "
    "8: r31+0 same same; 12: r31+0 same same mangled" },
  { "negate_ra_state and a state without it", ARM,
    CFI_BYTES (CFA_REMEMBER, CFA_ADVANCE | 1, CFA_NEGATE_RA, CFA_ADVANCE | 1,
               CFA_RECALL),
    "0: r31+0 same same; 4: r31+0 same same mangled; "
    "8: r31+0 same same" },
  { "restore of register 34 alone", ARM,
    CFI_BYTES (CFA_NEGATE_RA, CFA_ADVANCE | 1, CFA_RESTORE | 34),
    "0: r31+0 same same mangled; 4: r31+0 same same" },
  { "a place for register 34", ARM,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_OFFSET | 34, 1),
    "0: r31+0 same same; 4: problem opcode" },
  { "restore of register 34", ARM,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_NEGATE_RA, CFA_ADVANCE | 1,
               CFA_RESTORE | 34, CFA_ADVANCE | 1, CFA_NEGATE_RA,
               CFA_ADVANCE | 1, CFA_RESTORE_EXT, 34),
    "0: r31+0 same same; 4: r31+0 same same mangled; "
    "8: r31+0 same same; 12: r31+0 same same mangled; "
    "16: r31+0 same same" },
  { "other rules for register 34", ARM,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_VAL_EXPR, 34, 1, 0x31),
    "0: r31+0 same same; 4: problem opcode" },
  { "negate_ra_state of another machine", AMD64,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_NEGATE_RA),
    "0: r7+8 [c-8] same; 1: problem opcode" },
  { "negate_ra_state_with_pc", ARM, CFI_BYTES (CFA_ADVANCE | 1, 0x2c),
    "0: r31+0 same same; 4: problem opcode" }
};

static void
test_programs (const struct program *programs, size_t count)
{
  struct cfi_writer w = { .bytes = NULL };

  for (size_t i = 0; i < count; i++)
    {
      const struct program *p = &programs[i];
      const struct cfi_form form = cfi_usual (p->abi);

      cfi_begin (&w, p->abi);
      cfi_cie (&w, &form);
      cfi_fde (&w, START, SIZE, p->bytes);
      /* Its first byte is no operand of what is cut.  */
      cfi_fde (&w, START + SIZE, SIZE, (struct cfi_bytes){ NULL, 0 });
      cfi_expect (&w, p->name, p->wanted);
    }
  cfi_free (&w);
}

/* CIEs that no compiler writes.  */
static const struct
{
  const char *name;
  uint64_t code_align;
  int64_t data_align;
  uint64_t ra;
  size_t size; /* of the usual program: 3 is the CFA alone */
  struct cfi_bytes program;
  const char *wanted;
} forms[] = {
  { "no code alignment", 0, -8, 16, 5,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 16, CFA_ADVANCE | 1, CFA_DEF_OFF,
               24),
    "0: r7+24 [c-8] same" },
  { "a code alignment that wraps", UINT64_C (1) << 61, -8, 16, 5,
    CFI_BYTES (CFA_ADVANCE | 8, CFA_DEF_OFF, 16), "0: r7+8 [c-8] same" },
  { "a code alignment of a byte", 255, -8, 16, 5,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 16), "0: r7+8 [c-8] same" },
  { "a code alignment of more", 256, -8, 16, 5,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_DEF_OFF, 16), "0: r7+8 [c-8] same" },
  { "a code alignment that is 0 in a byte", 256, -8, 16, 5,
    CFI_BYTES (CFA_DEF_OFF, 16, CFA_ADVANCE | 0, CFA_DEF_OFF, 24),
    "0: r7+24 [c-8] same" },
  { "a data alignment of 127", 1, 127, 16, 3,
    CFI_BYTES (CFA_OFFSET | 16, 1, CFA_OFFSET | 6, 2),
    "0: r7+8 [c+127] [c+254]" },
  { "a data alignment of 128", 1, 128, 16, 3,
    CFI_BYTES (CFA_OFFSET | 16, 1, CFA_OFFSET | 6, 2),
    "0: r7+8 [c+128] [c+256]" },
  { "a data alignment of -128", 1, -128, 16, 3,
    CFI_BYTES (CFA_OFFSET | 16, 1, CFA_OFFSET | 6, 2),
    "0: r7+8 [c-128] [c-256]" },
  { "a data alignment of -129", 1, -129, 16, 3,
    CFI_BYTES (CFA_OFFSET | 16, 1, CFA_OFFSET | 6, 2),
    "0: r7+8 [c-129] [c-258]" },
  { "another return address", 1, -8, 17, 3,
    CFI_BYTES (CFA_OFFSET | 17, 1, CFA_OFFSET | 16, 2),
    "0: problem ra-column" },
  { "none", 1, -8, 16, 3, CFI_BYTES (CFA_DEF_OFF, 16), "0: problem ra-rule" },
  { "none at first", 1, -8, 16, 3,
    CFI_BYTES (CFA_ADVANCE | 1, CFA_OFFSET | 16, 1),
    "0: problem ra-rule; 1: r7+8 [c-8] same" },
};

static void
test_forms (void)
{
  struct cfi_writer w = { .bytes = NULL };

  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    {
      struct cfi_form form = cfi_usual (AMD64);
      form.code_align = forms[i].code_align;
      form.data_align = forms[i].data_align;
      form.ra = forms[i].ra;
      form.program.size = forms[i].size;
      cfi_begin (&w, AMD64);
      cfi_cie (&w, &form);
      cfi_fde (&w, START, SIZE, forms[i].program);
      cfi_expect (&w, forms[i].name, forms[i].wanted);
    }
  cfi_free (&w);
}

/* Locations past the end of the largest function, and of all addresses: the
   walk ends there.  */
static void
test_far (void)
{
  const struct cfi_bytes past
      = CFI_BYTES (CFA_ADVANCE | 3, CFA_DEF_OFF, 16, CFA_ADVANCE | 1,
                   CFA_DEF_OFF, 24, CFA_ADVANCE | 1, CFA_DEF_OFF, 32);
  const struct cfi_bytes far = CFI_BYTES (CFA_ADVANCE | 3, CFA_DEF_OFF, 16,
                                          CFA_ADVANCE | 6, CFA_DEF_OFF, 24);
  struct cfi_writer w = { .bytes = NULL };
  struct cfi_form form = cfi_usual (AMD64);

  form.code_align = UINT64_C (1) << 61;
  cfi_begin (&w, AMD64);
  cfi_cie (&w, &form);
  cfi_fde (&w, START, INT64_MAX, past);
  cfi_expect (&w, "a location at the end of half of all addresses",
              "0: r7+8 [c-8] same; 6917529027641081856: r7+16 [c-8] same");
  cfi_begin (&w, AMD64);
  cfi_cie (&w, &form);
  cfi_fde (&w, START, INT64_MAX, far);
  cfi_expect (&w, "a location beyond all addresses",
              "0: r7+8 [c-8] same; 6917529027641081856: r7+16 [c-8] same");
  cfi_free (&w);
}

int
main (void)
{
  test_forms ();
  test_far ();
#define TEST(programs)                                                        \
  test_programs (programs, sizeof programs / sizeof *programs)
  TEST (programs_cfa);
  TEST (programs_loc);
  TEST (programs_reg);
  TEST (programs_state);
  return unit_exit ();
}
