/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-inputs.c - where the functions of the input objects went.

   Theory of operation.  The sources of an address, best first, are the
   image's own pieces and the link map; the result is the union of what they
   give.

   A linker that does not know SFrame copies each object's piece and relocates
   it: a piece of the image with the same functions in the same order is that
   object's, its dead functions are the object's discarded ones
   [take_own_piece].  A linker that merges leaves single functions; whether
   one of them is the object's is asked of the symbols [ask_symbols], and,
   where those do not decide, of the contents of all functions together at
   the end (place-content.c).  Nothing found this way has to be added: the
   image's own record says the same of the same address.

   What is not found so is asked of the map [ask_map].  Its answer must name
   code of the image, and .eh_frame must not contradict it: a map of another
   link is an error, not a guess.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "digest.h"
#include "pair.h"
#include "place-content.h"
#include "place-inputs.h"
#include "place-symbols.h"

/* One input of the merger, for messages.  */
struct placed_input
{
  const char *name;
  const char *section;
};

struct placer
{
  struct place_sources from;
  struct sfm_merger *merger;
  const struct say *sink;
  struct place_counts counts;
  struct placed_input *inputs;
  size_t input_count;
  size_t input_capacity;
  struct content content;
  struct pool pool;       /* of the object at hand */
  size_t absent;          /* its functions of which the image has no symbol */
  struct sfm_piece first; /* whose fixed offsets all must have */
  const char *first_name; /* NULL: none yet */
  bool said_contradiction;
};

/* The object at hand, and one of its pieces.  */
struct job
{
  const struct input_object *object;
  const struct input_sframe *sframe;
  const struct sfm_piece *piece;
  const uint32_t *reloc_of; /* of the piece's FDEs */
  uint64_t *digests;
  struct sfm_place *places;
  struct symbol_finder *finder; /* of the object */
  uint32_t number;              /* of the input */
  bool any_live;
};

struct placer *
placer_new (const struct place_sources *sources, struct sfm_merger *merger,
            const struct say *sink)
{
  struct placer *placer = calloc (1, sizeof *placer);

  if (placer == NULL)
    return NULL;
  placer->from = *sources;
  placer->merger = merger;
  placer->sink = sink;
  for (size_t i = 0; i < sources->own->piece_count; i++)
    if (sources->own->pieces[i].usable && placer->first_name == NULL)
      {
        placer->first = sources->own->pieces[i].piece;
        placer->first_name = sources->image->path;
      }
  if (content_begin (&placer->content, sources->own) != SFM_OK)
    {
      placer_free (placer);
      return NULL;
    }
  return placer;
}

void
placer_free (struct placer *placer)
{
  if (placer == NULL)
    return;
  content_end (&placer->content);
  free (placer->inputs);
  pool_free (&placer->pool);
  free (placer);
}

const char *
placer_input_name (const struct placer *placer, uint32_t number,
                   const char **section)
{
  if (number == 0 || number > placer->input_count)
    {
      *section = ".sframe";
      return placer->from.image->path;
    }
  *section = placer->inputs[number - 1].section;
  return placer->inputs[number - 1].name;
}

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

/* If a piece of the image is JOB's piece, relocated, count its functions and
   return true.  */
static bool
take_own_piece (struct placer *p, const struct job *job, uint64_t whole)
{
  struct own_piece *own = content_own_piece (&p->content, whole);

  if (own == NULL || own->piece.num_fdes != job->piece->num_fdes
      || memcmp (own->digests, job->digests,
                 job->piece->num_fdes * sizeof *job->digests)
             != 0)
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
          content_claim (&p->content, own->places[i].addr, job->digests[i]);
          content_group_found (&p->content, job->object, target);
        }
      else
        p->counts.discarded++;
    }
  return true;
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

/* Ask the map for FDE, number IDX of JOB, whose start is at TARGET.  True if
   that settles it.  */
static bool
ask_map (struct placer *p, struct job *job, uint32_t idx,
         const struct input_reloc *target, const struct sfm_fde *fde)
{
  struct sfm_place *place = &job->places[idx];
  uint64_t base;

  switch (map_place (p->from.map, job->object, target->section, &base))
    {
    case MAP_DISCARDED:
      p->counts.discarded++;
      return true;
    case MAP_NOT_EXTRACTED:
      p->counts.not_extracted++;
      return true;
    case MAP_UNKNOWN:
      return false;
    case MAP_PLACED:
      break;
    }
  uint64_t addr = base + target->value;
  /* Empty functions are left out by the engine; they have no code to ask
     about.  */
  if (fde->size != 0 && !code_holds (p->from.code, addr, fde->size))
    contradict (p, job, fde, addr, "the image has no code for all of it");
  else if (fde->size != 0
           && evidence_against (p->from.evidence, addr, fde->size))
    contradict (p, job, fde, addr,
                ".eh_frame has a function of another start or size");
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
    }
  return true;
}

