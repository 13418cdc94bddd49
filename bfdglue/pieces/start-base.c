/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   start-base.c - what the starts of an image's piece are relative to.

   Theory of operation.  The flags and the place of a piece tell who wrote it
   and so what its starts mean [expected_anchor]; the image's own function
   starts confirm it [score].  Versions 1 and 2 without the PCREL flag leave
   two readings.  For each, the functions are counted that lie in code, that
   begin where .eh_frame, a symbol or a PLT begins, and that .eh_frame
   contradicts [score].

   The reading that confirms more functions wins; but the one that the flags
   do not mean only if it confirms all.  Lying in code alone confirms nothing
   (208 of 222 pieces measured did under both), so where neither is confirmed
   more and both are possible, neither is believed; except where it does not
   matter, as all functions were discarded (an object whose only functions are
   duplicates of COMDAT groups) [all_discarded].  A piece of which nothing
   is confirmed and something is contradicted describes other code (moved
   sections, rewritten images): it is not believed either.  */

#include "config.h"

#include <inttypes.h>

#include "pieces.h"

/* Functions of a piece under one reading.  */
struct score
{
  uint32_t in_code;
  uint32_t confirmed;
  uint32_t contradicted;
  uint32_t discarded; /* of those that do not lie in code */
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

/* The functions of P if its starts are relative to START_BASE, up to where
   ENOUGH are confirmed, or it is clear that fewer than LEAST are: mostly one
   look tells which reading it is not.  */
static struct score
score (const struct code_ranges *code, const struct function_index *index,
       const struct image_piece *p, enum sfm_start_base start_base,
       uint32_t least, uint32_t enough)
{
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
    /* Version 3 without the flag is legal and means the section, but no tool
       writes it.  */
    return p->piece.version == 3 ? SFM_START_BASE_SECTION
                                 : SFM_START_BASE_FIELD;
  return !alone && (p->piece.offset != 0 || p->past_section_end)
             ? SFM_START_BASE_FIELD
             : SFM_START_BASE_SECTION;
}

/* Say that P's anchor stays unknown: FIELD and SECTION are its scores.  */
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

/* Whether no function of P lies in code under either reading, of which ONE and
   OTHER are the scores, and under one all have the signature of discarded
   ones.  */
static bool
all_discarded (const struct image_piece *p, const struct score *one,
               const struct score *other)
{
  return one->in_code == 0 && other->in_code == 0
         && (one->discarded == p->piece.num_fdes
             || other->discarded == p->piece.num_fdes);
}

/* Choose between P's expected reading, whose score is EXPECTED, and the other
   one.  False: neither is believed.  */
static bool
choose_reading (const struct image *image, const struct code_ranges *code,
                const struct function_index *index, struct image_piece *p,
                struct score *expected, const struct diag_sink *sink)
{
  bool field = p->start_base == SFM_START_BASE_FIELD;
  enum sfm_start_base second
      = field ? SFM_START_BASE_SECTION : SFM_START_BASE_FIELD;
  struct score other
      = score (code, index, p, second, expected->confirmed, UINT32_MAX);
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
      diag_at (sink, DIAG_NOTE, image->path, p->section, p->piece.offset,
               "the starts of this piece are relative to the %s, though its "
               "flags say otherwise",
               field ? "section" : "field");
      return true;
    }
  diag_unclear (image, p, field ? expected : &other, field ? &other : expected,
                sink);
  return false;
}

void
piece_choose_start_base (const struct image *image,
                         const struct code_ranges *code,
                         const struct function_index *index,
                         struct image_piece *p, bool alone,
                         const struct diag_sink *sink)
{
  bool open_question
      = p->piece.version < 3 && !(p->piece.flags & SFM_F_FDE_FUNC_START_PCREL);

  p->usable = !p->offset_unknown;
  p->start_base = piece_expected_start_base (p, alone);
  if (p->offset_unknown)
    return;
  /* Where there is nothing to choose from, one will do.  */
  struct score expected = score (code, index, p, p->start_base, 0,
                                 open_question ? UINT32_MAX : 1);
  if (open_question && p->piece.num_fdes != 0
      && !choose_reading (image, code, index, p, &expected, sink))
    p->usable = false;
  else if (expected.confirmed == 0 && expected.contradicted != 0)
    {
      p->usable = false;
      diag_at (sink, DIAG_WARNING, image->path, p->section, p->piece.offset,
               "none of the %" PRIu32
               " functions of this piece begins where the image has one; the "
               "piece is not used",
               p->piece.num_fdes);
    }
}
