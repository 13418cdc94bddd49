/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-quick.h - what the parts of the decoder of AMD64 share.  */

#ifndef BFDGLUE_PROVE_QUICK_H
#define BFDGLUE_PROVE_QUICK_H

#include <stdbool.h>

#include <Zydis/Zydis.h>

#include "prove-machine.h"

/* Bits of a REX prefix.  */
enum
{
  REX_B = 1,
  REX_X = 2,
  REX_R = 4,
  REX_W = 8,
  REX = 0x40
};

/* An instruction that is being decoded: the bytes that are left, and its
   parts.  */
struct bytes
{
  const uint8_t *at, *stop;
  unsigned rex;
  unsigned modrm;
  bool narrow; /* it has the prefix for 16 bits */
};

static inline struct bytes
bytes_of (const uint8_t *code, size_t size)
{
  enum
  {
    LONGEST = 15 /* bytes of an instruction */
  };

  return (struct bytes){ .at = code,
                         .stop = code + (size < LONGEST ? size : LONGEST) };
}

/* prove-quick.c: take the next SIZE bytes, 1 to 8, as a signed number.  False:
   bytes are missing.  */
bool amd64_take (struct bytes *b, unsigned size, int64_t *value);

/* prove-quick.c: set OPERAND to the register or memory of BITS that B's ModRM
   means.  False: bytes are missing.  */
bool amd64_operand (struct bytes *b, ZydisDecodedOperand *operand,
                    unsigned bits);

/* prove-amd64.c: add the effects of D's instruction.  */
void amd64_effects (struct decoding *d);

/* prove-quick.c: decode the instruction at CODE, if it is one of the usual
   ones.  Sets what prove-amd64.c uses of *ZI and of its visible OPERANDS as
   Zydis would, and *FLAGS to whether CF or ZF change.  */
bool amd64_quick (const uint8_t *code, size_t size,
                  ZydisDecodedInstruction *zi, ZydisDecodedOperand *operands,
                  bool *flags);

/* prove-kinds.c: like amd64_quick, if an instruction of the same kind was
   learnt.  Such instructions change no flags.  */
bool amd64_kind_find (struct insn_kind *kinds, const uint8_t *code,
                      size_t size, ZydisDecodedInstruction *zi,
                      ZydisDecodedOperand *operands);

#endif /* BFDGLUE_PROVE_QUICK_H */
