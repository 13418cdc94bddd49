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

/* The function that is checked.  */
struct audited_function
{
  const struct image_piece *piece;
  struct sfm_fde fde;
  uint64_t addr;
  struct finding place;
};

/* Report F, which is not live.  */
static void
report_not_live (const struct auditor *a, const struct audited_function *f)
{
  const struct sfm_fde *fde = &f->fde;

  if (piece_discarded (&a->audit->index.code, f->piece, fde, f->addr))
    finding_report (a->found, FIND_DEAD, &f->place,
                    "the function of size 0x%" PRIx32
                    " was discarded: its start 0x%" PRIx64
                    " means the address 0x%" PRIx64,
                    fde->size, (uint64_t) fde->start, f->addr);
  else if (!code_ranges_hold (&a->audit->index.code, f->addr, fde->size))
    finding_report (a->found, FIND_NOT_CODE, &f->place,
                    "the function at 0x%" PRIx64 " of size 0x%" PRIx32
                    " is not in executable code",
                    f->addr, fde->size);
  else
    {
      uint64_t size = index_fde_size (&a->audit->index, f->addr);
      if (size != 0)
        finding_report (a->found, FIND_CONTRADICTED, &f->place,
                        "the function at 0x%" PRIx64 " has size 0x%" PRIx32
                        ", .eh_frame's has 0x%" PRIx64,
                        f->addr, fde->size, size);
      else
        finding_report (a->found, FIND_CONTRADICTED, &f->place,
                        "the function at 0x%" PRIx64 " of size 0x%" PRIx32
                        " has bytes of functions of .eh_frame, none of which "
                        "begins there",
                        f->addr, fde->size);
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

/* Report F, a live function that the index does not confirm.  Not reported:
   parts of a function of .eh_frame that together make up the whole.  */
static void
check_live (const struct auditor *a, const struct audited_function *f)
{
  const struct function_index *e = &a->audit->index;

  if (!index_contradicts (e, f->addr, f->fde.size))
    finding_report (a->found, FIND_UNKNOWN, &f->place,
                    "the function at 0x%" PRIx64 " of size 0x%" PRIx32
                    " has no symbol and none of .eh_frame",
                    f->addr, f->fde.size);
}

static void
check_piece (const struct auditor *a, const struct audit_window *w, size_t idx)
{
  const struct image_piece *p = &w->pieces[idx];
  bool nearly_all = nearly_all_known (a, p);
  struct audited_function f = { .piece = p };
  struct sfm_diag diag;

  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    {
      const struct sfm_place *place = &p->places[i];
      if (place->live
              ? place->optional || (place->evidence & SFM_EVIDENCE_START)
                    || !nearly_all
              : p->replaced[i] != PIECE_KEPT)
        continue;
      /* Does not fail: pieces_read has read the function.  */
      if (sfm_fde_read (&p->piece, i, &f.fde, &diag) != SFM_OK)
        continue;
      f.addr = place->addr;
      f.place = audit_place (w, idx, i, f.fde.field);
      if (place->live)
        check_live (a, &f);
      else
        report_not_live (a, &f);
    }
}

void
audit_functions (const struct auditor *a, const struct audit_window *w)
{
  for (size_t i = 0; i < w->piece_count; i++)
    if (w->pieces[i].usable)
      check_piece (a, w, i);
}
