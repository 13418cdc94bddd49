/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   row-proof.c - whether the rows of a function agree with the call frame
   information of the image at its address.

   Theory of operation.  Nearly every function has the digest of the FDE that
   starts where it does [row_proof_equal]: rules at every address, size and
   kind are equal.  Otherwise its rows are compared with each FDE over it
   [judge_all].  What one FDE contradicts is wrong, whatever others say.

   Copies of a function (folded code, old linkers) have several FDEs with one
   start: one that agrees is enough.  One is also enough of FDEs that overlap
   otherwise, such as those of dead code that post-link optimisers leave; but
   what none of them confirms is not used.

   Rows that only lack what assemblers do not write, an end of the stack, a
   mark or a key, are written anew from the FDE [row_proof_correct].  */

#include "config.h"

#include "eh-frame.h"
#include "pieces-limits.h"
#include "pieces.h"

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

/* Read FDE number IDX of the index.  False: there is none.  */
static bool
read_fde (struct row_proof *proof, size_t idx)
{
  const struct eh_frame *frame = &proof->index->eh;

  return eh_frame_fde (frame, frame->functions.at[idx].at, &proof->section,
                       &proof->fde);
}

/* Charge for the comparison with the FDE that was read; false if it is too
   much.  */
static bool
spend (struct row_proof *proof)
{
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

/* The verdict on F, whose entry is FDE, by FDE number IDX of the index.  */
static struct sfm_cfi_difference
judge_by (struct row_proof *proof, const struct proof_function *f,
          const struct sfm_fde *fde, size_t idx)
{
  struct sfm_cfi_difference found
      = { .verdict = SFM_CFI_SILENT, .addr = f->addr };
  struct sfm_diag diag;

  if (read_fde (proof, idx)
      && (!spend (proof)
          || sfm_cfi_compare (f->piece, fde, f->addr, f->rep_size,
                              proof->section, &proof->fde, &found, &diag)
                 != SFM_OK))
    found = (struct sfm_cfi_difference){ .verdict = SFM_CFI_UNJUDGED,
                                         .addr = f->addr };
  return found;
}

/* The verdicts on a function so far.  */
struct judgement
{
  struct sfm_cfi_difference worst; /* by FDEs that overlap no other start */
  struct sfm_cfi_difference best;  /* by the others */
  bool doubtful;                   /* there are others */
};

/* Add to J the verdict on F, whose entry is FDE, by the FDEs with one start,
   from number *IDX on; move *IDX after them.  */
static void
judge_start (struct row_proof *proof, const struct proof_function *f,
             const struct sfm_fde *fde, size_t *idx, struct judgement *j)
{
  const struct function_list *list = &proof->index->eh.functions;
  const uint64_t start = list->at[*idx].addr;
  struct sfm_cfi_difference best = { .verdict = SFM_CFI_SILENT };
  size_t of = *idx;
  bool any = false;
  unsigned tried = 0;

  for (; *idx < list->count && list->at[*idx].addr == start; ++*idx)
    {
      if (tried++ >= LIMIT_PROOF_COPIES)
        continue;
      const struct sfm_cfi_difference now = judge_by (proof, f, fde, *idx);
      if (overlaps_other (list, *idx))
        {
          if (!j->doubtful || now.verdict < j->best.verdict)
            j->best = now;
          j->doubtful = true;
          continue;
        }
      if (!any || now.verdict < best.verdict)
        {
          best = now;
          of = *idx;
        }
      any = true;
    }
  if (any && best.verdict != SFM_CFI_SILENT
      && (j->worst.verdict == SFM_CFI_SILENT
          || best.verdict > j->worst.verdict))
    {
      j->worst = best;
      proof->last = of;
    }
}

/* The verdict on F by the FDEs over it.  */
static struct sfm_cfi_difference
judge_all (struct row_proof *proof, const struct proof_function *f)
{
  const struct function_list *list = &proof->index->eh.functions;
  struct judgement j
      = { .worst = { .verdict = SFM_CFI_SILENT, .addr = f->addr } };
  struct sfm_diag diag;
  struct sfm_fde fde;
  unsigned starts = 0;

  if (sfm_fde_read (f->piece, f->fde, &fde, &diag) != SFM_OK)
    return j.worst;
  size_t idx = function_list_over (list, f->addr);
  while (idx < list->count && idx != 0
         && list->at[idx - 1].addr == list->at[idx].addr)
    idx--;
  while (idx < list->count && starts++ < LIMIT_PROOF_STARTS
         && (list->at[idx].addr < f->addr
             || list->at[idx].addr - f->addr < fde.size))
    judge_start (proof, f, &fde, &idx, &j);
  if (j.worst.verdict != SFM_CFI_SILENT || !j.doubtful)
    return j.worst;
  /* Nothing tells which of the FDEs is right where they differ.  */
  if (verdict_corrects (j.best.verdict))
    j.best.verdict = SFM_CFI_UNJUDGED;
  return j.best;
}

enum sfm_cfi_verdict
row_proof_judge (struct row_proof *proof, const struct proof_function *f,
                 struct sfm_cfi_difference *difference)
{
  struct sfm_cfi_difference found
      = { .verdict = SFM_CFI_AGREES, .addr = f->addr };

  if (!row_proof_equal (proof->index, f->addr, f->size, f->digest))
    found = judge_all (proof, f);
  if (difference != NULL)
    *difference = found;
  return found.verdict;
}

/* Have BUILDER write the piece of PROOF's FDE, with bytes from POOL, and
   compare the piece with the FDE.  */
static bool
build (const struct row_proof *proof, struct sfm_builder *builder,
       struct pool *pool, struct sfm_piece *piece)
{
  const struct sfm_cfi_fde *fde = &proof->fde;
  struct sfm_diag diag;
  uint32_t size;

  if (sfm_builder_add_cfi (builder, proof->section, fde, 0, NULL, &diag)
          != SFM_OK
      || sfm_builder_count (builder) != 1)
    return false;
  const size_t used = sfm_builder_size (builder);
  uint8_t *bytes = pool_alloc (pool, used);
  return bytes != NULL
         && sfm_builder_write (builder, fde->start, bytes, used, &diag)
                == SFM_OK
         && sfm_piece_open (bytes, used, 0, piece, &diag) == SFM_OK
         && synth_proves (piece, 0, fde->start, proof->section, fde, &size)
         && size == fde->size;
}

bool
row_proof_correct (struct row_proof *proof, const struct proof_function *f,
                   struct pool *pool, struct sfm_piece *piece)
{
  struct sfm_builder *builder;
  struct sfm_diag diag;

  if (!verdict_corrects (row_proof_judge (proof, f, NULL))
      || !read_fde (proof, proof->last) || proof->fde.start != f->addr
      || proof->fde.size != f->size)
    return false;
  /* The merge says whether the output can have these rules.  Among pieces of
     version 2 one of version 3 would raise the output's version.  */
  const struct sfm_builder_options how = {
    .size = sizeof how,
    .abi = f->piece->abi,
    .target = f->piece->version == 3 || proof->fde.cie.signal
                  ? SFM_TO_V3
                  : SFM_TO_V2_PCREL,
    .reader = SFM_READER_STOPS,
  };
  if (sfm_builder_new (&how, &builder, &diag) != SFM_OK)
    return false;
  const bool built = build (proof, builder, pool, piece);
  sfm_builder_free (builder);
  return built;
}
