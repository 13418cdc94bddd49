/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-quick.h - what the two parts of the decoder of AMD64 share.  */

#ifndef BFDGLUE_PROVE_QUICK_H
#define BFDGLUE_PROVE_QUICK_H

#include <stdbool.h>

#include <Zydis/Zydis.h>

#include "prove-machine.h"

/* prove-amd64.c: add the effects of the instruction that D has.  */
void amd64_effects (struct decoding *d);

/* prove-quick.c: decode what is at CODE, if it is one of the usual
   instructions: set of *ZI and of its visible OPERANDS what Zydis would, as
   far as prove-amd64.c wants it, and *FLAGS: CF or ZF change.  */
bool amd64_quick (const uint8_t *code, size_t size,
                  ZydisDecodedInstruction *zi, ZydisDecodedOperand *operands,
                  bool *flags);

#endif /* BFDGLUE_PROVE_QUICK_H */
