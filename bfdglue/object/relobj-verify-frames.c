/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-verify-frames.c - verify that the functions that were made of
   .eh_frame say what it says.

   Each is compared with its FDE at every address (synth_proves), and together
   they must cover all of it.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "eh-frame.h"
#include "relobj-internal.h"

/* The state of the verification.  */
struct verify
{
  const struct relobj *relobj;
  struct relobj_frames *frames;
  uint64_t *covered;      /* for each frame: bytes that functions describe */
  struct relobj_cfi *cfi; /* as relobj_frame_fde wants */
  struct sfm_cfi_fde fde;
};

static sfm_status
wrong (const struct verify *v, const struct relobj_frame *frame,
       const char *why)
{
  const struct relobj *r = v->relobj;

  return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                    "the output would be wrong: the function at %s+0x%" PRIx64
                    ": %s",
                    r->image.sections[frame->section].name, frame->value, why);
}

/* Verify function IDX of PIECE, which starts at AT.  */
static sfm_status
verify_function (struct verify *v, const struct sfm_piece *piece, uint32_t idx,
                 const struct input_reloc *at)
{
  struct relobj_frames *frames = v->frames;
  const size_t i = relobj_frames_from (frames, at->section, at->value);
  uint32_t size;

  if (i == frames->count || frames->frames[i].section != at->section
      || frames->frames[i].value > at->value
      || frames->frames[i].state != FRAME_ADDED)
    return SFM_OK;
  const struct relobj_frame *frame = &frames->frames[i];
  if (!relobj_frame_fde (frames, frame, &v->cfi, &v->fde)
      || !synth_proves (piece, idx, frames->bases[at->section] + at->value,
                        &v->cfi->section, &v->fde, &size))
    return wrong (v, frame, "its rules are not those of .eh_frame");
  v->covered[i] += size;
  return SFM_OK;
}

/* Verify the functions of S, a section of the output.  */
static sfm_status
verify_object_section (struct verify *v, const struct relobj_section *s)
{
  const struct fde_relocs *p = &s->fde_relocs;
  size_t fde = 0;

  for (size_t k = 0; k < p->piece_count; k++)
    for (uint32_t i = 0; i < p->pieces[k].num_fdes; i++, fde++)
      if (p->reloc_of[fde] != FDE_RELOC_NONE)
        TRY (verify_function (v, &p->pieces[k], i, relobj_reloc (s, fde)));
  return SFM_OK;
}

sfm_status
relobj_verify_frames (struct relobj *r, struct relobj_frames *frames,
                      const struct relobj *now)
{
  struct verify v = { .relobj = r, .frames = frames };
  sfm_status status = SFM_OK;

  v.covered = calloc (frames->count + 1, sizeof *v.covered);
  if (v.covered == NULL)
    return diag_nomem (r->sink, r->name);
  for (size_t i = 0; i < now->section_count && status == SFM_OK; i++)
    status = verify_object_section (&v, &now->sections[i]);
  for (size_t i = 0; i < frames->count && status == SFM_OK; i++)
    if (frames->frames[i].state == FRAME_ADDED
        && v.covered[i] != frames->frames[i].size)
      status = wrong (&v, &frames->frames[i], "it is not all there");
  free (v.covered);
  return status;
}
