/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-apply.c - apply a program-header plan to a copy of an image.

   The old section is cleared first, because displaced bytes may move into it.
   The displaced bytes are copied before the table grows over them.  Every
   range written is listed for verification (verify-layout.c).  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "edit-internal.h"

/* Offset of program header IDX in the output.  */
static uint64_t
phdr_at (const struct image_change *c, uint32_t idx)
{
  uint64_t table = c->phdr.moved_table ? c->phdr.offset : c->image->phoff;
  return table + (uint64_t) idx * ELF_PHDR_SIZE;
}

/* Offset of section header IDX in the output.  */
static uint64_t
shdr_at (const struct image_change *c, uint32_t idx)
{
  uint64_t table = c->phdr.new_section ? c->phdr.shdrs_off : c->image->shoff;
  return table + (uint64_t) idx * ELF_SHDR_SIZE;
}

/* Update the headers of the sections and segments in the displaced block.  */
static void
move_headers (struct image_change *c)
{
  const struct image *image = c->image;
  const struct phdr_displaced *b = &c->phdr.displaced;
  uint64_t by_offset = b->to_offset - b->offset;
  uint64_t by_addr = b->to_addr - b->addr;

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      struct image_section section = image->sections[i];
      if (image_section_size (&section) == 0 || section.offset < b->offset
          || section.offset >= b->offset + b->size || i == c->phdr.section)
        continue;
      section.offset += by_offset;
      section.addr += by_addr;
      patch_section (c, shdr_at (c, i), &section);
    }
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *segment = &image->segments[i];
      bool moves = (segment->type == PT_INTERP || segment->type == PT_NOTE
                    || segment->type == PT_GNU_PROPERTY);
      if (!moves || segment->filesz == 0 || segment->offset < b->offset
          || segment->offset >= b->offset + b->size)
        continue;
      uint64_t at = phdr_at (c, i);
      patch_add (c, at + offsetof (Elf64_Phdr, p_offset), by_offset);
      patch_add (c, at + offsetof (Elf64_Phdr, p_vaddr), by_addr);
      patch_add (c, at + offsetof (Elf64_Phdr, p_paddr), by_addr);
    }
}

/* Where the byte at offset AT is after the displaced block has moved.  */
static uint64_t
displaced_offset (const struct image_change *c, uint64_t at)
{
  const struct phdr_displaced *b = &c->phdr.displaced;

  return at >= b->offset && at - b->offset < b->size
             ? at - b->offset + b->to_offset
             : at;
}

/* Add DELTA to the symbols of IMAGE that follow the bytes [START, END).  */
static void
move_symbols (struct image_change *c, uint64_t start, uint64_t end,
              uint64_t delta)
{
  struct image_symbol symbol = { .image = c->image };

  while (symbol_next (&symbol))
    if (displace_symbol (&symbol, start, end) == SYMBOL_FOLLOWS)
      patch_add (c,
                 displaced_offset (c, symbol_offset (&symbol))
                     + offsetof (Elf64_Sym, st_value),
                 delta);
}

/* Add DELTA to the dynamic tags that lead to sections in [START, END).  */
static void
move_tags (struct image_change *c, uint64_t start, uint64_t end,
           uint64_t delta)
{
  const struct image *image = c->image;
  struct section_tags tags;

  section_tags_find (image, &tags);
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *dynamic = &image->segments[i];
      uint64_t tag, value;
      for (uint64_t k = 0; dynamic->type == PT_DYNAMIC
                           && dynamic_entry (image, dynamic, k, &tag, &value);
           k++)
        if (value >= start && value < end
            && section_tag_leads_to (image, &tags, tag, value) != 0)
          patch_add (c, dynamic->offset + k * ELF_DYN_SIZE + 8, delta);
    }
}

/* Let PT_LOAD number IDX of the output end at offset END or later.  */
static void
extend_load (struct image_change *c, uint32_t idx, uint64_t end)
{
  const uint64_t at = phdr_at (c, idx);
  const uint64_t size = end - c->image->segments[idx].offset;
  const uint64_t now
      = elf_u64 (paged_at (c->copy, at + offsetof (Elf64_Phdr, p_filesz), 8),
                 c->image->big_endian);

  if (size > now)
    patch_segment_size (c, at, size);
}

static void
move_block (struct image_change *c)
{
  const struct image *image = c->image;
  const struct phdr_displaced *b = &c->phdr.displaced;

  if (b->size == 0)
    return;
  patch_zero (c, b->offset, b->offset + b->size);
  patch_bytes (c, b->to_offset, image_at (image, b->offset, b->size), b->size);
  move_symbols (c, b->addr, b->addr + b->size, b->to_addr - b->addr);
  move_tags (c, b->addr, b->addr + b->size, b->to_addr - b->addr);
  move_headers (c);
  /* The destination may be past the segment's end, in the rest of its
     page.  */
  if (b->to_segment < image->segment_count)
    extend_load (c, b->to_segment, b->to_offset + b->size);
}

