/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   row-proof.h - whether the rows of a function agree with the call frame
   information of the image at its address.  */

#ifndef BFDGLUE_ROW_PROOF_H
#define BFDGLUE_ROW_PROOF_H

#include "function-index.h"
#include "pool.h"

/* A function that is said to be at an address.  */
struct proof_function
{
  const struct sfm_piece *piece; /* what has its rows */
  uint64_t addr;
  uint64_t digest; /* sfm_fde_digest */
  uint32_t size;
  uint32_t fde;     /* number in PIECE */
  uint8_t rep_size; /* block size of a MASK function of V1 */
};

/* The judge, and what it keeps between two functions.  */
struct row_proof
{
  const struct function_index *index;
  const struct sfm_cfi_section *section; /* of FDE */
  struct sfm_cfi_fde fde;                /* the last one read */
  uint64_t left;                         /* bytes that may still be read */
  size_t last; /* number of the FDE that the last verdict is of */
};

/* Whether rows with VERDICT are not to be used.  */
static inline bool
verdict_refuses (enum sfm_cfi_verdict verdict)
{
  return verdict >= SFM_CFI_UNJUDGED;
}

/* Whether rows with VERDICT are right but for what row_proof_correct puts
   right.  */
static inline bool
verdict_corrects (enum sfm_cfi_verdict verdict)
{
  return verdict == SFM_CFI_MARKED || verdict == SFM_CFI_OUTERMOST;
}

/* Make PROOF a judge by INDEX, which must outlive it.  */
void row_proof_begin (struct row_proof *proof,
                      const struct function_index *index);

/* The verdict on F by all FDEs over it.  SFM_CFI_SILENT: there is none.
   SFM_CFI_UNJUDGED: also if its rows have no meaning, if FDEs contradict each
   other about it, or after too much work.  DIFFERENCE, if not NULL, receives
   the first address with a verdict other than SFM_CFI_AGREES, and its
   rules.  */
enum sfm_cfi_verdict row_proof_judge (struct row_proof *proof,
                                      const struct proof_function *f,
                                      struct sfm_cfi_difference *difference);

/* Make a piece of its own for F, on whose verdict verdict_corrects, from the
   FDE that it is of.  False: F is not a whole FDE, or there is no memory.  The
   bytes are POOL's.  */
bool row_proof_correct (struct row_proof *proof,
                        const struct proof_function *f, struct pool *pool,
                        struct sfm_piece *piece);

/* Whether an FDE starts at ADDR whose function has SIZE and the digest
   DIGEST.  */
bool row_proof_equal (const struct function_index *index, uint64_t addr,
                      uint64_t size, uint64_t digest);

#endif /* BFDGLUE_ROW_PROOF_H */
