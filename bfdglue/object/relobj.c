/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj.c - rewrite the .sframe sections of a relocatable object.

   Theory of operation.  The sections are read with their relocations
   [relobj_read], and each relocation is paired with the function whose start
   field it applies to (fde-relocs.h).  Then each section is merged into one
   piece with its relocations [relobj_plan], or into one for each text section
   [relobj_split].  Functions that no relocation places are left out.  A
   section that would not change is left alone, so that a second run changes
   nothing.  The others go to the end of a copy of the file [relobj_write],
   which is then read and verified [relobj_verify].  */

#include "config.h"

#include <stdlib.h>

#include "relobj-internal.h"

/* Read, plan, write and verify R.  */
static sfm_status
rewrite (struct relobj *r, uint8_t **out, size_t *size)
{
  sfm_status status = relobj_read (r);

  if (status != SFM_OK)
    return status;
  r->result->sections = (uint32_t) r->section_count;
  r->result->target
      = r->options->convert ? r->options->target : relobj_target (r);
  r->new_count = r->image.section_count;
  if (r->options->split)
    status = relobj_groups_read (r);
  for (size_t i = 0; i < r->section_count && status == SFM_OK; i++)
    status = relobj_plan (r, &r->sections[i]);
  if (status != SFM_OK || r->result->rewritten == 0)
    return status;
  status = relobj_write (r, out, size);
  if (status == SFM_OK && !r->options->no_verify)
    {
      status = relobj_verify (r, *out, *size);
      r->result->refused = status != SFM_OK;
    }
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

  *out = NULL;
  *out_size = 0;
  *result = (struct relobj_result){ .target = options->target };
  sfm_status status
      = image_open_bytes (name, bytes, size, true, &r.image, sink);
  if (status == SFM_OK)
    status = rewrite (&r, out, out_size);
  relobj_free (&r);
  if (status != SFM_OK)
    {
      free (*out);
      *out = NULL;
    }
  return status;
}
