/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   build-id.c - the build-id of an ELF file: a note of owner "GNU", type 3.  */

#include "config.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "build-id.h"
#include "elf-codec.h"
#include "numbers.h"

enum
{
  NOTE_SIZE = 12 /* namesz, descsz, type */
};

/* Search the notes in the SIZE bytes at BYTES, aligned to ALIGN.  */
static bool
find_note (const uint8_t *bytes, uint64_t size, uint64_t align, bool big,
           struct build_id *id)
{
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
      if (type == NT_GNU_BUILD_ID && id_size != 0
          && name_size == sizeof ELF_NOTE_GNU
          && memcmp (bytes + at + NOTE_SIZE, ELF_NOTE_GNU, name_size) == 0)
        {
          *id = (struct build_id){ .bytes = bytes + id_at, .size = id_size };
          return true;
        }
      at = align_up (id_at + id_size, align);
    }
  return false;
}

bool
build_id_find (const struct image *image, bool segments, struct build_id *id)
{
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *section = &image->sections[i];
      size_t size;
      const uint8_t *bytes = image_section_bytes (image, section, &size);
      if (section->type == SHT_NOTE
          && find_note (bytes, size, section->align, image->big_endian, id))
        return true;
    }
  for (uint32_t i = 0; segments && i < image->segment_count; i++)
    {
      const struct image_segment *segment = &image->segments[i];
      if (segment->type == PT_NOTE
          && find_note (image->bytes + segment->offset, segment->filesz,
                        segment->align, image->big_endian, id))
        return true;
    }
  return false;
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
