/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-headers.c - decode the headers of an ELF64 file.

   Extended numbering forces the order: section header 0 has the number of
   sections, the number of segments and the index of the name table if they do
   not fit the fields of the ELF header.  So: ELF header, section header 0, the
   two tables, the names.  Each count is compared with the bytes that are there
   before it is used.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "elf-image.h"
#include "elf-limits.h"
#include "text.h"

const struct elf_layout elf_layout_64 = ELF_LAYOUT (64, 32);
const struct elf_layout elf_layout_32 = ELF_LAYOUT (32, 8);

/* Counts of the ELF header, extended numbering resolved.  */
struct counts
{
  uint64_t sections;
  uint64_t segments;
  uint64_t names; /* index of the name table */
};

/* Report an error at OFFSET and return STATUS.  */
#define FAIL(status, offset, ...)                                             \
  diag_fail_at (sink, status, image->path, "", offset, __VA_ARGS__)

/* Decode the part of the ELF header that says what kind of file it is.  */
static sfm_status
decode_kind (struct image *image, enum image_allowed allowed,
             const struct diag_sink *sink)
{
  const uint8_t *bytes = NULL;

  /* An empty file may have no memory.  */
  if (image->size >= SELFMAG)
    bytes = image_at (image, 0, smaller (image->size, ELF_EHDR_SIZE));
  if (bytes == NULL || memcmp (bytes, ELFMAG, SELFMAG) != 0)
    return diag_fail (sink, SFM_ERR_UNSUPP, image->path, "is not an ELF file");
  if (image->size < EI_NIDENT)
    return FAIL (SFM_ERR_TRUNC, 0,
                 "truncated: the ELF header needs %d bytes, the file has %zu",
                 ELF_EHDR_SIZE, image->size);
  const bool narrow = allowed == ALLOW_ANY && bytes[EI_CLASS] == ELFCLASS32;
  image->layout = narrow ? &elf_layout_32 : &elf_layout_64;
  if (bytes[EI_CLASS] != ELFCLASS64 && !narrow)
    return diag_fail (sink, SFM_ERR_UNSUPP, image->path,
                      "not an ELF64 file; only ELF64 is supported");
  if (bytes[EI_DATA] != ELFDATA2LSB && bytes[EI_DATA] != ELFDATA2MSB)
    return FAIL (SFM_ERR_CORRUPT, EI_DATA,
                 "byte order %u is neither 1 (little) nor 2 (big)",
                 bytes[EI_DATA]);
  if (image->size < image->layout->ehdr)
    return FAIL (SFM_ERR_TRUNC, 0,
                 "truncated: the ELF header needs %d bytes, the file has %zu",
                 image->layout->ehdr, image->size);

  char machine[ELF_MACHINE_TEXT];
  bool big = image->big_endian = bytes[EI_DATA] == ELFDATA2MSB;
  image->type = elf_u16 (bytes + offsetof (Elf64_Ehdr, e_type), big);
  image->machine = elf_u16 (bytes + offsetof (Elf64_Ehdr, e_machine), big);
  image->entry = layout_word (image->layout,
                              bytes + offsetof (Elf64_Ehdr, e_entry), big);
  uint32_t version = elf_u32 (bytes + offsetof (Elf64_Ehdr, e_version), big);
  if (bytes[EI_VERSION] != EV_CURRENT || version != EV_CURRENT)
    return FAIL (SFM_ERR_CORRUPT, EI_VERSION,
                 "ELF versions %u and %" PRIu32 " are not both 1",
                 bytes[EI_VERSION], version);
  if (image->type == ET_REL && allowed == ALLOW_IMAGES)
    return diag_fail (sink, SFM_ERR_UNSUPP, image->path,
                      "a relocatable object, not a linked image");
  if (image->type != ET_EXEC && image->type != ET_DYN && image->type != ET_REL)
    return diag_fail (
        sink, SFM_ERR_UNSUPP, image->path,
        "ELF type %u is neither an executable nor a shared object",
        image->type);
  image->abi = elf_abi (image->machine, big);
  image->foreign = image->abi == 0 || narrow;
  if (image->foreign && allowed != ALLOW_ANY)
    return diag_fail (sink, SFM_ERR_UNSUPP, image->path,
                      "SFrame has no ABI for %s",
                      elf_machine_text (image->machine, big, machine));
  return SFM_OK;
}

