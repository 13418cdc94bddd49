/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-start-base.c - choose the start base of each piece of a dumped image,
   and read the names of its functions.

   The start base is what starts are relative to.  A merge makes the same
   decision (start-base.c), but does not use a piece whose addresses it does
   not believe; a dump shows the more likely ones.  So warnings are dropped:
   about unused pieces, and about damage to .eh_frame and symbol tables.  */

#include "config.h"

#include "dump.h"
#include "pieces.h"

static void
pass_notes (void *data, enum diag_severity kind, const char *file,
            const char *place, const char *text)
{
  const struct diag_sink *sink = data;

  if (kind == DIAG_NOTE || kind == DIAG_ERROR)
    sink->fn (sink->data, kind, file, place, text);
}

sfm_status
dump_start_base_choose (struct dump_start_base *state,
                        const struct dump_section *section,
                        const struct sfm_piece *piece, bool first,
                        enum sfm_start_base *start_base,
                        const struct diag_sink *sink)
{
  struct diag_sink keep = *sink;
  const struct diag_sink notes = { .fn = pass_notes, .data = &keep };

  *start_base = SFM_START_BASE_FIELD;
  if (piece->flags & SFM_F_FDE_FUNC_START_PCREL)
    return SFM_OK;
  if (!state->known)
    {
      TRY (function_index_read (section->image, NULL, false, &state->index,
                                &notes));
      state->known = true;
    }
  struct image_piece existing = {
    .piece = *piece,
    .section = section->name,
    .addr = section->addr,
    .past_section_end = piece->offset >= section->size,
  };
  piece_choose_start_base (&state->index, &existing, first, &notes);
  *start_base = existing.start_base;
  return SFM_OK;
}

sfm_status
dump_start_base_names (struct dump_start_base *state,
                       const struct dump_section *section,
                       const struct diag_sink *sink)
{
  if (state->named)
    return SFM_OK;
  sfm_status status = symbol_index_read (section->image, &state->names, sink);
  state->named = status == SFM_OK;
  return status;
}

void
dump_start_base_free (struct dump_start_base *state)
{
  symbol_index_free (&state->names);
  function_index_free (&state->index);
}
