/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   detached-read.c - read the file with the section of an image, decide whether
   it belongs to the image, and attach the section to the opened image.

   A check can then compare the two as if the section were the image's own.
   Attaching changes only the decoded headers, and adds bytes after the
   image's.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "detached-file.h"
#include "edit-internal.h"

/* A build-id tells the code of one build from that of another better than a
   checksum, but not every image has one.  The checksum of the whole file would
   change when the image is stripped or signed; the code that the section
   describes does not.  */

sfm_status
detached_code (const struct image *image,
               const struct detached_section *section, struct code_note *note,
               struct sfm_diag *diag)
{
  struct sfm_piece piece;
  struct sfm_fde fde;
  uint64_t digest = UINT64_C (0xcbf29ce484222325);
  uint64_t done = 0; /* end of the code that was added */

  *note = (struct code_note){ 0 };
  TRY (sfm_piece_open (section->bytes, section->size, 0, &piece, diag));
  const enum sfm_start_base base = piece.flags & SFM_F_FDE_FUNC_START_PCREL
                                       ? SFM_START_BASE_FIELD
                                       : SFM_START_BASE_SECTION;
  for (uint32_t i = 0; i < piece.num_fdes; i++)
    {
      TRY (sfm_fde_read (&piece, i, &fde, diag));
      const uint64_t addr = sfm_fde_address (&fde, section->addr, base);
      /* What begins below DONE was added already.  So each byte is read once,
         whatever the order and the sizes are.  */
      const uint64_t from = larger (addr, done);
      if (fde.size > UINT64_MAX - addr || addr + fde.size <= from)
        continue;
      const uint64_t size = addr + fde.size - from;
      const uint8_t *bytes = image_loaded (image, from, size);
      if (bytes == NULL)
        continue;
      for (uint64_t k = 0; k < size; k++)
        digest = (digest ^ bytes[k]) * UINT64_C (0x100000001b3);
      note->size += size;
      done = from + size;
    }
  note->digest = digest;
  return SFM_OK;
}

/* An older detached file must be of the same code as a new one that would
   replace it.

   A build-id is what the linker or its user chose, and stays when code is
   moved or patched.  So the code that the older file describes must be in the
   image, at the same addresses, with the same checksum; how it is described
   does not matter.  The file's own address depends on the image's segments
   alone.  */

sfm_status
detached_same_code (const struct detached_file *file, const struct image *old,
                    const char *old_name, const struct diag_sink *sink)
{
  const char *name = file->image->path;
  struct detached_section section;
  struct code_note noted, found;
  struct sfm_diag diag;

  bool identified;
  if (!code_note_find (old, &noted) || old->type != file->image->type
      || debug_file_check_id (file->image, old, &identified, &diag_silent)
             != SFM_OK
      || !identified || detached_find (old, &section, &diag_silent) != SFM_OK)
    return diag_fail (sink, SFM_ERR_UNSUPP, name,
                      "not written: %s, which would be replaced, is not a "
                      "detached file with its build-id (see --force)",
                      old_name);
  const uint64_t base = section.addr - section.addr % DETACHED_ALIGN;
  if (base != file->base)
    return diag_fail (
        sink, SFM_ERR_UNSUPP, name,
        "not written: %s, which would be replaced, is of an image with the "
        "same build-id whose segments end below 0x%" PRIx64
        ", not below 0x%" PRIx64 " (see --force)",
        old_name, base, file->base);
  if (detached_code (file->image, &section, &found, &diag) != SFM_OK)
    return diag_engine (sink, DIAG_ERROR, old_name, ".sframe", &diag);
  if (noted.digest == found.digest && noted.size == found.size)
    return SFM_OK;
  return diag_fail (
      sink, SFM_ERR_UNSUPP, name,
      "not written: %s, which would be replaced, is of other code with the "
      "same build-id: its checksum is 0x%016" PRIx64 " (%" PRIu64
      " bytes), here 0x%016" PRIx64 " (%" PRIu64 " bytes) (see --force)",
      old_name, noted.digest, noted.size, found.digest, found.size);
}

