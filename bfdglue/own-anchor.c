/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   own-anchor.c - what the starts of an image's piece are relative to.

   Theory of operation.  The flags and the place of a piece tell who wrote it
   and so what its starts mean [expected_anchor]; the image's own function
   starts confirm it [score].  Versions 1 and 2 without the PCREL flag leave
   two readings.  For each, the functions are counted that lie in code, and
   of these the ones that begin where .eh_frame, a symbol or a PLT begins.

   The expected reading is taken if it is confirmed at least as well as the
   other one; the other one if it confirms every function and the expected
   one does not.  Lying in code alone confirms nothing (208 of 222 pieces
   measured did under both), so where the image has no evidence at all and
   both readings lie in code, neither is believed.  A piece of which no
   function begins where the image has one describes other code (moved
   sections, rewritten images): it is not believed either.  */

#include "config.h"

#include <inttypes.h>

#include "own.h"

/* Functions of a piece under one reading.  */
struct score
{
  uint32_t in_code;
  uint32_t confirmed;
};

/* Whether a linker puts a function at ADDR of its section PLT: at its start,
   or behind the first entry of 16 or 32 bytes.  */
static bool
plt_start (const struct image_section *plt, uint64_t addr)
{
  uint64_t from = addr - plt->addr;

  return from == 0 || from == 16 || from == 32;
}

static struct score
score (const struct code *code, const struct evidence *evidence,
       const struct own_piece *p, enum sfm_anchor anchor)
{
  struct score s = { 0, 0 };
  struct sfm_fde fde;
  struct sfm_diag diag;

  for (uint32_t i = 0; i < p->piece.num_fdes; i++)
    {
      if (sfm_fde_read (&p->piece, i, &fde, &diag) != SFM_OK)
        continue;
      uint64_t addr = sfm_fde_address (&fde, p->addr, anchor);
      if (!code_holds (code, addr, fde.size))
        continue;
      s.in_code++;
      const struct image_section *plt
          = code_plt_section (code, addr, fde.size);
      if (plt != NULL ? plt_start (plt, addr)
                      : (evidence_about (evidence, addr, fde.size)
                         & SFM_EVIDENCE_START))
        s.confirmed++;
    }
  return s;
}

/* Rules 1 to 4 of the format reference, 5.3.  */
static enum sfm_anchor
expected_anchor (const struct own_piece *p, bool alone)
{
  if (p->piece.flags & SFRAME_F_FDE_FUNC_START_PCREL)
    return SFM_ANCHOR_FIELD;
  if (p->piece.version == 3 || !(p->piece.flags & SFRAME_F_FDE_SORTED))
    /* Version 3 without the flag is legal and means the section, but no tool
       writes it.  */
    return p->piece.version == 3 ? SFM_ANCHOR_SECTION : SFM_ANCHOR_FIELD;
  return !alone && (p->piece.offset != 0 || p->buried) ? SFM_ANCHOR_FIELD
                                                       : SFM_ANCHOR_SECTION;
}

void
own_choose_anchor (const struct image *image, const struct code *code,
                   const struct evidence *evidence, struct own_piece *p,
                   bool alone, const struct say *sink)
{
  bool have_evidence = evidence->eh_count != 0 || evidence->symbol_count != 0;
  bool open_question = p->piece.version < 3
                       && !(p->piece.flags & SFRAME_F_FDE_FUNC_START_PCREL);
  struct score expected, other = { 0, 0 };

  p->anchor = expected_anchor (p, alone);
  expected = score (code, evidence, p, p->anchor);
  p->usable = true;
  if (open_question && p->piece.num_fdes != 0)
    {
      enum sfm_anchor second = p->anchor == SFM_ANCHOR_FIELD
                                   ? SFM_ANCHOR_SECTION
                                   : SFM_ANCHOR_FIELD;
      other = score (code, evidence, p, second);
      if (other.confirmed > expected.confirmed
          && other.confirmed == p->piece.num_fdes)
        {
          p->anchor = second;
          say_at (sink, SAY_NOTE, image->path, p->section, p->piece.offset,
                  "the starts of this piece are relative to the %s, though "
                  "its flags say otherwise",
                  second == SFM_ANCHOR_FIELD ? "field" : "section");
          return;
        }
      p->usable = have_evidence ? other.confirmed < expected.confirmed
                                      || expected.in_code == 0
                                : other.in_code < expected.in_code;
      if (!p->usable && expected.in_code != 0)
        {
          say_at (sink, SAY_WARNING, image->path, p->section, p->piece.offset,
                  "cannot tell what the starts of this piece are relative "
                  "to: %" PRIu32 " of %" PRIu32
                  " functions are confirmed if to the field, %" PRIu32
                  " if to the section; the piece is not used",
                  p->anchor == SFM_ANCHOR_FIELD ? expected.confirmed
                                                : other.confirmed,
                  p->piece.num_fdes,
                  p->anchor == SFM_ANCHOR_FIELD ? other.confirmed
                                                : expected.confirmed);
          return;
        }
    }
  if (have_evidence && expected.in_code != 0 && expected.confirmed == 0)
    {
      p->usable = false;
      say_at (sink, SAY_WARNING, image->path, p->section, p->piece.offset,
              "none of the %" PRIu32
              " functions of this piece begins where the image has one; the "
              "piece is not used",
              p->piece.num_fdes);
    }
}
