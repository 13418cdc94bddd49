/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   rewrite-image.c - put the merged section into a copy of an image.

   All conditions are checked first [check]; after that nothing can fail.  The
   content is written last, so that clearing cannot erase any of it.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "edit-internal.h"

/* The arguments of rewrite_image.  */
struct rewrite
{
  const struct image *image;
  struct image_change *change;
  struct rewrite_result *result;
};

/* A section is renamed to .sframe without space for a new string.

   There are two ways; the first that works is used.  If the string exists, as
   the name of another section or as the end of ".rela.sframe", sh_name is set
   to it.  Otherwise a NUL replaces the byte after ".sframe" in
   ".sframe_reserve".  That requires that no other name contains that byte,
   except names that should change likewise: ".rela.sframe_reserve", whose tail
   linkers share with it, becomes ".rela.sframe".

   An emptied section must not keep the name: most readers use the first
   section of that name, even if it is empty, and without PT_GNU_SFRAME they
   have no other way.  It is renamed to "sframe", the tail of its name.  The
   same holds for .sframe.hot.  */

static void
point_name (const struct rewrite *rw, uint32_t idx, uint32_t name_off)
{
  const uint64_t header = image_shdr_offset (rw->image, idx);

  patch_u32 (rw->change, header + offsetof (Elf64_Shdr, sh_name), name_off);
}

uint32_t
name_find (const struct image *image, const char *name)
{
  const size_t length = strlen (name) + 1;
  /* The first byte of the table is a NUL.  */
  size_t size;
  const uint8_t *names
      = image_section_bytes (image, &image->sections[image->shstrndx], &size);
  if (size > UINT32_MAX)
    return 0;

  for (size_t at = 0; at + length <= size; at++)
    {
      const uint8_t *dot = memchr (names + at, '.', size - at);
      if (dot == NULL)
        break;
      at = (size_t) (dot - names);
      if (at + length <= size && memcmp (dot, name, length) == 0)
        return (uint32_t) at;
    }
  return 0;
}

/* True if a NUL at offset CUT of IMAGE's section names changes only the names
   of section IDX and of its relocations.  */
static bool
may_cut (const struct image *image, uint32_t idx, uint64_t cut)
{
  const struct image_section *renamed = &image->sections[idx];
  const char *names = renamed->name - renamed->name_off;
  uint64_t first = cut;

  /* Names that begin in [FIRST, CUT] contain CUT.  FIRST is computed once,
     because many names may share one long string.  */
  while (first != 0 && names[first - 1] != '\0')
    first--;
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      /* The table contains other strings too.  */
      if (section->link == image->shstrndx)
        return false;
      if (i == idx || section->name_off > cut || section->name_off < first)
        continue;
      bool follows = (section->name_off == renamed->name_off
                      || (section->type == SHT_RELA && section->info == idx));
      if (!follows)
        return false;
    }
  return true;
}

/* Rename section IDX to .sframe, unless it has that name.  */
static void
name_set (const struct rewrite *rw, uint32_t idx)
{
  const struct image *image = rw->image;
  const struct image_section *renamed = &image->sections[idx];
  const char *wanted = edit_sections[rw->change->kind].name;
  const size_t length = strlen (wanted);

  if (image->shstrndx == SHN_UNDEF || strcmp (renamed->name, wanted) == 0)
    return;

  uint32_t string = name_find (image, wanted);
  uint64_t cut = renamed->name_off + length;
  uint64_t at = image->sections[image->shstrndx].offset + cut;
  if (string != 0)
    point_name (rw, idx, string);
  else if (strncmp (renamed->name, wanted, length) == 0
           && may_cut (image, idx, cut))
    patch_zero (rw->change, at, at + 1);
  else
    rw->result->rename_failed = true;
  rw->result->renamed = !rw->result->rename_failed;
}

/* Rename section IDX, which is emptied, if its name alone makes it SFrame
   data, or may once it is cut for the merged section.  */
static void
name_hide (const struct rewrite *rw, uint32_t idx)
{
  const struct image_section *section = &rw->image->sections[idx];
  const uint32_t kept = rw->change->space.section;

  if (rw->change->kind == EDIT_EH_FRAME_HDR
      || (edit_section_is (rw->change->kind, section) == SECTION_SFRAME_RESERVE
          && section->name_off == rw->image->sections[kept].name_off)
      || sframe_section (section->name, SHT_PROGBITS, SFRAME_FILE_IMAGE)
             == SECTION_SFRAME)
    point_name (rw, idx, section->name_off + 1);
}

