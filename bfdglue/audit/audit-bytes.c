/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   audit-bytes.c - run the engine's checker on the bytes of a section.

   The checker knows addresses, but not which functions are in code.
   Functions that a linker discarded are all at address 0 or at their own start
   fields, and overlap there.  FIND_DEAD reports them; the checker's findings
   about the overlap are dropped.

   The checker stops at bytes that are neither zeros nor a header; pieces_read
   skips them and goes on with the next piece.  Skipped bytes are therefore
   reported as well [report_gaps], unless the checker has found an error in
   them.  Findings come in the order of the section, and the gaps between the
   pieces are visited along with them.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "audit-internal.h"

/* State of the checker's run over a window.  */
struct run
{
  const struct auditor *auditor;
  const struct audit_window *window;
  size_t gap;    /* the current gap: it precedes the piece of that number */
  bool reported; /* the checker has found an error in it */
  bool several;  /* the checker has found several pieces */
};

/* The finding about PIECE, of which the engine does not know something.  */
static unsigned
later_finding (const struct sfm_piece *piece)
{
  return piece->version < 1 || piece->version > 3 ? SFM_FIND_VERSION
         : sfm_abi_name (piece->abi) == NULL      ? SFM_FIND_ABI
                                                  : SFM_FIND_FLAGS;
}

/* Report each gap that ends at OFFSET or before and holds more than
   padding.  */
static void
report_gaps (struct run *run, uint64_t offset)
{
  const struct audit_window *w = run->window;
  const uint8_t *bytes = w->bytes;
  struct sfm_piece piece;
  struct sfm_diag diag;

  for (; run->gap <= w->piece_count; run->gap++, run->reported = false)
    {
      size_t i = run->gap;
      uint64_t from = i == 0 ? 0 : w->pieces[i - 1].piece.end;
      uint64_t to = i < w->piece_count ? w->pieces[i].piece.offset : w->size;
      if (to > offset)
        return;
      if (run->reported)
        continue;
      sfm_status status
          = sfm_piece_next (bytes, (size_t) w->size, from, &piece, &diag);
      if (status == SFM_OK || status == SFM_END)
        continue;
      struct finding place
          = audit_place (w, SFM_NO_INDEX, SFM_NO_INDEX, diag.offset);
      finding_report (
          run->auditor->found,
          status == SFM_ERR_UNSUPP ? later_finding (&piece) : FIND_DAMAGED,
          &place,
          "%s; of the 0x%" PRIx64 " bytes from 0x%" PRIx64 " nothing is used",
          diag.text, to - from, from);
    }
}

/* Note an error of the checker at OFFSET that is not about a function.  */
static void
note_error (struct run *run, uint64_t offset)
{
  const struct audit_window *w = run->window;

  report_gaps (run, offset);
  if (run->gap <= w->piece_count
      && (run->gap == 0 || offset >= w->pieces[run->gap - 1].piece.end))
    run->reported = true;
}

/* Whether FINDING is about a function that a linker discarded.  */
static bool
is_discarded (const struct run *run, const struct sfm_finding *finding)
{
  const struct audit_window *w = run->window;
  struct sfm_diag diag;
  struct sfm_fde fde;

  if (finding->fde == SFM_NO_INDEX || finding->piece >= w->piece_count)
    return false;
  const struct image_piece *p = &w->pieces[finding->piece];
  /* The checker stops at damage and pieces_read does not, so their numbers of
     a piece can differ: compare the offset.  */
  return p->usable && finding->fde < p->piece.num_fdes
         && finding->offset == sfm_piece_field (&p->piece, finding->fde)
         && !function_is_visible (p, finding->fde)
         && sfm_fde_read (&p->piece, finding->fde, &fde, &diag) == SFM_OK
         && piece_discarded (&run->auditor->audit->index, p, &fde,
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
      && is_discarded (run, finding))
    return;
  place.row = finding->row;
  run->several |= finding->id == SFM_FIND_PIECES;
  if (!w->segment && finding->severity == SFM_ERROR
      && finding->fde == SFM_NO_INDEX)
    note_error (run, finding->offset);
  if (finding->id == SFM_FIND_PIECES && w->piece_count > 2)
    place.count = w->piece_count;
  else if (finding->id == SFM_FIND_PIECES)
    place.count = 2;
  finding_report (run->auditor->found, finding->id, &place, "%s",
                  finding->text);
}

/* Report that W has several pieces.  The checker, which stops at damage, has
   not seen the second.  */
static void
report_several (const struct auditor *a, const struct audit_window *w)
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
  struct run run = { .auditor = a, .window = w };
  struct sfm_check_options options = { .size = sizeof options,
                                       .object = w->object,
                                       .section_addr = w->addr };
  struct sfm_diag diag;

  if (w->section != NULL && (w->section->flags & SHF_COMPRESSED))
    return SFM_OK;
  if (!w->object)
    options.start_base = SFM_START_BASE_SECTION;
  if (!w->object && w->piece_count != 0 && w->pieces[0].piece.offset == 0)
    options.start_base = w->pieces[0].start_base;
  sfm_status status = sfm_check (w->bytes, (size_t) w->size, &options,
                                 take_finding, &run, &diag);
  if (status != SFM_OK)
    return diag_engine (a->sink, DIAG_ERROR, a->path, w->name, &diag);
  if (!w->segment)
    report_gaps (&run, w->size);
  /* The pieces of an object end at damage, too.  */
  if (w->piece_count > 1 && !run.several && !w->object)
    report_several (a, w);
  return SFM_OK;
}
