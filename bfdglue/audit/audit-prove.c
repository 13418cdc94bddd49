/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-prove.c - report rows, and rules of .eh_frame, that the code refutes.

   Both are judged at each instruction whose state is proven.  For each
   function the first instruction at which something is wrong is reported.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "audit-internal.h"
#include "prove.h"

/* The judgement of the rules of one function.  */
struct judgement
{
  const struct image_context *audit;
  const struct prover *prover;
  size_t near; /* as prove_at wants */
  bool refuted;
  struct prove_refutal refutal;
};

/* Report what J has found, if anything, about the function at ADDR.  */
static void
report (struct judgement *j, enum finding_id id, const char *what,
        uint64_t addr, const struct finding *place,
        const struct finding_sink *found)
{
  const uint8_t abi = j->audit->image.abi;
  const struct sfm_rules rules = prove_rules (&j->refutal.proven, false);
  char said[RULES_TEXT_SIZE], proven[RULES_TEXT_SIZE];

  if (j->refuted)
    finding_report (found, id, place,
                    "the function at 0x%" PRIx64 " has %s at 0x%" PRIx64
                    "%s, its instructions make it %s",
                    addr, rules_text (&j->refutal.said, abi, said),
                    j->refutal.addr, what, rules_text (&rules, abi, proven));
  j->refuted = false;
}

/* Judge .eh_frame.  */
static void
judge_frames (struct judgement *j, const struct finding_sink *found)
{
  const struct eh_frame *eh = &j->audit->index.eh;
  const struct sfm_cfi_section *section = NULL;
  struct sfm_cfi_fde fde = { 0 };

  j->near = 0;
  for (size_t i = 0; i < eh->functions.count; i++)
    {
      const struct function *f = &eh->functions.at[i];
      if (!eh_frame_fde (eh, f->at, &section, &fde))
        continue;
      j->refuted = prove_refutes_fde (j->prover, section, &fde, &j->near,
                                      &j->refutal);
      struct finding place = finding_place (".eh_frame", 0);
      place.offset = fde.offset;
      place.symbol = index_name (&j->audit->index, f->addr, f->size);
      report (j, FIND_FRAME_REFUTED, " in .eh_frame", f->addr, &place, found);
    }
}

/* Judge FDE of PIECE, at ADDR.  */
static void
judge_rows (struct judgement *j, const struct sfm_piece *piece,
            const struct sfm_fde *fde, uint64_t addr)
{
  struct sfm_rows rows;
  struct sfm_row row, next;
  struct sfm_rules rules;
  struct sfm_diag diag;

  sfm_rows_begin (piece, fde, &rows);
  bool more = sfm_rows_next (&rows, &row, &diag) == SFM_OK;
  while (more && !j->refuted)
    {
      more = sfm_rows_next (&rows, &next, &diag) == SFM_OK;
      if (sfm_row_rules (piece, fde, &row, &rules, &diag) == SFM_OK)
        j->refuted = prove_refutes (j->prover, addr + row.start,
                                    addr + (more ? next.start : fde->size),
                                    &rules, &j->near, &j->refutal);
      row = next;
    }
}

/* Judge the pieces of W.  */
static void
judge_window (struct judgement *j, const struct audit_window *w,
              const struct finding_sink *found)
{
  struct sfm_diag diag;
  struct sfm_fde fde;

  for (size_t i = 0; i < w->piece_count; i++)
    {
      const struct image_piece *p = &w->pieces[i];
      j->near = 0;
      for (uint32_t f = 0; p->usable && f < p->piece.num_fdes; f++)
        {
          if (sfm_fde_read (&p->piece, f, &fde, &diag) != SFM_OK || fde.mask)
            continue;
          judge_rows (j, &p->piece, &fde, p->places[f].addr);
          const struct finding place = audit_place (w, i, f, fde.field);
          report (j, FIND_ROWS_REFUTED, "", p->places[f].addr, &place, found);
        }
    }
}

static int
compare_entries (const void *a, const void *b)
{
  const struct prove_entry *const *x = a, *const *y = b;

  return (*x)->addr < (*y)->addr ? -1 : (*x)->addr > (*y)->addr;
}

/* Report the functions whose rules J's prover does not decide, by address.  */
static sfm_status
report_undecided (const struct judgement *j, const struct finding_sink *found,
                  const struct diag_sink *sink)
{
  const struct prover *p = j->prover;
  const struct prove_entry **open
      = malloc ((p->entries.count + 1) * sizeof *open);
  size_t count = 0;

  if (open == NULL)
    return diag_nomem (sink, j->audit->image.path);
  for (size_t i = 0; i < p->entries.count; i++)
    if (p->entries.at[i].reason != PROVE_OK)
      open[count++] = &p->entries.at[i];
  qsort (open, count, sizeof *open, compare_entries);
  for (size_t i = 0; i < count; i++)
    {
      struct finding place = finding_place (NULL, 0);
      place.symbol = index_name (&j->audit->index, open[i]->addr, 0);
      finding_report (found, FIND_FUNCTION_UNDECIDED, &place,
                      "no rows follow from the instructions at 0x%" PRIx64
                      ": %s, at 0x%" PRIx64,
                      open[i]->addr,
                      prove_text ((enum prove_reason) open[i]->reason),
                      open[i]->where);
    }
  free (open);
  return SFM_OK;
}

/* Report how much P decides, and why it does not decide the rest.  */
static void
report_sums (const struct prover *p, const struct finding_sink *found)
{
  uint64_t counts[PROVE_REASON_COUNT] = { 0 };
  struct finding place = finding_place (NULL, 0);

  for (size_t i = 0; i < p->entries.count; i++)
    counts[p->entries.at[i].reason]++;
  place.count = counts[PROVE_OK];
  finding_report (found, FIND_CODE_PROVEN, &place,
                  "decided functions %" PRIu64 ", with %" PRIu64
                  " of the %" PRIu64 " bytes of code that were reached",
                  counts[PROVE_OK], p->decided, p->reached);
  for (unsigned i = PROVE_OK + 1; i < PROVE_REASON_COUNT; i++)
    if (counts[i] != 0)
      {
        place.count = counts[i];
        finding_report (found, FIND_CODE_UNDECIDED, &place,
                        "undecided functions %" PRIu64 ": %s", counts[i],
                        prove_text ((enum prove_reason) i));
      }
}

sfm_status
audit_prove (const struct image_context *audit, struct prover *prover,
             const struct finding_sink *found, const struct diag_sink *sink)
{
  const struct finding whole = finding_place (NULL, 0);
  const struct auditor a = { .audit = audit };
  struct judgement j = { .audit = audit, .prover = prover };
  struct audit_window w;
  size_t at = 0;

  if (!prove_can (audit->image.machine))
    {
      finding_report (found, FIND_CODE_UNDECIDED, &whole,
                      "instructions of this machine are not decoded");
      return SFM_OK;
    }
  prover->index = &audit->index;
  sfm_status status = prove_image (prover, sink);
  if (status == SFM_OK)
    {
      while (audit_step (&a, &at, &w))
        judge_window (&j, &w, found);
      judge_frames (&j, found);
      status = report_undecided (&j, found, sink);
      report_sums (prover, found);
    }
  return status;
}