/* True if COUNT entries of ENTRY bytes at OFFSET are in the file.  */
static bool
table_fits (const struct image *image, uint64_t offset, uint64_t count,
            uint64_t entry)
{
  return offset <= image->size && count <= (image->size - offset) / entry;
}

/* Resolve extended numbering with section header 0.  */
static sfm_status
decode_extended (struct image *image, struct counts *counts,
                 const struct diag_sink *sink)
{
  const struct elf_layout *l = image->layout;
  bool big = image->big_endian;
  bool no_count = counts->sections == 0;
  bool need = counts->names == SHN_XINDEX || counts->segments == PN_XNUM
              || (no_count && image->shoff != 0
                  && (counts->names != SHN_UNDEF
                      || table_fits (image, image->shoff, 1, l->shdr)));

  /* Tools that remove the section headers sometimes keep an e_shoff with
     nothing there.  */
  if (!need)
    return SFM_OK;
  if (image->shoff == 0 || !table_fits (image, image->shoff, 1, l->shdr))
    return FAIL (SFM_ERR_TRUNC, l->e_shoff,
                 "truncated: section header 0 at 0x%" PRIx64
                 " is needed for extended numbering, but the file has"
                 " 0x%zx bytes",
                 image->shoff, image->size);

  const uint8_t *zero = image_at (image, image->shoff, l->shdr);
  if (no_count)
    counts->sections = layout_word (l, zero + l->sh_size, big);
  if (counts->names == SHN_XINDEX)
    counts->names = elf_u32 (zero + l->sh_link, big);
  if (counts->segments == PN_XNUM)
    counts->segments = elf_u32 (zero + l->sh_info, big);
  return SFM_OK;
}

/* Decode counts and offsets of the two tables, and check them against the
   file.  */
static sfm_status
decode_counts (struct image *image, struct counts *counts,
               const struct diag_sink *sink)
{
  const struct elf_layout *l = image->layout;
  const uint8_t *bytes = image_at (image, 0, l->ehdr);
  bool big = image->big_endian;

  image->phoff = layout_word (l, bytes + l->e_phoff, big);
  image->shoff = layout_word (l, bytes + l->e_shoff, big);
  counts->segments = elf_u16 (bytes + l->e_phnum, big);
  counts->sections = elf_u16 (bytes + l->e_shnum, big);
  counts->names = elf_u16 (bytes + l->e_shstrndx, big);
  TRY (decode_extended (image, counts, sink));

  unsigned entry = elf_u16 (bytes + l->e_phentsize, big);
  if (counts->segments != 0 && entry != l->phdr)
    return FAIL (SFM_ERR_CORRUPT, l->e_phentsize,
                 "program headers of %u bytes, not %d", entry, l->phdr);
  entry = elf_u16 (bytes + l->e_shentsize, big);
  if (counts->sections != 0 && entry != l->shdr)
    return FAIL (SFM_ERR_CORRUPT, l->e_shentsize,
                 "section headers of %u bytes, not %d", entry, l->shdr);
  if (!table_fits (image, image->phoff, counts->segments, l->phdr))
    return FAIL (SFM_ERR_TRUNC, l->e_phoff,
                 "truncated: %" PRIu64 " program headers at 0x%" PRIx64
                 " do not fit into 0x%zx bytes",
                 counts->segments, image->phoff, image->size);
  if (!table_fits (image, image->shoff, counts->sections, l->shdr)
      || counts->sections > UINT32_MAX)
    return FAIL (SFM_ERR_TRUNC, l->e_shoff,
                 "truncated: %" PRIu64 " section headers at 0x%" PRIx64
                 " do not fit into 0x%zx bytes",
                 counts->sections, image->shoff, image->size);
  return SFM_OK;
}

