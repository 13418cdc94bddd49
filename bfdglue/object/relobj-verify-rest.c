/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-verify-rest.c - verify that a rewritten object equals the old one
   except for the planned changes.

   The bytes before the new contents must equal the old file's, except for
   headers that may change.  Every header is compared field by field with the
   old one and the plan, wherever the table is.  The groups must have their old
   members and the new ones.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "paged.h"
#include "relobj-internal.h"

bool
header_kept (const struct image_section *old, const struct image_section *new,
             unsigned fields)
{
  return old->name_off == new->name_off && old->addr == new->addr
         && ((fields & FIELD_PLACE) != 0
             || (old->offset == new->offset && old->size == new->size))
         && ((fields & FIELD_FORM) != 0
             || (old->type == new->type && old->align == new->align))
         && ((fields & FIELD_LINK) != 0
             || (old->flags == new->flags && old->link == new->link))
         && ((fields & FIELD_INFO) != 0 || old->info == new->info)
         && ((fields & FIELD_ENTRY) != 0 || old->entsize == new->entsize);
}

/* Report that section IDX of the output would be wrong because of WHAT.  */
static sfm_status
wrong (const struct relobj *r, uint32_t idx, const char *what)
{
  return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                    "the output would be wrong: section %" PRIu32 ": %s", idx,
                    what);
}

/* True if NEW is OLD with the flags that a split sets for PART or, if the
   section IS_NEW, clears.  ORDER: SHF_LINK_ORDER, or 0 if it is not
   expected.  */
static bool
flags_right (const struct relobj_part *part, bool is_new, uint64_t old,
             uint64_t new, uint64_t order)
{
  uint64_t group = part->group != 0 ? SHF_GROUP : 0;

  if (part->group == 0 && !is_new)
    group = old & SHF_GROUP;
  return new == ((old & ~(uint64_t) SHF_GROUP) | group | order);
}

/* Verify the links, flags and groups that a split has set for PART in NOW.  */
static sfm_status
verify_split (const struct relobj *r, const struct relobj_part *part,
              const struct relobj *now)
{
  const struct relobj_section *s = part->from;
  const struct image_section *new = now->image.sections;

  if (new[part->idx].link != part->target
      || !flags_right (part, part->is_new, s->header.flags,
                       new[part->idx].flags, SHF_LINK_ORDER))
    return wrong (r, part->idx, "it does not name its section of code");
  if (new[part->rela_idx].info != part->idx
      || new[part->rela_idx].link != s->rela_header.link
      || !flags_right (part, part->rela_is_new, s->rela_header.flags,
                       new[part->rela_idx].flags, 0))
    return wrong (r, part->rela_idx, "its relocations are for another");
  if (now->group_of[part->idx] != r->group_of[part->target]
      || now->group_of[part->rela_idx] != r->group_of[part->target])
    return wrong (r, part->idx, "it is not in the group of its code");
  return SFM_OK;
}

/* Verify that the header of section IDX of NOW is HEADER outside FIELDS, if it
   is new; else set ALLOWED to these.  */
static sfm_status
verify_header (const struct relobj *r, uint32_t idx,
               const struct image_section *header, unsigned fields,
               const struct relobj *now, uint8_t *allowed)
{
  if (idx < r->image.section_count)
    allowed[idx] = (uint8_t) fields;
  else if (!header_kept (header, &now->image.sections[idx], fields))
    return wrong (r, idx, "its header is not the one that was planned");
  return SFM_OK;
}

/* Verify the headers of PART.  Set ALLOWED to the fields that may change.  */
static sfm_status
verify_part (const struct relobj *r, const struct relobj_part *part,
             const struct relobj *now, uint8_t *allowed)
{
  const struct relobj_section *s = part->from;
  unsigned split = part->target != 0 ? FIELD_LINK : 0;
  unsigned fields = FIELD_PLACE | FIELD_FORM | split;
  unsigned rela_fields
      = FIELD_PLACE | split | (part->rela_is_new ? FIELD_INFO : 0U);

  if (split != 0)
    TRY (verify_split (r, part, now));
  TRY (verify_header (r, part->idx, &s->header, fields, now, allowed));
  if (part->rela_idx == 0)
    return SFM_OK;
  if (!part->rela_is_new && r->image.sections[part->rela_idx].type != SHT_RELA)
    rela_fields |= FIELD_FORM | FIELD_ENTRY;
  if (now->image.sections[part->rela_idx].type != SHT_RELA)
    return wrong (r, part->rela_idx, "it is not of SHT_RELA");
  return verify_header (r, part->rela_idx, &s->rela_header, rela_fields, now,
                        allowed);
}

