/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-piece.c - place the functions of one piece of an input.

   Theory of operation.  The sources of an address, best first, are the
   existing pieces and the link map; the result is the union of what they give.

   A linker that does not know SFrame copies each object's piece and relocates
   it.  If an existing piece has the same bytes except for the starts, it is
   that object's, and its discarded functions are the object's
   [take_existing_piece].  Otherwise the map, if there is one, gives the place
   of each function's section (place-by-map.c).  Functions that it does not
   list become pending and are settled by symbols and code, together with the
   others of their sections (text-sections.c).  A function that the image
   describes already with the same rows is not added.  */

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

/* Count the functions of CURSOR, whose object is not in the image.  */
static void
count_absent (struct placer *p, const struct piece_cursor *cursor)
{
  for (uint32_t i = 0; i < cursor->piece->num_fdes; i++)
    if (target_of (cursor, i) == NULL)
      p->counts.dead++;
    else if (cursor->object->member != NULL)
      p->counts.not_extracted++;
    else
      p->counts.discarded++;
}

/* Set *SAME to whether the image has the code of all functions of CURSOR at
   the addresses that EXISTING gives.  */
static sfm_status
has_existing_code (struct placer *p, struct piece_cursor *cursor,
                   const struct image_piece *existing, bool *same)
{
  sfm_status status = SFM_OK;
  struct sfm_diag diag;
  struct sfm_fde fde;

  *same = true;
  for (uint32_t i = 0;
       i < cursor->piece->num_fdes && *same && status == SFM_OK; i++)
    {
      const struct input_reloc *target = target_of (cursor, i);
      if (target == NULL || !existing->places[i].live)
        continue;
      status = sfm_fde_read (cursor->piece, i, &fde, &diag);
      if (status != SFM_OK)
        return diag_engine (p->sink, DIAG_ERROR, cursor->object->name,
                            cursor->sframe->name, &diag);
      status = section_code_compare (&p->section_code, &p->from, target,
                                     fde.size, existing->places[i].addr, same);
    }
  return status;
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
      const struct indexed_symbol *named
          = symbols_strong (cursor->finder, target);
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
  struct sfm_diag diag;
  struct sfm_fde fde;
  bool holds;

  if (target == NULL || !place->live)
    {
      ++*(target == NULL ? &p->counts.dead : &p->counts.discarded);
      return SFM_OK;
    }
  sfm_status status = sfm_fde_read (cursor->piece, idx, &fde, &diag);
  if (status != SFM_OK)
    return diag_engine (p->sink, DIAG_ERROR, cursor->object->name,
                        cursor->sframe->name, &diag);
  status = verify_if_asked (&p->section_code, &p->from, target, fde.size,
                            place->addr, &holds);
  if (status != SFM_OK)
    return status;
  if (!holds)
    {
      place->live = false;
      p->counts.changed++;
      return SFM_OK;
    }
  p->counts.existing++;
  const struct found_function found = { .addr = place->addr,
                                        .digest = existing->digests[idx],
                                        .piece = cursor->piece,
                                        .field = fde.field,
                                        .fde = idx,
                                        .size = fde.size,
                                        .input = cursor->number };
  if (!place_tell (&p->from, &found))
    return diag_nomem (p->sink, cursor->object->name);
  unmatched_match (&p->unmatched, place->addr, existing->digests[idx]);
  unmatched_group_found (&p->unmatched,
                         unmatched_group (cursor->object, target));
  const struct input_section *section
      = &cursor->object->sections[target->section];
  const struct address_owner owner = { .digest = existing->digests[idx],
                                       .signature = section->signature,
                                       .text = OWNER_CERTAIN };
  return owners_add (&p->texts.owners, place->addr, &owner)
             ? SFM_OK
             : diag_nomem (p->sink, cursor->object->name);
}

/* If an existing piece is CURSOR's piece, relocated, count its functions and
   set *MATCHED.  */
