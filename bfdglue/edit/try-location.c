/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   try-location.c - the ways to find a location for the merged section: where
   one is, the free end of a segment, a new segment.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "edit-limits.h"
#include "image-change.h"
#include "text.h"

/* Plan for ADDR and LIMIT.  Attempts come back to locations that were tried:
   then the plan is there.  */
static sfm_status
plan_at (struct image_change *change, struct sfm_merger *merger, uint64_t addr,
         uint64_t limit)
{
  struct sfm_diag diag;

  if (change->planned && change->planned_addr == addr
      && change->planned_limit == limit)
    return SFM_OK;
  change->planned = sfm_merger_plan (merger, addr, limit, &diag) == SFM_OK;
  change->planned_addr = addr;
  change->planned_limit = limit;
  return change->planned ? SFM_OK
                         : diag_engine (change->sink, DIAG_ERROR,
                                        change->image->path, ".sframe", &diag);
}

sfm_status
plan_for (struct search *s, const struct free_space *space, uint64_t limit)
{
  TRY (plan_at (s->change, s->merger, space->addr, limit));
  if (s->whole == 0)
    s->whole = sfm_merger_size (s->merger);
  s->addr = space->addr;
  return sfm_merger_size (s->merger) <= space->size ? SFM_OK : SFM_END;
}

void
diag_need (const struct search *s, const char *name, bool again,
           const struct free_space *space)
{
  char without[64] = "";
  uint64_t losses[SFM_LOSS_COUNT];

  sfm_merger_losses (s->merger, losses, SFM_LOSS_COUNT);
  uint64_t left_out = losses[SFM_LOSS_NO_ROOM];
  if (left_out != 0)
    snprintf (without, sizeof without, ", without %" PRIu64 " function%s",
              left_out, left_out == 1 ? "" : "s");
  else if (again)
    return;
  diag (s->change->sink, DIAG_DETAIL, s->change->image->path,
        "%s%s: %zu bytes needed, room for %" PRIu64, name, without,
        sfm_merger_size (s->merger), space->size);
}

sfm_status
try_place (struct search *s, const struct way *way)
{
  struct free_space *space = &s->change->space;

  if (!s->present[way->kind])
    return SFM_END;
  *space = s->places[way->kind];
  sfm_status status
      = plan_for (s, space, way->drop ? space->size : UINT64_MAX);
  if (status == SFM_OK || status == SFM_END)
    diag_need (s, way->name, way->drop, space);
  return status;
}

/* True if the planned section is within reach of all functions; else PHDR gets
   the reason.  Version 2 has 32-bit starts, and a large .bss may separate a
   new segment at the end of the image from the code (with 3 GiB, not one
   function is left).  */
static bool
in_reach (const struct search *s, struct phdr_plan *phdr)
{
  uint64_t losses[SFM_LOSS_COUNT];

  sfm_merger_losses (s->merger, losses, SFM_LOSS_COUNT);
  uint64_t lost = losses[SFM_LOSS_RANGE];
  return lost == 0
         || phdr_refuse (phdr,
                         "from a new segment %" PRIu64
                         " function%s would be too far "
                         "for version 2, but not for --to=v3",
                         lost, lost == 1 ? "" : "s");
}

/* The section that S would move; NULL: there is none.  */
static const struct free_space *
old_place (const struct search *s)
{
  if (s->present[OLD])
    return &s->places[OLD];
  return s->present[RESERVE] ? &s->places[RESERVE] : NULL;
}

/* Set *TAIL to the free end of PT_LOAD number IDX, aligned for a section, if
   it has LEAST bytes.  */
static bool
find_tail (const struct search *s, uint32_t idx, uint64_t least,
           struct free_space *tail)
{
  /* Each is measured against all headers and symbols.  */
  if (s->change->image->segment_count > SEGMENTS_MAX
      || !free_space_find_tail (s->change->image, idx, least, tail,
                                &diag_silent))
    return false;
  const uint64_t skip = align_up (tail->addr, SFRAME_ALIGN) - tail->addr;
  if (skip >= tail->size || tail->size - skip < least)
    return false;
  tail->addr += skip;
  tail->offset += skip;
  tail->size -= skip;
  return true;
}

/* Move the section, as planned last, to the first free end of a segment that
   has space for it, and plan for that.  SFM_END: there is none.  */
static sfm_status
use_tail (struct search *s, uint64_t limit)
{
  const struct image *image = s->change->image;
  struct free_space tail;
  struct phdr_plan phdr;

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const size_t size = sfm_merger_size (s->merger);
      if (!find_tail (s, i, size, &tail))
        continue;
      phdr_tail (image, s->options, old_place (s), size, &tail, &phdr,
                 &diag_silent);
      if (!phdr_any (&phdr))
        continue;
      if (s->addr != tail.addr)
        TRY (plan_for (s, &tail, limit));
      if (sfm_merger_size (s->merger) != size || !in_reach (s, &phdr))
        continue;
      s->change->space = tail;
      s->change->phdr = phdr;
      return SFM_OK;
    }
  return SFM_END;
}

sfm_status
try_tail (struct search *s, const struct way *way)
{
  const struct image *image = s->change->image;
  struct free_space most = { .size = 0 }, tail;

  if (s->fixed || s->options->mode == PHDR_NONE)
    return SFM_END;
  for (uint32_t i = 0; i < image->segment_count; i++)
    if (find_tail (s, i, most.size + 1, &tail))
      most = tail;
  if (most.size == 0 || (s->whole > most.size && !way->drop))
    return SFM_END;
  const uint64_t limit = way->drop ? most.size : UINT64_MAX;
  TRY (plan_for (s, &most, limit));
  return use_tail (s, limit);
}

sfm_status
try_segment (struct search *s, const struct way *way)
{
  const struct image *image = s->change->image;
  struct phdr_plan *phdr = &s->change->phdr;
  struct free_space where = { .size = 0 };

  (void) way;
  if (s->fixed)
    return SFM_END;
  phdr_section (image, s->options, old_place (s), &where, phdr);
  if (phdr_any (phdr))
    {
      where.size = UINT64_MAX;
      TRY (plan_for (s, &where, UINT64_MAX));
      struct phdr_plan planned = *phdr;
      if (in_reach (s, phdr)
          && phdr_finish (image, sfm_merger_size (s->merger), &where,
                          &planned))
        {
          /* The free end of an old segment changes less.  It comes second
             because the size is known only now.  */
          sfm_status status = use_tail (s, UINT64_MAX);
          if (status != SFM_END)
            return status;
          *phdr = planned;
          s->change->space = where;
          return s->addr == where.addr ? SFM_OK
                                       : plan_for (s, &where, UINT64_MAX);
        }
    }
  s->refused = *phdr;
  phdr_nothing (image, phdr);
  return SFM_END;
}