/* Verify that the section names are the old ones, perhaps with others after
   them.  Which others shows in the names of the sections.  */
static sfm_status
verify_names (const struct relobj *r, const struct relobj *now,
              uint8_t *allowed)
{
  const uint32_t idx = r->image.shstrndx;
  size_t size, old_size;

  if (r->names == NULL)
    return SFM_OK;
  allowed[idx] |= FIELD_PLACE;
  const uint8_t *old
      = image_section_bytes (&r->image, &r->image.sections[idx], &old_size);
  const uint8_t *names
      = image_section_bytes (&now->image, &now->image.sections[idx], &size);
  return size == r->names_size && size >= old_size
                 && memcmp (names, old, old_size) == 0
             ? SFM_OK
             : wrong (r, idx, "the names of sections are not the old ones");
}

/* Verify that each group has its old members first and the planned size.  */
static sfm_status
verify_groups (const struct relobj *r, const struct relobj *now,
               uint8_t *allowed)
{
  for (size_t i = 0; i < r->group_count; i++)
    {
      const struct relobj_group *group = &r->groups[i];
      size_t old_size, new_size;
      const uint8_t *old = image_section_bytes (
          &r->image, &r->image.sections[group->idx], &old_size);
      const uint8_t *new = image_section_bytes (
          &now->image, &now->image.sections[group->idx], &new_size);
      if (new_size != old_size + (uint64_t) group->added * GROUP_WORD
          || memcmp (old, new, old_size) != 0)
        return wrong (r, group->idx, "the group has lost members");
      if (group->added != 0)
        allowed[group->idx] = FIELD_PLACE;
    }
  return SFM_OK;
}

/* Compare the headers of both files outside the ALLOWED fields, and all other
   bytes before the new contents.  */
static sfm_status
verify_kept (const struct relobj *r, const uint8_t *out,
             const struct relobj *now, const uint8_t *allowed)
{
  const struct image *image = &r->image;
  const bool table_moves = r->new_count != image->section_count;
  struct byte_changes changes = { 0 };
  bool kept = true;

  /* Reading the new file has used e_shoff and e_shnum.  */
  if (table_moves)
    {
      byte_changes_add (&changes, offsetof (Elf64_Ehdr, e_shoff),
                        offsetof (Elf64_Ehdr, e_flags));
      byte_changes_add (&changes, offsetof (Elf64_Ehdr, e_shnum),
                        offsetof (Elf64_Ehdr, e_shstrndx));
    }
  for (uint32_t i = 0; i < image->section_count; i++)
    {
      const uint64_t at = image_shdr_offset (image, i);
      kept &= header_kept (&image->sections[i], &now->image.sections[i],
                           allowed[i]);
      if (allowed[i] != 0 && !table_moves)
        byte_changes_add (&changes, at, at + ELF_SHDR_SIZE);
    }
  size_t tail = (size_t) r->tail;
  byte_changes_sort (&changes);
  kept &= byte_changes_compare (&changes, image_at (image, 0, tail), tail, out,
                                0, tail)
          == UINT64_MAX;
  bool memory = !changes.failed;
  byte_changes_free (&changes);
  if (!memory)
    return diag_nomem (r->sink, r->name);
  if (kept)
    return SFM_OK;
  return diag_fail (r->sink, SFM_ERR_CORRUPT, r->name,
                    "the output would differ outside of its .sframe sections");
}

/* What may change follows from the plan, not from what was written.  */
sfm_status
relobj_verify_rest (const struct relobj *r, const uint8_t *out,
                    const struct relobj *now)
{
  uint8_t *allowed = calloc (r->image.section_count + 1, 1);
  sfm_status status = SFM_OK;

  if (allowed == NULL)
    return diag_nomem (r->sink, r->name);
  /* With extended numbering, header 0 has the number of sections.  */
  if (r->new_count != r->image.section_count)
    allowed[0] = FIELD_PLACE;
  for (const struct relobj_part *part = r->parts;
       part != NULL && status == SFM_OK; part = part->next)
    if (part->changed)
      status = verify_part (r, part, now, allowed);
  if (status == SFM_OK)
    status = verify_names (r, now, allowed);
  if (status == SFM_OK)
    status = verify_groups (r, now, allowed);
  if (status == SFM_OK)
    status = verify_kept (r, out, now, allowed);
  free (allowed);
  return status;
}