/* Whether SECTION of a file is loaded SFrame data.  */
static bool
is_sframe (const struct image_section *section)
{
  return image_section_has_sframe (section) && (section->flags & SHF_ALLOC)
         && section->type != SHT_NOBITS && section->size != 0;
}

sfm_status
detached_find (const struct image *file, struct detached_section *section,
               const struct diag_sink *sink)
{
  unsigned count = 0;
  size_t size;

  *section = (struct detached_section){ .size = 0 };
  for (uint32_t i = 1; i < file->section_count; i++)
    if (is_sframe (&file->sections[i]))
      {
        section->bytes = image_section_bytes (file, &file->sections[i], &size);
        section->size = size;
        section->addr = file->sections[i].addr;
        count++;
      }
  const struct image_segment *segment
      = image_find_segment (file, PT_GNU_SFRAME);
  if (file->section_count == 0 && segment != NULL && segment->filesz != 0)
    {
      section->bytes = image_segment_bytes (file, segment);
      section->size = (size_t) segment->filesz;
      section->addr = segment->vaddr;
      count = 1;
    }
  if (count == 1)
    return SFM_OK;
  return diag_fail (sink, SFM_ERR_UNSUPP, file->path,
                    "a file with one .sframe is needed, it has %s",
                    count == 0 ? "none" : "several");
}

/* Compare the code of IMAGE with what FILE, with SECTION, says about it.
   IDENTIFIED: their build-ids are equal.  */
static sfm_status
match_code (const struct image *image, const struct image *file,
            const struct detached_section *section, bool identified,
            const struct diag_sink *sink)
{
  struct code_note noted, found;
  struct sfm_diag diag;

  if (!code_note_find (file, &noted))
    {
      if (identified)
        return SFM_OK;
      return diag_fail (sink, SFM_ERR_UNSUPP, file->path,
                        "nothing shows that it belongs to the image %s: there "
                        "is neither a build-id nor a note about its code",
                        image->path);
    }
  if (detached_code (image, section, &found, &diag) != SFM_OK)
    return diag_engine (sink, DIAG_ERROR, file->path, ".sframe", &diag);
  if (noted.digest == found.digest && noted.size == found.size)
    return SFM_OK;
  return diag_fail (
      sink, SFM_ERR_UNSUPP, file->path,
      "it was made for code with the checksum 0x%016" PRIx64 " (%" PRIu64
      " bytes), that of the image %s is 0x%016" PRIx64 " (%" PRIu64 " bytes)",
      noted.digest, noted.size, image->path, found.digest, found.size);
}

/* Check that no segment of IMAGE is where SECTION of FILE is.  */
static sfm_status
match_address (const struct image *image, const struct image *file,
               const struct detached_section *section,
               const struct diag_sink *sink)
{
  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *load = &image->segments[i];
      if (load->type == PT_LOAD && load->vaddr < section->addr + section->size
          && section->addr < load->vaddr + load->memsz)
        return diag_fail (sink, SFM_ERR_UNSUPP, file->path,
                          "its .sframe at 0x%" PRIx64 " is inside program "
                          "header %" PRIu32 " of the image %s",
                          section->addr, i, image->path);
    }
  return SFM_OK;
}

sfm_status
detached_match (const struct image *image, const struct image *file,
                const struct detached_section *section,
                const struct diag_sink *sink)
{
  bool identified;

  if (section->size > UINT64_MAX - section->addr)
    return diag_fail (sink, SFM_ERR_UNSUPP, file->path,
                      "its .sframe of %zu bytes at 0x%" PRIx64
                      " goes past the end of the address space",
                      section->size, section->addr);
  TRY (debug_file_check_id (image, file, &identified, sink));
  TRY (match_address (image, file, section, sink));
  return match_code (image, file, section, identified, sink);
}

