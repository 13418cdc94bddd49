/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dump-starts.c - find the address and name of each function of a dumped
   section.

   In an image, the address is in the start field, relative to the start base
   of the piece.  In an object, start fields are zero until the link, and the
   relocations give section and offset.  They are paired with FDEs as in every
   command (bfdglue/input/input.h), which pairs all or none, as a merge must
   not guess.  A dump shows as much of damaged data as possible, so if pairing
   fails, relocations exactly at a start field are shown with it.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "dump.h"
#include "sorted.h"

/* Choose the start base of each piece of a dumped image, and read the names of
   its functions.

   The start base is what starts are relative to.  A merge makes the same
   decision (start-base.c), but does not use a piece whose addresses it does
   not believe; a dump shows the more likely ones.  So warnings about unused
   pieces, and about damage to .eh_frame and symbol tables, are dropped.  */

static void
pass_notes (void *data, enum diag_severity kind, const char *file,
            const char *place, const char *text)
{
  const struct diag_sink *sink = data;

  if (kind == DIAG_NOTE || kind == DIAG_ERROR)
    sink->fn (sink->data, kind, file, place, text);
}

/* Set *START_BASE to what the starts of PIECE are relative to.  FIRST: PIECE
   is the first of SECTION.  Statuses: NOMEM, which was reported.  */
static sfm_status
dump_start_base_choose (const struct dump_section *section,
                        const struct sfm_piece *piece, bool first,
                        enum sfm_start_base *start_base,
                        const struct diag_sink *sink)
{
  struct dump_start_base *state = section->known;
  struct diag_sink keep = *sink;
  const struct diag_sink notes = { .fn = pass_notes, .data = &keep };

  *start_base = SFM_START_BASE_FIELD;
  if (piece->flags & SFM_F_FDE_FUNC_START_PCREL)
    return SFM_OK;
  if (!state->known)
    {
      TRY (function_index_read (section->image, NULL, &state->index, &notes));
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
dump_start_base_names (const struct dump_section *section,
                       const struct diag_sink *sink)
{
  struct dump_start_base *state = section->known;

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

/* A sink that keeps the first error for starts_complain.  */
static void
keep (void *data, enum diag_severity kind, const char *file, const char *place,
      const char *text)
{
  struct dump_starts *starts = data;

  (void) file;
  (void) place;
  if (kind == DIAG_ERROR && starts->complaint[0] == '\0')
    snprintf (starts->complaint, sizeof starts->complaint, "%s", text);
}

/* A relocation of a section, by its offset.  */
struct by_offset
{
  uint64_t offset;
  uint64_t idx;
};

/* Sort SFRAME's relocations by offset, because linear searches would be
   quadratic for a hostile object with many pieces.  */
static sfm_status
sort_relocs (struct dump_starts *starts, const struct input_sframe *sframe)
{
  size_t count = sframe->reloc_count;

  if (count == 0)
    return SFM_OK;
  if (count > SIZE_MAX / sizeof *starts->by_offset)
    return SFM_ERR_NOMEM;
  starts->by_offset
      = pool_alloc (&starts->pool, count * sizeof *starts->by_offset);
  if (starts->by_offset == NULL)
    return SFM_ERR_NOMEM;
  for (size_t i = 0; i < count; i++)
    starts->by_offset[i]
        = (struct by_offset){ .offset = sframe->relocs[i].offset, .idx = i };
  qsort (starts->by_offset, count, sizeof *starts->by_offset,
         compare_u64_pairs);
  return SFM_OK;
}

sfm_status
starts_begin (struct dump_starts *starts, const struct dump_section *section)
{
  const struct diag_sink sink = { .fn = keep, .data = starts };

  *starts = (struct dump_starts){ 0 };
  if (section->image != NULL)
    return SFM_OK;
  TRY (object_names_read (&starts->names, section->object, &starts->pool));
  const sfm_status status
      = fde_relocs_pair (section->object, section->sframe, &starts->pool,
                         &starts->fde_relocs, &sink);
  starts->paired = status == SFM_OK;
  return starts->paired || status == SFM_ERR_NOMEM
             ? status
             : sort_relocs (starts, section->sframe);
}

sfm_status
starts_piece (struct dump_starts *starts, const struct dump_section *section,
              const struct sfm_piece *piece, bool first,
              const struct diag_sink *sink)
{
  starts->fde_base = starts->fde_next;
  starts->fde_next += piece->num_fdes;
  if (section->image == NULL)
    return SFM_OK;
  TRY (dump_start_base_names (section, sink));
  return dump_start_base_choose (section, piece, first, &starts->start_base,
                                 sink);
}

/* The index of SFRAME's relocation exactly at OFFSET, or FDE_RELOC_NONE.  */
static uint32_t
reloc_at (const struct dump_starts *starts, const struct input_sframe *sframe,
          uint64_t offset)
{
  size_t i = sorted_from (starts->by_offset, sframe->reloc_count,
                          sizeof *starts->by_offset,
                          offsetof (struct by_offset, offset), offset);

  if (i < sframe->reloc_count && starts->by_offset[i].offset == offset)
    return (uint32_t) starts->by_offset[i].idx;
  return FDE_RELOC_NONE;
}

void
starts_find (const struct dump_starts *starts,
             const struct dump_section *section,
             struct dump_function *function)
{
  uint32_t reloc = FDE_RELOC_NONE;

  if (section->image != NULL)
    {
      function->image = true;
      function->addr
          = sfm_fde_address (function->fde, section->addr, starts->start_base);
      function->name
          = symbol_index_at (&section->known->names, function->addr);
      return;
    }
  if (!starts->paired)
    reloc = reloc_at (starts, section->sframe, function->fde->field);
  else if (starts->fde_base + function->idx < starts->fde_relocs.fde_count)
    reloc = starts->fde_relocs.reloc_of[starts->fde_base + function->idx];
  function->object = section->object;
  if (reloc >= section->sframe->reloc_count)
    return;
  function->reloc = &section->sframe->relocs[reloc];
  function->name = object_names_at (&starts->names, function->reloc->section,
                                    function->reloc->value);
}

size_t
starts_complain (const struct dump_starts *starts,
                 const struct dump_section *section,
                 const struct diag_sink *sink)
{
  if (section->image != NULL || starts->paired)
    return 0;
  diag (sink, DIAG_ERROR, section->file, "%s", starts->complaint);
  return 1;
}
