/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-image.c - an open ELF64 file: look-ups, a copy, its release, and the
   name of its machine.

   The PT_LOADs are kept in the order of their addresses: an image can have
   65,000 of them and any number of relocations, each of which needs a search
   [image_load_of].  They overlap only in damaged images, where the last one
   that starts at or below an address is as good as any.  */

#include "config.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elf-image.h"
#include "file-bytes.h"
#include "sorted.h"
#include "text.h"

#ifndef EM_LOONGARCH
#define EM_LOONGARCH 258 /* not in the elf.h of glibc 2.35 and earlier */
#endif

#define MACHINE(em, text)                                                     \
  {                                                                           \
    em, text " (" #em ")"                                                     \
  }

/* Machines that Linux and its tool chains know and that a user may mistake for
   one that SFrame supports.  */
static const struct
{
  uint16_t machine;
  const char *text;
} names[] = {
  MACHINE (EM_X86_64, "x86-64"),   MACHINE (EM_AARCH64, "AArch64"),
  MACHINE (EM_S390, "s390x"),      MACHINE (EM_386, "i386"),
  MACHINE (EM_ARM, "Arm"),         MACHINE (EM_RISCV, "RISC-V"),
  MACHINE (EM_PPC64, "PowerPC64"), MACHINE (EM_PPC, "PowerPC"),
  MACHINE (EM_MIPS, "MIPS"),       MACHINE (EM_LOONGARCH, "LoongArch"),
  MACHINE (EM_SPARCV9, "SPARC64"), MACHINE (EM_SPARC, "SPARC"),
  MACHINE (EM_IA_64, "IA-64"),     MACHINE (EM_ALPHA, "Alpha"),
  MACHINE (EM_PARISC, "PA-RISC"),  MACHINE (EM_68K, "m68k"),
  MACHINE (EM_SH, "SuperH"),       MACHINE (EM_XTENSA, "Xtensa"),
  MACHINE (EM_AVR, "AVR"),         MACHINE (EM_BPF, "BPF"),
};

const char *
elf_machine_text (uint16_t machine, bool big_endian,
                  char text[ELF_MACHINE_TEXT])
{
  const char *order = big_endian ? "big-endian" : "little-endian";

  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (names[i].machine == machine)
      {
        snprintf (text, ELF_MACHINE_TEXT, "%s, %s", names[i].text, order);
        return text;
      }
  snprintf (text, ELF_MACHINE_TEXT, "machine %u, %s", machine, order);
  return text;
}

void
image_release (struct image *image)
{
  if (image->pages != NULL)
    paged_free (image->pages);
  else
    sparse_free (image->memory, image->size);
}

void
image_close (struct image *image)
{
  free (image->sections);
  free (image->segments);
  free (image->loads);
  if (image->owned)
    image_release (image);
  if (image->file != NULL)
    file_bytes_close (image->file);
  free (image->file);
  *image = (struct image){ .path = NULL };
}

sfm_status
image_copy (const struct image *image, uint64_t at, uint64_t zeros,
            size_t size, struct paged **copy, const struct diag_sink *sink)
{
  struct paged *all = image->pages;

  if (all == NULL)
    all = paged_new (-1, image->memory, image->size);
  *copy = all != NULL ? paged_copy (all, at, zeros, size) : NULL;
  if (all != image->pages)
    paged_free (all);
  /* Memory can always be read.  */
  if (*copy != NULL && image->pages == NULL)
    (*copy)->origin = NULL;
  return *copy != NULL ? SFM_OK : diag_nomem (sink, image->path);
}

uint64_t
image_described_end (const struct image *image)
{
  uint64_t end = larger (image_shdr_offset (image, image->section_count),
                         image_phdr_offset (image, image->segment_count));

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      const uint64_t size = image_section_size (section);
      if (size != 0)
        end = larger (end, section->offset + size);
    }
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *segment = &image->segments[i];
      if (segment->filesz != 0)
        end = larger (end, segment->offset + segment->filesz);
    }
  return end;
}

uint32_t
image_find_section (const struct image *image, const char *name,
                    uint32_t after)
{
  while (++after < image->section_count)
    if (strcmp (image->sections[after].name, name) == 0)
      return after;
  return 0;
}

