/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-anchor.h - what the starts of a dumped image's piece are relative
   to.  */

#ifndef TOOL_DUMP_ANCHOR_H
#define TOOL_DUMP_ANCHOR_H

#include "dump-walk.h"
#include "elf-code.h"
#include "evidence.h"

/* What is known of the image; at first all zero.  Read when the first piece
   needs it, which those with the PCREL flag never do.  */
struct dump_anchor
{
  bool known;
  struct code code;
  struct evidence evidence;
};

/* Decide what the starts of PIECE, the first of SECTION if FIRST, are
   relative to.  NOMEM only, and said so.  */
sfm_status dump_anchor_choose (struct dump_anchor *state,
                               const struct dump_section *section,
                               const struct sfm_piece *piece, bool first,
                               enum sfm_anchor *anchor,
                               const struct say *sink) SFM_CHECKED;

void dump_anchor_free (struct dump_anchor *state);

#endif /* TOOL_DUMP_ANCHOR_H */