/* True if section IDX is to be emptied.  Run-time consumers do not see a
   section that is not loaded, but tools that look for the name or the type
   would use it.  */
static bool
must_retire (const struct rewrite *rw, uint32_t idx)
{
  const struct image_section *section = &rw->image->sections[idx];

  return (idx != rw->change->space.section
          && edit_section_is (rw->change->kind, section)
                 != SECTION_NOT_SFRAME);
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
          && (info == rw->change->space.section || must_retire (rw, info)));
}

/* Set SPACE to the bytes of section IDX, which is to be emptied, and of the
   existing pieces after it.  */
static sfm_status
retired_space (const struct rewrite *rw, uint32_t idx,
               struct free_space *space)
{
  const struct image_section *section = &rw->image->sections[idx];

  *space = (struct free_space){ 0 };
  if (section->type == SHT_NOBITS)
    return SFM_OK;
  if ((section->flags & SHF_ALLOC) != 0)
    return free_space_measure (rw->change->kind, rw->image, idx,
                               rw->change->clear, rw->change->clear_count,
                               space, rw->change->sink);
  *space = (struct free_space){ .section = idx,
                                .offset = section->offset,
                                .used = section->size,
                                .owned = section->size,
                                .size = section->size };
  return free_space_owned (rw->change->kind, rw->image, idx, rw->change->sink);
}

/* Check that emptying the other sections and the relocations damages nothing
   else.  */
static sfm_status
check_retired (const struct rewrite *rw)
{
  const struct image *image = rw->image;
  uint32_t count = 0;

  for (uint32_t i = 1; i < image->section_count; i++)
    count += must_retire (rw, i) || is_relocs (rw, i);
  if (count > RETIRED_MAX)
    return diag_fail (rw->change->sink, SFM_ERR_LIMIT, image->path,
                      "%" PRIu32
                      " sections of SFrame data and of its relocations would "
                      "have to be emptied, more than %d",
                      count, (int) RETIRED_MAX);
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      struct free_space taken;
      if (must_retire (rw, i))
        TRY (retired_space (rw, i, &taken));
      else if (is_relocs (rw, i))
        TRY (free_space_owned (rw->change->kind, image, i, rw->change->sink));
    }
  return SFM_OK;
}

static sfm_status
check (const struct rewrite *rw)
{
  const struct diag_sink *sink = rw->change->sink;
  const struct image *image = rw->image;
  const struct free_space *space = &rw->change->space;

  if (space->offset > image->size || space->size > image->size - space->offset
      || space->owned > space->size || space->used > space->owned
      || space->segment >= image->segment_count
      || image->segments[space->segment].offset > space->offset
      || (space->section != 0 && space->section >= image->section_count))
    return diag_fail (sink, SFM_ERR_USAGE, image->path,
                      "the room of 0x%" PRIx64 " bytes at 0x%" PRIx64
                      " is not in the file",
                      space->size, space->offset);
  if (rw->change->content_size > space->size)
    return diag_fail (
        sink, SFM_ERR_LIMIT, image->path,
        "the merged %s takes %zu bytes, there is room for %" PRIu64,
        edit_sections[rw->change->kind].name, rw->change->content_size,
        space->size);
  return check_retired (rw);
}

/* The alignment of a section of KIND at ADDR: what it should have, or as much
   of that as ADDR has.  */
static uint64_t
alignment_of (enum edit_kind kind, uint64_t addr)
{
  uint64_t align = edit_sections[kind].align;
  while (addr % align != 0)
    align /= 2;
  return align;
}

static void
put_header (const struct rewrite *rw)
{
  const struct free_space *space = &rw->change->space;
  struct image_section header = rw->image->sections[space->section];

  /* Keep only SHF_ALLOC.  SHF_LINK_ORDER (from objects with one section per
     function) and its sh_link do not hold for the whole, and SHF_GNU_RETAIN
     has served its purpose.  */
  header.type = edit_sections[rw->change->kind].type;
  header.flags = SHF_ALLOC;
  header.size = free_space_filled (space, rw->change->content_size);
  header.link = header.info = 0;
  header.entsize = 0;
  if (header.align < edit_sections[rw->change->kind].align
      || (header.align & (header.align - 1)) != 0
      || space->addr % header.align != 0)
    header.align = alignment_of (rw->change->kind, space->addr);
  patch_section (rw->change, image_shdr_offset (rw->image, space->section),
                 &header);
}

