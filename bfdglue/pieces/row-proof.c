/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   row-proof.c - whether the rows of a function agree with the call frame
   information of the image at its address.

   Theory of operation.  Nearly every function has the digest of the FDE that
   starts where it does [row_proof_equal]: rules at every address, size and
   kind are equal.  Otherwise its rows are compared with each FDE over it
   [judge_all].  What one FDE contradicts is wrong, whatever others say.

   Copies of a function (folded code, old linkers) have several FDEs with one
   start: one that agrees is enough.  FDEs that overlap otherwise judge
   nothing: post-link optimisers leave those of code that is dead.  */

#include "config.h"

#include "pieces-limits.h"
#include "row-proof.h"

void
row_proof_begin (struct row_proof *proof, const struct function_index *index)
{
  const struct eh_frame *frame = &index->eh;
  uint64_t size = 0;

  for (size_t i = 0; i < frame->section_count; i++)
    size += frame->sections[i].cfi.size;
  *proof = (struct row_proof){ .index = index };
  proof->left = size > UINT64_MAX / LIMIT_PROOF_BYTES_READ
                    ? UINT64_MAX
                    : size * LIMIT_PROOF_BYTES_READ;
}

/* Read FDE number IDX of the index.  False: that is not possible, or too much
   was read.  */
static bool
read_fde (struct row_proof *proof, size_t idx)
{
  const struct eh_frame *frame = &proof->index->eh;

  if (!eh_frame_fde (frame, frame->functions.at[idx].at, &proof->section,
                     &proof->fde))
    return false;
  const struct sfm_cfi_fde *fde = &proof->fde;
  /* A CFA of PLT code changes every 8 bytes without an instruction.  */
  const uint64_t size = fde->end - fde->offset + fde->cie.end - fde->cie.offset
                        + fde->size / 8;
  if (size > proof->left)
    return false;
  proof->left -= size;
  return true;
}

bool
row_proof_equal (const struct function_index *index, uint64_t addr,
                 uint64_t size, uint64_t digest)
{
  const struct function_list *list = &index->eh.functions;

  for (size_t i = function_list_from (list, addr, size), n = 0;
       n < LIMIT_PROOF_COPIES && function_list_starts (list, i, addr)
       && list->at[i].size == size;
       i++, n++)
    if (list->at[i].rules != 0 && list->at[i].rules == digest)
      return true;
  return false;
}

/* Whether FDE number IDX of LIST overlaps one that starts elsewhere.  Empty
   ones overlap nothing.  */
static bool
overlaps_other (const struct function_list *list, size_t idx)
{
  const struct function *f = &list->at[idx];
  size_t next = idx + 1, last = idx;

  /* The list is sorted by address, then size.  */
  for (; next < list->count
         && (list->at[next].addr == f->addr || list->at[next].size == 0)
         && next - idx < LIMIT_PROOF_COPIES;
       next++)
    continue;
  while (
      last != 0
      && (list->at[last - 1].addr == f->addr || list->at[last - 1].size == 0)
      && idx - last < LIMIT_PROOF_COPIES)
    last--;
  return (next < list->count && list->at[next].addr - f->addr < f->size)
         || (last != 0
             && list->at[last - 1].size > f->addr - list->at[last - 1].addr);
}

/* Set *DIFFERENCE to the verdict on F, whose entry is FDE, by the FDEs with
   one start, from number *IDX on; move *IDX after them.  False: none of them
   judges.  */
static bool
judge_start (struct row_proof *proof, const struct proof_function *f,
             const struct sfm_fde *fde, size_t *idx,
             struct sfm_cfi_difference *difference)
{
  const struct function_list *list = &proof->index->eh.functions;
  const uint64_t start = list->at[*idx].addr;
  struct sfm_cfi_difference now;
  struct sfm_diag diag;
  bool any = false;
  unsigned tried = 0;

  for (; *idx < list->count && list->at[*idx].addr == start; ++*idx)
    {
      if (tried++ >= LIMIT_PROOF_COPIES || overlaps_other (list, *idx)
          || !read_fde (proof, *idx)
          || sfm_cfi_compare (f->piece, fde, f->addr, f->rep_size,
                              proof->section, &proof->fde, &now, &diag)
                 != SFM_OK)
        continue;
      if (!any || now.verdict < difference->verdict)
        *difference = now;
      any = true;
    }
  return any;
}

/* The verdict on F by the FDEs over it.  */
static void
judge_all (struct row_proof *proof, const struct proof_function *f,
           struct sfm_cfi_difference *worst)
{
  const struct function_list *list = &proof->index->eh.functions;
  struct sfm_cfi_difference now;
  struct sfm_diag diag;
  struct sfm_fde fde;
  unsigned starts = 0;
  bool any = false;

  *worst = (struct sfm_cfi_difference){ .verdict = SFM_CFI_UNJUDGED,
                                        .addr = f->addr };
  if (sfm_fde_read (f->piece, f->fde, &fde, &diag) != SFM_OK)
    return;
  size_t idx = function_list_over (list, f->addr);
  while (idx < list->count && idx != 0
         && list->at[idx - 1].addr == list->at[idx].addr)
    idx--;
  while (idx < list->count && starts++ < LIMIT_PROOF_STARTS
         && (list->at[idx].addr < f->addr
             || list->at[idx].addr - f->addr < fde.size))
    if (judge_start (proof, f, &fde, &idx, &now))
      {
        if (!any || now.verdict > worst->verdict)
          *worst = now;
        any = true;
      }
}

enum sfm_cfi_verdict
row_proof_judge (struct row_proof *proof, const struct proof_function *f,
                 struct sfm_cfi_difference *difference)
{
  struct sfm_cfi_difference found
      = { .verdict = SFM_CFI_AGREES, .addr = f->addr };

  if (!row_proof_equal (proof->index, f->addr, f->size, f->digest))
    judge_all (proof, f, &found);
  if (difference != NULL)
    *difference = found;
  return found.verdict;
}

bool
row_proof_correct (struct row_proof *proof, const struct proof_function *f,
                   struct pool *pool, struct sfm_piece *piece)
{
  const struct function_list *list = &proof->index->eh.functions;
  const size_t idx = function_list_over (list, f->addr);
  struct sfm_diag diag;
  struct sfm_fde fde;
  size_t size;

  if (idx == list->count || !read_fde (proof, idx)
      || proof->fde.start > f->addr
      || proof->fde.size - (f->addr - proof->fde.start) < f->size
      || sfm_fde_read (f->piece, f->fde, &fde, &diag) != SFM_OK
      || sfm_cfi_correct (f->piece, &fde, f->addr, proof->section, &proof->fde,
                          NULL, 0, &size, &diag)
             != SFM_OK)
    return false;
  uint8_t *bytes = pool_alloc (pool, size);
  return bytes != NULL
         && sfm_cfi_correct (f->piece, &fde, f->addr, proof->section,
                             &proof->fde, bytes, size, &size, &diag)
                == SFM_OK
         && sfm_piece_open (bytes, size, 0, piece, &diag) == SFM_OK;
}
