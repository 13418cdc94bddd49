/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-rows.c - report functions whose rows contradict the image's call frame
   information.

   The verdicts are those of the reading (piece-rows.c), where rows that cannot
   be judged are not used, and marks are put right.  Rows that are usual
   where the call frame information says that the return address is undefined
   are what gas wrote up to 2.45; an unwinder goes on there with what it finds
   on the stack.  */

#include "config.h"

#include <inttypes.h>

#include "audit-internal.h"
#include "pieces.h"

/* Report that F, whose entry is FDE, has other marks than PROOF's FDE.  */
static void
report_marks (const struct auditor *a, const struct proof_function *f,
              const struct sfm_fde *fde, const struct row_proof *proof,
              const struct finding *place)
{
  if (fde->signal != proof->fde.cie.signal)
    finding_report (a->found, FIND_MARKS, place,
                    "the function at 0x%" PRIx64
                    " %s the mark of a signal frame, .eh_frame %s it",
                    f->addr, fde->signal ? "has" : "lacks",
                    fde->signal ? "lacks" : "has");
  else
    finding_report (a->found, FIND_MARKS, place,
                    "the function at 0x%" PRIx64
                    " has pointer authentication key %s, .eh_frame has %s",
                    f->addr, fde->pauth_b ? "B" : "A",
                    fde->pauth_b ? "A" : "B");
}

/* Report the difference of FDE number IDX of P, piece number PIECE of W.  */
static void
report_rows (const struct auditor *a, const struct audit_window *w,
             struct row_proof *proof, size_t piece, uint32_t idx)
{
  const struct image_piece *p = &w->pieces[piece];
  const uint8_t abi = a->audit->image.abi;
  char rows[RULES_TEXT_SIZE], cfi[RULES_TEXT_SIZE];
  struct sfm_cfi_difference d;
  struct sfm_diag diag;
  struct sfm_fde fde;

  /* Does not fail: pieces_read has read the function.  */
  if (sfm_fde_read (&p->piece, idx, &fde, &diag) != SFM_OK)
    return;
  const struct proof_function f = { .piece = &p->piece,
                                    .addr = p->places[idx].addr,
                                    .digest = p->digests[idx],
                                    .size = fde.size,
                                    .fde = idx,
                                    .rep_size = p->places[idx].rep_size };
  const struct finding place = audit_place (w, piece, idx, fde.field);
  switch (row_proof_judge (proof, &f, &d))
    {
    case SFM_CFI_MARKED:
      report_marks (a, &f, &fde, proof, &place);
      break;
    case SFM_CFI_UNJUDGED:
      finding_report (a->found, FIND_ROWS_UNJUDGED, &place,
                      "the function at 0x%" PRIx64
                      " has rows, but at 0x%" PRIx64 " .eh_frame has %s",
                      f.addr, d.addr, rules_of_frame (&d, abi, cfi));
      break;
    default:
      finding_report (a->found,
                      d.verdict == SFM_CFI_OUTERMOST ? FIND_ROWS_OUTERMOST
                                                     : FIND_ROWS_CONTRADICT,
                      &place,
                      "the function at 0x%" PRIx64 " has %s at 0x%" PRIx64
                      ", .eh_frame has %s",
                      f.addr, rules_text (&d.rows, abi, rows), d.addr,
                      rules_text (&d.cfi.rules, abi, cfi));
    }
}

void
audit_rows (const struct auditor *a, const struct audit_window *w)
{
  struct row_proof proof;

  row_proof_begin (&proof, &a->audit->index);
  for (size_t i = 0; i < w->piece_count; i++)
    {
      const struct image_piece *p = &w->pieces[i];
      for (uint32_t f = 0; p->usable && f < p->piece.num_fdes; f++)
        if (p->verdicts[f] > SFM_CFI_SILENT)
          report_rows (a, w, &proof, i, f);
    }
}
