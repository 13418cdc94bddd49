/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   place-by-map.c - place the functions of the inputs by the link map.

   If the map lists an object under a name that cannot be its own, it may be
   another object with sections of the same names and sizes.  So its code is
   compared with the code at the map's addresses [place_check_map].

   An address of the map must be in code of the image, and neither .eh_frame
   nor the symbol of a strong global function may contradict it: a map of
   another link is an error.  */

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
      status = section_code_read (&p->section_code, i, &code);
      if (status == SFM_OK)
        p->mapped = code_same (p->from.code, code, 0, section->size, base);
    }
  return status;
}

/* Report that FDE of CURSOR cannot be at ADDR, the map's address for it.  */
static void
contradict (struct placer *p, const struct piece_cursor *cursor,
            const struct sfm_fde *fde, uint64_t addr, const char *why)
{
  p->counts.contradicted++;
  diag_at (p->sink, p->reported_contradiction ? DIAG_DETAIL : DIAG_ERROR,
           cursor->object->name, cursor->sframe->name, fde->field,
           "the map puts this function at 0x%" PRIx64 ", where %s", addr, why);
  p->reported_contradiction = true;
}

/* The reason why FDE of CURSOR, which starts at TARGET, cannot be at ADDR, the
   map's address for it; NULL: there is none.  */
static const char *
objection (struct placer *p, struct piece_cursor *cursor,
           const struct input_reloc *target, const struct sfm_fde *fde,
           uint64_t addr)
{
  const struct indexed_symbol *named = symbols_strong (cursor->finder, target);

  /* The engine leaves empty functions out; they have no code to check.  */
  if (fde->size != 0 && !code_ranges_hold (p->from.code, addr, fde->size))
    return "the image has no code for all of it";
  if (fde->size != 0 && index_contradicts (p->from.index, addr, fde->size))
    return ".eh_frame has a function of another start or size";
  if (named != NULL && named->addr != addr)
    return "the image does not have its symbol";
  return NULL;
}

/* Tell the listener that FDE, number IDX of CURSOR, is at ADDR.  False: no
   memory.  */
static bool
report_found (const struct placer *p, const struct piece_cursor *cursor,
              uint32_t idx, const struct sfm_fde *fde, uint64_t addr)
{
  const struct found_function found = { .addr = addr,
                                        .digest = cursor->digests[idx],
                                        .piece = cursor->piece,
                                        .field = fde->field,
                                        .fde = idx,
                                        .size = fde->size,
                                        .input = cursor->number };

  return place_tell (&p->from, &found);
}

/* Place FDE, number IDX of CURSOR, which starts at TARGET, at ADDR, the map's
   address for it.  */
static sfm_status
place_at (struct placer *p, struct piece_cursor *cursor, uint32_t idx,
          const struct input_reloc *target, const struct sfm_fde *fde,
          uint64_t addr)
{
  struct sfm_place *place = &cursor->places[idx];
  const char *why = objection (p, cursor, target, fde, addr);
  bool holds;

  if (why != NULL)
    {
      contradict (p, cursor, fde, addr, why);
      return SFM_OK;
    }
  sfm_status status = verify_if_asked (&p->section_code, &p->from, target,
                                       fde->size, addr, &holds);
  if (status != SFM_OK)
    return status;
  if (!holds)
    {
      p->counts.changed++;
      diag_at (p->sink, DIAG_DETAIL, cursor->object->name,
               cursor->sframe->name, fde->field,
               "this function is left out: the image has other code at "
               "0x%" PRIx64,
               addr);
      return SFM_OK;
    }
  place->addr = addr;
  place->live = true;
  place->rank = SFM_RANK_INPUT;
  place->evidence = index_confirms (p->from.index, addr, fde->size);
  cursor->any_live = true;
  p->placed_by_map = true;
  p->counts.map++;
  if (!report_found (p, cursor, idx, fde, addr))
    return diag_nomem (p->sink, cursor->object->name);
  unmatched_match (&p->unmatched, addr, cursor->digests[idx]);
  unmatched_group_found (&p->unmatched,
                         unmatched_group (cursor->object, target));
  const struct input_section *section
      = &cursor->object->sections[target->section];
  const struct address_owner owner = { .digest = cursor->digests[idx],
                                       .signature = section->signature,
                                       .text = OWNER_CERTAIN };
  return owners_add (&p->texts.owners, addr, &owner)
             ? SFM_OK
             : diag_nomem (p->sink, cursor->object->name);
}

/* Handle FDE, number IDX of CURSOR, which starts at TARGET, as discarded
   according to the map.  */
static sfm_status
discard_by_map (struct placer *p, struct piece_cursor *cursor, uint32_t idx,
                const struct input_reloc *target, const struct sfm_fde *fde)
{
  const struct map_conflict conflict
      = { .symbol = symbols_strong (cursor->finder, target),
          .field = fde->field,
          .input = cursor->number };
  size_t there;

  /* The map of another build does not remove a function that the image
     describes.  */
  if (symbols_ready (cursor->finder)
      && symbols_described (cursor->finder, target, p->from.existing,
                            cursor->digests[idx], &there))
    {
      p->counts.existing++;
      p->unmatched.matched[there] = true;
      return report_found (p, cursor, idx, fde,
                           p->from.existing->functions[there].addr)
                 ? SFM_OK
                 : diag_nomem (p->sink, cursor->object->name);
    }
  p->counts.discarded++;
  if (fde->size == 0 || conflict.symbol == NULL
      || conflicts_add (&p->conflicts, &conflict))
    return SFM_OK;
  return diag_nomem (p->sink, cursor->object->name);
}

sfm_status
place_by_map (struct placer *p, struct piece_cursor *cursor, uint32_t idx,
              const struct input_reloc *target, const struct sfm_fde *fde,
              bool *settled)
{
  uint64_t base;

  *settled = true;
  switch (map_place (p->from.map, cursor->object, target->section, &base))
    {
    case MAP_DISCARDED:
      return discard_by_map (p, cursor, idx, target, fde);
    case MAP_NOT_EXTRACTED:
      p->counts.not_extracted++;
      return SFM_OK;
    case MAP_UNKNOWN:
      *settled = false;
      return SFM_OK;
    case MAP_PLACED:
      break;
    }
  return place_at (p, cursor, idx, target, fde, base + target->value);
}
