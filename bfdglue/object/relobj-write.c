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
   rewrite can replace them again.

   A section that a split adds has a copy of the header of the section that was
   split, with its own fields set.  So it has the same name; the section names
   get a longer copy only for the first .sframe of an object.  It needs no
   symbol: relocations of .sframe refer to functions, and no relocation refers
   to .sframe.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "elf-abi.h"
#include "relobj-internal.h"
#include "text.h"

/* Add the SIZE bytes at BYTES, new contents of section IDX.  Its header is
   HEADER except for what the caller changes.  */
static struct relobj_output *
add_output (struct relobj *r, uint32_t idx, const struct image_section *header,
            const uint8_t *bytes, uint64_t size)
{
  struct relobj_output *o = &r->outputs[r->output_count++];

  *o = (struct relobj_output){ idx, *header, bytes };
  o->header.size = size;
  if (idx < r->image.section_count)
    r->moves[idx] = true;
  return o;
}

/* Add the groups that get members; add_part adds the members.  */
static sfm_status
add_groups (struct relobj *r)
{
  for (size_t i = 0; i < r->group_count; i++)
    {
      struct relobj_group *group = &r->groups[i];
      size_t old, more = (size_t) group->added * GROUP_WORD;
      const uint8_t *members = image_section_bytes (
          &r->image, &r->image.sections[group->idx], &old);
      if (more == 0)
        continue;
      uint8_t *bytes = pool_alloc (&r->pool, old + more);
      if (bytes == NULL)
        return diag_nomem (r->sink, r->name);
      memcpy (bytes, members, old);
      group->end = bytes + old;
      add_output (r, group->idx, &r->image.sections[group->idx], bytes,
                  old + more);
    }
  return SFM_OK;
}

/* Set the flags in the header of O, a section of PART, and make it a member of
   the group if it JOINS one.  mold -r omits SHF_GROUP from members of
   groups.  */
static void
set_group (struct relobj *r, const struct relobj_part *part, bool joins,
           struct relobj_output *o)
{
  if (relobj_is_new (r, o->idx))
    o->header.flags &= ~(uint64_t) SHF_GROUP;
  if (part->group != 0)
    o->header.flags |= SHF_GROUP;
  if (!joins)
    return;
  struct relobj_group *group = &r->groups[part->group - 1];
  elf_put32 (group->end, o->idx, r->image.big_endian);
  group->end += GROUP_WORD;
}

/* Add PART and its relocations.  */
static void
add_part (struct relobj *r, const struct relobj_part *part)
{
  const struct relobj_section *s = part->from;
  const bool split = part->target != 0;
  struct relobj_output *o = add_output (r, part->idx, &s->header,
                                        part->content, part->content_size);

  o->header.type = part->type;
  o->header.align = larger (o->header.align, RELOBJ_ALIGN);
  if (split)
    {
      set_group (r, part, part->joins, o);
      o->header.flags |= SHF_LINK_ORDER;
      o->header.link = part->target;
    }
  if (part->rela_idx == 0)
    return;
  o = add_output (r, part->rela_idx, &s->rela_header, part->rela_bytes,
                  part->rela_size);
  if (split)
    set_group (r, part, part->rela_joins, o);
  if (relobj_is_new (r, part->rela_idx))
    o->header.info = part->idx;
}

/* List the new contents in the order of the file.  */
static sfm_status
list_outputs (struct relobj *r)
{
  size_t most = r->group_count + 2 + 2 * (size_t) r->result->parts;

  r->outputs = pool_alloc (&r->pool, most * sizeof *r->outputs);
  r->moves = pool_alloc (&r->pool, r->image.section_count);
  if (r->outputs == NULL || r->moves == NULL)
    return diag_nomem (r->sink, r->name);
  memset (r->moves, 0, r->image.section_count);
  TRY (add_groups (r));
  /* With extended numbering, header 0 has the number of sections.  */
  if (r->new_count != r->image.section_count)
    add_output (r, 0, &r->image.sections[0], NULL,
                (uint64_t) r->new_count * ELF_SHDR_SIZE);
  if (r->names != NULL)
    add_output (r, r->image.shstrndx, &r->image.sections[r->image.shstrndx],
                r->names, r->names_size);
  for (const struct relobj_part *part = r->parts; part != NULL;
       part = part->next)
    if (part->changed)
      add_part (r, part);
  return SFM_OK;
}

