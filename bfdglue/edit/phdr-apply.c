/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   phdr-apply.c - apply a program-header plan to a copy of an image.

   The old section is cleared first, because displaced bytes may move into it.
   The displaced bytes are copied before the table grows over them.  Every
   range written is listed for verification (verify-layout.c).  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "elf-codec.h"
#include "phdr-displace.h"
#include "phdr-plan.h"
#include "rewrite-image.h"

struct apply
{
  const struct image *image;
  const struct phdr_plan *phdr;
  const struct free_space *space;
  uint8_t *copy;
  uint64_t table; /* offset of the program headers in the output */
  struct byte_changes *changes;
};

static void
put16 (const struct apply *a, uint64_t offset, uint16_t value)
{
  elf_put16 (a->copy + offset, value, a->image->big_endian);
  byte_changes_add (a->changes, offset, offset + sizeof value);
}

static void
put32 (const struct apply *a, uint64_t offset, uint32_t value)
{
  elf_put32 (a->copy + offset, value, a->image->big_endian);
  byte_changes_add (a->changes, offset, offset + sizeof value);
}

static void
put64 (const struct apply *a, uint64_t offset, uint64_t value)
{
  elf_put64 (a->copy + offset, value, a->image->big_endian);
  byte_changes_add (a->changes, offset, offset + sizeof value);
}

/* Add DELTA to the number at OFFSET.  */
static void
add64 (const struct apply *a, uint64_t offset, uint64_t delta)
{
  put64 (a, offset, elf_u64 (a->copy + offset, a->image->big_endian) + delta);
}

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
      put64 (a, at + offsetof (Elf64_Shdr, sh_offset),
             section->offset + by_offset);
      put64 (a, at + offsetof (Elf64_Shdr, sh_addr), section->addr + by_addr);
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
      add64 (a, at + offsetof (Elf64_Phdr, p_offset), by_offset);
      add64 (a, at + offsetof (Elf64_Phdr, p_vaddr), by_addr);
      add64 (a, at + offsetof (Elf64_Phdr, p_paddr), by_addr);
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
      add64 (a, symbol_offset (&symbol) + offsetof (Elf64_Sym, st_value),
             delta);
}

static void
move_block (const struct apply *a)
{
  const struct image *image = a->image;
  const struct phdr_displaced *b = &a->phdr->displaced;

  if (b->size == 0)
    return;
  memset (a->copy + b->offset, 0, (size_t) b->size);
  memcpy (a->copy + b->to_offset, image->bytes + b->offset, (size_t) b->size);
  byte_changes_add (a->changes, b->offset, b->offset + b->size);
  byte_changes_add (a->changes, b->to_offset, b->to_offset + b->size);
  move_symbols (a, b->addr, b->addr + b->size, b->to_addr - b->addr);
  move_headers (a);
  if (b->to_segment >= image->segment_count)
    return;

  /* The destination may be past the segment's end, in the rest of its
     page.  */
  const struct image_segment *load = &image->segments[b->to_segment];
  uint64_t end = b->to_offset + b->size - load->offset;
  if (end > load->filesz)
    {
      uint64_t at = phdr_at (a, b->to_segment);
      put64 (a, at + offsetof (Elf64_Phdr, p_filesz), end);
      put64 (a, at + offsetof (Elf64_Phdr, p_memsz), end);
    }
}

/* Set the size and location of the program header table.  */
static void
put_table (struct apply *a)
{
  const struct image *image = a->image;
  uint32_t count = image->segment_count + a->phdr->added;
  uint64_t old_size = (uint64_t) image->segment_count * ELF_PHDR_SIZE;
  uint64_t size = (uint64_t) count * ELF_PHDR_SIZE;

  if (a->phdr->moved_table)
    {
      a->table = a->phdr->offset;
      memcpy (a->copy + a->table, image->bytes + image->phoff,
              (size_t) old_size);
      byte_changes_add (a->changes, a->table, a->table + old_size);
      put64 (a, offsetof (Elf64_Ehdr, e_phoff), a->table);
    }
  if (a->phdr->added != 0)
    put16 (a, offsetof (Elf64_Ehdr, e_phnum), (uint16_t) count);
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      if (image->segments[i].type != PT_PHDR || a->phdr->added == 0)
        continue;
      uint64_t at = phdr_at (a, i);
      put64 (a, at + offsetof (Elf64_Phdr, p_filesz), size);
      put64 (a, at + offsetof (Elf64_Phdr, p_memsz), size);
      if (!a->phdr->moved_table)
        continue;
      put64 (a, at + offsetof (Elf64_Phdr, p_offset), a->table);
      put64 (a, at + offsetof (Elf64_Phdr, p_vaddr), a->phdr->addr);
      put64 (a, at + offsetof (Elf64_Phdr, p_paddr), a->phdr->addr);
    }
}

