/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   rules.h - registers of the ABIs and FLEX control words (SFrame V3,
   'Interpretation of SFrame FREs').  */

#ifndef MERGER_RULES_H
#define MERGER_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "sfmerge.h"

enum
{
  FLEX_REG_P = 0x1,   /* based on a register, else on the CFA */
  FLEX_DEREF_P = 0x2, /* the value is in memory */
  FLEX_UNUSED = 0x4,
  FLEX_REG_SHIFT = 3
};

/* DWARF numbers.  */
struct abi_registers
{
  uint8_t sp;
  uint8_t fp;
  uint8_t ra;
};

const struct abi_registers *rules_registers (uint8_t abi);

/* Whether control words have a number for the DWARF register REG of ABI (rule
   F12 of doc/internals.md, section 8).  */
bool rules_has_register (uint8_t abi, uint32_t reg);

/* The CFA offset in bytes that WORD encodes: s390x stores it scaled.  */
int64_t rules_cfa_offset (uint8_t abi, int32_t word);

/* Word IDX of ROW as a control word: zero-extended from its size.  */
static inline uint32_t
rules_control (const struct sfm_row *row, unsigned idx)
{
  return (uint32_t) row->words[idx]
         & (row->word_size == 4 ? UINT32_MAX
                                : (1U << (8 * row->word_size)) - 1);
}

/* Data words of ROW, of type FLEX, without padding at the end.  */
unsigned rules_flex_words (const struct sfm_row *row);

#endif /* MERGER_RULES_H */