/* Let IMAGE own PAGES, which begin with the same bytes as its old ones.  */
static void
own_pages (struct image *image, struct paged *pages)
{
  const uintptr_t from = (uintptr_t) image->memory;
  const struct image_section *names = &image->sections[image->shstrndx];

  /* If IMAGE owns its bytes, they are released below, and PAGES may be read
     from them.  */
  if (image->owned)
    (void) paged_at (pages, 0, image->size);
  else if (image->shstrndx != SHN_UNDEF)
    (void) paged_at (pages, names->offset, image_section_size (names));
  for (uint32_t i = 0; i < image->section_count; i++)
    {
      const uintptr_t at = (uintptr_t) image->sections[i].name - from;
      if (at < image->size)
        image->sections[i].name = (const char *) pages->bytes + at;
    }
  if (image->owned)
    image_release (image);
  image->memory = pages->bytes;
  image->size = pages->size;
  image->pages = pages;
  image->owned = true;
}

/* Let IMAGE have no SFrame data, nor relocations for it.  */
static void
drop_own (struct image *image)
{
  for (uint32_t i = 1; i < image->section_count; i++)
    if (image_sframe_section (&image->sections[i]) != SECTION_NOT_SFRAME)
      image->sections[i]
          = (struct image_section){ .name = "", .type = SHT_NULL };
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      struct image_section *s = &image->sections[i];
      if ((s->type == SHT_RELA || s->type == SHT_REL) && s->info != 0
          && s->info < image->section_count
          && image->sections[s->info].type == SHT_NULL)
        *s = (struct image_section){ .name = "", .type = SHT_NULL };
    }
  for (uint32_t i = 0; i < image->segment_count; i++)
    if (image->segments[i].type == PT_GNU_SFRAME)
      image->segments[i] = (struct image_segment){ .type = PT_NULL };
}

/* Append the headers of SECTION, whose bytes are at OFFSET, to those of IMAGE.
   False: no memory.  */
static bool
append_headers (struct image *image, const struct detached_section *section,
                uint64_t offset)
{
  const struct image_segment load = { .type = PT_LOAD,
                                      .flags = PF_R,
                                      .offset = offset,
                                      .vaddr = section->addr,
                                      .filesz = section->size,
                                      .memsz = section->size,
                                      .align = 1 };
  struct image_section *sections = realloc (
      image->sections, ((size_t) image->section_count + 1) * sizeof *sections);
  if (sections == NULL)
    return false;
  image->sections = sections;
  struct image_segment *segments = realloc (
      image->segments, ((size_t) image->segment_count + 2) * sizeof *segments);
  if (segments == NULL)
    return false;
  image->segments = segments;
  if (image->section_count != 0)
    sections[image->section_count++]
        = (struct image_section){ .name = ".sframe",
                                  .type = SHT_GNU_SFRAME,
                                  .flags = SHF_ALLOC,
                                  .addr = section->addr,
                                  .offset = offset,
                                  .size = section->size,
                                  .align = SFRAME_ALIGN };
  segments[image->segment_count++] = load;
  segments[image->segment_count] = load;
  segments[image->segment_count++].type = PT_GNU_SFRAME;
  free (image->loads);
  return image_order_loads (image);
}

sfm_status
detached_attach (struct image *image, const struct detached_section *section,
                 const struct diag_sink *sink)
{
  const uint64_t offset = align_up (image->size, SFRAME_ALIGN);
  struct paged *pages;

  if (image->section_count >= UINT32_MAX - 1
      || image->segment_count >= UINT32_MAX - 2
      || section->size > SIZE_MAX - offset)
    return diag_fail (sink, SFM_ERR_LIMIT, image->path,
                      "there is no room for a detached section of %zu bytes",
                      section->size);
  TRY (
      image_copy (image, 0, 0, (size_t) offset + section->size, &pages, sink));
  memcpy (paged_write (pages, offset, section->size), section->bytes,
          section->size);
  own_pages (image, pages);
  drop_own (image);
  return append_headers (image, section, offset)
             ? SFM_OK
             : diag_nomem (sink, image->path);
}