/* Decode program header IDX.  */
static sfm_status
decode_segment (struct image *image, uint32_t idx,
                const struct diag_sink *sink)
{
  uint64_t offset = image_phdr_offset (image, idx);
  const struct elf_layout *l = image->layout;
  const uint8_t *bytes = image_at (image, offset, l->phdr);
  bool big = image->big_endian;
  struct image_segment segment = {
    .type = elf_u32 (bytes + offsetof (Elf64_Phdr, p_type), big),
    .flags = elf_u32 (bytes + l->p_flags, big),
    .offset = layout_word (l, bytes + l->p_offset, big),
    .vaddr = layout_word (l, bytes + l->p_vaddr, big),
    .filesz = layout_word (l, bytes + l->p_filesz, big),
    .memsz = layout_word (l, bytes + l->p_memsz, big),
    .align = layout_word (l, bytes + l->p_align, big),
  };

  /* llvm-objcopy 14 --only-keep-debug writes such headers.  */
  if (segment.type == PT_LOAD && image->debug)
    segment.filesz = smaller (segment.filesz, segment.memsz);
  if (segment.type == PT_LOAD && segment.filesz > segment.memsz)
    return FAIL (SFM_ERR_CORRUPT, offset,
                 "PT_LOAD with p_filesz 0x%" PRIx64
                 " above its p_memsz 0x%" PRIx64,
                 segment.filesz, segment.memsz);
  if (segment.type == PT_LOAD && segment.memsz > UINT64_MAX - segment.vaddr)
    return FAIL (SFM_ERR_CORRUPT, offset,
                 "PT_LOAD at address 0x%" PRIx64 " with p_memsz 0x%" PRIx64
                 " goes past the end of the address space",
                 segment.vaddr, segment.memsz);
  if (segment.offset > image->size)
    {
      segment.cut = segment.filesz != 0;
      segment.offset = image->size;
    }
  if (segment.filesz > image->size - segment.offset)
    {
      segment.cut = true;
      segment.filesz = image->size - segment.offset;
    }
  image->segments[idx] = segment;
  return SFM_OK;
}

/* Decode section header IDX, except for the name.  */
static sfm_status
decode_section (struct image *image, uint32_t idx,
                const struct diag_sink *sink)
{
  uint64_t offset = image_shdr_offset (image, idx);
  const struct elf_layout *l = image->layout;
  const uint8_t *bytes = image_at (image, offset, l->shdr);
  bool big = image->big_endian;
  struct image_section section = {
    .name = "",
    .name_off = elf_u32 (bytes + offsetof (Elf64_Shdr, sh_name), big),
    .type = elf_u32 (bytes + offsetof (Elf64_Shdr, sh_type), big),
    .flags = layout_word (l, bytes + l->sh_flags, big),
    .addr = layout_word (l, bytes + l->sh_addr, big),
    .offset = layout_word (l, bytes + l->sh_offset, big),
    .size = layout_word (l, bytes + l->sh_size, big),
    .entsize = layout_word (l, bytes + l->sh_entsize, big),
    .align = layout_word (l, bytes + l->sh_addralign, big),
    .link = elf_u32 (bytes + l->sh_link, big),
    .info = elf_u32 (bytes + l->sh_info, big),
  };

  /* The other members of SHT_NULL mean nothing (gABI, "Section Header").  */
  if (section.type == SHT_NULL)
    section = (struct image_section){ .name = "", .type = SHT_NULL };
  if (section.type != SHT_NOBITS
      && (section.offset > image->size
          || section.size > image->size - section.offset))
    return FAIL (SFM_ERR_TRUNC, offset,
                 "truncated: section %" PRIu32 " has 0x%" PRIx64
                 " bytes at 0x%" PRIx64 ", the file has 0x%zx",
                 idx, section.size, section.offset, image->size);
  image->sections[idx] = section;
  return SFM_OK;
}

void
section_header_put (uint8_t *header, const struct image_section *section,
                    bool big)
{
  elf_put32 (header + offsetof (Elf64_Shdr, sh_name), section->name_off, big);
  elf_put32 (header + offsetof (Elf64_Shdr, sh_type), section->type, big);
  elf_put64 (header + offsetof (Elf64_Shdr, sh_flags), section->flags, big);
  elf_put64 (header + offsetof (Elf64_Shdr, sh_addr), section->addr, big);
  elf_put64 (header + offsetof (Elf64_Shdr, sh_offset), section->offset, big);
  elf_put64 (header + offsetof (Elf64_Shdr, sh_size), section->size, big);
  elf_put32 (header + offsetof (Elf64_Shdr, sh_link), section->link, big);
  elf_put32 (header + offsetof (Elf64_Shdr, sh_info), section->info, big);
  elf_put64 (header + offsetof (Elf64_Shdr, sh_addralign), section->align,
             big);
  elf_put64 (header + offsetof (Elf64_Shdr, sh_entsize), section->entsize,
             big);
}

/* Add SIZE, the bytes of number IDX of WHAT, whose header is at OFFSET, to
   *TOTAL, which may be LIMIT times the file.  */
