/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   cfi-state.h - the rules of the registers that SFrame knows, while call frame
   instructions change them.  */

#ifndef MERGER_CFI_STATE_H
#define MERGER_CFI_STATE_H

#include "bytes.h"
#include "rows.h"
#include "sfmerge.h"

/* Kinds of rules besides those of enum sfm_rule_kind.  */
enum
{
  CFI_RULE_NONE = SFM_RULE_MEMORY + 1, /* no instruction has set one */
  CFI_RULE_OTHER,                      /* an expression of another form */
  CFI_RULE_PLT /* CFA: base + offset, and 8 more from byte PLT_FROM of each
                  block of PLT_BLOCK bytes to its end */
};

enum
{
  PLT_BLOCK = 16
};

/* cfi-expression.c: the rule that a location expression, which is all of
   EXPRESSION, gives a register or, if CFA, the CFA.  VALUE: it computes the
   register's value, else the address where that is saved.  *PLT_FROM is set
   for CFI_RULE_PLT; if PLT_FROM is NULL, there is no such rule.  */
struct sfm_rule sfm_cfi_expression_rule (struct cursor expression, bool cfa,
                                         bool value, uint8_t *plt_from);

/* cfi-program.c: set ROWS->now to the state after the CIE's instructions,
   which is also ROWS->initial.  */
void sfm_cfi_run_initial (struct sfm_cfi_rows *rows);

/* cfi-program.c: execute the instructions from ROWS->next on, up to the next
   one that changes the location, and set ROWS->until to the location after it:
   at the end of the program, or if an instruction is a problem, the end of the
   function.  */
void sfm_cfi_run (struct sfm_cfi_rows *rows);

/* cfi-rows.c: set ROW's rules and problem to what ROWS->now means at byte PC
   of the code.  */
void sfm_cfi_state_rules (const struct sfm_cfi_rows *rows, uint64_t pc,
                          struct sfm_cfi_row *row);

/* Numbers of call frame instructions (DWARF 5, section 7.24; for AArch64,
   'DWARF for the Arm 64-bit Architecture', section 4).  */

enum
{
  /* With an operand in the low six bits.  */
  CFA_HIGH = 0xc0,
  CFA_LOW = 0x3f,
  CFA_ADVANCE_LOC = 0x40,
  CFA_OFFSET = 0x80,
  CFA_RESTORE = 0xc0,

  CFA_NOP = 0x00,
  CFA_SET_LOC = 0x01,
  CFA_ADVANCE_LOC1 = 0x02,
  CFA_ADVANCE_LOC2 = 0x03,
  CFA_ADVANCE_LOC4 = 0x04,
  CFA_OFFSET_EXTENDED = 0x05,
  CFA_RESTORE_EXTENDED = 0x06,
  CFA_UNDEFINED = 0x07,
  CFA_SAME_VALUE = 0x08,
  CFA_REGISTER = 0x09,
  CFA_REMEMBER_STATE = 0x0a,
  CFA_RESTORE_STATE = 0x0b,
  CFA_DEF_CFA = 0x0c,
  CFA_DEF_CFA_REGISTER = 0x0d,
  CFA_DEF_CFA_OFFSET = 0x0e,
  CFA_DEF_CFA_EXPRESSION = 0x0f,
  CFA_EXPRESSION = 0x10,
  CFA_OFFSET_EXTENDED_SF = 0x11,
  CFA_DEF_CFA_SF = 0x12,
  CFA_DEF_CFA_OFFSET_SF = 0x13,
  CFA_VAL_OFFSET = 0x14,
  CFA_VAL_OFFSET_SF = 0x15,
  CFA_VAL_EXPRESSION = 0x16,
  CFA_NEGATE_RA_STATE = 0x2d, /* AArch64 */
  CFA_GNU_ARGS_SIZE = 0x2e,
  CFA_GNU_NEGATIVE_OFFSET_EXTENDED = 0x2f,

  AARCH64_RA_STATE = 34, /* the pseudo-register */

  OP_DEREF = 0x06 /* of location expressions */
};

/* Numbers and encoded pointers in call frame information.  */

enum
{
  /* Bytes of a LEB128 number; a longer one is damage.  A number of 64 bits
     takes 10.  Some tools pad to a fixed size, but endless padding would be
     read again for each FDE of a CIE.  */
  LEB_SIZE_MAX = 32
};

/* Read a LEB128 number, sign-extended if SIGNED.  Bits beyond 64 are lost, as
   in all readers.  */
uint64_t sfm_cfi_leb (struct cursor *c, bool is_signed);

static inline uint64_t
cfi_uleb (struct cursor *c)
{
  /* Nearly all numbers have one byte.  */
  if (!c->failed && c->pos < c->size && c->bytes[c->pos] < 0x80)
    return c->bytes[c->pos++];
  return sfm_cfi_leb (c, false);
}

static inline int64_t
cfi_sleb (struct cursor *c)
{
  return sign_extend (sfm_cfi_leb (c, true), 64);
}

/* Read a value in the format of ENCODING, sign-extended if that is signed,
   without adding a base.  */
uint64_t sfm_cfi_value (struct cursor *c, uint8_t encoding);

/* Read a pointer of ENCODING of SECTION, whose bytes C reads, into *ADDR.
   False: C failed, or what the pointer is relative to is unknown; C is past
   the pointer in the second case.  */
bool sfm_cfi_read_pointer (struct cursor *c,
                           const struct sfm_cfi_section *section,
                           uint8_t encoding, uint64_t *addr);

/* A cursor on [FROM, END) of SECTION.  */
static inline struct cursor
cfi_cursor (const struct sfm_cfi_section *section, uint64_t from, uint64_t end)
{
  return (struct cursor){ .bytes = section->bytes,
                          .size = end,
                          .pos = from,
                          .big = sfm_abi_big_endian (section->abi) };
}

#endif /* MERGER_CFI_STATE_H */
