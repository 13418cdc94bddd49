/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-functions.c - compare the functions of an image's pieces with its
   code, .eh_frame and symbols.

   Pieces whose addresses are not believed are left out, as are functions of
   PLT code (audit-plt.c).  */

#include "config.h"

#include <inttypes.h>

#include "audit-internal.h"
#include "audit-limits.h"
#include "pieces.h"

/* Report FDE of P, at ADDR, which is not live.  */
static void
report_not_live (const struct auditor *a, const struct image_piece *p,
                 const struct sfm_fde *fde, uint64_t addr,
                 const struct finding *place)
{
  const struct code_ranges *code = &a->audit->index.code;

  if (piece_discarded (&a->audit->index, p, fde, addr)
      && !code_ranges_touch (code, addr, fde->size))
    finding_report (a->found, FIND_DEAD, place,
                    "the function of size 0x%" PRIx32
                    " was discarded: its start 0x%" PRIx64
                    " means the address 0x%" PRIx64,
                    fde->size, (uint64_t) fde->start, addr);
  else if (!code_ranges_hold (code, addr, fde->size))
    finding_report (a->found, FIND_NOT_CODE, place,
                    "the function at 0x%" PRIx64 " of size 0x%" PRIx32
                    " is not %s",
                    addr, fde->size,
                    code_ranges_touch (code, addr, fde->size)
                        ? "wholly in one section of executable code, though "
                          "readers take its rows for the code that it covers"
                        : "in executable code");
  else
    {
      uint64_t size = index_fde_size (&a->audit->index, addr);
      if (size != 0)
        finding_report (a->found, FIND_CONTRADICTED, place,
                        "the function at 0x%" PRIx64 " has size 0x%" PRIx32
                        ", .eh_frame's has 0x%" PRIx64,
                        addr, fde->size, size);
      else
        finding_report (a->found, FIND_CONTRADICTED, place,
                        "the function at 0x%" PRIx64 " of size 0x%" PRIx32
                        " has bytes of functions of .eh_frame, none of which "
                        "begins there",
                        addr, fde->size);
    }
}

/* Whether it is unusual for a function of P that exists to have neither a
   symbol nor an FDE of .eh_frame.  */
static bool
nearly_all_known (const struct auditor *a, const struct image_piece *p)
{
  size_t live = 0, known = 0;

  if (a->audit->index.has_symtab)
    return true;
  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    if (p->places[i].live && !p->places[i].optional)
      {
        live++;
        known += (p->places[i].evidence & SFM_EVIDENCE_START) != 0;
      }
  return live - known < live / KNOWN_SHARE;
}

static void
check_piece (const struct auditor *a, const struct audit_window *w, size_t idx)
{
  const struct image_piece *p = &w->pieces[idx];
  bool nearly_all = nearly_all_known (a, p);
  struct sfm_fde fde;
  struct sfm_diag diag;

  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    {
      const struct sfm_place *place = &p->places[i];
      if (place->live
              ? place->optional || (place->evidence & SFM_EVIDENCE_START)
                    || !nearly_all
              : p->replaced[i] != PIECE_KEPT
                    || verdict_refuses (p->verdicts[i]))
        continue;
      /* Does not fail: pieces_read has read the function.  */
      if (sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK)
        continue;
      const struct finding where = audit_place (w, idx, i, fde.field);
      if (!place->live)
        report_not_live (a, p, &fde, place->addr, &where);
      /* Parts of a function of .eh_frame may together make up the whole.  */
      else if (!index_contradicts (&a->audit->index, place->addr, fde.size))
        finding_report (a->found, FIND_UNKNOWN, &where,
                        "the function at 0x%" PRIx64 " of size 0x%" PRIx32
                        " has no symbol and none of .eh_frame",
                        place->addr, fde.size);
    }
}

void
audit_functions (const struct auditor *a, const struct audit_window *w)
{
  for (size_t i = 0; i < w->piece_count; i++)
    if (w->pieces[i].usable)
      check_piece (a, w, i);
}
