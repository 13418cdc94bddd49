/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-start-base.h - the start base of each piece of a dumped image, and the
   names of its functions.  */

#ifndef TOOL_DUMP_START_BASE_H
#define TOOL_DUMP_START_BASE_H

#include "dump-walk.h"
#include "code-ranges.h"
#include "function-index.h"
#include "symbol-index.h"

/* What was read of an image.  All zero at first.  CODE and INDEX are read for
   the first piece without the PCREL flag.  */
struct dump_start_base
{
  bool known; /* INDEX was read */
  struct function_index index;
  bool named; /* NAMES was read */
  struct symbol_index names;
};

/* Set *START_BASE to what the starts of PIECE are relative to.  FIRST: PIECE
   is the first of SECTION.  Statuses: NOMEM, which was said.  */
sfm_status dump_start_base_choose (struct dump_start_base *state,
                                   const struct dump_section *section,
                                   const struct sfm_piece *piece, bool first,
                                   enum sfm_start_base *start_base,
                                   const struct diag_sink *sink) SFM_CHECKED;

/* Read the names of SECTION's image, unless they were read.  Statuses: NOMEM,
   which was said.  */
sfm_status dump_start_base_names (struct dump_start_base *state,
                                  const struct dump_section *section,
                                  const struct diag_sink *sink) SFM_CHECKED;

void dump_start_base_free (struct dump_start_base *state);

#endif /* TOOL_DUMP_START_BASE_H */
