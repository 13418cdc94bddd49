/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-mapped.c - where the link map has the functions of the inputs.

   The map's answer must name code of the image, and neither .eh_frame nor the
   symbol of a strong global function may contradict it: a map of another link
   is an error, not a guess.  */

#include "config.h"

#include <inttypes.h>

#include "place-job.h"

/* Say that the map's address for FDE of JOB cannot be.  */
static void
contradict (struct placer *p, const struct job *job, const struct sfm_fde *fde,
            uint64_t addr, const char *why)
{
  p->counts.contradicted++;
  say_at (p->sink, p->said_contradiction ? SAY_DETAIL : SAY_ERROR,
          job->object->name, job->sframe->name, fde->field,
          "the map puts this function at 0x%" PRIx64 ", where %s", addr, why);
  p->said_contradiction = true;
}

/* Place FDE, number IDX of JOB, whose start is at TARGET, at ADDR, where the
   map has it.  */
static sfm_status
put (struct placer *p, struct job *job, uint32_t idx,
     const struct input_reloc *target, const struct sfm_fde *fde,
     uint64_t addr)
{
  struct sfm_place *place = &job->places[idx];
  const struct evidence_symbol *named = symbols_strong (job->finder, target);

  /* Empty functions are left out by the engine; they have no code to ask
     about.  */
  if (fde->size != 0 && !code_holds (p->from.code, addr, fde->size))
    contradict (p, job, fde, addr, "the image has no code for all of it");
  else if (fde->size != 0
           && evidence_against (p->from.evidence, addr, fde->size))
    contradict (p, job, fde, addr,
                ".eh_frame has a function of another start or size");
  else if (named != NULL && named->addr != addr)
    contradict (p, job, fde, addr, "the image does not have its symbol");
  else
    {
      place->addr = addr;
      place->live = true;
      place->rank = SFM_RANK_INPUT;
      place->evidence = evidence_about (p->from.evidence, addr, fde->size);
      job->any_live = true;
      p->counts.map++;
      content_claim (&p->content, addr, job->digests[idx]);
      content_group_found (&p->content, job->object, target);
      if (!doubts_placed (&p->doubts, addr))
        return say_nomem (p->sink, job->object->name);
    }
  return SFM_OK;
}

/* The map denies the function of FDE, whose start is at TARGET.  */
static sfm_status
deny_by_map (struct placer *p, struct job *job,
             const struct input_reloc *target, const struct sfm_fde *fde)
{
  const struct doubt doubt = { .symbol = symbols_strong (job->finder, target),
                               .field = fde->field,
                               .input = job->number };

  p->counts.discarded++;
  if (fde->size == 0 || doubt.symbol == NULL
      || doubts_add (&p->doubts, &doubt))
    return SFM_OK;
  return say_nomem (p->sink, job->object->name);
}

sfm_status
place_by_map (struct placer *p, struct job *job, uint32_t idx,
              const struct input_reloc *target, const struct sfm_fde *fde,
              bool *settled)
{
  uint64_t base;

  *settled = true;
  switch (map_place (p->from.map, job->object, target->section, &base))
    {
    case MAP_DISCARDED:
      return deny_by_map (p, job, target, fde);
    case MAP_NOT_EXTRACTED:
      p->counts.not_extracted++;
      return SFM_OK;
    case MAP_UNKNOWN:
      *settled = false;
      return SFM_OK;
    case MAP_PLACED:
      break;
    }
  return put (p, job, idx, target, fde, base + target->value);
}
