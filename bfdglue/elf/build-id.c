/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   build-id.c - the notes that say what an ELF file belongs to: the build-id is
   one of owner "GNU", type 3.  */

#include "config.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "debug-file.h"
#include "elf-abi.h"
#include "text.h"

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
