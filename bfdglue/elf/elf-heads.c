/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-heads.c - open an ELF64 file, or bytes in memory; what its headers tell,
   and the notes that say what it belongs to.  The build-id is a note of owner
   "GNU", type 3.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code-ranges.h"
#include "debug-file.h"
#include "file-bytes.h"
#include "pool.h"
#include "text.h"

/* Decode the headers of IMAGE, whose bytes are there or can be asked for.  */
static sfm_status
open_image (struct image *image, enum image_allowed allowed,
            const struct diag_sink *sink)
{
  const sfm_status status = headers_decode (image, allowed, sink);

  if (status != SFM_OK)
    image_close (image);
  return status;
}

sfm_status
image_settle (const struct image *image, sfm_status status,
              const struct diag_sink *sink)
{
  return image->file == NULL
             ? status
             : file_bytes_settle (image->file, image->path, status, sink);
}

/* Open the file SOURCE as IMAGE, of which .debug alone is set.  */
static sfm_status
open_file (const struct file_source *source, enum image_allowed allowed,
           struct image *image, const struct diag_sink *sink)
{
  struct file_bytes *file = malloc (sizeof *file);
  sfm_status status = SFM_OK;

  if (file == NULL)
    return diag_nomem (sink, source->path);
  *file = FILE_BYTES_NONE;
  image->path = source->path;
  image->file = file;
  status = file_bytes_open (source, file, sink);
  image->memory = file->bytes;
  image->size = file->size;
  image->pages = file->pages;
  if (status == SFM_OK && image->size == 0)
    status = diag_fail (sink, SFM_ERR_UNSUPP, image->path, "is empty");
  if (status == SFM_OK)
    status = headers_decode (image, allowed, sink);
  if (status == SFM_OK)
    return SFM_OK;
  status = image_settle (image, status, sink);
  image_close (image);
  return status;
}

sfm_status
image_open_source (const struct file_source *source,
                   enum image_allowed allowed, struct image *image,
                   const struct diag_sink *sink)
{
  *image = (struct image){ .path = NULL };
  if (source->bytes == NULL)
    return open_file (source, allowed, image, sink);
  *image = (struct image){ .path = source->path,
                           .memory = source->bytes,
                           .size = source->size,
                           .pages = source->pages };
  return open_image (image, allowed, sink);
}

sfm_status
image_open (const char *path, enum image_allowed allowed, struct image *image,
            const struct diag_sink *sink)
{
  return image_open_source (&FILE_SOURCE (path), allowed, image, sink);
}

sfm_status
image_open_debug (const char *path, struct image *image,
                  const struct diag_sink *sink)
{
  *image = (struct image){ .debug = true };
  return open_file (&FILE_SOURCE (path), ALLOW_IMAGES, image, sink);
}

sfm_status
image_open_packed (const struct image *image, struct image *packed,
                   const struct diag_sink *sink)
{
  const uint32_t idx = image_find_section (image, ".gnu_debugdata", 0);
  sfm_status status = SFM_END;
  uint8_t *unpacked;
  size_t size;

  *packed = (struct image){ .path = NULL };
  if (idx == 0)
    return SFM_OK;
  const uint8_t *bytes
      = image_section_bytes (image, &image->sections[idx], &size);
  if (bytes != NULL)
    status = file_unpack (FILE_XZ, image->path, bytes, size, false, &unpacked,
                          &size, &diag_silent);
  if (status == SFM_OK)
    {
      *packed = (struct image){ .path = image->path,
                                .memory = unpacked,
                                .size = size,
                                .debug = true,
                                .owned = true };
      status = open_image (packed, ALLOW_IMAGES, &diag_silent);
    }
  return status == SFM_ERR_NOMEM ? diag_nomem (sink, image->path) : SFM_OK;
}

sfm_status
image_open_bytes (const char *path, const uint8_t *bytes, size_t size,
                  enum image_allowed allowed, struct image *image,
                  const struct diag_sink *sink)
{
  *image = (struct image){ .path = path, .memory = bytes, .size = size };
  return open_image (image, allowed, sink);
}