static sfm_status
charge (const struct image *image, const char *what, uint32_t idx,
        uint64_t offset, uint64_t size, int limit, uint64_t *total,
        const struct diag_sink *sink)
{
  *total += size;
  if (*total / (unsigned) limit <= image->size)
    return SFM_OK;
  return FAIL (SFM_ERR_LIMIT, offset,
               "the %s up to number %" PRIu32 " have 0x%" PRIx64
               " bytes, more than %d times the 0x%zx of the file",
               what, idx, *total, limit, image->size);
}

/* Check that the segments, and below the sections, do not all overlap: a small
   file could cause the work of a large one for each of its headers.  Only the
   type of PT_NULL means anything.  */
static sfm_status
check_segments (const struct image *image, const struct diag_sink *sink)
{
  uint64_t total = 0;

  for (uint32_t i = 0; i < image->segment_count; i++)
    if (image->segments[i].type != PT_NULL)
      TRY (charge (image, "segments", i, image_phdr_offset (image, i),
                   image->segments[i].filesz, SHARE_LIMIT, &total, sink));
  return SFM_OK;
}

static sfm_status
check_sections (const struct image *image, const struct diag_sink *sink)
{
  uint64_t total = 0;

  for (uint32_t i = 1; i < image->section_count; i++)
    TRY (charge (image, "sections", i, image_shdr_offset (image, i),
                 image_section_size (&image->sections[i]), SHARE_LIMIT, &total,
                 sink));
  return SFM_OK;
}

/* Point every section at its name.  */
static sfm_status
decode_names (struct image *image, const struct diag_sink *sink)
{
  if (image->shstrndx == SHN_UNDEF)
    return SFM_OK;

  const struct image_section *table = &image->sections[image->shstrndx];
  size_t size;
  const char *names = (const char *) image_section_bytes (image, table, &size);
  uint64_t total = 0;
  /* One NUL at the end terminates every name.  */
  if (size != 0 && names[size - 1] != '\0')
    return FAIL (SFM_ERR_CORRUPT, table->offset + size - 1,
                 "the section names do not end with a NUL");
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      struct image_section *section = &image->sections[i];
      if (section->type == SHT_NULL || (section->name_off == 0 && size == 0))
        continue;
      if (section->name_off >= size)
        return FAIL (SFM_ERR_CORRUPT, image_shdr_offset (image, i),
                     "the name of section %" PRIu32 " is at 0x%" PRIx32
                     " of 0x%zx bytes of names",
                     i, section->name_off, size);
      section->name = names + section->name_off;
      TRY (charge (image, "names of sections", i, image_shdr_offset (image, i),
                   strlen (section->name), NAMES_LIMIT, &total, sink));
    }
  return SFM_OK;
}

sfm_status
headers_decode (struct image *image, enum image_allowed allowed,
                const struct diag_sink *sink)
{
  struct counts counts;

  TRY (decode_kind (image, allowed, sink));
  TRY (decode_counts (image, &counts, sink));
  if (counts.names != SHN_UNDEF && counts.names >= counts.sections)
    return FAIL (SFM_ERR_CORRUPT, image->layout->e_shstrndx,
                 "section %" PRIu64 " is to hold the names of %" PRIu64
                 " sections",
                 counts.names, counts.sections);

  /* calloc checks the products for overflow.  */
  image->sections = calloc (counts.sections + 1, sizeof *image->sections);
  image->segments = calloc (counts.segments + 1, sizeof *image->segments);
  if (image->sections == NULL || image->segments == NULL)
    return diag_nomem (sink, image->path);
  image->section_count = (uint32_t) counts.sections;
  image->segment_count = (uint32_t) counts.segments;
  image->shstrndx = (uint32_t) counts.names;

  if (counts.sections == 0)
    image->shoff = 0;
  if (counts.segments == 0)
    image->phoff = 0;

  for (uint32_t i = 0; i < image->segment_count; i++)
    TRY (decode_segment (image, i, sink));
  TRY (check_segments (image, sink));
  if (!image_order_loads (image))
    return diag_nomem (sink, image->path);
  /* Number 0 is not a section; with extended numbering its fields hold
     counts.  */
  if (image->section_count != 0)
    image->sections[0].name = "";
  for (uint32_t i = 1; i < image->section_count; i++)
    TRY (decode_section (image, i, sink));
  TRY (check_sections (image, sink));
  return decode_names (image, sink);
}
