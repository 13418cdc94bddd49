/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove-aarch64.h - what the parts of the decoder of AArch64 share.  */

#ifndef BFDGLUE_PROVE_AARCH64_H
#define BFDGLUE_PROVE_AARCH64_H

#include "prove-machine.h"

/* COUNT bits of A's word from bit LOW on, unsigned or signed.  */
static inline uint32_t
a64_bits (const struct decoding *a, unsigned low, unsigned count)
{
  return a->word >> low & ((UINT32_C (1) << count) - 1);
}

static inline bool
a64_bit (const struct decoding *a, unsigned bit)
{
  return (a->word >> bit & 1) != 0;
}

static inline int64_t
a64_signed (const struct decoding *a, unsigned low, unsigned count)
{
  const int64_t bits = a64_bits (a, low, count);

  return bits - (bits >> (count - 1) << count);
}

/* Register NUMBER of an instruction in which 31 is XZR (REG_NONE), or SP.  */
unsigned a64_reg (unsigned number);
unsigned a64_reg_sp (unsigned number);

/* Sign or authenticate the return address with key A or B, and SP.  */
void a64_pac (struct decoding *a, bool key_b, bool sign);

/* prove-aarch64-register.c: instructions that compute with registers;
   prove-aarch64-memory.c: loads and stores.  False: there is no such
   instruction, or it is not known.  */
bool a64_registers (struct decoding *a);
bool a64_memory (struct decoding *a);

/* prove-aarch64-register.c: FP, SIMD and SVE instructions other than loads and
   stores with general encodings; only the general registers that they write
   matter.  False: as above.  */
bool a64_vector (struct decoding *a);
bool a64_scalable (struct decoding *a);

#endif /* BFDGLUE_PROVE_AARCH64_H */
