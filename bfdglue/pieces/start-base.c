/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   start-base.c - decide what the start fields of an existing piece are
   relative to.

   Theory of operation.  The flags and the position of a piece show who wrote
   it and so what its starts mean [piece_expected_start_base]; the image's own
   function starts confirm it.  Versions 1 and 2 without the PCREL flag leave
   two readings.  For each reading, count the functions that are in code, those
   that begin where .eh_frame, a symbol or a PLT begins, and those that
   .eh_frame contradicts [score].

   The reading that confirms more functions wins, except that the reading that
   the flags do not mean must confirm all.  Being in code confirms nothing (208
   of 222 pieces measured were, under both readings).  So if neither reading
   confirms more and both are possible, neither is believed.  It does not
   matter if all functions were discarded (an object whose only functions are
   duplicates of COMDAT groups) [all_discarded].  A piece with something
   contradicted and nothing confirmed describes other code (moved sections,
   rewritten images) and is not believed either.  */

#include "config.h"

#include <inttypes.h>

#include "pieces.h"

/* Counts of a piece's functions under one reading.  */
struct score
{
  uint32_t in_code;
  uint32_t confirmed;
  uint32_t contradicted;
  uint32_t discarded; /* among those not in code */
};

bool
piece_plt_start (const struct code_ranges *code, uint64_t addr, uint64_t size)
{
  const struct image_section *plt = code_ranges_plt_section (code, addr, size);

  if (plt == NULL)
    return false;
  uint64_t from = addr - plt->addr;
  return from == 0 || from == 16 || from == 32;
}

/* Count the functions of P, read as relative to START_BASE.  Stops once ENOUGH
   are confirmed, or once fewer than LEAST can be: mostly the first function
   refutes the wrong reading.  */
static struct score
score (const struct function_index *index, const struct image_piece *p,
       enum sfm_start_base start_base, uint32_t least, uint32_t enough)
{
  const struct code_ranges *code = &index->code;
  struct score s = { 0 };
  struct sfm_fde fde;
  struct sfm_diag diag;

  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    {
      if (s.confirmed == enough
          || s.confirmed + (p->piece.num_fdes - i) < least)
        break;
      if (sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK)
        continue;
      uint64_t addr = sfm_fde_address (&fde, p->addr + p->shift, start_base);
      if (!code_ranges_hold (code, addr, fde.size))
        {
          s.discarded += piece_looks_discarded (p, &fde, addr);
          continue;
        }
      s.in_code++;
      if (code_ranges_plt_section (code, addr, fde.size) != NULL)
        s.confirmed += piece_plt_start (code, addr, fde.size);
      else if (index_confirms (index, addr, fde.size) & SFM_EVIDENCE_START)
        s.confirmed++;
      else
        s.contradicted += index_contradicts (index, addr, fde.size);
    }
  return s;
}

/* Rules 1 to 4 of doc/internals.md, section 9.  */
enum sfm_start_base
piece_expected_start_base (const struct image_piece *p, bool alone)
{
  if (p->piece.flags & SFM_F_FDE_FUNC_START_PCREL)
    return SFM_START_BASE_FIELD;
  if (p->piece.version == 3 || !(p->piece.flags & SFM_F_FDE_SORTED))
    /* Version 3 without the flag is valid and means the section, but no tool
       writes it.  */
    return p->piece.version == 3 ? SFM_START_BASE_SECTION
                                 : SFM_START_BASE_FIELD;
  return !alone && (p->piece.offset != 0 || p->past_section_end)
             ? SFM_START_BASE_FIELD
             : SFM_START_BASE_SECTION;
}

/* Report that P's start base stays unknown; FIELD and SECTION are its
   scores.  */
static void
diag_unclear (const struct image *image, const struct image_piece *p,
              const struct score *field, const struct score *section,
              const struct diag_sink *sink)
{
  diag_at (sink, DIAG_WARNING, image->path, p->section, p->piece.offset,
           "cannot tell what the starts of this piece are relative to: of "
           "%" PRIu32 " functions %" PRIu32
           " are confirmed if to the field, %" PRIu32
           " if to the section; the piece is not used",
           p->piece.num_fdes, field->confirmed, section->confirmed);
}

/* Whether no function of P is in code under either reading and all look
   discarded under one.  ONE and OTHER are the readings' scores.  */
static bool
all_discarded (const struct image_piece *p, const struct score *one,
               const struct score *other)
{
  return one->in_code == 0 && other->in_code == 0
         && (one->discarded == p->piece.num_fdes
             || other->discarded == p->piece.num_fdes);
}

/* Choose between P's expected reading, with the score EXPECTED, and the other.
   False: neither is believed.  */
static bool
choose_reading (const struct function_index *index, struct image_piece *p,
                struct score *expected, const struct diag_sink *sink)
{
  bool field = p->start_base == SFM_START_BASE_FIELD;
  enum sfm_start_base second
      = field ? SFM_START_BASE_SECTION : SFM_START_BASE_FIELD;
  struct score other
      = score (index, p, second, expected->confirmed, UINT32_MAX);
  bool possible
      = other.in_code >= expected->in_code && other.contradicted == 0;

  if (expected->confirmed > other.confirmed
      || (expected->confirmed == other.confirmed && !possible)
      || all_discarded (p, expected, &other))
    return true;
  if (other.confirmed > expected->confirmed
      && other.confirmed == p->piece.num_fdes)
    {
      p->start_base = second;
      *expected = other;
      diag_at (sink, DIAG_NOTE, index->image->path, p->section,
               p->piece.offset,
               "the starts of this piece are relative to the %s, though its "
               "flags say otherwise",
               field ? "section" : "field");
      return true;
    }
  diag_unclear (index->image, p, field ? expected : &other,
                field ? &other : expected, sink);
  return false;
}

void
piece_choose_start_base (const struct function_index *index,
                         struct image_piece *p, bool alone,
                         const struct diag_sink *sink)
{
  bool open_question
      = p->piece.version < 3 && !(p->piece.flags & SFM_F_FDE_FUNC_START_PCREL);

  p->usable = !p->offset_unknown;
  p->start_base = piece_expected_start_base (p, alone);
  if (p->offset_unknown)
    return;
  /* Without a choice of readings, one confirmed function is enough.  */
  struct score expected
      = score (index, p, p->start_base, 0, open_question ? UINT32_MAX : 1);
  if (open_question && p->piece.num_fdes != 0
      && !choose_reading (index, p, &expected, sink))
    p->usable = false;
  else if (expected.confirmed == 0 && expected.contradicted != 0)
    {
      p->usable = false;
      diag_at (sink, DIAG_WARNING, index->image->path, p->section,
               p->piece.offset,
               "none of the %" PRIu32
               " functions of this piece begins where the image has one; the "
               "piece is not used",
               p->piece.num_fdes);
    }
}