/* Ask the symbols about function IDX of JOB.  True if that settles it.  */
static bool
ask_symbols (struct placer *p, struct job *job, uint32_t idx,
             const struct input_reloc *target)
{
  struct own_match match = { .own = p->from.own, .digest = job->digests[idx] };

  switch (symbols_ask (job->finder, target, &match))
    {
    case SYMBOL_FOUND:
      p->counts.own++;
      content_claim (&p->content, match.addr, match.digest);
      content_group_found (&p->content, job->object, target);
      return true;
    case SYMBOL_DISCARDED:
      p->absent++;
      return true;
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
  if (p->from.map != NULL && ask_map (p, job, idx, target, &fde))
    return SFM_OK;
  if (fde.size == 0)
    {
      /* It covers nothing, and the engine would leave it out.  */
      p->counts.empty++;
      return SFM_OK;
    }
  if (ask_symbols (p, job, idx, target))
    return SFM_OK;
  if (!content_defer (&p->content, job->object, target, job->number, fde.field,
                      job->digests[idx]))
    return say_nomem (p->sink, job->object->name);
  return SFM_OK;
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

static sfm_status
place_piece (struct placer *p, struct job *job)
{
  const struct sfm_piece *piece = job->piece;
  size_t count = (size_t) piece->num_fdes + 1;
  struct sfm_diag diag;
  uint64_t whole;

  sfm_status status = check_mixed (p, job);
  if (status != SFM_OK)
    return status;
  p->counts.functions += piece->num_fdes;
  job->digests = pool_alloc (&p->pool, count * sizeof *job->digests);
  job->places = pool_alloc (&p->pool, count * sizeof *job->places);
  if (job->digests == NULL || job->places == NULL)
    return say_nomem (p->sink, job->object->name);
  memset (job->places, 0, count * sizeof *job->places);
  status = digest_piece (piece, NULL, job->digests, &whole, &diag);
  if (status != SFM_OK)
    return say_diag (p->sink, SAY_ERROR, job->object->name, job->sframe->name,
                     &diag);
  if (take_own_piece (p, job, whole))
    return SFM_OK;
  for (uint32_t i = 0; i < piece->num_fdes && status == SFM_OK; i++)
    status = place_function (p, job, i);
  if (status != SFM_OK || !job->any_live)
    return status;
  status = sfm_merger_add (p->merger, piece, job->places, job->number, &diag);
  return status == SFM_OK ? SFM_OK
                          : say_diag (p->sink, SAY_ERROR, job->object->name,
                                      job->sframe->name, &diag);
}

static sfm_status
place_section (struct placer *p, const struct input_object *object,
               const struct input_sframe *sframe, struct symbol_finder *finder)
{
  struct pairing pairing;

  if (!array_grow ((void **) &p->inputs, &p->input_capacity, p->input_count,
                   sizeof *p->inputs)
      || p->input_count >= UINT32_MAX - 1)
    return say_nomem (p->sink, object->name);
  p->inputs[p->input_count++]
      = (struct placed_input){ object->name, sframe->name };
  sfm_status status
      = pair_relocs (object, sframe, &p->pool, &pairing, p->sink);
  for (size_t i = 0; i < pairing.piece_count && status == SFM_OK; i++)
    {
      struct job job = {
        .object = object,
        .sframe = sframe,
        .piece = &pairing.pieces[i],
        .reloc_of = pairing.reloc_of + pairing.first_fde[i],
        .finder = finder,
        .number = (uint32_t) p->input_count,
      };
      status = place_piece (p, &job);
    }
  return status;
}

/* Whether the image has nothing at all of OBJECT, of whose global functions it
   has none: local ones of common names, which other objects have too, are
   then gone with them.  A map that lists all that was kept, and no file that
   could be the object, says so; an archive member was not extracted if the
   image has no STT_FILE group of its source either.  */
static bool
nothing_of_it (struct placer *p, const struct input_object *object,
               const struct place_counts *before)
{
  const struct evidence *evidence = p->from.evidence;

  if (p->from.map != NULL)
    return !map_lists_all (p->from.map)
           && p->counts.discarded == before->discarded
           && !map_mentions (p->from.map, object, &p->pool);
  return object->member != NULL && object->source != NULL
         && evidence->file_count != 0
         && !evidence_has_file (evidence, object->source);
}

sfm_status
placer_add (void *placer, const struct input_object *object)
{
  struct placer *p = placer;
  const struct image *image = p->from.image;
  struct symbol_finder finder;
  sfm_status status = SFM_OK;

  if (object->machine != image->machine
      || object->big_endian != image->big_endian)
    {
      say (p->sink, SAY_ERROR, object->name,
           "the machine is %u (%s-endian), but the image %s is %u "
           "(%s-endian)",
           object->machine, object->big_endian ? "big" : "little", image->path,
           image->machine, image->big_endian ? "big" : "little");
      return SFM_ERR_MIXED;
    }
  const struct place_counts before = p->counts;
  size_t pending = p->content.pending_count;

  p->absent = 0;
  pool_reset (&p->pool);
  symbols_begin (&finder, object, p->from.evidence, &p->pool);
  for (size_t i = 0; i < object->sframe_count && status == SFM_OK; i++)
    status = place_section (p, object, &object->sframes[i], &finder);
  if (p->counts.own == before.own && p->counts.map == before.map
      && symbols_show_nothing (&finder) && nothing_of_it (p, object, &before))
    {
      p->absent += p->content.pending_count - pending;
      p->content.pending_count = pending;
    }
  if (object->member != NULL && p->counts.own == before.own
      && p->counts.map == before.map && p->content.pending_count == pending)
    p->counts.not_extracted += p->absent;
  else
    p->counts.discarded += p->absent;
  return status;
}

sfm_status
placer_finish (struct placer *p, struct place_counts *counts)
{
  sfm_status status = content_settle (&p->content, p, &p->counts, p->sink);

  *counts = p->counts;
  return status;
}
