/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-by-map.c - where the link map has the functions of the inputs.

   An object that the map has under a name that cannot be its own may be
   another one, with sections of the same names and sizes; so its code must be
   where the map says [place_check_map].

   The map's answer must name code of the image, and neither .eh_frame nor the
   symbol of a strong global function may contradict it: a map of another link
   is an error, not a guess.  */

#include "config.h"

#include <inttypes.h>

#include "code-same.h"
#include "placer-internal.h"

sfm_status
place_check_map (struct placer *p, const struct input_object *object)
{
  const struct link_map *map = p->from.map;
  sfm_status status = SFM_OK;

  p->mapped = map != NULL;
  if (!p->mapped || !map_doubts (map, object))
    return SFM_OK;
  for (uint32_t i = 0;
       i < object->section_count && p->mapped && status == SFM_OK; i++)
    {
      const struct input_section *section = &object->sections[i];
      const struct input_code *code;
      uint64_t base;
      if (!section->code || section->size == 0
          || map_place (map, object, i, &base) != MAP_PLACED)
        continue;
      status = proof_code (&p->proof, i, &code);
      if (status == SFM_OK)
        p->mapped = code_same (p->from.code, code, 0, section->size, base);
    }
  return status;
}

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

/* Why FDE of JOB, whose start is at TARGET, cannot be at ADDR, where the map
   has it, or NULL.  */
static const char *
objection (struct placer *p, struct job *job, const struct input_reloc *target,
           const struct sfm_fde *fde, uint64_t addr)
{
  const struct evidence_symbol *named = symbols_strong (job->finder, target);

  /* Empty functions are left out by the engine; they have no code to ask
     about.  */
  if (fde->size != 0 && !code_holds (p->from.code, addr, fde->size))
    return "the image has no code for all of it";
  if (fde->size != 0 && evidence_against (p->from.evidence, addr, fde->size))
    return ".eh_frame has a function of another start or size";
  if (named != NULL && named->addr != addr)
    return "the image does not have its symbol";
  return NULL;
}

/* Tell that FDE, number IDX of JOB, is at ADDR.  False: no memory.  */
static bool
tell (const struct placer *p, const struct job *job, uint32_t idx,
      const struct sfm_fde *fde, uint64_t addr)
{
  const struct found_function found = { .addr = addr,
                                        .digest = job->digests[idx],
                                        .piece = job->piece,
                                        .field = fde->field,
                                        .fde = idx,
                                        .size = fde->size,
                                        .input = job->number };

  return place_tell (&p->from, &found);
}

/* Place FDE, number IDX of JOB, whose start is at TARGET, at ADDR, where the
   map has it.  */
static sfm_status
put (struct placer *p, struct job *job, uint32_t idx,
     const struct input_reloc *target, const struct sfm_fde *fde,
     uint64_t addr)
{
  struct sfm_place *place = &job->places[idx];
  const char *why = objection (p, job, target, fde, addr);
  bool holds;

  if (why != NULL)
    {
      contradict (p, job, fde, addr, why);
      return SFM_OK;
    }
  sfm_status status
      = proof_ask (&p->proof, &p->from, target, fde->size, addr, &holds);
  if (status != SFM_OK)
    return status;
  if (!holds)
    {
      p->counts.changed++;
      say_at (p->sink, SAY_DETAIL, job->object->name, job->sframe->name,
              fde->field,
              "this function is left out: the image has other code at "
              "0x%" PRIx64,
              addr);
      return SFM_OK;
    }
  place->addr = addr;
  place->live = true;
  place->rank = SFM_RANK_INPUT;
  place->evidence = evidence_about (p->from.evidence, addr, fde->size);
  job->any_live = true;
  p->given = true;
  p->counts.map++;
  if (!tell (p, job, idx, fde, addr))
    return say_nomem (p->sink, job->object->name);
  content_claim (&p->content, addr, job->digests[idx]);
  content_group_found (&p->content, content_group (job->object, target));
  const struct input_section *section
      = &job->object->sections[target->section];
  const struct claim claim = { .digest = job->digests[idx],
                               .signature = section->signature,
                               .site = CLAIM_CERTAIN };
  return claims_add (&p->sites.claims, addr, &claim)
             ? SFM_OK
             : say_nomem (p->sink, job->object->name);
}

/* The map denies the function of FDE, number IDX of JOB, whose start is at
   TARGET.  */
static sfm_status
deny_by_map (struct placer *p, struct job *job, uint32_t idx,
             const struct input_reloc *target, const struct sfm_fde *fde)
{
  const struct doubt doubt = { .symbol = symbols_strong (job->finder, target),
                               .field = fde->field,
                               .input = job->number };
  size_t there;

  /* A map of another build does not take away what the image has.  */
  if (symbols_ready (job->finder)
      && symbols_described (job->finder, target, p->from.own,
                            job->digests[idx], &there))
    {
      p->counts.own++;
      p->content.claimed[there] = true;
      return tell (p, job, idx, fde, p->from.own->functions[there].addr)
                 ? SFM_OK
                 : say_nomem (p->sink, job->object->name);
    }
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
      return deny_by_map (p, job, idx, target, fde);
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