/* Write a program header.  */
static void
put_segment (const struct apply *a, uint32_t idx,
             const struct image_segment *segment)
{
  uint64_t at = phdr_at (a, idx);

  put32 (a, at + offsetof (Elf64_Phdr, p_type), segment->type);
  put32 (a, at + offsetof (Elf64_Phdr, p_flags), PF_R);
  put64 (a, at + offsetof (Elf64_Phdr, p_offset), segment->offset);
  put64 (a, at + offsetof (Elf64_Phdr, p_vaddr), segment->vaddr);
  put64 (a, at + offsetof (Elf64_Phdr, p_paddr), segment->vaddr);
  put64 (a, at + offsetof (Elf64_Phdr, p_filesz), segment->filesz);
  put64 (a, at + offsetof (Elf64_Phdr, p_memsz), segment->filesz);
  put64 (a, at + offsetof (Elf64_Phdr, p_align), segment->align);
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
    put_segment (a, phdr->sframe_idx, &sframe);
  if (phdr->load_idx != PHDR_NO_SLOT)
    put_segment (a, phdr->load_idx, &load);
}

/* Move the section headers to the end of the file and add one.  Move the
   section names too, unless they include ".sframe".  */
static void
put_new_section (const struct apply *a)
{
  const struct image *image = a->image;
  const struct phdr_plan *phdr = a->phdr;
  uint64_t old_size = (uint64_t) image->section_count * ELF_SHDR_SIZE;
  uint64_t at = shdr_at (a, image->section_count);

  memcpy (a->copy + phdr->shdrs_off, image->bytes + image->shoff,
          (size_t) old_size);
  byte_changes_add (a->changes, phdr->shdrs_off, at + ELF_SHDR_SIZE);
  put64 (a, offsetof (Elf64_Ehdr, e_shoff), phdr->shdrs_off);
  bool extended = elf_u16 (image->bytes + offsetof (Elf64_Ehdr, e_shnum),
                           image->big_endian)
                      == 0
                  || image->section_count + 1 >= SHN_LORESERVE;
  put16 (a, offsetof (Elf64_Ehdr, e_shnum),
         (uint16_t) (extended ? 0 : image->section_count + 1));
  if (extended)
    put64 (a, phdr->shdrs_off + offsetof (Elf64_Shdr, sh_size),
           (uint64_t) image->section_count + 1);

  if (phdr->names_off != 0)
    {
      size_t size;
      const uint8_t *names = image_section_bytes (
          image, &image->sections[image->shstrndx], &size);
      uint64_t header = shdr_at (a, image->shstrndx);
      memcpy (a->copy + phdr->names_off, names, size);
      memcpy (a->copy + phdr->names_off + size, ".sframe", sizeof ".sframe");
      byte_changes_add (a->changes, phdr->names_off,
                        phdr->names_off + size + sizeof ".sframe");
      put64 (a, header + offsetof (Elf64_Shdr, sh_offset), phdr->names_off);
      put64 (a, header + offsetof (Elf64_Shdr, sh_size),
             size + sizeof ".sframe");
    }
  put32 (a, at + offsetof (Elf64_Shdr, sh_name), (uint32_t) phdr->name_off);
}

/* Set the section's header for its location.  Symbols that mark its old start
   follow.  */
static void
put_section (const struct apply *a)
{
  uint64_t at = shdr_at (a, a->space->section);

  if (a->space->section == 0)
    return;
  put32 (a, at + offsetof (Elf64_Shdr, sh_type), SHT_GNU_SFRAME);
  put64 (a, at + offsetof (Elf64_Shdr, sh_flags), SHF_ALLOC);
  put64 (a, at + offsetof (Elf64_Shdr, sh_addr), a->space->addr);
  put64 (a, at + offsetof (Elf64_Shdr, sh_offset), a->space->offset);
  put64 (a, at + offsetof (Elf64_Shdr, sh_size), a->space->used);
  put64 (a, at + offsetof (Elf64_Shdr, sh_addralign), 8);
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
                     .copy = copy,
                     .table = image->phoff,
                     .changes = changes };

  if (!phdr_any (phdr))
    return;
  rewrite_clear (copy, &phdr->old, clear, count, changes);
  if (phdr->new_section)
    put_new_section (&a);
  /* Move the block before the table grows over it.  The block never moves if
     the table does.  */
  move_block (&a);
  put_table (&a);
  put_new_headers (&a);
  put_section (&a);
}
