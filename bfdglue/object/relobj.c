/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj.c - rewrite the .sframe sections of a relocatable object.

   Theory of operation.  The sections are read with their relocations
   [relobj_read], and each relocation is paired with the function whose start
   field it applies to (input.h).  Then each section is merged into one
   piece with its relocations [relobj_plan], or into one for each text section
   [relobj_split].  Functions that no relocation places are left out.  A
   section that would not change is left alone, so that a second run changes
   nothing.  The others go to the end of a copy of the file [relobj_write],
   which is then read and verified [relobj_verify].

   With the option synth, .eh_frame judges the functions before they are
   merged, and what it describes beside them is added [relobj_synth].  */

#include "config.h"

#include <stdlib.h>

#include "relobj-internal.h"

/* The version to write: the highest of R's pieces, or 3 if there are none.

   In objects, version 2 means the same with and without the PCREL flag.  But
   GNU ld up to 2.44 rejects the flag, and 2.45 requires it.  So the flag stays
   clear only if it is clear in all pieces and the object is not split.  Split
   objects are not for GNU ld, and for a piece with one function in an image
   only the flag says what the start is relative to.  Version 1 is never
   written.  */
static enum sfm_target
choose_target (const struct relobj *r)
{
  bool any_flag = false;
  uint8_t version = 0, lowest = 3;

  for (size_t i = 0; i < r->section_count; i++)
    for (size_t k = 0; k < r->sections[i].fde_relocs.piece_count; k++)
      {
        const struct sfm_piece *piece = &r->sections[i].fde_relocs.pieces[k];
        if (piece->version > version)
          version = piece->version;
        if (piece->version < lowest)
          lowest = piece->version;
        if (piece->flags & SFM_F_FDE_FUNC_START_PCREL)
          any_flag = true;
      }
  if (version == 3 || version == 0)
    return SFM_TO_V3;
  return any_flag || lowest == 1 || r->options->split ? SFM_TO_V2_PCREL
                                                      : SFM_TO_V2;
}

/* Read, plan, write and verify R.  */
static sfm_status
rewrite (struct relobj *r, uint8_t **out, size_t *size)
{
  TRY (relobj_read (r));
  if (r->later != 0)
    {
      r->result->sections = r->later;
      return SFM_OK;
    }
  r->result->target
      = r->options->convert ? r->options->target : choose_target (r);
  r->new_count = r->image.section_count;
  r->parts_end = &r->parts;
  if (r->options->split)
    TRY (relobj_groups_read (r));
  for (size_t i = 0; i < r->section_count; i++)
    TRY (relobj_places (r, &r->sections[i]));
  if (r->frames != NULL)
    TRY (relobj_synth (r, r->frames));
  r->result->sections = (uint32_t) r->section_count;
  for (size_t i = 0; i < r->section_count; i++)
    TRY (relobj_plan (r, &r->sections[i]));
  if (r->result->rewritten == 0)
    return SFM_OK;
  TRY (relobj_write (r, out, size));
  if (r->options->no_verify)
    return SFM_OK;
  sfm_status status = relobj_verify (r, *out, *size);
  r->result->refused = status != SFM_OK;
  return status;
}

sfm_status
relobj_rewrite (const char *name, const uint8_t *bytes, size_t size,
                const struct relobj_options *options, uint8_t **out,
                size_t *out_size, struct relobj_result *result,
                const struct diag_sink *sink)
{
  struct relobj r
      = { .name = name, .sink = sink, .options = options, .result = result };

  struct relobj_frames frames = { 0 };

  *out = NULL;
  *out_size = 0;
  if (options->synth)
    r.frames = &frames;
  *result = (struct relobj_result){ .target = options->target };
  sfm_status status
      = image_open_bytes (name, bytes, size, true, &r.image, sink);
  if (status == SFM_OK)
    status = rewrite (&r, out, out_size);
  relobj_frames_free (&frames);
  relobj_free (&r);
  if (status != SFM_OK)
    {
      free (*out);
      *out = NULL;
    }
  return status;
}
