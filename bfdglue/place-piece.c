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
   went, if there is a map (place-mapped.c).  What it does not know may be one
   of the single functions that a linker that merges has left; whether it is,
   is asked of the symbols [ask_symbols], and, where those do not decide, of
   the contents of all functions together at the end (place-content.c).
   Nothing but what the map placed has to be added: for the rest the image's
   own record says the same of the same address.  */

#include "config.h"

#include <string.h>

#include "digest.h"
#include "pair.h"
#include "place-job.h"

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

/* Whether OWN, a piece of the same bytes, is really that of JOB's object: that
   of another whose functions are alike (one leaf, say) is not.  One function
   that the map or a symbol knows tells; where none does, a piece of one
   function is no more certain than its function.  */
static bool
is_own_piece (struct placer *p, const struct job *job,
              const struct own_piece *own)
{
  for (uint32_t i = 0; i < job->piece->num_fdes; i++)
    {
      const struct input_reloc *target = target_of (job, i);
      uint64_t base;
      if (target == NULL || !own->places[i].live)
        continue;
      if (p->from.map != NULL
          && map_place (p->from.map, job->object, target->section, &base)
                 == MAP_PLACED)
        return base + target->value == own->places[i].addr;
      const struct evidence_symbol *named
          = symbols_strong (job->finder, target);
      if (named != NULL)
        return named->addr == own->places[i].addr;
    }
  return job->piece->num_fdes > 1;
}

/* If a piece of the image is JOB's piece, relocated, count its functions and
   return true.  */
static bool
take_own_piece (struct placer *p, const struct job *job)
{
  struct own_piece *own = content_own_piece (&p->content, job->piece);

  if (own == NULL || own->wrong != 0 || !is_own_piece (p, job, own))
    return false;
  own->taken = true;
  for (uint32_t i = 0; i < job->piece->num_fdes; i++)
    {
      const struct input_reloc *target = target_of (job, i);
      if (target == NULL)
        p->counts.dead++;
      else if (own->places[i].live)
        {
          p->counts.own++;
          content_claim (&p->content, own->places[i].addr, own->digests[i]);
          content_group_found (&p->content, job->object, target);
        }
      else
        p->counts.discarded++;
    }
  return true;
}

/* Ask the symbols about the function PENDING at TARGET of JOB.  True if that
   settles it; else PENDING says what they know.  */
static bool
ask_symbols (struct placer *p, const struct job *job,
             const struct input_reloc *target, struct content_pending *pending)
{
  struct own_match match = { .own = p->from.own, .digest = pending->digest };

  switch (symbols_ask (job->finder, target, &match))
    {
    case SYMBOL_FOUND:
      p->counts.own++;
      content_claim (&p->content, match.addr, match.digest);
      content_group_found (&p->content, job->object, target);
      return true;
    case SYMBOL_DISCARDED:
      p->counts.discarded++;
      return true;
    case SYMBOL_MISSING:
      pending->alone = true;
      break;
    case SYMBOL_UNKNOWN:
      break;
    }
  return false;
}

/* Settle the function of FDE number IDX of JOB, or leave it for the end.  */
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
  if (p->from.map != NULL)
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
  struct content_pending pending = { .digest = job->digests[idx],
                                     .field = fde.field,
                                     .size = fde.size,
                                     .input = job->number };
  if (ask_symbols (p, job, target, &pending)
      || content_defer (&p->content, job->object, target, &pending))
    return SFM_OK;
  return say_nomem (p->sink, job->object->name);
}

/* Check that JOB's piece can be merged with the image and with the first
   piece of all, whether or not a function of it will be: a build that mixes
   ABIs or fixed offsets has a mistake that somebody must see.  */
static sfm_status
check_mixed (struct placer *p, const struct job *job)
{
  const struct sfm_piece *piece = job->piece, *first = &p->first;
  const struct image *image = p->from.image;
  const char *what = NULL;
  int here = 0, there = 0;

  if (piece->abi != image->abi)
    {
      say_at (p->sink, SAY_ERROR, job->object->name, job->sframe->name,
              piece->offset + 4,
              "sfh_abi_arch is %u (%s), but the image %s is %u (%s)",
              piece->abi, sfm_abi_name (piece->abi), image->path, image->abi,
              sfm_abi_name (image->abi));
      return SFM_ERR_MIXED;
    }
  if (p->first_name == NULL)
    {
      p->first = *piece;
      p->first_name = job->object->name;
    }
  if (piece->fixed_fp != first->fixed_fp)
    {
      what = "fp";
      here = piece->fixed_fp;
      there = first->fixed_fp;
    }
  else if (piece->fixed_ra != first->fixed_ra)
    {
      what = "ra";
      here = piece->fixed_ra;
      there = first->fixed_ra;
    }
  if (what == NULL)
    return SFM_OK;
  say_at (p->sink, SAY_ERROR, job->object->name, job->sframe->name,
          piece->offset + (*what == 'f' ? 5 : 6),
          "sfh_cfa_fixed_%s_offset is %d, but %d in %s", what, here, there,
          p->first_name);
  return SFM_ERR_MIXED;
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
  struct sfm_diag diag;
  sfm_status status = check_mixed (p, job);

  if (status != SFM_OK)
    return status;
  p->counts.functions += piece->num_fdes;
  if (!p->gone && take_own_piece (p, job))
    return SFM_OK;
  status = prepare (p, job);
  if (status == SFM_OK && p->gone)
    count_gone (p, job);
  for (uint32_t i = 0; i < piece->num_fdes && status == SFM_OK && !p->gone;
       i++)
    status = place_function (p, job, i);
  if (status != SFM_OK || !job->any_live)
    return status;
  status = sfm_merger_add (p->merger, piece, job->places, job->number, &diag);
  return status == SFM_OK ? SFM_OK
                          : say_diag (p->sink, SAY_ERROR, job->object->name,
                                      job->sframe->name, &diag);
}
