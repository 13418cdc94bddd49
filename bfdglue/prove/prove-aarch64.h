/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-aarch64.h - what the parts of the decoder of AArch64 share.  */

#ifndef BFDGLUE_PROVE_AARCH64_H
#define BFDGLUE_PROVE_AARCH64_H

#include "prove-machine.h"

/* An instruction on its way.  */
struct a64
{
  uint32_t word;
  uint64_t addr;
  struct insn *insn;
  struct op *ops;
  bool full;      /* more effects than there is room for */
  struct op none; /* an effect on nothing */
};

/* COUNT bits of A's word from bit LOW on; and as a signed number.  */
static inline uint32_t
a64_bits (const struct a64 *a, unsigned low, unsigned count)
{
  return a->word >> low & ((UINT32_C (1) << count) - 1);
}

static inline bool
a64_bit (const struct a64 *a, unsigned bit)
{
  return (a->word >> bit & 1) != 0;
}

static inline int64_t
a64_signed (const struct a64 *a, unsigned low, unsigned count)
{
  const int64_t bits = a64_bits (a, low, count);

  return bits - (bits >> (count - 1) << count);
}

/* Register NUMBER of an instruction in which 31 is XZR, REG_NONE; or SP.  */
unsigned a64_reg (unsigned number);
unsigned a64_reg_sp (unsigned number);

/* Add an effect of KIND on register DST to A's instruction.  One on REG_NONE
   goes nowhere, unless KIND is a store or a comparison.  */
struct op *a64_op (struct a64 *a, enum op_kind kind, unsigned dst);

/* Add an effect: DST is new, of 64 bits if WIDE; DST = SRC + IMM; DST is the
   number IMM; DST is the low WIDTH bits of SRC, with a sign or zeros.  */
void a64_lose (struct a64 *a, unsigned dst, bool wide);
void a64_set (struct a64 *a, unsigned dst, unsigned src, int64_t imm);
void a64_const (struct a64 *a, unsigned dst, uint64_t imm);
void a64_extend (struct a64 *a, unsigned dst, unsigned src, unsigned width,
                 bool sign);

/* prove-aarch64-branch.c: branches, exceptions and system instructions;
   prove-aarch64-register.c: what computes with registers;
   prove-aarch64-memory.c: the loads and stores.  False: there is no such
   instruction, or it is not known.  */
bool a64_branch (struct a64 *a);
bool a64_registers (struct a64 *a);
bool a64_memory (struct a64 *a);

/* prove-aarch64-vector.c: the instructions of FP, SIMD and SVE that are no
   loads and stores of general encodings; all that counts of them is which
   general registers they write.  False: as above.  */
bool a64_vector (struct a64 *a);
bool a64_scalable (struct a64 *a);

#endif /* BFDGLUE_PROVE_AARCH64_H */