/* Set the size and location of the program header table.  */
static void
put_table (struct image_change *c)
{
  const struct image *image = c->image;
  const struct phdr_plan *phdr = &c->phdr;
  uint32_t count = image->segment_count + phdr->added;

  if (phdr->moved_table)
    {
      const uint64_t size = (uint64_t) image->segment_count * ELF_PHDR_SIZE;
      patch_bytes (c, phdr->offset, image_at (image, image->phoff, size),
                   size);
      patch_u64 (c, offsetof (Elf64_Ehdr, e_phoff), phdr->offset);
    }
  if (phdr->added != 0)
    patch_u16 (c, offsetof (Elf64_Ehdr, e_phnum), (uint16_t) count);
  /* GNU ld gives an executable without notes a PT_LOAD that ends with the
     table.  A table that is not loaded does not grow in place.  */
  if (phdr->added != 0 && !phdr->moved_table)
    extend_load (c, (uint32_t) (image_table_load (image) - image->segments),
                 image->phoff + (uint64_t) count * ELF_PHDR_SIZE);
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      if (image->segments[i].type != PT_PHDR || phdr->added == 0)
        continue;
      uint64_t at = phdr_at (c, i);
      patch_segment_size (c, at, (uint64_t) count * ELF_PHDR_SIZE);
      if (!phdr->moved_table)
        continue;
      patch_u64 (c, at + offsetof (Elf64_Phdr, p_offset), phdr->offset);
      patch_u64 (c, at + offsetof (Elf64_Phdr, p_vaddr), phdr->addr);
      patch_u64 (c, at + offsetof (Elf64_Phdr, p_paddr), phdr->addr);
    }
}

static void
put_new_headers (struct image_change *c)
{
  const struct phdr_plan *phdr = &c->phdr;
  const struct image_segment header = {
    .type = edit_sections[c->kind].segment_type,
    .offset = c->space.offset,
    .vaddr = c->space.addr,
    .filesz = c->space.used,
    .align = 8,
  };
  const struct image_segment load = {
    .type = PT_LOAD,
    .offset = phdr->offset,
    .vaddr = phdr->addr,
    .filesz = phdr->size,
    .align = phdr->align,
  };

  if (phdr->header_idx != PHDR_NO_SLOT)
    patch_segment (c, phdr_at (c, phdr->header_idx), &header, header.vaddr);
  if (phdr->load_idx != PHDR_NO_SLOT)
    patch_segment (c, phdr_at (c, phdr->load_idx), &load, load.vaddr);
}

/* Move the section headers to the end of the file to add one.  Move the
   section names too, unless they include that of the section.  */
static void
put_new_section (struct image_change *c)
{
  const struct image *image = c->image;
  const struct phdr_plan *phdr = &c->phdr;
  const uint32_t count = image->section_count + 1;
  const char *name = edit_sections[c->kind].name;

  const uint64_t size = (uint64_t) image->section_count * ELF_SHDR_SIZE;
  patch_bytes (c, phdr->shdrs_off, image_at (image, image->shoff, size), size);
  patch_u64 (c, offsetof (Elf64_Ehdr, e_shoff), phdr->shdrs_off);
  bool extended = elf_u16 (image_at (image, offsetof (Elf64_Ehdr, e_shnum), 2),
                           image->big_endian)
                      == 0
                  || count >= SHN_LORESERVE;
  patch_u16 (c, offsetof (Elf64_Ehdr, e_shnum),
             (uint16_t) (extended ? 0 : count));
  if (extended)
    patch_u64 (c, phdr->shdrs_off + offsetof (Elf64_Shdr, sh_size), count);
  if (phdr->names_off == 0)
    return;
  struct image_section names = image->sections[image->shstrndx];
  patch_bytes (c, phdr->names_off, image_at (image, names.offset, names.size),
               names.size);
  patch_bytes (c, phdr->names_off + names.size, name, strlen (name) + 1);
  names.offset = phdr->names_off;
  names.size += strlen (name) + 1;
  patch_section (c, shdr_at (c, image->shstrndx), &names);
}

/* Set the section's header for its location.  Symbols that mark its old start
   follow.  */
static void
put_section (struct image_change *c)
{
  const struct free_space *space = &c->space, *old = &c->phdr.old;
  struct image_section header = { .name_off = (uint32_t) c->phdr.name_off };

  if (space->section == 0)
    return;
  if (!c->phdr.new_section)
    header = c->image->sections[space->section];
  header.type = edit_sections[c->kind].type;
  header.flags = SHF_ALLOC;
  header.addr = space->addr;
  header.offset = space->offset;
  header.size = space->used;
  header.align = 8;
  patch_section (c, shdr_at (c, space->section), &header);
  if (old->section != 0 && old->addr != space->addr)
    move_symbols (c, old->addr, old->addr + 1, space->addr - old->addr);
}

/* Empty the other sections of the kind in the old space, as the displaced
   block may go there.  rewrite_image does the same with all others.  */
static void
empty_covered (struct image_change *c)
{
  const struct free_space *old = &c->phdr.old;

  for (uint32_t i = 1; i < c->image->section_count; i++)
    {
      struct image_section section = c->image->sections[i];
      if (i == old->section
          || edit_section_is (c->kind, &section) == SECTION_NOT_SFRAME
          || section.type == SHT_NOBITS || section.offset <= old->offset
          || section.offset - old->offset >= old->size)
        continue;
      section.size = 0;
      patch_section (c, shdr_at (c, i), &section);
    }
}

void
phdr_apply (struct image_change *c)
{
  patch_clear (c, &c->phdr.old);
  if (c->phdr.new_section)
    put_new_section (c);
  empty_covered (c);
  /* Move the block before the table grows over it.  The block never moves if
     the table does.  */
  move_block (c);
  put_table (c);
  put_new_headers (c);
  put_section (c);
}
