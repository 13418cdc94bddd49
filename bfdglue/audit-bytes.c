/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-bytes.c - the engine's checker on the bytes of an image's section.

   The checker knows addresses, but not which functions are in the code:
   those that a linker has discarded are all at address 0, or at their own
   fields, and overlap there.  What is wrong with those is that they are dead,
   which is another finding.  */

#include "config.h"

#include <elf.h>

#include "audit-internal.h"

/* A run of the checker over a window.  */
struct run
{
  const struct auditor *auditor;
  const struct audit_window *window;
};

/* Whether FINDING is about a function that was discarded.  */
static bool
is_dead (const struct run *run, const struct sfm_finding *finding)
{
  const struct audit_window *w = run->window;
  struct sfm_diag diag;
  struct sfm_fde fde;

  if (finding->fde == SFM_NO_INDEX || finding->piece >= w->piece_count)
    return false;
  const struct own_piece *p = &w->pieces[finding->piece];
  /* The reader goes on behind damage, where the checker stops, so that their
     numbers of pieces can differ.  */
  return p->usable && finding->fde < p->piece.num_fdes
         && finding->offset == sfm_piece_field (&p->piece, finding->fde)
         && !own_function_stands (p, finding->fde)
         && sfm_fde_read (&p->piece, finding->fde, &fde, &diag) == SFM_OK
         && audit_discarded (run->auditor, p, &fde,
                             p->places[finding->fde].addr);
}

static void
take_finding (void *data, const struct sfm_finding *finding)
{
  const struct run *run = data;
  const struct audit_window *w = run->window;
  struct finding place
      = audit_place (w, finding->piece, finding->fde, finding->offset);

  if ((finding->id == SFM_FIND_DUPLICATE || finding->id == SFM_FIND_OVERLAP)
      && is_dead (run, finding))
    return;
  place.row = finding->row;
  if (finding->id == SFM_FIND_PIECES && w->piece_count > 2)
    place.count = w->piece_count;
  else if (finding->id == SFM_FIND_PIECES)
    place.count = 2;
  finding_report (run->auditor->found, finding->id, &place, "%s",
                  finding->text);
}

sfm_status
audit_bytes (const struct auditor *a, const struct audit_window *w)
{
  const struct image *image = &a->audit->image;
  struct run run = { a, w };
  struct sfm_check_options options
      = { .size = sizeof options, .section_addr = w->addr };
  struct sfm_diag diag;

  if (w->section != NULL && (w->section->flags & SHF_COMPRESSED))
    return SFM_OK;
  options.anchor = SFM_ANCHOR_SECTION;
  if (w->piece_count != 0 && w->pieces[0].piece.offset == 0)
    options.anchor = w->pieces[0].anchor;
  sfm_status status = sfm_check (image->bytes + w->offset, (size_t) w->size,
                                 &options, take_finding, &run, &diag);
  return status == SFM_OK
             ? SFM_OK
             : say_diag (a->sink, SAY_ERROR, image->path, w->name, &diag);
}