sfm_status
image_open_loaded (const char *path, const struct file_bytes *file,
                   enum image_allowed allowed, struct image *image,
                   const struct diag_sink *sink)
{
  *image = (struct image){ .path = path,
                           .memory = file->bytes,
                           .size = file->size,
                           .pages = file->pages };
  return open_image (image, allowed, sink);
}

sfm_status
image_open_pages (const char *path, struct paged *pages, struct image *image,
                  const struct diag_sink *sink)
{
  *image = (struct image){
    .path = path, .memory = pages->bytes, .size = pages->size, .pages = pages
  };
  return open_image (image, ALLOW_IMAGES, sink);
}

enum
{
  NOTE_SIZE = 12 /* namesz, descsz, type */
};

/* The owner and type of a note.  */
struct note_kind
{
  const char *owner;
  uint32_t type;
};

/* Search the notes in the SIZE bytes at BYTES, aligned to ALIGN, for one of
   KIND.  */
static bool
find_note (const uint8_t *bytes, uint64_t size, uint64_t align, bool big,
           const struct note_kind *kind, struct build_id *id)
{
  const size_t owner_size = strlen (kind->owner) + 1;
  uint64_t at = 0;

  /* .note.gnu.property is aligned to 8; all others to 4, even if the header
     says 0 or 1.  */
  align = align == 8 ? 8 : 4;
  while (at < size && size - at >= NOTE_SIZE)
    {
      uint32_t name_size = elf_u32 (bytes + at, big);
      uint32_t id_size = elf_u32 (bytes + at + 4, big);
      uint32_t type = elf_u32 (bytes + at + 8, big);
      /* Sums of 32-bit sizes and an offset in the file do not wrap.  */
      uint64_t id_at = at + align_up (NOTE_SIZE + (uint64_t) name_size, align);

      if (id_at > size || id_size > size - id_at)
        return false;
      if (type == kind->type && id_size != 0 && name_size == owner_size
          && memcmp (bytes + at + NOTE_SIZE, kind->owner, name_size) == 0)
        {
          *id = (struct build_id){ .bytes = bytes + id_at, .size = id_size };
          return true;
        }
      at = align_up (id_at + id_size, align);
    }
  return false;
}

/* Find IMAGE's first note of KIND in its sections or, if they have none and
   SEGMENTS is set, in its segments.  */
static bool
find_in_image (const struct image *image, bool segments,
               const struct note_kind *kind, struct build_id *id)
{
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      if (section->type == SHT_NOTE
          && find_note (image_at (image, section->offset, section->size),
                        (size_t) section->size, section->align,
                        image->big_endian, kind, id))
        return true;
    }
  for (uint32_t i = 0; segments && i < image->segment_count; i++)
    {
      const struct image_segment *segment = &image->segments[i];
      if (segment->type == PT_NOTE
          && find_note (image_segment_bytes (image, segment), segment->filesz,
                        segment->align, image->big_endian, kind, id))
        return true;
    }
  return false;
}

bool
build_id_find (const struct image *image, bool segments, struct build_id *id)
{
  static const struct note_kind kind = { ELF_NOTE_GNU, NT_GNU_BUILD_ID };

  return find_in_image (image, segments, &kind, id);
}

bool
code_note_find (const struct image *image, struct code_note *note)
{
  static const struct note_kind kind = { CODE_NOTE_OWNER, CODE_NOTE_TYPE };
  const bool big = image->big_endian;
  struct build_id found;

  if (!find_in_image (image, true, &kind, &found)
      || found.size != CODE_NOTE_SIZE)
    return false;
  *note = (struct code_note){ .digest = elf_u64 (found.bytes, big),
                              .size = elf_u64 (found.bytes + 8, big) };
  return true;
}

void
build_id_print (const struct build_id *id, char *text)
{
  size_t shown = id->size < BUILD_ID_SHOWN ? id->size : BUILD_ID_SHOWN;

  for (size_t i = 0; i < shown; i++)
    snprintf (text + 2 * i, 3, "%02x", id->bytes[i]);
  if (shown < id->size)
    snprintf (text + 2 * shown, BUILD_ID_TEXT - 2 * shown,
              "... (of %zu bytes)", id->size);
}

