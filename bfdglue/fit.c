/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fit.c - which section of an image takes the merged section.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "fit.h"

enum
{
  OLD,    /* .sframe, .sframe_raw, or the segment */
  RESERVE /* .sframe_reserve */
};

/* The best place of each kind; size 0 and segment UINT32_MAX: none.  */
struct places
{
  struct room room[2];
  bool present[2];
};

static void
add_place (struct places *places, unsigned kind, const struct room *room)
{
  if (places->present[kind] && places->room[kind].size >= room->size)
    return;
  places->room[kind] = *room;
  places->present[kind] = true;
}

/* Measure all places of IMAGE.  A section that is not in a segment, or whose
   bytes are something else's too, is said and is no place.  */
static sfm_status
measure_places (const struct image *image, const struct own *own,
                struct places *places, const struct say *sink)
{
  struct room room;

  memset (places, 0, sizeof *places);
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      if (!own_section_name (s->name) || !(s->flags & SHF_ALLOC)
          || s->type == SHT_NOBITS)
        continue;
      sfm_status status
          = room_measure (image, i, own->runs, own->run_count, &room, sink);
      if (status != SFM_OK)
        return status;
      add_place (places,
                 strcmp (s->name, ".sframe_reserve") == 0 ? RESERVE : OLD,
                 &room);
    }
  if (image->section_count == 0
      && image_find_segment (image, PT_GNU_SFRAME) != NULL)
    {
      sfm_status status
          = room_measure (image, 0, own->runs, own->run_count, &room, sink);
      if (status != SFM_OK)
        return status;
      add_place (places, OLD, &room);
    }
  return SFM_OK;
}

/* Plan MERGER for ROOM, not using more than LIMIT; *FITS says whether it
   fits.  */
static sfm_status
plan_for (const struct image *image, struct sfm_merger *merger,
          const struct room *room, uint64_t limit, bool *fits,
          const struct say *sink)
{
  struct sfm_diag diag;
  sfm_status status = sfm_merger_plan (merger, room->addr, limit, &diag);

  if (status != SFM_OK)
    return say_diag (sink, SAY_ERROR, image->path, ".sframe", &diag);
  *fits = sfm_merger_size (merger) <= room->size;
  return SFM_OK;
}

sfm_status
fit_plan (const struct image *image, const struct own *own,
          struct sfm_merger *merger, struct room *room, const struct say *sink)
{
  struct places places;
  bool fits = false;
  sfm_status status = measure_places (image, own, &places, sink);

  if (status != SFM_OK)
    return status;
  if (!places.present[OLD] && !places.present[RESERVE])
    {
      say (sink, SAY_ERROR, image->path,
           "it has no section .sframe or .sframe_reserve to write to; link "
           "it with the object that 'sfmerge reserve' makes");
      return SFM_ERR_UNSUPP;
    }
  for (unsigned round = 0; round < 2; round++)
    for (unsigned kind = OLD; kind <= RESERVE; kind++)
      {
        if (!places.present[kind])
          continue;
        *room = places.room[kind];
        status = plan_for (image, merger, room,
                           round == 0 ? UINT64_MAX : room->size, &fits, sink);
        if (status != SFM_OK || fits)
          return status;
      }
  uint64_t most = 0;
  for (unsigned kind = OLD; kind <= RESERVE; kind++)
    if (places.present[kind] && places.room[kind].size > most)
      most = places.room[kind].size;
  say (sink, SAY_ERROR, image->path,
       "the merged section needs %zu bytes, but there is room for %" PRIu64
       "%s",
       sfm_merger_size (merger), most,
       places.present[RESERVE]
           ? ""
           : "; link it with the object that 'sfmerge reserve' makes");
  return SFM_ERR_LIMIT;
}
