/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-bytes.c - the engine's checker on the bytes of an image's section.

   The checker knows addresses, but not which functions are in the code:
   those that a linker has discarded are all at address 0, or at their own
   fields, and overlap there.  What is wrong with those is that they are dead,
   which is another finding.

   The checker stops at bytes that are neither zeros nor a header, where the
   reader of a repair passes over them to the next piece.  So what it passed
   over is told beside [tell_places], unless the checker has called it an
   error: the gaps between the pieces are gone through as the checker's
   findings come, which are in the order of the section.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "audit-internal.h"

/* A run of the checker over a window.  */
struct run
{
  const struct auditor *auditor;
  const struct audit_window *window;
  size_t gap;   /* number of the gap at hand: what is before the piece of that
                   number */
  bool told;    /* the checker has found an error in it */
  bool several; /* the checker has seen several pieces */
};

/* Tell of the gaps that end at OFFSET or before, as far as the reader found
   no piece where one was expected.  */
static void
tell_places (struct run *run, uint64_t offset)
{
  const struct audit_window *w = run->window;
  const uint8_t *bytes = w->bytes;
  struct sfm_piece piece;
  struct sfm_diag diag;

  for (; run->gap <= w->piece_count; run->gap++, run->told = false)
    {
      size_t i = run->gap;
      uint64_t from = i == 0 ? 0 : w->pieces[i - 1].piece.end;
      uint64_t to = i < w->piece_count ? w->pieces[i].piece.offset : w->size;
      if (to > offset)
        return;
      if (run->told)
        continue;
      sfm_status status
          = sfm_piece_next (bytes, (size_t) w->size, from, &piece, &diag);
      if (status == SFM_OK || status == SFM_END)
        continue;
      struct finding place
          = audit_place (w, SFM_NO_INDEX, SFM_NO_INDEX, diag.offset);
      finding_report (run->auditor->found, FIND_DAMAGED, &place,
                      "%s; of the 0x%" PRIx64 " bytes from 0x%" PRIx64
                      " nothing is used",
                      diag.text, to - from, from);
    }
}

/* Note that the checker has found an error at OFFSET that is not about a
   function.  */
static void
note_error (struct run *run, uint64_t offset)
{
  const struct audit_window *w = run->window;

  tell_places (run, offset);
  if (run->gap <= w->piece_count
      && (run->gap == 0 || offset >= w->pieces[run->gap - 1].piece.end))
    run->told = true;
}

/* Whether FINDING is about a function that was discarded.  */
static bool
is_dead (const struct run *run, const struct sfm_finding *finding)
{
  const struct audit_window *w = run->window;
  struct sfm_diag diag;
  struct sfm_fde fde;

  if (finding->fde == SFM_NO_INDEX || finding->piece >= w->piece_count)
    return false;
  const struct image_piece *p = &w->pieces[finding->piece];
  /* The reader goes on behind damage, where the checker stops, so that their
     numbers of pieces can differ.  */
  return p->usable && finding->fde < p->piece.num_fdes
         && finding->offset == sfm_piece_field (&p->piece, finding->fde)
         && !function_is_visible (p, finding->fde)
         && sfm_fde_read (&p->piece, finding->fde, &fde, &diag) == SFM_OK
         && audit_discarded (run->auditor, p, &fde,
                             p->places[finding->fde].addr);
}

static void
take_finding (void *data, const struct sfm_finding *finding)
{
  struct run *run = data;
  const struct audit_window *w = run->window;
  struct finding place
      = audit_place (w, finding->piece, finding->fde, finding->offset);

  if ((finding->id == SFM_FIND_DUPLICATE || finding->id == SFM_FIND_OVERLAP)
      && is_dead (run, finding))
    return;
  place.row = finding->row;
  run->several |= finding->id == SFM_FIND_PIECES;
  if (w->section != NULL && finding->severity == SFM_ERROR
      && finding->fde == SFM_NO_INDEX)
    note_error (run, finding->offset);
  if (finding->id == SFM_FIND_PIECES && w->piece_count > 2)
    place.count = w->piece_count;
  else if (finding->id == SFM_FIND_PIECES)
    place.count = 2;
  finding_report (run->auditor->found, finding->id, &place, "%s",
                  finding->text);
}

/* Tell of W's pieces where the checker has not.  */
static void
tell_several (const struct auditor *a, const struct audit_window *w)
{
  struct finding place
      = audit_place (w, SFM_NO_INDEX, SFM_NO_INDEX, w->pieces[1].piece.offset);

  place.count = w->piece_count;
  finding_report (a->found, SFM_FIND_PIECES, &place,
                  "a second header, but consumers read only the one at "
                  "0x%" PRIx64,
                  w->pieces[0].piece.offset);
}

sfm_status
audit_bytes (const struct auditor *a, const struct audit_window *w)
{
  const struct image *image = &a->audit->image;
  struct run run = { .auditor = a, .window = w };
  struct sfm_check_options options
      = { .size = sizeof options, .section_addr = w->addr };
  struct sfm_diag diag;

  if (w->section != NULL && (w->section->flags & SHF_COMPRESSED))
    return SFM_OK;
  options.start_base = SFM_START_BASE_SECTION;
  if (w->piece_count != 0 && w->pieces[0].piece.offset == 0)
    options.start_base = w->pieces[0].start_base;
  sfm_status status = sfm_check (w->bytes, (size_t) w->size, &options,
                                 take_finding, &run, &diag);
  if (status != SFM_OK)
    return diag_engine (a->sink, DIAG_ERROR, image->path, w->name, &diag);
  /* Behind the first piece of a segment there may be anything.  */
  if (w->section != NULL)
    tell_places (&run, w->size);
  if (w->piece_count > 1 && !run.several)
    tell_several (a, w);
  return SFM_OK;
}