bool
dynamic_entry (const struct image *image, const struct image_segment *dynamic,
               uint64_t idx, uint64_t *tag, uint64_t *value)
{
  if (dynamic == NULL || idx >= dynamic->filesz / ELF_DYN_SIZE)
    return false;
  const uint8_t *bytes
      = image_at (image, dynamic->offset + idx * ELF_DYN_SIZE, ELF_DYN_SIZE);
  *tag = elf_u64 (bytes, image->big_endian);
  *value = elf_u64 (bytes + 8, image->big_endian);
  return *tag != DT_NULL;
}

bool
dynamic_find (const struct image *image, uint64_t tag, uint64_t *value)
{
  const struct image_segment *dynamic = image_find_segment (image, PT_DYNAMIC);
  uint64_t found, of_found;

  for (uint64_t i = 0; dynamic_entry (image, dynamic, i, &found, &of_found);
       i++)
    if (found == tag)
      {
        *value = of_found;
        return true;
      }
  return false;
}

/* Without a dynamic section nothing tells, and PIEs need none.  Libraries that
   can be run, as that of C, have an interpreter; PIEs have no name.  */
bool
image_is_shared (const struct image *image)
{
  uint64_t value;

  if (image->type != ET_DYN || image_find_segment (image, PT_DYNAMIC) == NULL
      || (dynamic_find (image, DT_FLAGS_1, &value) && (value & DF_1_PIE) != 0))
    return false;
  return image_find_segment (image, PT_INTERP) == NULL
         || dynamic_find (image, DT_SONAME, &value);
}

const uint8_t *
dynamic_rela (const struct image *image, uint64_t *size)
{
  uint64_t addr, entry;

  return dynamic_find (image, DT_RELA, &addr)
                 && dynamic_find (image, DT_RELASZ, size)
                 && dynamic_find (image, DT_RELAENT, &entry)
                 && entry == ELF_RELA_SIZE
             ? image_loaded (image, addr, *size)
             : NULL;
}

struct code_segments
code_segments_of (const struct image *image)
{
  struct code_segments found = { 0 };

  for (uint32_t i = 0; i < image->segment_count; i++)
    {
      const struct image_segment *s = &image->segments[i];

      if (!image_segment_is_code (s) || s->memsz == 0)
        continue;
      if (found.count++ == 0)
        {
          found.start = s->vaddr;
          found.end = s->vaddr + s->memsz;
        }
    }
  return found;
}

/* Whether no section and no segment of IMAGE has to do with SFrame.  Without
   section headers, segments may have pieces.  */
static bool
is_bare (const struct image *image)
{
  if (image->section_count == 0)
    return false;
  for (uint32_t i = 0; i < image->segment_count; i++)
    if (image->segments[i].type == PT_GNU_SFRAME)
      return false;
  for (uint32_t i = 1; i < image->section_count; i++)
    if (image->sections[i].type == SHT_GNU_SFRAME
        || strstr (image->sections[i].name, "sframe") != NULL)
      return false;
  return true;
}

/* Set *SIZE to the size of IMAGE's code.  False: no memory.  */
static bool
measure_code (const struct image *image, uint64_t *size)
{
  struct code_ranges code;

  if (code_ranges_read (image, &code, &diag_silent) != SFM_OK)
    return false;
  *size = code_ranges_size (&code);
  code_ranges_free (&code);
  return true;
}

bool
image_heads_bare (const struct file_source *source, uint64_t *code)
{
  struct image image;

  if (image_open_source (source, ALLOW_IMAGES, &image, &diag_silent) != SFM_OK)
    return false;
  const bool bare = is_bare (&image) && measure_code (&image, code)
                    && image_settle (&image, SFM_OK, &diag_silent) == SFM_OK;
  image_close (&image);
  return bare;
}

bool
image_heads_build_id (const struct file_source *source, struct pool *pool,
                      struct build_id *id)
{
  struct image image;

  if (image_open_source (source, ALLOW_IMAGES, &image, &diag_silent) != SFM_OK)
    return false;
  bool found = build_id_find (&image, true, id)
               && image_settle (&image, SFM_OK, &diag_silent) == SFM_OK;
  if (found)
    {
      id->bytes = (const uint8_t *) pool_copy (pool, id->bytes, id->size);
      found = id->bytes != NULL;
    }
  image_close (&image);
  return found;
}
