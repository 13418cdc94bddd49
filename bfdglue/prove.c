/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   prove.c - the last look before an output replaces anything.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "own.h"
#include "prove.h"

/* What the checker found.  */
struct verdict
{
  const char *path;
  const struct say *sink;
  bool overlaps_known; /* the merge has told that functions overlap */
  size_t errors;
};

static void
take_finding (void *data, const struct sfm_finding *finding)
{
  struct verdict *v = data;

  if (finding->severity != SFM_ERROR
      || (finding->id == SFM_FIND_OVERLAP && v->overlaps_known))
    return;
  if (v->errors++ == 0)
    say_at (v->sink, SAY_ERROR, v->path, ".sframe", finding->offset,
            "the output would be wrong (%s): %s",
            sfm_finding_name (finding->id), finding->text);
}

sfm_status
prove_section (const struct sfm_merger *merger, const uint8_t *content,
               size_t size, uint64_t addr, const char *path,
               const struct say *sink)
{
  const struct sfm_check_options options = {
    .size = sizeof options,
    .section_addr = addr,
    .anchor = SFM_ANCHOR_SECTION,
  };
  struct verdict verdict = { .path = path, .sink = sink };
  struct sfm_stats stats;
  struct sfm_diag diag;

  sfm_status status = sfm_merger_verify (merger, content, size, &diag);
  if (status != SFM_OK)
    return say_diag (sink, SAY_ERROR, path, ".sframe", &diag);
  sfm_merger_stats (merger, &stats);
  verdict.overlaps_known = stats.losses[SFM_LOSS_OVERLAP_KEPT] != 0;
  status = sfm_check (content, size, &options, take_finding, &verdict, &diag);
  if (status != SFM_OK)
    return say_diag (sink, SAY_ERROR, path, ".sframe", &diag);
  return verdict.errors == 0 ? SFM_OK : SFM_ERR_CORRUPT;
}

/* Whether the sections of COPY that hold pieces are the one at ROOM, of SIZE
   bytes, and otherwise empty.  */
static bool
sections_right (const struct image *copy, const struct room *room, size_t size)
{
  bool found = copy->section_count == 0;

  for (uint32_t i = 1; i < copy->section_count; i++)
    {
      const struct image_section *s = &copy->sections[i];
      if (i == room->section)
        found = own_section_name (s->name) && s->type == SHT_GNU_SFRAME
                && s->offset == room->offset && s->addr == room->addr
                && s->size == size;
      else if (own_section_name (s->name) && (s->flags & SHF_ALLOC)
               && s->size != 0)
        return false;
    }
  return found;
}

sfm_status
prove_image (const struct image *image, const uint8_t *copy,
             const struct room *room, const uint8_t *content, size_t size,
             const struct say *sink)
{
  struct image changed;
  sfm_status status = image_open_bytes (image->path, copy, image->size, false,
                                        &changed, sink);

  if (status != SFM_OK)
    return status;
  const struct image_segment *segment
      = image_find_segment (&changed, PT_GNU_SFRAME);
  bool right
      = room->offset <= changed.size && size <= changed.size - room->offset
        && memcmp (copy + room->offset, content, size) == 0
        && sections_right (&changed, room, size)
        && (segment == NULL
            || (segment->offset == room->offset && segment->vaddr == room->addr
                && segment->filesz == size && segment->memsz == size));
  image_close (&changed);
  if (right)
    return SFM_OK;
  say (sink, SAY_ERROR, image->path,
       "the output would not have its section at 0x%" PRIx64
       " alone with %zu bytes",
       room->addr, size);
  return SFM_ERR_CORRUPT;
}
