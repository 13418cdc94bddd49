/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   relobj-headers.c - write the section headers of a rewritten object.

   A new section has a copy of the header of the section that was split, with
   its own fields set.  So it has the same name, and the section names need not
   change.  It needs no symbol: relocations of .sframe refer to functions, and
   no relocation refers to .sframe.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "elf-codec.h"
#include "relobj-internal.h"

#define PUT32(header, field, value)                                           \
  elf_put32 ((header) + offsetof (Elf64_Shdr, field), (value), big)
#define PUT64(header, field, value)                                           \
  elf_put64 ((header) + offsetof (Elf64_Shdr, field), (value), big)

/* The header of section IDX in OUT.  */
static uint8_t *
header_of (const struct relobj *r, uint8_t *out, uint32_t idx)
{
  return out + r->table + (uint64_t) idx * ELF_SHDR_SIZE;
}

/* The sh_flags of PART or of its relocation section, made from OLD, those of
   the section that is split.  mold -r omits SHF_GROUP from members of
   groups.  */
static uint64_t
flags_for (const struct relobj_part *part, uint64_t old)
{
  if (part->is_new)
    old &= ~(uint64_t) SHF_GROUP;
  return part->group != 0 ? old | SHF_GROUP : old;
}

/* Write the headers of PART and of its relocation section.  */
static void
write_part (const struct relobj *r, const struct relobj_part *part,
            uint8_t *out)
{
  const struct image *image = &r->image;
  const struct relobj_section *s = part->from;
  const struct image_section *old = &image->sections[s->idx];
  bool big = image->big_endian;
  uint8_t *header = header_of (r, out, part->idx);

  if (part->is_new)
    memcpy (header, image->bytes + image_shdr_offset (image, s->idx),
            ELF_SHDR_SIZE);
  PUT32 (header, sh_type, part->type);
  PUT64 (header, sh_offset, part->offset);
  PUT64 (header, sh_size, part->content_size);
  if (old->align < RELOBJ_ALIGN)
    PUT64 (header, sh_addralign, RELOBJ_ALIGN);
  if (part->target != 0)
    {
      uint64_t flags = flags_for (part, old->flags);
      PUT64 (header, sh_flags, flags | SHF_LINK_ORDER);
      PUT32 (header, sh_link, part->target);
    }
  if (part->rela_idx == 0)
    return;

  old = &image->sections[s->rela_idx];
  header = header_of (r, out, part->rela_idx);
  if (part->is_new)
    {
      memcpy (header, image->bytes + image_shdr_offset (image, s->rela_idx),
              ELF_SHDR_SIZE);
      PUT32 (header, sh_info, part->idx);
    }
  PUT64 (header, sh_offset, part->rela_offset);
  PUT64 (header, sh_size, part->rela_size);
  if (part->target != 0)
    PUT64 (header, sh_flags, flags_for (part, old->flags));
}

/* Write the location and size of the section header table to OUT.  A count too
   large for the ELF header goes into section header 0.  */
static void
write_table_place (const struct relobj *r, uint8_t *out)
{
  bool big = r->image.big_endian;
  bool narrow
      = elf_u16 (out + offsetof (Elf64_Ehdr, e_shnum), big) != SHN_UNDEF
        && r->new_count < SHN_LORESERVE;

  elf_put64 (out + offsetof (Elf64_Ehdr, e_shoff), r->table, big);
  elf_put16 (out + offsetof (Elf64_Ehdr, e_shnum),
             (uint16_t) (narrow ? r->new_count : 0), big);
  if (!narrow)
    PUT64 (header_of (r, out, 0), sh_size, r->new_count);
}

void
relobj_headers_write (const struct relobj *r, uint8_t *out)
{
  const struct image *image = &r->image;
  bool big = image->big_endian;

  if (relobj_table_moves (r))
    {
      memcpy (out + r->table, image->bytes + image->shoff,
              (size_t) image->section_count * ELF_SHDR_SIZE);
      write_table_place (r, out);
    }
  for (size_t i = 0; i < r->group_count; i++)
    if (r->groups[i].added != 0)
      {
        uint8_t *header = header_of (r, out, r->groups[i].idx);
        PUT64 (header, sh_offset, r->groups[i].offset);
        PUT64 (header, sh_size, relobj_group_size (r, &r->groups[i]));
      }
  for (size_t i = 0; i < r->section_count; i++)
    for (size_t k = 0; k < r->sections[i].part_count; k++)
      if (r->sections[i].parts[k].changed)
        write_part (r, &r->sections[i].parts[k], out);
}
