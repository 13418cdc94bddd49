/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   call-instructions.h - which code is a call, and which is padding.  */

#ifndef BFDGLUE_CALL_INSTRUCTIONS_H
#define BFDGLUE_CALL_INSTRUCTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the SIZE bytes at CODE, the code of a function for MACHINE
   (e_machine), seem to end with a call.  Instructions of AMD64 and s390x are
   decoded backwards, so that other code may seem to be one, and no call is
   overlooked.  False for other machines than these and AArch64.  */
bool code_ends_in_call (uint16_t machine, const uint8_t *code, uint64_t size);

/* The size in bytes of the instruction at the start of the SIZE bytes at CODE
   if compilers, assemblers or linkers put it between functions, as one that
   does nothing or that traps; 0 if it is another one.  */
unsigned padding_instruction (uint16_t machine, const uint8_t *code,
                              uint64_t size);

#endif /* BFDGLUE_CALL_INSTRUCTIONS_H */
