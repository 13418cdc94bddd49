/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-plan.c - plan one .sframe section: make its parts.  */

#include "config.h"

#include <inttypes.h>

#include "relobj-internal.h"

/* The context of report_loss.  */
struct loss_context
{
  const struct relobj *relobj;
  const struct relobj_part *part;
};

static void
report_loss (void *data, const struct sfm_note *note)
{
  const struct loss_context *context = data;
  const struct relobj_section *s = context->part->from;
  size_t fde = context->part->runs[note->input].fde + note->fde;
  const struct input_reloc *reloc = relobj_reloc (s, fde);

  diag_at (context->relobj->sink, DIAG_DETAIL, context->relobj->name,
           s->sframe.name, note->field, "function at %s+0x%" PRIx64 ": %s",
           context->relobj->image.sections[reloc->section].name, reloc->value,
           sfm_loss_text (note->loss));
}

/* Add the results for S.  */
static void
add_results (struct relobj *r, const struct relobj_section *s)
{
  bool changed = false;

  for (size_t k = 0; k < s->part_count; k++)
    {
      struct loss_context context = { r, &s->parts[k] };
      struct sfm_stats stats = { .size = sizeof stats };
      uint64_t losses[SFM_LOSS_COUNT];

      sfm_merger_stats (s->parts[k].merger, &stats);
      sfm_merger_losses (s->parts[k].merger, losses, SFM_LOSS_COUNT);
      sfm_merger_each_loss (s->parts[k].merger, report_loss, &context);
      r->result->out_functions += stats.out_functions;
      r->result->bytes += s->parts[k].content_size;
      changed |= s->parts[k].changed;
      for (unsigned i = 0; i < SFM_LOSS_COUNT; i++)
        r->result->losses[i] += losses[i];
    }
  r->result->pieces += s->fde_relocs.piece_count;
  r->result->functions += s->fde_relocs.fde_count;
  r->result->none_count += s->sframe.none_count;
  r->result->by_order += s->fde_relocs.by_order;
  r->result->parts += s->part_count;
  r->result->rewritten += changed;
}

sfm_status
relobj_plan (struct relobj *r, struct relobj_section *s)
{
  if (s->fde_relocs.piece_count == 0)
    return SFM_OK;
  TRY (r->options->split ? relobj_split (r, s) : relobj_whole (r, s));
  for (size_t k = 0; k < s->part_count; k++)
    {
      *r->parts_end = &s->parts[k];
      r->parts_end = &s->parts[k].next;
      TRY (relobj_part_plan (r, &s->parts[k]));
    }
  add_results (r, s);
  return SFM_OK;
}