/* Let the section symbols of section IDX, which moves to ADDR, follow.  */
static void
move_section_symbols (const struct rewrite *rw, uint32_t idx, uint64_t addr)
{
  struct image_symbol symbol = { .image = rw->image };

  while (symbol_next (&symbol))
    if (symbol_type (&symbol) == STT_SECTION && !symbol_unreadable (&symbol)
        && symbol_section (&symbol) == idx)
      patch_u64 (rw->change,
                 symbol_offset (&symbol) + offsetof (Elf64_Sym, st_value),
                 addr);
}

/* If SECTION, number IDX, which is empty, is inside the merged section, move
   it past the end: eu-strip would overwrite what follows its start.  */
static void
move_aside (const struct rewrite *rw, uint32_t idx,
            struct image_section *section)
{
  const struct free_space *space = &rw->change->space;
  const uint64_t size = free_space_filled (space, rw->change->content_size);

  if ((section->flags & SHF_ALLOC) == 0 || section->addr <= space->addr
      || section->addr - space->addr >= size)
    return;
  section->addr = space->addr + size;
  section->offset = space->offset + size;
  section->align = 1;
  move_section_symbols (rw, idx, section->addr);
}

/* Empty section IDX.  Its type changes too, because consumers that look for
   the type would use it.  */
static void
retire (const struct rewrite *rw, uint32_t idx)
{
  struct image_section header = rw->image->sections[idx];
  struct free_space space = { 0 };

  /* check_retired has measured it.  */
  if (retired_space (rw, idx, &space) == SFM_OK)
    patch_clear (rw->change, &space);
  header.type = SHT_PROGBITS;
  if (!space.fixed_size)
    header.size = 0;
  if (header.size == 0)
    move_aside (rw, idx, &header);
  patch_section (rw->change, image_shdr_offset (rw->image, idx), &header);
  name_hide (rw, idx);
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
      if (elf_u64 (paged_at (rw->change->copy, info, 8), big) != 0)
        rw->result->none_count++;
      patch_zero (rw->change, info, at + ELF_RELA_SIZE);
    }
}

/* Set every program header of the kind (a sound file has one) and extend the
   PT_LOAD.  */
static void
put_segments (const struct rewrite *rw)
{
  const struct image *image = rw->image;
  const struct free_space *space = &rw->change->space;
  const struct image_segment *load = &image->segments[space->segment];
  uint64_t at = image_phdr_offset (image, space->segment);
  uint64_t load_paddr = elf_u64 (
      paged_at (rw->change->copy, at + offsetof (Elf64_Phdr, p_paddr), 8),
      image->big_endian);
  uint64_t distance = space->offset - load->offset;
  const struct image_segment header
      = { .type = edit_sections[rw->change->kind].segment_type,
          .offset = space->offset,
          .vaddr = space->addr,
          .filesz = free_space_filled (space, rw->change->content_size),
          .align = alignment_of (rw->change->kind, space->addr) };

  if (distance + header.filesz > load->filesz)
    {
      patch_segment_size (rw->change, at, distance + header.filesz);
      rw->result->grown = true;
    }
  rw->result->no_segment = true;
  for (uint32_t i = 0; i < image->segment_count; i++)
    if (image->segments[i].type == header.type)
      {
        patch_segment (rw->change, image_phdr_offset (image, i), &header,
                       load_paddr + distance);
        rw->result->no_segment = false;
      }
}

sfm_status
rewrite_image (struct image_change *change, const struct image *image,
               struct rewrite_result *result)
{
  const struct rewrite rw = { image, change, result };
  const size_t size = change->content_size;
  struct free_space rest = change->space;

  *result = (struct rewrite_result){ 0 };
  TRY (check (&rw));
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      if (is_relocs (&rw, i))
        clear_relocs (&rw, i);
      if (must_retire (&rw, i))
        retire (&rw, i);
    }
  if (rest.section != 0)
    {
      put_header (&rw);
      name_set (&rw, rest.section);
    }
  put_segments (&rw);

  /* The content overwrites its bytes; clear only the rest.  */
  rest.offset += size;
  rest.size -= size;
  rest.owned -= smaller (size, rest.owned);
  patch_clear (change, &rest);
  patch_bytes (change, change->space.offset, change->content, size);
  return SFM_OK;
}
