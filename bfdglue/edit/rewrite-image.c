/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   rewrite-image.c - put the merged section into a copy of an image.

   All conditions are checked first [check]; after that nothing can fail.  The
   content is written last, so that clearing cannot erase any of it.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "elf-codec.h"
#include "rewrite-image.h"
#include "rewrite-name.h"

enum
{
  /* Sections that may have to be emptied.  Each is compared with all headers.
     Linkers leave one or two.  */
  RETIRED_MAX = 64
};

/* The arguments of rewrite_image.  */
struct rewrite
{
  const struct image *image;
  uint8_t *copy;
  const struct free_space *space;
  uint64_t size; /* of the content */
  const struct byte_range *clear;
  size_t count;
  struct rewrite_result *result;
  struct byte_changes *changes;
  const struct diag_sink *sink;
};

/* True if section IDX is to be emptied.  Run-time consumers do not see a
   section that is not loaded, but tools that look for the name would use
   it.  */
static bool
must_retire (const struct rewrite *rw, uint32_t idx)
{
  return (idx != rw->space->section
          && rw->image->sections[idx].type != SHT_NOBITS
          && name_is_sframe (rw->image, idx));
}

/* True if section IDX holds relocations of a rewritten section.  Loaded
   relocations belong to the dynamic linker, whatever sh_info says.  */
static bool
is_relocs (const struct rewrite *rw, uint32_t idx)
{
  const struct image_section *section = &rw->image->sections[idx];
  uint32_t info = section->info;

  return (section->type == SHT_RELA && (section->flags & SHF_ALLOC) == 0
          && info != 0 && info < rw->image->section_count
          && (info == rw->space->section || must_retire (rw, info)));
}

/* Set SPACE to the bytes of section IDX, which is to be emptied, and of the
   existing pieces after it.  */
static sfm_status
retired_space (const struct rewrite *rw, uint32_t idx,
               struct free_space *space)
{
  const struct image_section *section = &rw->image->sections[idx];

  if ((section->flags & SHF_ALLOC) != 0)
    return free_space_measure (rw->image, idx, rw->clear, rw->count, space,
                               rw->sink);
  *space = (struct free_space){ .section = idx,
                                .offset = section->offset,
                                .used = section->size,
                                .owned = section->size,
                                .size = section->size };
  return free_space_owned (rw->image, idx, rw->sink);
}

/* Check that emptying the other sections and the relocations damages nothing
   else.  */
static sfm_status
check_retired (const struct rewrite *rw)
{
  const struct image *image = rw->image;
  sfm_status status = SFM_OK;
  uint32_t count = 0;

  for (uint32_t i = 1; i < image->section_count; i++)
    count += must_retire (rw, i) || is_relocs (rw, i);
  if (count > RETIRED_MAX)
    {
      diag (rw->sink, DIAG_ERROR, image->path,
            "%" PRIu32 " sections of SFrame data and of its relocations would "
            "have to be emptied, more than %d",
            count, (int) RETIRED_MAX);
      return SFM_ERR_LIMIT;
    }
  for (uint32_t i = 1; i < image->section_count && status == SFM_OK; i++)
    {
      struct free_space taken;
      if (must_retire (rw, i))
        status = retired_space (rw, i, &taken);
      else if (is_relocs (rw, i))
        status = free_space_owned (image, i, rw->sink);
    }
  return status;
}

static sfm_status
check (const struct rewrite *rw)
{
  const struct diag_sink *sink = rw->sink;
  const struct image *image = rw->image;
  const struct free_space *space = rw->space;

  if (space->offset > image->size || space->size > image->size - space->offset
      || space->owned > space->size || space->used > space->owned
      || space->segment >= image->segment_count
      || image->segments[space->segment].offset > space->offset
      || (space->section != 0 && space->section >= image->section_count))
    {
      diag (sink, DIAG_ERROR, image->path,
            "the room of 0x%" PRIx64 " bytes at 0x%" PRIx64
            " is not in the file",
            space->size, space->offset);
      return SFM_ERR_USAGE;
    }
  if (rw->size > space->size)
    {
      diag (sink, DIAG_ERROR, image->path,
            "the merged .sframe takes %" PRIu64
            " bytes, there is room for %" PRIu64,
            rw->size, space->size);
      return SFM_ERR_LIMIT;
    }
  return check_retired (rw);
}