/* Where the new contents may begin: after everything that stays.  Bytes
   outside all sections stay too, except for padding before the replaced
   contents.  */
static uint64_t
find_tail (const struct relobj *r)
{
  const struct image *image = &r->image;
  const bool table_moves = r->moves[0];
  uint64_t table = image_shdr_offset (image, image->section_count);
  uint64_t end = larger (ELF_EHDR_SIZE,
                         image_phdr_offset (image, image->segment_count));
  uint64_t covered = 0, replaced = 0;

  if (!table_moves)
    end = larger (end, table);
  for (uint32_t i = 0; i < image->section_count; i++)
    {
      size_t size;
      replaced += r->moves[i];
      if (!r->moves[i]
          && image_section_bytes (image, &image->sections[i], &size) != NULL)
        end = larger (end, image->sections[i].offset + size);
    }
  for (uint32_t i = 1; i < image->section_count; i++)
    if (r->moves[i] && image->sections[i].offset >= end)
      covered += image->sections[i].size;
  if (table_moves && image->shoff >= end)
    covered += table - image->shoff;
  uint64_t rest = image->size - end;
  if (covered > rest || rest - covered >= (replaced + 1) * RELOBJ_ALIGN)
    return image->size;
  return end;
}

/* Write the old section headers to TABLE of OUT, and their location and number
   to the ELF header.  A number too large for that goes into section header
   0.  */
static void
write_table (const struct relobj *r, uint64_t table, uint8_t *out)
{
  const struct image *image = &r->image;
  bool big = image->big_endian;
  bool narrow
      = elf_u16 (out + offsetof (Elf64_Ehdr, e_shnum), big) != SHN_UNDEF
        && r->new_count < SHN_LORESERVE;

  const size_t headers = (size_t) image->section_count * ELF_SHDR_SIZE;
  memcpy (out + table, image_at (image, image->shoff, headers), headers);
  elf_put64 (out + offsetof (Elf64_Ehdr, e_shoff), table, big);
  elf_put16 (out + offsetof (Elf64_Ehdr, e_shnum),
             (uint16_t) (narrow ? r->new_count : 0), big);
  if (!narrow)
    elf_put64 (out + table + offsetof (Elf64_Shdr, sh_size), r->new_count,
               big);
}

sfm_status
relobj_write (struct relobj *r, uint8_t **out, size_t *size)
{
  const struct image *image = &r->image;
  uint64_t table = image->shoff;

  TRY (list_outputs (r));
  uint64_t end = r->tail = find_tail (r);
  for (size_t i = 0; i < r->output_count; i++)
    {
      struct image_section *header = &r->outputs[i].header;
      header->offset = align_up (end, RELOBJ_ALIGN);
      end = header->offset + header->size;
      if (r->outputs[i].idx == 0)
        table = header->offset;
    }
  *size = (size_t) end;
  *out = calloc (1, *size);
  if (*out == NULL)
    return diag_nomem (r->sink, r->name);
  memcpy (*out, image_at (image, 0, r->tail), (size_t) r->tail);
  if (r->moves[0])
    write_table (r, table, *out);
  for (size_t i = 0; i < r->output_count; i++)
    {
      const struct relobj_output *o = &r->outputs[i];
      if (o->idx == 0)
        continue;
      memcpy (*out + o->header.offset, o->bytes, (size_t) o->header.size);
      section_header_put (*out + table + (uint64_t) o->idx * ELF_SHDR_SIZE,
                          &o->header, image->big_endian);
    }
  return SFM_OK;
}