static sfm_status
take_existing_piece (struct placer *p, struct piece_cursor *cursor,
                     bool *matched)
{
  struct image_piece *existing
      = unmatched_existing (&p->unmatched, cursor->piece);
  sfm_status status = SFM_OK;

  *matched = false;
  if (existing == NULL || existing->contradicted != 0)
    return SFM_OK;
  status = is_existing_piece (p, cursor, existing, matched);
  if (status != SFM_OK || !*matched)
    return status;
  existing->matched_input = true;
  for (uint32_t i = 0; i < cursor->piece->num_fdes && status == SFM_OK; i++)
    status = count_existing (p, cursor, existing, i);
  return status;
}

/* Settle the function of FDE number IDX of CURSOR, or make it pending.  */
static sfm_status
place_function (struct placer *p, struct piece_cursor *cursor, uint32_t idx)
{
  const struct input_reloc *target = target_of (cursor, idx);
  struct sfm_fde fde;
  struct sfm_diag diag;

  if (target == NULL)
    {
      p->counts.dead++;
      return SFM_OK;
    }
  sfm_status status = sfm_fde_read (cursor->piece, idx, &fde, &diag);
  if (status != SFM_OK)
    return diag_engine (p->sink, DIAG_ERROR, cursor->object->name,
                        cursor->sframe->name, &diag);
  if (p->mapped)
    {
      bool settled;
      status = place_by_map (p, cursor, idx, target, &fde, &settled);
      if (settled || status != SFM_OK)
        return status;
    }
  if (fde.size == 0)
    {
      /* It covers no code, and the engine would leave it out.  */
      p->counts.empty++;
      return SFM_OK;
    }
  if (!array_grow (&p->pending, &p->pending_capacity, p->pending_count,
                   sizeof *p->pending))
    return diag_nomem (p->sink, cursor->object->name);
  p->pending[p->pending_count++] = (struct text_pending){
    .section = target->section,
    .function = { .value = target->value,
                  .digest = cursor->digests[idx],
                  .group = unmatched_group (cursor->object, target),
                  .field = fde.field,
                  .size = fde.size,
                  .piece = (uint32_t) p->texts.piece_count,
                  .fde = idx },
  };
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
  sfm_status status = sfm_piece_check_fixed (piece, &diag);
  return status == SFM_OK
             ? SFM_OK
             : diag_engine (p->sink, DIAG_ERROR, cursor->object->name,
                            cursor->sframe->name, &diag);
}

/* Allocate the digests and places of CURSOR's functions, and fill in the
   digests.  */
static sfm_status
prepare (struct placer *p, struct piece_cursor *cursor)
{
  size_t count = (size_t) cursor->piece->num_fdes + 1;
  struct sfm_diag diag;

  cursor->digests = pool_alloc (&p->pool, count * sizeof *cursor->digests);
  cursor->places = pool_alloc (&p->pool, count * sizeof *cursor->places);
  if (cursor->digests == NULL || cursor->places == NULL)
    return diag_nomem (p->sink, cursor->object->name);
  memset (cursor->places, 0, count * sizeof *cursor->places);
  sfm_status status
      = digest_piece (cursor->piece, NULL, cursor->digests, &diag);
  return status == SFM_OK
             ? SFM_OK
             : diag_engine (p->sink, DIAG_ERROR, cursor->object->name,
                            cursor->sframe->name, &diag);
}

sfm_status
place_piece (struct placer *p, struct piece_cursor *cursor)
{
  const struct sfm_piece *piece = cursor->piece;
  const size_t settled = p->pending_count;
  sfm_status status = check_header (p, cursor);

  if (status != SFM_OK)
    return status;
  p->counts.functions += piece->num_fdes;
  bool matched = false;
  if (!p->absent)
    status = take_existing_piece (p, cursor, &matched);
  if (matched || status != SFM_OK)
    return status;
  status = prepare (p, cursor);
  if (status == SFM_OK && p->absent)
    count_absent (p, cursor);
  for (uint32_t i = 0; i < piece->num_fdes && status == SFM_OK && !p->absent;
       i++)
    status = place_function (p, cursor, i);
  if (status != SFM_OK || (p->pending_count == settled && !cursor->any_live)
      || text_sections_add_piece (&p->texts, piece, cursor->places,
                                  cursor->number))
    return status;
  return diag_nomem (p->sink, cursor->object->name);
}
