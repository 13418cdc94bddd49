/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-groups.c - read and extend the section groups of an object.

   The contents of a group are a word of flags and the section indices of its
   members.  Whether the flags make it a COMDAT group does not matter: sections
   that belong to a member belong to the group in either case.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "elf-codec.h"
#include "relobj-internal.h"

enum
{
  WORD = 4
};

/* Record the members of group number NUMBER.  */
static sfm_status
record_members (struct relobj *r, uint32_t number)
{
  const struct image *image = &r->image;
  uint32_t idx = r->groups[number].idx;
  size_t size;
  const uint8_t *bytes
      = image_section_bytes (image, &image->sections[idx], &size);

  if (size < WORD || size % WORD != 0)
    return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                      "section %" PRIu32
                      ": a group of 0x%zx bytes, which is no number of words",
                      idx, size);
  for (size_t at = WORD; at < size; at += WORD)
    {
      uint32_t member = elf_u32 (bytes + at, image->big_endian);
      if (member == 0 || member >= image->section_count)
        return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                          "section %" PRIu32 ": the group has section %" PRIu32
                          " of %" PRIu32,
                          idx, member, image->section_count);
      if (r->group_of[member] != 0)
        return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                          "section %" PRIu32 " is in the groups %" PRIu32
                          " and %" PRIu32,
                          member, r->groups[r->group_of[member] - 1].idx, idx);
      r->group_of[member] = number + 1;
    }
  return SFM_OK;
}

sfm_status
relobj_groups_read (struct relobj *r)
{
  const struct image *image = &r->image;
  const size_t count = image->section_count;
  sfm_status status = SFM_OK;
  size_t found = 0;

  for (size_t i = 1; i < count; i++)
    found += image->sections[i].type == SHT_GROUP;
  r->groups = pool_alloc (&r->pool, (found + 1) * sizeof *r->groups);
  r->group_of = pool_alloc (&r->pool, (count + 1) * sizeof *r->group_of);
  r->part_of = pool_alloc (&r->pool, (count + 1) * sizeof *r->part_of);
  if (r->groups == NULL || r->group_of == NULL || r->part_of == NULL)
    return diag_nomem (r->sink, r->name);
  memset (r->group_of, 0, (count + 1) * sizeof *r->group_of);
  memset (r->part_of, 0, (count + 1) * sizeof *r->part_of);
  for (uint32_t i = 1; i < count && status == SFM_OK; i++)
    if (image->sections[i].type == SHT_GROUP)
      {
        r->groups[r->group_count++] = (struct relobj_group){ .idx = i };
        status = record_members (r, (uint32_t) r->group_count - 1);
      }
  return status;
}

uint64_t
relobj_group_size (const struct relobj *r, const struct relobj_group *group)
{
  return r->image.sections[group->idx].size + (uint64_t) group->added * WORD;
}

/* Add section IDX to the members of GROUP in OUT.  */
static void
add_member (const struct relobj *r, struct relobj_group *group, uint32_t idx,
            uint8_t *out)
{
  elf_put32 (out + group->end, idx, r->image.big_endian);
  group->end += WORD;
}

void
relobj_groups_write (struct relobj *r, uint8_t *out)
{
  for (size_t i = 0; i < r->group_count; i++)
    {
      struct relobj_group *group = &r->groups[i];
      size_t size;
      const uint8_t *bytes = image_section_bytes (
          &r->image, &r->image.sections[group->idx], &size);
      if (group->added == 0)
        continue;
      memcpy (out + group->offset, bytes, size);
      group->end = group->offset + size;
    }
  for (size_t i = 0; i < r->section_count; i++)
    for (size_t k = 0; k < r->sections[i].part_count; k++)
      {
        const struct relobj_part *part = &r->sections[i].parts[k];
        if (part->joins)
          add_member (r, &r->groups[part->group - 1], part->idx, out);
        if (part->rela_joins)
          add_member (r, &r->groups[part->group - 1], part->rela_idx, out);
      }
}
