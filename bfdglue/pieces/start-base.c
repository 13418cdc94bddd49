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

   The reading that confirms more functions wins, but the one that the flags do
   not mean only if it confirms all.  Being in code confirms nothing (208 of
   222 pieces measured were in code under both readings).  So if neither
   reading confirms more and both are possible, neither is believed.  It does
   not matter if all functions were discarded (an object whose only functions
   are duplicates of COMDAT groups) [all_discarded].  A piece of which more is
   contradicted than confirmed describes other code (moved sections, rewritten
   images) and is not believed either.  */

#include "config.h"

#include <inttypes.h>

#include "pieces-internal.h"

/* Whether a linker puts a function of PLT code at ADDR of SECTION.  */
static bool
is_plt_start (const struct image_section *section, uint64_t addr)
{
  const uint64_t from = addr - section->addr;

  return from == 0 || from == 16 || from == 32;
}

void
start_score_add (struct start_score *s, const struct image_piece *p,
                 const struct sfm_fde *fde, const struct piece_facts *facts)
{
  if (!facts->in_code)
    {
      s->discarded += piece_looks_discarded (p, fde, facts->addr);
      return;
    }
  s->in_code++;
  if (facts->plt != NULL)
    s->confirmed += is_plt_start (facts->plt, facts->addr);
  else if (facts->evidence & SFM_EVIDENCE_START)
    s->confirmed++;
  else
    s->contradicted += facts->contradicted;
}

/* Count the functions of P, read as relative to START_BASE.  Stops once fewer
   than LEAST can be confirmed: mostly the first function refutes the wrong
   reading.  */
static struct start_score
score (const struct function_index *index, const struct image_piece *p,
       enum sfm_start_base start_base, uint32_t least)
{
  struct start_score s = { 0 };
  struct piece_facts facts;
  struct sfm_fde fde;
  struct sfm_diag diag;

  for (uint32_t i = 0;
       i < p->piece.num_fdes && s.confirmed + (p->piece.num_fdes - i) >= least;
       i++)
    {
      if (sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK)
        continue;
      piece_facts (index, &fde, sfm_fde_address (&fde, p->addr, start_base),
                   &facts);
      start_score_add (&s, p, &fde, &facts);
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
              const struct start_score *field,
              const struct start_score *section, const struct diag_sink *sink)
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
all_discarded (const struct image_piece *p, const struct start_score *one,
               const struct start_score *other)
{
  return one->in_code == 0 && other->in_code == 0
         && (one->discarded == p->piece.num_fdes
             || other->discarded == p->piece.num_fdes);
}

/* Choose between P's reading, with the score EXPECTED, and the other.  Sets
   *FOUND to the score of the one chosen.  False: neither is believed.  */
static bool
choose_reading (const struct function_index *index, struct image_piece *p,
                const struct start_score *expected, struct start_score *found,
                const struct diag_sink *sink)
{
  bool field = p->start_base == SFM_START_BASE_FIELD;
  enum sfm_start_base second
      = field ? SFM_START_BASE_SECTION : SFM_START_BASE_FIELD;
  const struct start_score other
      = score (index, p, second, expected->confirmed);
  bool possible
      = other.in_code >= expected->in_code && other.contradicted == 0;

  *found = *expected;
  if (expected->confirmed > other.confirmed
      || (expected->confirmed == other.confirmed && !possible)
      || all_discarded (p, expected, &other))
    return true;
  if (other.confirmed > expected->confirmed
      && other.confirmed == p->piece.num_fdes)
    {
      p->start_base = second;
      *found = other;
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
piece_confirm_start_base (const struct function_index *index,
                          struct image_piece *p,
                          const struct start_score *expected,
                          const struct diag_sink *sink)
{
  const bool open_question
      = p->piece.version < 3 && !(p->piece.flags & SFM_F_FDE_FUNC_START_PCREL);
  struct start_score found = *expected;

  if (open_question && p->piece.num_fdes != 0
      && !choose_reading (index, p, expected, &found, sink))
    p->usable = false;
  /* In a section that was moved without correcting its starts, some may by
     accident begin where there is a function.  */
  else if (found.contradicted > found.confirmed)
    {
      p->usable = false;
      diag_at (sink, DIAG_WARNING, index->image->path, p->section,
               p->piece.offset,
               "%" PRIu32 " of the %" PRIu32
               " functions of this piece are not those that .eh_frame has "
               "there; the piece is not used",
               found.contradicted, p->piece.num_fdes);
    }
}

void
piece_choose_start_base (const struct function_index *index,
                         struct image_piece *p, bool alone,
                         const struct diag_sink *sink)
{
  p->usable = true;
  p->start_base = piece_expected_start_base (p, alone);
  const struct start_score expected = score (index, p, p->start_base, 0);
  piece_confirm_start_base (index, p, &expected, sink);
}