const uint8_t *
image_section_bytes (const struct image *image,
                     const struct image_section *section, size_t *size)
{
  if (section->type == SHT_NOBITS || section->type == SHT_NULL)
    {
      *size = 0;
      return NULL;
    }
  *size = (size_t) section->size;
  return image_at (image, section->offset, section->size);
}

uint64_t
image_shdr_offset (const struct image *image, uint32_t idx)
{
  return image->shoff + (uint64_t) idx * image->layout->shdr;
}

uint64_t
image_phdr_offset (const struct image *image, uint32_t idx)
{
  return image->phoff + (uint64_t) idx * image->layout->phdr;
}

bool
image_segment_maps (const struct image_segment *segment, uint64_t offset,
                    uint64_t addr, uint64_t size)
{
  return (offset >= segment->offset && size <= segment->filesz
          && offset - segment->offset <= segment->filesz - size
          && addr - segment->vaddr == offset - segment->offset);
}

const struct image_segment *
image_table_load (const struct image *image)
{
  uint64_t end = image_phdr_offset (image, image->segment_count);

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *load = &image->segments[i];
      if (load->type == PT_LOAD && load->offset <= image->phoff
          && end <= load->offset + load->filesz)
        return load;
    }
  return NULL;
}

const struct image_segment *
image_find_segment (const struct image *image, uint32_t type)
{
  for (uint32_t i = 0; i < image->segment_count; i++)
    if (image->segments[i].type == type)
      return &image->segments[i];
  return NULL;
}

bool
image_order_loads (struct image *image)
{
  struct image_load *loads
      = calloc ((size_t) image->segment_count + 1, sizeof *loads);
  uint32_t count = 0;

  for (uint32_t i = 0; loads != NULL && i < image->segment_count; i++)
    if (image->segments[i].type == PT_LOAD && image->segments[i].filesz != 0)
      loads[count++] = (struct image_load){ image->segments[i].vaddr, i };
  sort_if_needed (loads, count, sizeof *loads, compare_u64_pairs);
  image->loads = loads;
  image->load_count = count;
  return loads != NULL;
}

const struct image_segment *
image_load_of (const struct image *image, uint64_t addr)
{
  size_t above
      = sorted_after (image->loads, image->load_count, sizeof *image->loads,
                      offsetof (struct image_load, addr), addr);

  if (above == 0)
    return NULL;
  const struct image_segment *load
      = &image->segments[image->loads[above - 1].segment];
  return addr - load->vaddr < load->filesz ? load : NULL;
}

const uint8_t *
image_loaded (const struct image *image, uint64_t addr, uint64_t size)
{
  const struct image_segment *load = image_load_of (image, addr);

  if (load == NULL || size > load->filesz - (addr - load->vaddr))
    return NULL;
  return image_at (image, load->offset + (addr - load->vaddr), size);
}

unsigned
segment_differs (const struct image_segment *was,
                 const struct image_segment *now)
{
  return (now->type != was->type ? FIELD_TYPE : 0)
         | (now->flags != was->flags ? FIELD_FLAGS : 0)
         | (now->offset != was->offset ? FIELD_OFFSET : 0)
         | (now->vaddr != was->vaddr ? FIELD_ADDR : 0)
         | (now->filesz != was->filesz ? FIELD_SIZE : 0)
         | (now->memsz != was->memsz ? FIELD_MEMORY : 0)
         | (now->align != was->align ? FIELD_ALIGN : 0)
         | (now->cut != was->cut ? FIELD_CUT : 0);
}

unsigned
section_differs (const struct image_section *was,
                 const struct image_section *now)
{
  return (now->type != was->type ? FIELD_TYPE : 0)
         | (now->flags != was->flags ? FIELD_FLAGS : 0)
         | (now->offset != was->offset ? FIELD_OFFSET : 0)
         | (now->addr != was->addr ? FIELD_ADDR : 0)
         | (now->size != was->size ? FIELD_SIZE : 0)
         | (now->align != was->align ? FIELD_ALIGN : 0)
         | (now->entsize != was->entsize ? FIELD_ENTSIZE : 0)
         | (now->link != was->link ? FIELD_LINK : 0)
         | (now->info != was->info ? FIELD_INFO : 0)
         | (strcmp (now->name, was->name) != 0 ? FIELD_NAME : 0);
}
