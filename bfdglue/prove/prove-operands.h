/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-operands.h - operands of AMD64 instructions, and the effects on
   them.  */

#ifndef BFDGLUE_PROVE_OPERANDS_H
#define BFDGLUE_PROVE_OPERANDS_H

#include "config.h"

#ifdef HAVE_ZYDIS

#include <Zydis/Zydis.h>

#include "prove-machine.h"

/* An instruction on its way.  */
struct decoding
{
  const ZydisDecodedInstruction *zi;
  const ZydisDecodedOperand *operands;
  uint64_t next; /* the address after it */
  struct insn *insn;
  struct op *ops;
  bool full;      /* more effects than there is room for, */
  struct op lost; /* and the last of those */
};

/* prove-quick.c: decode what is at CODE, if it is one of the usual
   instructions: set of *ZI and of its visible OPERANDS what Zydis would, as
   far as prove-amd64.c wants it, and *FLAGS: CF or ZF change.  */
bool amd64_quick (const uint8_t *code, size_t size,
                  ZydisDecodedInstruction *zi, ZydisDecodedOperand *operands,
                  bool *flags);

/* The number of the general register that REG is or is a part of; REG_NONE:
   it is another one.  */
unsigned operand_reg (ZydisRegister reg);

/* Whether REG is AH or one of its kind.  */
bool reg_is_high_byte (ZydisRegister reg);

/* Whether OPERAND is a general register of so many BITS, or a number; and the
   number of a register.  */
bool operand_is_reg (const ZydisDecodedOperand *operand, unsigned bits);
bool operand_is_imm (const ZydisDecodedOperand *operand);
unsigned operand_number (const ZydisDecodedOperand *operand);

/* Add an effect of KIND on register DST, or REG_NONE, to D's instruction.  */
struct op *op_add (struct decoding *d, enum op_kind kind, unsigned dst);

/* Set the address of OP to that of the memory OPERAND.  False: it cannot be
   said, as it depends on a segment or a vector.  */
bool op_set_address (const struct decoding *d, struct op *op,
                     const ZydisDecodedOperand *operand);

/* Add an effect: REG, of so many BITS, has a new value; DST = A + IMM; DST is
   loaded from OPERAND, with its SIGN; SRC, or REG_NONE, is stored to OPERAND,
   or on top of the stack; DST is taken from there.  */
void op_add_lose (struct decoding *d, unsigned reg, unsigned bits);
void op_add_set (struct decoding *d, unsigned dst, unsigned a, int64_t imm);
void op_add_load (struct decoding *d, unsigned dst,
                  const ZydisDecodedOperand *operand, bool sign);
void op_add_store (struct decoding *d, unsigned src,
                   const ZydisDecodedOperand *operand);
void op_add_push (struct decoding *d, unsigned src);
void op_add_pop (struct decoding *d, unsigned dst);

/* All that is known of D's instruction is which operands it writes.  */
void op_add_others (struct decoding *d);

#endif

#endif /* BFDGLUE_PROVE_OPERANDS_H */