/* The largest power of two up to 8 that divides ADDR.  */
static uint64_t
alignment_of (uint64_t addr)
{
  uint64_t align = 8;
  while (addr % align != 0)
    align /= 2;
  return align;
}

/* List the header of section IDX as changed, except its address and
   offset.  */
static void
note_header (const struct rewrite *rw, uint32_t idx)
{
  uint64_t at = image_shdr_offset (rw->image, idx);

  byte_changes_add (rw->changes, at, at + offsetof (Elf64_Shdr, sh_addr));
  byte_changes_add (rw->changes, at + offsetof (Elf64_Shdr, sh_size),
                    at + ELF_SHDR_SIZE);
}

static void
put_header (const struct rewrite *rw)
{
  const struct image *image = rw->image;
  bool big = image->big_endian;
  uint32_t idx = rw->space->section;
  uint8_t *bytes = rw->copy + image_shdr_offset (image, idx);
  uint64_t align = image->sections[idx].align;

  /* Keep only SHF_ALLOC.  SHF_LINK_ORDER (from objects with one section per
     function) and its sh_link do not hold for the whole, and SHF_GNU_RETAIN
     has served its purpose.  */
  elf_put32 (bytes + offsetof (Elf64_Shdr, sh_type), SHT_GNU_SFRAME, big);
  elf_put64 (bytes + offsetof (Elf64_Shdr, sh_flags), SHF_ALLOC, big);
  elf_put64 (bytes + offsetof (Elf64_Shdr, sh_size),
             free_space_filled (rw->space, rw->size), big);
  elf_put32 (bytes + offsetof (Elf64_Shdr, sh_link), 0, big);
  elf_put32 (bytes + offsetof (Elf64_Shdr, sh_info), 0, big);
  elf_put64 (bytes + offsetof (Elf64_Shdr, sh_entsize), 0, big);
  bool sound = (align >= 8 && (align & (align - 1)) == 0
                && rw->space->addr % align == 0);
  if (!sound)
    elf_put64 (bytes + offsetof (Elf64_Shdr, sh_addralign),
               alignment_of (rw->space->addr), big);
  note_header (rw, idx);
}

/* Zero the part of [START, END) that is in SPACE.  */
static void
clear_range (uint8_t *copy, const struct free_space *space, uint64_t start,
             uint64_t end, struct byte_changes *changes)
{
  uint64_t free_space_end = space->offset + space->size;

  if (start < space->offset)
    start = space->offset;
  if (end > free_space_end)
    end = free_space_end;
  if (start >= end)
    return;
  memset (copy + start, 0, (size_t) (end - start));
  byte_changes_add (changes, start, end);
}

void
rewrite_clear (uint8_t *copy, const struct free_space *space,
               const struct byte_range *clear, size_t count,
               struct byte_changes *changes)
{
  clear_range (copy, space, space->offset, space->offset + space->owned,
               changes);
  for (size_t i = 0; i < count; i++)
    clear_range (copy, space, clear[i].start, clear[i].end, changes);
}

/* Empty section IDX.  Its type changes too, because consumers that look for
   the type would use it.  */
static void
retire (const struct rewrite *rw, uint32_t idx)
{
  const struct image *image = rw->image;
  uint8_t *bytes = rw->copy + image_shdr_offset (image, idx);
  struct free_space space = { 0 };

  /* check_retired has measured it.  */
  if (retired_space (rw, idx, &space) == SFM_OK)
    rewrite_clear (rw->copy, &space, rw->clear, rw->count, rw->changes);
  elf_put32 (bytes + offsetof (Elf64_Shdr, sh_type), SHT_PROGBITS,
             image->big_endian);
  if (!space.fixed_size)
    elf_put64 (bytes + offsetof (Elf64_Shdr, sh_size), 0, image->big_endian);
  name_hide (image, rw->copy, idx);
  note_header (rw, idx);
  rw->result->retired++;
}

/* Set the relocations in section IDX to R_*_NONE.  Removing them would move
   what follows.  */
