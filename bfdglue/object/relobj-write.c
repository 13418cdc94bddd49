/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-write.c - write the new file: the old one with the new contents at
   its end.

   Moving anything else would require knowledge of every reference by file
   offset, and a tool that rewrites everything (objcopy) loses what it does not
   know.  The old contents stay, unreferenced: zeroing them could hit bytes
   that another section shares.  But if they are the end of the file, as after
   an earlier rewrite, the new contents replace them, so that the file does not
   grow each time [find_tail].  The new .sframe contents come last, after the
   group contents and section headers that only a split moves.  So a later
   rewrite can replace them again.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "elf-codec.h"
#include "relobj-internal.h"
#include "numbers.h"

/* The contents that are replaced.  */
struct replaced
{
  bool *section; /* by section index: its contents are replaced */
  size_t count;  /* number of contents, including the header table */
};

static void
mark (struct replaced *replaced, uint32_t idx)
{
  replaced->section[idx] = true;
  replaced->count++;
}

/* Mark in OWN the sections whose contents are replaced.  */
static void
mark_replaced (const struct relobj *r, struct replaced *replaced)
{
  for (size_t i = 0; i < r->section_count; i++)
    for (size_t k = 0; k < r->sections[i].part_count; k++)
      {
        const struct relobj_part *part = &r->sections[i].parts[k];
        if (!part->changed || part->is_new)
          continue;
        mark (replaced, part->idx);
        if (part->rela_idx != 0)
          mark (replaced, part->rela_idx);
      }
  for (size_t i = 0; i < r->group_count; i++)
    if (r->groups[i].added != 0)
      mark (replaced, r->groups[i].idx);
  replaced->count += relobj_table_moves (r);
}

/* Where the new contents may begin: after everything that stays.  Bytes
   outside all sections stay too, except for padding before the replaced
   contents.  */
static uint64_t
find_tail (const struct relobj *r, const struct replaced *replaced)
{
  const struct image *image = &r->image;
  uint64_t table = image_shdr_offset (image, image->section_count);
  uint64_t end = ELF_EHDR_SIZE, covered = 0;

  end = larger (end, image_phdr_offset (image, image->segment_count));
  if (!relobj_table_moves (r))
    end = larger (end, table);
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      size_t size;
      if (!replaced->section[i]
          && image_section_bytes (image, &image->sections[i], &size) != NULL)
        end = larger (end, image->sections[i].offset + size);
    }
  for (uint32_t i = 1; i < image->section_count; i++)
    if (replaced->section[i] && image->sections[i].offset >= end)
      covered += image->sections[i].size;
  if (relobj_table_moves (r) && image->shoff >= end)
    covered += table - image->shoff;
  uint64_t rest = image->size - end;
  if (covered > rest || rest - covered >= (replaced->count + 1) * RELOBJ_ALIGN)
    return image->size;
  return end;
}

/* Append SIZE bytes, aligned, to the new file, which ends at *END.  Return
   their offset.  */
static uint64_t
append (uint64_t *end, uint64_t size)
{
  uint64_t offset = align_up (*end, RELOBJ_ALIGN);

  *end = offset + size;
  return offset;
}

/* Set the offsets of all new contents.  Return the size of the new file.  */
static uint64_t
place_all (struct relobj *r)
{
  uint64_t end = r->tail;

  for (size_t i = 0; i < r->group_count; i++)
    if (r->groups[i].added != 0)
      r->groups[i].offset
          = append (&end, relobj_group_size (r, &r->groups[i]));
  r->table = relobj_table_moves (r)
                 ? append (&end, (uint64_t) r->new_count * ELF_SHDR_SIZE)
                 : r->image.shoff;
  for (size_t i = 0; i < r->section_count; i++)
    for (size_t k = 0; k < r->sections[i].part_count; k++)
      {
        struct relobj_part *part = &r->sections[i].parts[k];
        if (!part->changed)
          continue;
        part->offset = append (&end, part->content_size);
        if (part->rela_idx != 0)
          part->rela_offset = append (&end, part->rela_size);
      }
  return end;
}

/* Copy the contents of all parts to OUT.  */
static void
put_contents (const struct relobj *r, uint8_t *out)
{
  for (size_t i = 0; i < r->section_count; i++)
    for (size_t k = 0; k < r->sections[i].part_count; k++)
      {
        const struct relobj_part *part = &r->sections[i].parts[k];
        if (!part->changed)
          continue;
        memcpy (out + part->offset, part->content, part->content_size);
        if (part->rela_idx != 0 && part->rela_size != 0)
          memcpy (out + part->rela_offset, part->rela_bytes, part->rela_size);
      }
}

sfm_status
relobj_write (struct relobj *r, uint8_t **out, size_t *size)
{
  struct replaced replaced = { .section = calloc (r->image.section_count,
                                                  sizeof *replaced.section) };

  if (replaced.section == NULL)
    return diag_nomem (r->sink, r->name);
  mark_replaced (r, &replaced);
  r->tail = find_tail (r, &replaced);
  free (replaced.section);
  *size = (size_t) place_all (r);
  *out = calloc (1, *size);
  if (*out == NULL)
    return diag_nomem (r->sink, r->name);
  memcpy (*out, r->image.bytes, (size_t) r->tail);
  relobj_groups_write (r, *out);
  relobj_headers_write (r, *out);
  put_contents (r, *out);
  return SFM_OK;
}
