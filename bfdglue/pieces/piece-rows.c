/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   piece-rows.c - judge the rows of an existing piece by the call frame
   information of the image.

   A function whose rows are contradicted, or cannot be judged, is not used
   unless the user wants that: a wrong row is worse than none.  One that has no
   row at its start is used until call frame information describes it
   (describe/).
   PLT code is judged by its bytes (plt/), as linkers have described it
   wrongly; without section headers all functions of PC type MASK may be PLT
   code.  */

#include "config.h"

#include <inttypes.h>

#include "eh-frame.h"
#include "pieces-internal.h"
#include "pieces.h"
#include "process.h"

/* Function number IDX of P, whose entry is FDE, for the proof.  */
static struct proof_function
proof_function (const struct image_piece *p, uint32_t idx,
                const struct sfm_fde *fde)
{
  return (struct proof_function){ .piece = &p->piece,
                                  .addr = p->places[idx].addr,
                                  .digest = p->digests[idx],
                                  .size = fde->size,
                                  .fde = idx,
                                  .rep_size = p->places[idx].rep_size };
}

struct judge_job
{
  const struct function_index *index;
  struct image_piece *piece;
};

/* Whether function number IDX of P has the PC type MASK.  */
static bool
is_mask (const struct image_piece *p, uint32_t idx)
{
  struct sfm_diag diag;
  struct sfm_fde fde;

  return sfm_fde_read (&p->piece, idx, &fde, &diag) == SFM_OK && fde.mask;
}

/* Find the functions among [FROM, TO) whose digest does not settle the
   verdict: their verdict becomes SFM_CFI_UNJUDGED.  */
static void
find_open (void *data, unsigned part, size_t from, size_t to)
{
  const struct judge_job *job = data;
  struct image_piece *p = job->piece;

  (void) part;
  for (size_t i = from; i < to; i++)
    {
      const struct sfm_place *place = &p->places[i];
      if (place->live && !place->optional
          && !row_proof_equal (job->index, place->addr, p->sizes[i],
                               p->digests[i])
          && (job->index->code.by_sections || !is_mask (p, (uint32_t) i)))
        p->verdicts[i] = SFM_CFI_UNJUDGED;
    }
}

/* Judge function number IDX of P, row by row.  */
static void
judge (const struct piece_reader *r, struct row_proof *proof,
       struct image_piece *p, uint32_t idx)
{
  struct sfm_diag diag;
  struct sfm_fde fde;

  if (sfm_fde_read (&p->piece, idx, &fde, &diag) != SFM_OK)
    return;
  const struct proof_function f = proof_function (p, idx, &fde);
  p->verdicts[idx] = (uint8_t) row_proof_judge (proof, &f, NULL);
  p->correctable += verdict_corrects (p->verdicts[idx]);
  if (!verdict_refuses (p->verdicts[idx]))
    {
      p->incomplete += !r->keep_rows && first_described (&p->piece, &fde) != 0;
      return;
    }
  p->places[idx].live = r->keep_rows;
  ++*(r->keep_rows ? &p->kept_rows : &p->wrong_rows);
}

void
pieces_judge_rows (const struct piece_reader *r, struct image_piece *p)
{
  struct judge_job job = { .index = r->index, .piece = p };
  struct row_proof proof;

  /* In several threads, as nearly all functions have the digest of an FDE.
     The others share one budget, so they are judged one after the other.  */
  threads_parts (p->piece.num_fdes, find_open, &job);
  row_proof_begin (&proof, r->index);
  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    if (p->verdicts[i] == SFM_CFI_UNJUDGED)
      judge (r, &proof, p, i);
  if (p->wrong_rows + p->kept_rows != 0)
    diag_at (r->sink, DIAG_WARNING, r->index->image->path, p->section,
             p->piece.offset,
             "the rows of %zu of the %" PRIu32 " functions of this piece "
             "contradict .eh_frame; they are %s",
             p->wrong_rows + p->kept_rows, p->piece.num_fdes,
             r->keep_rows ? "kept, as asked" : "not used");
}

/* Whether function number IDX of P is to be corrected.  */
static bool
is_correctable (const struct image_piece *p, uint32_t idx)
{
  return p->usable && p->places[idx].live
         && verdict_corrects (p->verdicts[idx]);
}

/* Correct function number IDX of P, and put it at the end of the list, *END.
   False: no memory.  */
static bool
correct (struct row_proof *proof, struct existing_sframe *existing,
         struct image_piece *p, uint32_t idx, struct placed_piece ***end)
{
  struct placed_piece *to = pool_alloc (&existing->pool, sizeof *to);
  struct sfm_diag diag;
  struct sfm_fde fde;

  if (sfm_fde_read (&p->piece, idx, &fde, &diag) != SFM_OK)
    return true;
  const struct proof_function f = proof_function (p, idx, &fde);
  struct sfm_place *place = pool_alloc (&existing->pool, sizeof *place);
  if (to == NULL || place == NULL)
    return false;
  *place = p->places[idx];
  *to = (struct placed_piece){ .places = place };
  if (row_proof_correct (proof, &f, &existing->pool, &to->piece))
    {
      **end = to;
      *end = &to->next;
      existing->corrected_count++;
    }
  else
    p->wrong_rows++;
  p->places[idx].live = false;
  p->live--;
  return true;
}

sfm_status
pieces_correct (const struct function_index *index,
                struct existing_sframe *existing, const struct diag_sink *sink)
{
  struct placed_piece **end = &existing->corrected;
  struct row_proof proof;
  size_t count = 0;

  row_proof_begin (&proof, index);
  for (size_t i = 0; i < existing->piece_count; i++)
    {
      struct image_piece *p = &existing->pieces[i];
      if (p->correctable == 0)
        continue;
      for (uint32_t f = 0; f < p->piece.num_fdes; f++)
        if (is_correctable (p, f))
          {
            count++;
            if (!correct (&proof, existing, p, f, &end))
              return diag_nomem (sink, index->image->path);
          }
    }
  if (count != 0)
    diag (sink, DIAG_NOTE, index->image->path,
          "%zu of its functions have the end of the stack, or the marks, of "
          ".eh_frame now%s",
          existing->corrected_count,
          existing->corrected_count == count ? "" : "; others are left out");
  return SFM_OK;
}
