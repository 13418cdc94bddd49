/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-anchor.h - what the starts of a dumped image's piece are relative
   to, and the names of what is there.  */

#ifndef TOOL_DUMP_ANCHOR_H
#define TOOL_DUMP_ANCHOR_H

#include "dump-walk.h"
#include "code-ranges.h"
#include "function-index.h"
#include "symbol-index.h"

/* What is known of the image; at first all zero.  Read when the first piece
   needs it, which those with the PCREL flag never do.  */
struct dump_start_base
{
  bool known;
  struct code_ranges code;
  struct function_index index;
  bool named;
  struct symbol_index names;
};

/* Decide what the starts of PIECE, the first of SECTION if FIRST, are
   relative to.  NOMEM only, and said so.  */
sfm_status dump_start_base_choose (struct dump_start_base *state,
                                   const struct dump_section *section,
                                   const struct sfm_piece *piece, bool first,
                                   enum sfm_start_base *start_base,
                                   const struct diag_sink *sink) SFM_CHECKED;

/* Read the names of SECTION's image, once.  NOMEM only, and said so.  */
sfm_status dump_start_base_names (struct dump_start_base *state,
                                  const struct dump_section *section,
                                  const struct diag_sink *sink) SFM_CHECKED;

void dump_start_base_free (struct dump_start_base *state);

#endif /* TOOL_DUMP_ANCHOR_H */
