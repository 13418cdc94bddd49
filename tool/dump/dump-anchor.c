/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-anchor.c - what the starts of a dumped image's piece are relative
   to, and the names of what is there.

   The same decision as a merge makes (start-base.c), but for what follows
   from it: a merge leaves a piece alone whose addresses it does not believe,
   a dump shows it with the more likely ones.  So warnings of pieces that are
   not used, and of damage to what is only a witness here, stay unsaid.  */

#include "config.h"

#include "dump-anchor.h"
#include "pieces.h"

static void
pass_notes (void *data, enum say_kind kind, const char *file,
            const char *place, const char *text)
{
  const struct say *sink = data;

  if (kind == SAY_NOTE || kind == SAY_ERROR)
    sink->fn (sink->data, kind, file, place, text);
}

sfm_status
dump_anchor_choose (struct dump_anchor *state,
                    const struct dump_section *section,
                    const struct sfm_piece *piece, bool first,
                    enum sfm_anchor *anchor, const struct say *sink)
{
  struct say keep = *sink;
  const struct say notes = { .fn = pass_notes, .data = &keep };

  *anchor = SFM_ANCHOR_FIELD;
  if (piece->flags & SFM_F_FDE_FUNC_START_PCREL)
    return SFM_OK;
  if (!state->known)
    {
      sfm_status status = code_read (section->image, &state->code, &notes);
      if (status == SFM_OK)
        status
            = evidence_read (section->image, NULL, &state->evidence, &notes);
      if (status != SFM_OK)
        return status;
      state->known = true;
    }
  struct own_piece own = {
    .piece = *piece,
    .section = section->name,
    .addr = section->addr,
    .buried = piece->offset >= section->size,
  };
  own_choose_anchor (section->image, &state->code, &state->evidence, &own,
                     first, &notes);
  *anchor = own.anchor;
  return SFM_OK;
}

sfm_status
dump_anchor_names (struct dump_anchor *state,
                   const struct dump_section *section, const struct say *sink)
{
  if (state->named)
    return SFM_OK;
  sfm_status status = symbol_index_read (section->image, &state->names, sink);
  state->named = status == SFM_OK;
  return status;
}

void
dump_anchor_free (struct dump_anchor *state)
{
  symbol_index_free (&state->names);
  code_free (&state->code);
  evidence_free (&state->evidence);
}
