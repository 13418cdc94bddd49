/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-apply.c - apply a program-header plan to a copy of an image.

   The old section is cleared first, because displaced bytes may move into it.
   The displaced bytes are copied before the table grows over them.  Every
   range written is listed for verification (verify-layout.c).  */

#include "config.h"

#include <elf.h>

#include "elf-codec.h"
#include "patch.h"
#include "phdr-displace.h"
#include "phdr-plan.h"

struct apply
{
  const struct image *image;
  const struct phdr_plan *phdr;
  const struct free_space *space;
  struct patch patch;
  uint64_t table; /* offset of the program headers in the output */
};

/* Offset of program header IDX in the output.  */
static uint64_t
phdr_at (const struct apply *a, uint32_t idx)
{
  return a->table + (uint64_t) idx * ELF_PHDR_SIZE;
}

/* The same of section header IDX.  */
static uint64_t
shdr_at (const struct apply *a, uint32_t idx)
{
  uint64_t table = a->phdr->new_section ? a->phdr->shdrs_off : a->image->shoff;
  return table + (uint64_t) idx * ELF_SHDR_SIZE;
}

/* Update the headers of the sections and segments in the displaced block.  */
static void
move_headers (const struct apply *a)
{
  const struct image *image = a->image;
  const struct phdr_displaced *b = &a->phdr->displaced;
  uint64_t by_offset = b->to_offset - b->offset;
  uint64_t by_addr = b->to_addr - b->addr;

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      size_t size;
      if (image_section_bytes (image, section, &size) == NULL || size == 0
          || section->offset < b->offset
          || section->offset >= b->offset + b->size
          || (i == a->phdr->section && !a->phdr->new_section))
        continue;
      uint64_t at = shdr_at (a, i);
      patch_u64 (&a->patch, at + offsetof (Elf64_Shdr, sh_offset),
                 section->offset + by_offset);
      patch_u64 (&a->patch, at + offsetof (Elf64_Shdr, sh_addr),
                 section->addr + by_addr);
    }
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *segment = &image->segments[i];
      bool moves = (segment->type == PT_INTERP || segment->type == PT_NOTE
                    || segment->type == PT_GNU_PROPERTY);
      if (!moves || segment->filesz == 0 || segment->offset < b->offset
          || segment->offset >= b->offset + b->size)
        continue;
      uint64_t at = phdr_at (a, i);
      patch_add (&a->patch, at + offsetof (Elf64_Phdr, p_offset), by_offset);
      patch_add (&a->patch, at + offsetof (Elf64_Phdr, p_vaddr), by_addr);
      patch_add (&a->patch, at + offsetof (Elf64_Phdr, p_paddr), by_addr);
    }
}

/* Add DELTA to the symbols of IMAGE that follow the bytes [START, END).  */
static void
move_symbols (const struct apply *a, uint64_t start, uint64_t end,
              uint64_t delta)
{
  struct image_symbol symbol = { .image = a->image };

  while (symbol_next (&symbol))
    if (displace_symbol (&symbol, start, end) == SYMBOL_FOLLOWS)
      patch_add (&a->patch,
                 symbol_offset (&symbol) + offsetof (Elf64_Sym, st_value),
                 delta);
}

static void
move_block (const struct apply *a)
{
  const struct image *image = a->image;
  const struct phdr_displaced *b = &a->phdr->displaced;

  if (b->size == 0)
    return;
  patch_zero (&a->patch, b->offset, b->offset + b->size);
  patch_bytes (&a->patch, b->to_offset, image->bytes + b->offset, b->size);
  move_symbols (a, b->addr, b->addr + b->size, b->to_addr - b->addr);
  move_headers (a);
  if (b->to_segment >= image->segment_count)
    return;

  /* The destination may be past the segment's end, in the rest of its
     page.  */
  const struct image_segment *load = &image->segments[b->to_segment];
  uint64_t end = b->to_offset + b->size - load->offset;
  if (end > load->filesz)
    patch_segment_size (&a->patch, phdr_at (a, b->to_segment), end);
}

/* Set the size and location of the program header table.  */
static void
put_table (struct apply *a)
{
  const struct image *image = a->image;
  uint32_t count = image->segment_count + a->phdr->added;
  uint64_t size = (uint64_t) count * ELF_PHDR_SIZE;

  if (a->phdr->moved_table)
    {
      a->table = a->phdr->offset;
      patch_bytes (&a->patch, a->table, image->bytes + image->phoff,
                   (uint64_t) image->segment_count * ELF_PHDR_SIZE);
      patch_u64 (&a->patch, offsetof (Elf64_Ehdr, e_phoff), a->table);
    }
  if (a->phdr->added != 0)
    patch_u16 (&a->patch, offsetof (Elf64_Ehdr, e_phnum), (uint16_t) count);
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      if (image->segments[i].type != PT_PHDR || a->phdr->added == 0)
        continue;
      uint64_t at = phdr_at (a, i);
      patch_segment_size (&a->patch, at, size);
      if (!a->phdr->moved_table)
        continue;
      patch_u64 (&a->patch, at + offsetof (Elf64_Phdr, p_offset), a->table);
      patch_u64 (&a->patch, at + offsetof (Elf64_Phdr, p_vaddr),
                 a->phdr->addr);
      patch_u64 (&a->patch, at + offsetof (Elf64_Phdr, p_paddr),
                 a->phdr->addr);
    }
}

