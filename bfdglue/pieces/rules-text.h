/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   rules-text.h - rules and the names of registers as text.  */

#ifndef BFDGLUE_RULES_TEXT_H
#define BFDGLUE_RULES_TEXT_H

#include "sfmerge.h"

/* The DWARF numbers of ABI's stack pointer and frame pointer.  */
struct rules_registers
{
  uint32_t sp;
  uint32_t fp;
};
struct rules_registers rules_registers_of (uint8_t abi);

/* Put RULE, of a row for ABI, at P: "sp+8", "*(cfa-16)", "same", ...  Returns
   the end of the text, at most 45 bytes.  */
char *rules_put_rule (char *p, const struct sfm_rule *rule, uint8_t abi);

/* The same for RULES: "cfa=sp+8 ra=*(cfa-8) fp=same", "ra=undefined", ...  */
char *rules_put (char *p, const struct sfm_rules *rules, uint8_t abi);

enum
{
  RULES_TEXT_SIZE = 160
};

/* The same into TEXT, which is returned.  */
const char *rules_text (const struct sfm_rules *rules, uint8_t abi,
                        char text[RULES_TEXT_SIZE]);

/* What the call frame information has in DIFFERENCE, between rules, for a
   function of ABI: its rules, as above, or its problem.  */
const char *rules_of_frame (const struct sfm_cfi_difference *difference,
                            uint8_t abi, char text[RULES_TEXT_SIZE]);

#endif /* BFDGLUE_RULES_TEXT_H */
