/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-insn.h - what an instruction does, as text.

   An effect is written as an assignment: "x5=x6+8", "x5=[x6+8]s32" for a load
   of 32 bits with their sign, "[x6+8]32=x5" for a store; "-" is no register,
   "x5=#8" a number, "x5=@0x401008" an address, "x5=?32" that nothing is known
   but that the upper half is 0.  */

#ifndef TESTSUITE_FIXTURE_INSN_H
#define TESTSUITE_FIXTURE_INSN_H

#include "prove-machine.h"

/* Test that MACHINE, a PROVE_*, decodes the SIZE bytes at CODE, which are at
   0x401000, as an instruction of SIZE bytes with EFFECTS, or "none".  NAME is
   its text.  */
void insn_test (unsigned machine, const uint8_t *code, size_t size,
                const char *name, const char *effects);

#endif /* TESTSUITE_FIXTURE_INSN_H */