static void
put_new_headers (const struct apply *a)
{
  const struct phdr_plan *phdr = a->phdr;
  const struct image_segment sframe = {
    .type = PT_GNU_SFRAME,
    .offset = a->space->offset,
    .vaddr = a->space->addr,
    .filesz = a->space->used,
    .align = 8,
  };
  const struct image_segment load = {
    .type = PT_LOAD,
    .offset = phdr->offset,
    .vaddr = phdr->addr,
    .filesz = phdr->size,
    .align = phdr->align,
  };

  if (phdr->sframe_idx != PHDR_NO_SLOT)
    patch_segment (&a->patch, phdr_at (a, phdr->sframe_idx), &sframe,
                   sframe.vaddr);
  if (phdr->load_idx != PHDR_NO_SLOT)
    patch_segment (&a->patch, phdr_at (a, phdr->load_idx), &load, load.vaddr);
}

/* Move the section headers to the end of the file and add one.  Move the
   section names too, unless they include ".sframe".  */
static void
put_new_section (const struct apply *a)
{
  const struct image *image = a->image;
  const struct phdr_plan *phdr = a->phdr;
  uint64_t at = shdr_at (a, image->section_count);

  patch_bytes (&a->patch, phdr->shdrs_off, image->bytes + image->shoff,
               (uint64_t) image->section_count * ELF_SHDR_SIZE);
  patch_zero (&a->patch, at, at + ELF_SHDR_SIZE);
  patch_u64 (&a->patch, offsetof (Elf64_Ehdr, e_shoff), phdr->shdrs_off);
  bool extended = elf_u16 (image->bytes + offsetof (Elf64_Ehdr, e_shnum),
                           image->big_endian)
                      == 0
                  || image->section_count + 1 >= SHN_LORESERVE;
  patch_u16 (&a->patch, offsetof (Elf64_Ehdr, e_shnum),
             (uint16_t) (extended ? 0 : image->section_count + 1));
  if (extended)
    patch_u64 (&a->patch, phdr->shdrs_off + offsetof (Elf64_Shdr, sh_size),
               (uint64_t) image->section_count + 1);

  if (phdr->names_off != 0)
    {
      size_t size;
      const uint8_t *names = image_section_bytes (
          image, &image->sections[image->shstrndx], &size);
      uint64_t header = shdr_at (a, image->shstrndx);
      patch_bytes (&a->patch, phdr->names_off, names, size);
      patch_bytes (&a->patch, phdr->names_off + size, ".sframe",
                   sizeof ".sframe");
      patch_u64 (&a->patch, header + offsetof (Elf64_Shdr, sh_offset),
                 phdr->names_off);
      patch_u64 (&a->patch, header + offsetof (Elf64_Shdr, sh_size),
                 size + sizeof ".sframe");
    }
  patch_u32 (&a->patch, at + offsetof (Elf64_Shdr, sh_name),
             (uint32_t) phdr->name_off);
}

/* Set the section's header for its location.  Symbols that mark its old start
   follow.  */
static void
put_section (const struct apply *a)
{
  uint64_t at = shdr_at (a, a->space->section);

  if (a->space->section == 0)
    return;
  patch_u32 (&a->patch, at + offsetof (Elf64_Shdr, sh_type), SHT_GNU_SFRAME);
  patch_u64 (&a->patch, at + offsetof (Elf64_Shdr, sh_flags), SHF_ALLOC);
  patch_u64 (&a->patch, at + offsetof (Elf64_Shdr, sh_addr), a->space->addr);
  patch_u64 (&a->patch, at + offsetof (Elf64_Shdr, sh_offset),
             a->space->offset);
  patch_u64 (&a->patch, at + offsetof (Elf64_Shdr, sh_size), a->space->used);
  patch_u64 (&a->patch, at + offsetof (Elf64_Shdr, sh_addralign), 8);
  if (a->phdr->old.section != 0 && a->phdr->old.addr != a->space->addr)
    move_symbols (a, a->phdr->old.addr, a->phdr->old.addr + 1,
                  a->space->addr - a->phdr->old.addr);
}

void
phdr_apply (const struct image *image, const struct phdr_plan *phdr,
            const struct free_space *space, const struct byte_range *clear,
            size_t count, uint8_t *copy, struct byte_changes *changes)
{
  struct apply a = { .image = image,
                     .phdr = phdr,
                     .space = space,
                     .patch = { copy, image->big_endian, changes },
                     .table = image->phoff };

  if (!phdr_any (phdr))
    return;
  patch_clear (&a.patch, &phdr->old, clear, count);
  if (phdr->new_section)
    put_new_section (&a);
  /* Move the block before the table grows over it.  The block never moves if
     the table does.  */
  move_block (&a);
  put_table (&a);
  put_new_headers (&a);
  put_section (&a);
}
