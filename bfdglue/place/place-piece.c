/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-piece.c - where the functions of one piece of an input went.

   Theory of operation.  The sources of an address, best first, are the
   image's own pieces and the link map; the result is the union of what they
   give.

   A linker that does not know SFrame copies each object's piece and relocates
   it: a piece of the image with the same bytes, but for the starts, is that
   object's, its dead functions are the object's discarded ones
   [take_own_piece].  Otherwise the map is asked where each function's section
   went, if there is a map (place-by-map.c).  What it does not know becomes
   pending, and is settled with the other functions of its section by symbols
   and code (text-sections.c).  Functions that are described in the image alike
   need not be added: its own record says the same of the same address.  */

#include "config.h"

#include <string.h>

#include "rules-digest.h"
#include "fde-relocs.h"
#include "placer-internal.h"

/* The target of FDE number IDX's relocation, or NULL: the function is
   dead.  */
static const struct input_reloc *
target_of (const struct job *job, uint32_t idx)
{
  if (job->reloc_of[idx] == PAIR_NONE)
    return NULL;
  const struct input_reloc *reloc = &job->sframe->relocs[job->reloc_of[idx]];
  return reloc->section == INPUT_NO_SECTION ? NULL : reloc;
}

/* Count the functions of JOB, of whose object nothing is in the image.  */
static void
count_gone (struct placer *p, const struct job *job)
{
  for (uint32_t i = 0; i < job->piece->num_fdes; i++)
    if (target_of (job, i) == NULL)
      p->counts.dead++;
    else if (job->object->member != NULL)
      p->counts.not_extracted++;
    else
      p->counts.discarded++;
}

/* Set *SAME to whether the image has the code of all functions of JOB where
   OWN puts them.  */
static sfm_status
has_own_code (struct placer *p, struct job *job, const struct own_piece *own,
              bool *same)
{
  sfm_status status = SFM_OK;
  struct sfm_diag diag;
  struct sfm_fde fde;

  *same = true;
  for (uint32_t i = 0; i < job->piece->num_fdes && *same && status == SFM_OK;
       i++)
    {
      const struct input_reloc *target = target_of (job, i);
      if (target == NULL || !own->places[i].live)
        continue;
      status = sfm_fde_read (job->piece, i, &fde, &diag);
      if (status != SFM_OK)
        return say_diag (p->sink, SAY_ERROR, job->object->name,
                         job->sframe->name, &diag);
      status = proof_compare (&p->proof, &p->from, target, fde.size,
                              own->places[i].addr, same);
    }
  return status;
}

/* Set *IS to whether OWN, a piece of the same bytes, is really that of JOB's
   object: that of another whose functions are alike (one leaf, say) is not.
   One function that the map or a symbol knows tells; where none does, the code
   decides.  */
static sfm_status
is_own_piece (struct placer *p, struct job *job, const struct own_piece *own,
              bool *is)
{
  for (uint32_t i = 0; i < job->piece->num_fdes; i++)
    {
      const struct input_reloc *target = target_of (job, i);
      uint64_t base;
      if (target == NULL || !own->places[i].live)
        continue;
      if (p->mapped
          && map_place (p->from.map, job->object, target->section, &base)
                 == MAP_PLACED)
        {
          *is = base + target->value == own->places[i].addr;
          return SFM_OK;
        }
      const struct evidence_symbol *named
          = symbols_strong (job->finder, target);
      if (named != NULL)
        {
          *is = named->addr == own->places[i].addr;
          return SFM_OK;
        }
    }
  return has_own_code (p, job, own, is);
}

/* Count function number IDX of JOB, which is that of OWN.  With --verify-code
   one that the linker has rewritten is taken out of OWN.  */
static sfm_status
count_own (struct placer *p, struct job *job, struct own_piece *own,
           uint32_t idx)
{
  const struct input_reloc *target = target_of (job, idx);
  struct sfm_place *place = &own->places[idx];
  struct sfm_diag diag;
  struct sfm_fde fde;
  bool holds;

  if (target == NULL || !place->live)
    {
      ++*(target == NULL ? &p->counts.dead : &p->counts.discarded);
      return SFM_OK;
    }
  sfm_status status = sfm_fde_read (job->piece, idx, &fde, &diag);
  if (status != SFM_OK)
    return say_diag (p->sink, SAY_ERROR, job->object->name, job->sframe->name,
                     &diag);
  status
      = proof_ask (&p->proof, &p->from, target, fde.size, place->addr, &holds);
  if (status != SFM_OK)
    return status;
  if (!holds)
    {
      place->live = false;
      p->counts.changed++;
      return SFM_OK;
    }
  p->counts.own++;
  const struct found_function found = { .addr = place->addr,
                                        .digest = own->digests[idx],
                                        .piece = job->piece,
                                        .field = fde.field,
                                        .fde = idx,
                                        .size = fde.size,
                                        .input = job->number };
  if (!place_tell (&p->from, &found))
    return say_nomem (p->sink, job->object->name);
  content_claim (&p->content, place->addr, own->digests[idx]);
  content_group_found (&p->content, content_group (job->object, target));
  const struct input_section *section
      = &job->object->sections[target->section];
  const struct claim claim = { .digest = own->digests[idx],
                               .signature = section->signature,
                               .site = CLAIM_CERTAIN };
  return claims_add (&p->sites.claims, place->addr, &claim)
             ? SFM_OK
             : say_nomem (p->sink, job->object->name);
}