static void
clear_relocs (const struct rewrite *rw, uint32_t idx)
{
  const struct image_section *section = &rw->image->sections[idx];
  bool big = rw->image->big_endian;
  uint8_t *bytes = rw->copy + section->offset;

  for (uint64_t off = 0; section->size - off >= ELF_RELA_SIZE;
       off += ELF_RELA_SIZE)
    {
      uint8_t *info = bytes + off + offsetof (Elf64_Rela, r_info);
      if (elf_u64 (info, big) != 0)
        rw->result->none_count++;
      elf_put64 (info, 0, big);
      elf_put64 (bytes + off + offsetof (Elf64_Rela, r_addend), 0, big);
      uint64_t at = section->offset + off;
      byte_changes_add (rw->changes, at + offsetof (Elf64_Rela, r_info),
                        at + ELF_RELA_SIZE);
    }
}

/* Set every PT_GNU_SFRAME (a sound file has one) and extend the PT_LOAD.  */
static void
put_segments (const struct rewrite *rw)
{
  const struct image *image = rw->image;
  const struct free_space *space = rw->space;
  const struct image_segment *load = &image->segments[space->segment];
  bool big = image->big_endian;
  uint8_t *load_bytes = rw->copy + image_phdr_offset (image, space->segment);
  uint64_t load_paddr
      = elf_u64 (load_bytes + offsetof (Elf64_Phdr, p_paddr), big);
  uint64_t distance = space->offset - load->offset;
  uint64_t size = free_space_filled (space, rw->size);

  if (distance + size > load->filesz)
    {
      uint64_t grown = distance + size;
      elf_put64 (load_bytes + offsetof (Elf64_Phdr, p_filesz), grown, big);
      elf_put64 (load_bytes + offsetof (Elf64_Phdr, p_memsz), grown, big);
      uint64_t at = image_phdr_offset (image, space->segment);
      byte_changes_add (rw->changes, at + offsetof (Elf64_Phdr, p_filesz),
                        at + offsetof (Elf64_Phdr, p_align));
      rw->result->grown = true;
    }

  rw->result->no_segment = true;
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      if (image->segments[i].type != PT_GNU_SFRAME)
        continue;
      uint8_t *bytes = rw->copy + image_phdr_offset (image, i);
      rw->result->no_segment = false;
      elf_put32 (bytes + offsetof (Elf64_Phdr, p_flags), PF_R, big);
      elf_put64 (bytes + offsetof (Elf64_Phdr, p_offset), space->offset, big);
      elf_put64 (bytes + offsetof (Elf64_Phdr, p_vaddr), space->addr, big);
      elf_put64 (bytes + offsetof (Elf64_Phdr, p_paddr), load_paddr + distance,
                 big);
      elf_put64 (bytes + offsetof (Elf64_Phdr, p_filesz), size, big);
      elf_put64 (bytes + offsetof (Elf64_Phdr, p_memsz), size, big);
      elf_put64 (bytes + offsetof (Elf64_Phdr, p_align),
                 alignment_of (space->addr), big);
      uint64_t at = image_phdr_offset (image, i);
      byte_changes_add (rw->changes, at, at + ELF_PHDR_SIZE);
    }
}

sfm_status
rewrite_image (const struct image *image, uint8_t *copy,
               const struct free_space *space, const uint8_t *content,
               uint64_t size, const struct byte_range *clear, size_t count,
               struct rewrite_result *result, struct byte_changes *changes,
               const struct diag_sink *sink)
{
  const struct rewrite rw = {
    .image = image,
    .copy = copy,
    .space = space,
    .size = size,
    .clear = clear,
    .count = count,
    .result = result,
    .changes = changes,
    .sink = sink,
  };
  *result = (struct rewrite_result){ 0 };
  sfm_status status = check (&rw);
  if (status != SFM_OK)
    return status;

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      if (is_relocs (&rw, i))
        clear_relocs (&rw, i);
      if (must_retire (&rw, i))
        retire (&rw, i);
    }
  if (space->section != 0)
    {
      put_header (&rw);
      name_set (image, copy, space->section, result, changes);
    }
  put_segments (&rw);

  /* The content overwrites its bytes; clear only the rest.  */
  struct free_space rest = *space;
  rest.offset += size;
  rest.size -= size;
  rest.owned -= size < rest.owned ? size : rest.owned;
  rewrite_clear (copy, &rest, clear, count, changes);
  if (size != 0)
    memcpy (copy + space->offset, content, (size_t) size);
  byte_changes_add (changes, space->offset, space->offset + size);
  return SFM_OK;
}
