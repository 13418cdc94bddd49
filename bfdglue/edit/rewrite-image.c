/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   rewrite-image.c - put the merged section into a copy of an image.

   All conditions are checked first [check]; after that nothing can fail.  The
   content is written last, so that clearing cannot erase any of it.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "elf-codec.h"
#include "edit-limits.h"
#include "patch.h"
#include "rewrite-image.h"
#include "rewrite-name.h"
#include "sframe-section.h"

/* The arguments of rewrite_image.  */
struct rewrite
{
  const struct image *image;
  struct patch patch;
  const struct free_space *space;
  uint64_t size; /* of the content */
  const struct byte_range *clear;
  size_t count;
  struct rewrite_result *result;
  const struct diag_sink *sink;
};

/* True if section IDX is to be emptied.  Run-time consumers do not see a
   section that is not loaded, but tools that look for the name or the type
   would use it.  */
static bool
must_retire (const struct rewrite *rw, uint32_t idx)
{
  const struct image_section *section = &rw->image->sections[idx];

  return (idx != rw->space->section && section->type != SHT_NOBITS
          && image_sframe_section (section) != SECTION_NOT_SFRAME);
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
    return diag_fail (rw->sink, SFM_ERR_LIMIT, image->path,
                      "%" PRIu32
                      " sections of SFrame data and of its relocations would "
                      "have to be emptied, more than %d",
                      count, (int) RETIRED_MAX);
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
    return diag_fail (sink, SFM_ERR_USAGE, image->path,
                      "the room of 0x%" PRIx64 " bytes at 0x%" PRIx64
                      " is not in the file",
                      space->size, space->offset);
  if (rw->size > space->size)
    return diag_fail (sink, SFM_ERR_LIMIT, image->path,
                      "the merged .sframe takes %" PRIu64
                      " bytes, there is room for %" PRIu64,
                      rw->size, space->size);
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

static void
put_header (const struct rewrite *rw)
{
  const uint32_t idx = rw->space->section;
  uint64_t at = image_shdr_offset (rw->image, idx);
  uint64_t align = rw->image->sections[idx].align;

  /* Keep only SHF_ALLOC.  SHF_LINK_ORDER (from objects with one section per
     function) and its sh_link do not hold for the whole, and SHF_GNU_RETAIN
     has served its purpose.  */
  patch_u32 (&rw->patch, at + offsetof (Elf64_Shdr, sh_type), SHT_GNU_SFRAME);
  patch_u64 (&rw->patch, at + offsetof (Elf64_Shdr, sh_flags), SHF_ALLOC);
  patch_u64 (&rw->patch, at + offsetof (Elf64_Shdr, sh_size),
             free_space_filled (rw->space, rw->size));
  patch_u32 (&rw->patch, at + offsetof (Elf64_Shdr, sh_link), 0);
  patch_u32 (&rw->patch, at + offsetof (Elf64_Shdr, sh_info), 0);
  patch_u64 (&rw->patch, at + offsetof (Elf64_Shdr, sh_entsize), 0);
  bool sound = (align >= 8 && (align & (align - 1)) == 0
                && rw->space->addr % align == 0);
  if (!sound)
    patch_u64 (&rw->patch, at + offsetof (Elf64_Shdr, sh_addralign),
               alignment_of (rw->space->addr));
}

/* Empty section IDX.  Its type changes too, because consumers that look for
   the type would use it.  */
static void
retire (const struct rewrite *rw, uint32_t idx)
{
  uint64_t at = image_shdr_offset (rw->image, idx);
  struct free_space space = { 0 };

  /* check_retired has measured it.  */
  if (retired_space (rw, idx, &space) == SFM_OK)
    patch_clear (&rw->patch, &space, rw->clear, rw->count);
  patch_u32 (&rw->patch, at + offsetof (Elf64_Shdr, sh_type), SHT_PROGBITS);
  if (!space.fixed_size)
    patch_u64 (&rw->patch, at + offsetof (Elf64_Shdr, sh_size), 0);
  name_hide (rw->image, &rw->patch, idx);
  rw->result->retired++;
}

/* Set the relocations in section IDX to R_*_NONE.  Removing them would move
   what follows.  */
static void
clear_relocs (const struct rewrite *rw, uint32_t idx)
{
  const struct image_section *section = &rw->image->sections[idx];
  bool big = rw->image->big_endian;

  for (uint64_t at = section->offset, end = at + section->size;
       end - at >= ELF_RELA_SIZE; at += ELF_RELA_SIZE)
    {
      uint64_t info = at + offsetof (Elf64_Rela, r_info);
      if (elf_u64 (rw->patch.copy + info, big) != 0)
        rw->result->none_count++;
      patch_zero (&rw->patch, info, at + ELF_RELA_SIZE);
    }
}

/* Set every PT_GNU_SFRAME (a sound file has one) and extend the PT_LOAD.  */
static void
put_segments (const struct rewrite *rw)
{
  const struct image *image = rw->image;
  const struct free_space *space = rw->space;
  const struct image_segment *load = &image->segments[space->segment];
  uint64_t at = image_phdr_offset (image, space->segment);
  uint64_t load_paddr = elf_u64 (
      rw->patch.copy + at + offsetof (Elf64_Phdr, p_paddr), image->big_endian);
  uint64_t distance = space->offset - load->offset;
  const struct image_segment sframe
      = { .type = PT_GNU_SFRAME,
          .offset = space->offset,
          .vaddr = space->addr,
          .filesz = free_space_filled (space, rw->size),
          .align = alignment_of (space->addr) };

  if (distance + sframe.filesz > load->filesz)
    {
      patch_segment_size (&rw->patch, at, distance + sframe.filesz);
      rw->result->grown = true;
    }
  rw->result->no_segment = true;
  for (uint32_t i = 0; i < image->segment_count; i++)
    if (image->segments[i].type == PT_GNU_SFRAME)
      {
        patch_segment (&rw->patch, image_phdr_offset (image, i), &sframe,
                       load_paddr + distance);
        rw->result->no_segment = false;
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
    .patch = { copy, image->big_endian, changes },
    .space = space,
    .size = size,
    .clear = clear,
    .count = count,
    .result = result,
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
      name_set (image, &rw.patch, space->section, result);
    }
  put_segments (&rw);

  /* The content overwrites its bytes; clear only the rest.  */
  struct free_space rest = *space;
  rest.offset += size;
  rest.size -= size;
  rest.owned -= size < rest.owned ? size : rest.owned;
  patch_clear (&rw.patch, &rest, clear, count);
  patch_bytes (&rw.patch, space->offset, content, size);
  return SFM_OK;
}
