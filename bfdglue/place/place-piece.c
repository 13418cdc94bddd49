/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-piece.c - place the functions of one piece of an input.

   A linker that does not know SFrame copies each object's piece and relocates
   it.  If an existing piece has the same bytes except for the starts, it is
   that object's, and its discarded functions are the object's
   [take_existing_piece].  Otherwise the map, if there is one, gives the place
   of each function's section (place-by-map.c).  Functions that it does not
   list become pending.  */

#include "config.h"

#include <string.h>

#include "rules-digest.h"
#include "fde-relocs.h"
#include "placer-internal.h"

/* The target of FDE number IDX's relocation.  NULL: the function is
   discarded.  */
static const struct input_reloc *
target_of (const struct piece_cursor *cursor, uint32_t idx)
{
  if (cursor->reloc_of[idx] == FDE_RELOC_NONE)
    return NULL;
  const struct input_reloc *reloc
      = &cursor->sframe->relocs[cursor->reloc_of[idx]];
  return reloc->section == INPUT_NO_SECTION ? NULL : reloc;
}

bool
place_is_absent (struct placer *p, const struct input_object *object)
{
  const struct function_index *index = p->from.index;
  bool silent;

  if (p->from.map != NULL)
    silent = !map_lists_all (p->from.map)
             && !map_mentions (p->from.map, object, &p->pool);
  else
    silent = object->member != NULL && object->source != NULL
             && index->file_count != 0
             && !index_has_file (index, object->source);
  return silent && symbols_show_nothing (object, index);
}

/* Count the functions of CURSOR, whose object is not in the image.  */
static void
count_absent (struct placer *p, const struct piece_cursor *cursor)
{
  for (uint32_t i = 0; i < cursor->piece->num_fdes; i++)
    ++*(target_of (cursor, i) == NULL    ? &p->counts.dead
        : cursor->object->member != NULL ? &p->counts.not_extracted
                                         : &p->counts.discarded);
}

/* Report DIAG, an error in CURSOR's section, and return its status.  */
static sfm_status
fail (const struct placer *p, const struct piece_cursor *cursor,
      const struct sfm_diag *diag)
{
  return diag_engine (p->sink, DIAG_ERROR, cursor->object->name,
                      cursor->sframe->name, diag);
}

/* Read FDE number IDX of CURSOR, which starts at TARGET and has DIGEST, into
   F.  */
static inline sfm_status
read_function (const struct placer *p, const struct piece_cursor *cursor,
               uint32_t idx, const struct input_reloc *target, uint64_t digest,
               struct text_function *f)
{
  struct sfm_fde fde;
  struct sfm_diag diag;

  if (sfm_fde_read (cursor->piece, idx, &fde, &diag) != SFM_OK)
    return fail (p, cursor, &diag);
  *f = (struct text_function){
    .value = target->value,
    .digest = digest,
    .group = unmatched_group (&cursor->object->sections[target->section],
                              target->value),
    .field = fde.field,
    .size = fde.size,
    .section = target->section,
    .piece = (uint32_t) p->texts.piece_count - 1,
    .fde = idx,
  };
  return SFM_OK;
}

/* Set *SAME to whether the image has the code of all functions of CURSOR at
   the addresses that EXISTING gives.  */
static sfm_status
has_existing_code (struct placer *p, struct piece_cursor *cursor,
                   const struct image_piece *existing, bool *same)
{
  struct text_function f;

  *same = true;
  for (uint32_t i = 0; i < cursor->piece->num_fdes && *same; i++)
    {
      const struct input_reloc *target = target_of (cursor, i);
      if (target == NULL || !existing->places[i].live)
        continue;
      TRY (read_function (p, cursor, i, target, existing->digests[i], &f));
      TRY (section_code_compare (&p->section_code, &p->from, &f,
                                 existing->places[i].addr, same));
    }
  return SFM_OK;
}

/* Set *IS to whether EXISTING, a piece of the same bytes, is really that of
   CURSOR's object, and not of another object with equal functions (one leaf
   function, say).  One function that the map or a symbol places decides;
   without one, the code decides.  */
static sfm_status
is_existing_piece (struct placer *p, struct piece_cursor *cursor,
                   const struct image_piece *existing, bool *is)
{
  for (uint32_t i = 0; i < cursor->piece->num_fdes; i++)
    {
      const struct input_reloc *target = target_of (cursor, i);
      uint64_t base;
      if (target == NULL || !existing->places[i].live)
        continue;
      if (p->mapped
          && map_place (p->from.map, cursor->object, target->section, &base)
                 == MAP_PLACED)
        {
          *is = base + target->value == existing->places[i].addr;
          return SFM_OK;
        }
      const struct function *named
          = symbols_strong (cursor->finder, target->section, target->value);
      if (named != NULL)
        {
          *is = named->addr == existing->places[i].addr;
          return SFM_OK;
        }
    }
  return has_existing_code (p, cursor, existing, is);
}

/* Count function number IDX of CURSOR, which EXISTING describes.  With
   --verify-code a function that the linker has rewritten is removed from
   EXISTING.  */
static sfm_status
count_existing (struct placer *p, struct piece_cursor *cursor,
                struct image_piece *existing, uint32_t idx)
{
  const struct input_reloc *target = target_of (cursor, idx);
  struct sfm_place *place = &existing->places[idx];
  struct text_function f;
  bool holds = true;