/* If a piece of the image is JOB's piece, relocated, count its functions and
   set *TAKEN.  */
static sfm_status
take_own_piece (struct placer *p, struct job *job, bool *taken)
{
  struct own_piece *own = content_own_piece (&p->content, job->piece);
  sfm_status status = SFM_OK;

  *taken = false;
  if (own == NULL || own->wrong != 0)
    return SFM_OK;
  status = is_own_piece (p, job, own, taken);
  if (status != SFM_OK || !*taken)
    return status;
  own->taken = true;
  for (uint32_t i = 0; i < job->piece->num_fdes && status == SFM_OK; i++)
    status = count_own (p, job, own, i);
  return status;
}

/* Settle the function of FDE number IDX of JOB, or make it pending.  */
static sfm_status
place_function (struct placer *p, struct job *job, uint32_t idx)
{
  const struct input_reloc *target = target_of (job, idx);
  struct sfm_fde fde;
  struct sfm_diag diag;

  if (target == NULL)
    {
      p->counts.dead++;
      return SFM_OK;
    }
  sfm_status status = sfm_fde_read (job->piece, idx, &fde, &diag);
  if (status != SFM_OK)
    return say_diag (p->sink, SAY_ERROR, job->object->name, job->sframe->name,
                     &diag);
  if (p->mapped)
    {
      bool settled;
      status = place_by_map (p, job, idx, target, &fde, &settled);
      if (settled || status != SFM_OK)
        return status;
    }
  if (fde.size == 0)
    {
      /* It covers nothing, and the engine would leave it out.  */
      p->counts.empty++;
      return SFM_OK;
    }
  if (!array_grow (&p->pending, &p->pending_capacity, p->pending_count,
                   sizeof *p->pending))
    return say_nomem (p->sink, job->object->name);
  p->pending[p->pending_count++] = (struct site_pending){
    .section = target->section,
    .function = { .value = target->value,
                  .digest = job->digests[idx],
                  .group = content_group (job->object, target),
                  .field = fde.field,
                  .size = fde.size,
                  .piece = (uint32_t) p->sites.piece_count,
                  .fde = idx },
  };
  return SFM_OK;
}

/* Check that JOB's piece can be merged, whether or not a function of it will
   be: a build that mixes ABIs, or an assembler that writes wrong offsets, has
   a mistake that somebody must see.  */
static sfm_status
check_header (struct placer *p, const struct job *job)
{
  const struct sfm_piece *piece = job->piece;
  const struct image *image = p->from.image;
  struct sfm_diag diag;

  if (piece->abi != image->abi)
    {
      say_at (p->sink, SAY_ERROR, job->object->name, job->sframe->name,
              piece->offset + 4,
              "sfh_abi_arch is %u (%s), but the image %s is %u (%s)",
              piece->abi, sfm_abi_name (piece->abi), image->path, image->abi,
              sfm_abi_name (image->abi));
      return SFM_ERR_MIXED;
    }
  sfm_status status = sfm_piece_check_fixed (piece, &diag);
  return status == SFM_OK ? SFM_OK
                          : say_diag (p->sink, SAY_ERROR, job->object->name,
                                      job->sframe->name, &diag);
}

/* Make room for what is learnt about JOB's functions, and read their
   contents.  */
static sfm_status
prepare (struct placer *p, struct job *job)
{
  size_t count = (size_t) job->piece->num_fdes + 1;
  struct sfm_diag diag;

  job->digests = pool_alloc (&p->pool, count * sizeof *job->digests);
  job->places = pool_alloc (&p->pool, count * sizeof *job->places);
  if (job->digests == NULL || job->places == NULL)
    return say_nomem (p->sink, job->object->name);
  memset (job->places, 0, count * sizeof *job->places);
  sfm_status status = digest_piece (job->piece, NULL, job->digests, &diag);
  return status == SFM_OK ? SFM_OK
                          : say_diag (p->sink, SAY_ERROR, job->object->name,
                                      job->sframe->name, &diag);
}

sfm_status
place_piece (struct placer *p, struct job *job)
{
  const struct sfm_piece *piece = job->piece;
  const size_t settled = p->pending_count;
  sfm_status status = check_header (p, job);

  if (status != SFM_OK)
    return status;
  p->counts.functions += piece->num_fdes;
  bool taken = false;
  if (!p->gone)
    status = take_own_piece (p, job, &taken);
  if (taken || status != SFM_OK)
    return status;
  status = prepare (p, job);
  if (status == SFM_OK && p->gone)
    count_gone (p, job);
  for (uint32_t i = 0; i < piece->num_fdes && status == SFM_OK && !p->gone;
       i++)
    status = place_function (p, job, i);
  if (status != SFM_OK || (p->pending_count == settled && !job->any_live)
      || sites_add_piece (&p->sites, piece, job->places, job->number))
    return status;
  return say_nomem (p->sink, job->object->name);
}
