/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-plan.c - plan one .sframe section: locate its functions, choose those
   to keep, and make its parts.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "relobj-internal.h"

/* Set the places of all FDEs of S.  Return the number of live ones.  */
static size_t
find_places (struct relobj *r, struct relobj_section *s)
{
  struct sfm_place *places = s->places;
  const struct fde_relocs *p = &s->fde_relocs;
  size_t live = 0, fde = 0;

  for (size_t k = 0; k < p->piece_count; k++)
    for (uint32_t i = 0; i < p->pieces[k].num_fdes; i++, fde++)
      {
        uint32_t idx = p->reloc_of[fde];
        places[fde] = (struct sfm_place){ .rank = SFM_RANK_INPUT };
        if (idx != FDE_RELOC_NONE
            && s->sframe.relocs[idx].section != INPUT_NO_SECTION)
          {
            places[fde].live = true;
            places[fde].addr = s->sframe.relocs[idx].value;
            live++;
            continue;
          }
        r->result->dead++;
        diag_at (r->sink, DIAG_DETAIL, r->name, s->sframe.name,
                 sfm_piece_field (&p->pieces[k], i),
                 "function left out: its relocation is %s",
                 idx == FDE_RELOC_NONE ? "missing or void"
                                       : "against nothing");
      }
  return live;
}

/* Refuse S if none of its functions can be kept.  */
static sfm_status
check_recoverable (struct relobj *r, const struct relobj_section *s)
{
  enum diag_severity kind = r->options->partial ? DIAG_WARNING : DIAG_ERROR;
  size_t count = s->fde_relocs.fde_count;

  if (s->fde_relocs.piece_count == 0)
    diag (r->sink, kind, r->name,
          "%s: its 0x%zx bytes are all zero: the linker that wrote it dropped "
          "what they were; link its inputs again%s",
          s->sframe.name, s->sframe.size,
          r->options->partial ? "" : ", or leave it with --partial");
  else if (count != 0 && s->sframe.reloc_count == 0
           && s->sframe.none_count == 0)
    diag (r->sink, kind, r->name,
          "%s: has %zu functions and no relocation that says where they are%s",
          s->sframe.name, count,
          r->options->partial ? "" : "; --partial drops them");
  else
    return SFM_OK;
  r->result->refused = !r->options->partial;
  return r->options->partial ? SFM_OK : SFM_ERR_UNSUPP;
}

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
  TRY (check_recoverable (r, s));
  if (s->fde_relocs.piece_count == 0)
    return SFM_OK;
  s->places = pool_alloc (&r->pool,
                          (s->fde_relocs.fde_count + 1) * sizeof *s->places);
  if (s->places == NULL)
    return diag_nomem (r->sink, r->name);
  if (find_places (r, s) > 1)
    TRY (relobj_duplicates (r, s));
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