  if (target == NULL || !place->live)
    {
      ++*(target == NULL ? &p->counts.dead : &p->counts.discarded);
      return SFM_OK;
    }
  TRY (read_function (p, cursor, idx, target, existing->digests[idx], &f));
  if (p->from.verify_code)
    TRY (section_code_compare (&p->section_code, &p->from, &f, place->addr,
                               &holds));
  if (!holds)
    {
      place->live = false;
      p->counts.changed++;
      return SFM_OK;
    }
  p->counts.existing++;
  return placer_found (p, cursor->object, &f, place->addr, SIZE_MAX);
}

/* If an existing piece is CURSOR's piece, relocated, count its functions and
   set *MATCHED.  */
static sfm_status
take_existing_piece (struct placer *p, struct piece_cursor *cursor,
                     bool *matched)
{
  struct image_piece *existing
      = unmatched_existing (&p->unmatched, cursor->piece);

  if (existing == NULL || existing->contradicted != 0)
    return SFM_OK;
  TRY (is_existing_piece (p, cursor, existing, matched));
  if (!*matched)
    return SFM_OK;
  existing->matched_input = true;
  for (uint32_t i = 0; i < cursor->piece->num_fdes; i++)
    TRY (count_existing (p, cursor, existing, i));
  return SFM_OK;
}

/* Settle the function of FDE number IDX of CURSOR, or make it pending.  */
static sfm_status
place_function (struct placer *p, struct piece_cursor *cursor, uint32_t idx)
{
  const struct input_reloc *target = target_of (cursor, idx);
  bool settled = false;

  if (target == NULL)
    {
      p->counts.dead++;
      return SFM_OK;
    }
  if (!array_grow (&p->pending, &p->pending_capacity, p->pending_count,
                   sizeof *p->pending))
    return diag_nomem (p->sink, cursor->object->name);
  struct text_function *f = &p->pending[p->pending_count];
  TRY (read_function (p, cursor, idx, target, cursor->digests[idx], f));
  if (p->mapped)
    TRY (place_by_map (p, cursor, f, &settled));
  /* An empty function covers no code, and the engine would leave it out.  */
  if (!settled)
    ++*(f->size == 0 ? &p->counts.empty : &p->pending_count);
  return SFM_OK;
}

/* Check that CURSOR's piece can be merged, even if none of its functions will
   be: a build that mixes ABIs, or an assembler that writes wrong offsets, has
   an error that must be reported.  */
static sfm_status
check_header (struct placer *p, const struct piece_cursor *cursor)
{
  const struct sfm_piece *piece = cursor->piece;
  const struct image *image = p->from.image;
  struct sfm_diag diag;

  if (piece->abi != image->abi)
    {
      diag_at (p->sink, DIAG_ERROR, cursor->object->name, cursor->sframe->name,
               piece->offset + 4,
               "sfh_abi_arch is %u (%s), but the image %s is %u (%s)",
               piece->abi, sfm_abi_name (piece->abi), image->path, image->abi,
               sfm_abi_name (image->abi));
      return SFM_ERR_MIXED;
    }
  return sfm_piece_check_fixed (piece, &diag) == SFM_OK
             ? SFM_OK
             : fail (p, cursor, &diag);
}

/* Allocate the digests and places of CURSOR's functions, and fill in the
   digests.  */
static sfm_status
prepare (struct placer *p, struct piece_cursor *cursor)
{
  size_t count = (size_t) cursor->piece->num_fdes + 1;
  struct sfm_diag diag;

  cursor->digests = pool_alloc (&p->pool, count * sizeof *cursor->digests);
  cursor->places = pool_alloc (&p->texts.pool, count * sizeof *cursor->places);
  if (cursor->digests == NULL || cursor->places == NULL)
    return diag_nomem (p->sink, cursor->object->name);
  memset (cursor->places, 0, count * sizeof *cursor->places);
  p->texts.pieces[p->texts.piece_count - 1].places = cursor->places;
  return digest_piece (cursor->piece, NULL, cursor->digests, &diag) == SFM_OK
             ? SFM_OK
             : fail (p, cursor, &diag);
}

/* Settle the functions of CURSOR's piece by the best source that knows
   them.  */
static sfm_status
place_functions (struct placer *p, struct piece_cursor *cursor, bool absent)
{
  bool matched = false;

  if (!absent)
    TRY (take_existing_piece (p, cursor, &matched));
  if (matched)
    return SFM_OK;
  TRY (prepare (p, cursor));
  if (absent)
    count_absent (p, cursor);
  for (uint32_t i = 0; i < cursor->piece->num_fdes && !absent; i++)
    TRY (place_function (p, cursor, i));
  return SFM_OK;
}

sfm_status
place_piece (struct placer *p, struct piece_cursor *cursor, bool absent)
{
  struct text_sections *texts = &p->texts;
  const size_t used = p->pending_count + p->counts.map;

  TRY (check_header (p, cursor));
  p->counts.functions += cursor->piece->num_fdes;
  if (!array_grow (&texts->pieces, &texts->piece_capacity, texts->piece_count,
                   sizeof *texts->pieces))
    return diag_nomem (p->sink, cursor->object->name);
  texts->pieces[texts->piece_count++]
      = (struct text_piece){ .piece = *cursor->piece,
                             .input = (uint32_t) p->input_count };
  TRY (place_functions (p, cursor, absent));
  /* Nothing of the piece can be merged.  */
  if (p->pending_count + p->counts.map == used)
    texts->piece_count--;
  return SFM_OK;
}
