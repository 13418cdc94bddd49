/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   mutate-elf.c - changes of one field of an ELF64 file.

   A table of the fields of each structure, and the structures that a file has:
   headers, symbols, relocations, dynamic entries, notes, SFrame, call frame
   information, archive headers.  Whatever is out of bounds already is left
   alone.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "mutate.h"

enum
{
  FIELDS_MAX = 12,
  ARCHIVE_HEADER = 60,
  MEMBERS_MAX = 16,
  FRAMES_MAX = 256
};

/* The fields of a structure by width, ended by 0.  */
struct shape
{
  uint8_t widths[FIELDS_MAX];
};

static const struct shape file_shape
    = { { 2, 2, 4, 8, 8, 8, 4, 2, 2, 2, 2, 2 } };
static const struct shape segment_shape = { { 4, 4, 8, 8, 8, 8, 8, 8 } };
static const struct shape section_shape = { { 4, 4, 8, 8, 8, 8, 4, 4, 8, 8 } };
static const struct shape symbol_shape = { { 4, 1, 1, 2, 8, 8 } };
static const struct shape rela_shape = { { 8, 4, 4, 8 } };
static const struct shape dynamic_shape = { { 8, 8 } };
static const struct shape words_shape = { { 4 } };
static const struct shape sframe_shape
    = { { 2, 1, 1, 1, 1, 1, 1, 4, 4, 4, 4, 4 } };
/* FDEs of versions 1 to 3.  */
static const struct shape fde_shapes[]
    = { { { 4, 4, 4, 4, 1 } }, { { 4, 4, 4, 4, 1, 1, 2 } }, { { 8, 4, 4 } } };

/* One file in the bytes, or a part of it.  */
struct part
{
  uint8_t *bytes;
  size_t size;
  bool big;
  size_t whole; /* of the file */
};

static size_t
shape_size (const struct shape *shape)
{
  size_t size = 0;

  for (unsigned i = 0; i < FIELDS_MAX; i++)
    size += shape->widths[i];
  return size;
}

/* Change one field of the structure SHAPE at BYTES.  */
static void
change_field (struct gen *g, const struct part *part, uint8_t *bytes,
              const struct shape *shape)
{
  unsigned count = 0;

  while (count < FIELDS_MAX && shape->widths[count] != 0)
    count++;
  unsigned chosen = gen_below (g, count);
  for (unsigned i = 0; i < chosen; i++)
    bytes += shape->widths[i];
  mutate_number (g, bytes, shape->widths[chosen], part->big, part->whole);
}

/* Change the table of structures SHAPE that PART is: a field, or an entry
   becomes a copy of another, or two change places.  */
static void
change_table (struct gen *g, const struct part *part,
              const struct shape *shape)
{
  uint8_t spare[64];
  size_t size = shape_size (shape);
  size_t count = part->size / size;

  if (count == 0)
    return;
  uint8_t *one = part->bytes + size * gen_below (g, (uint32_t) count);
  uint8_t *two = part->bytes + size * gen_below (g, (uint32_t) count);
  switch (gen_below (g, 8))
    {
    case 0:
      memmove (one, two, size);
      break;
    case 1:
      memcpy (spare, one, size);
      memmove (one, two, size);
      memcpy (two, spare, size);
      break;
    default:
      change_field (g, part, one, shape);
    }
}

static void
change_bytes (struct gen *g, const struct part *part)
{
  if (part->size != 0)
    mutate_plain (g, part->bytes, part->size);
}

/* The header, an FDE or rows.  */
static void
change_sframe (struct gen *g, const struct part *part)
{
  size_t head = shape_size (&sframe_shape);

  if (part->size < head || gen_once_in (g, 4))
    {
      change_bytes (g, part);
      return;
    }
  if (gen_once_in (g, 3))
    {
      change_field (g, part, part->bytes, &sframe_shape);
      return;
    }
  uint8_t version = part->bytes[2];
  uint64_t from = head + number_get (part->bytes + 20, 4, part->big);
  uint64_t to = head + number_get (part->bytes + 24, 4, part->big);
  bool rows = gen_once_in (g, 2);
  struct part inner = *part;
  inner.bytes += rows ? to : from;
  inner.size = rows ? part->size - to : to - from;
  if (version - 1U >= 3 || from > to || to > part->size)
    change_bytes (g, part);
  else if (rows)
    change_bytes (g, &inner);
  else
    change_table (g, &inner, &fde_shapes[version - 1]);
}

/* A CIE or FDE: its length, its CIE, its fields or its instructions.  */
static void
change_frames (struct gen *g, const struct part *part)
{
  size_t starts[FRAMES_MAX], count = 0;

  for (size_t at = 0; at + 8 <= part->size && count < FRAMES_MAX;)
    {
      starts[count++] = at;
      at += 4 + number_get (part->bytes + at, 4, part->big);
    }
  if (count == 0)
    return;
  size_t idx = gen_below (g, (uint32_t) count);
  size_t end = idx + 1 < count ? starts[idx + 1] : part->size;
  struct part inner = *part;
  inner.bytes += starts[idx];
  inner.size = end - starts[idx];
  struct part head = inner;
  head.size = inner.size < 16 ? inner.size : 16;
  if (inner.size <= 8 || gen_once_in (g, 3))
    {
      change_table (g, &head, &words_shape);
      return;
    }
  inner.bytes += 8;
  inner.size -= 8;
  change_bytes (g, &inner);
}

/* Change the contents of section IDX of FILE, whose header is at HEADER.  */
static void
change_section (struct gen *g, const struct part *file, const uint8_t *header,
                const char *name)
{
  uint64_t type = number_get (header + 4, 4, file->big);
  uint64_t offset = number_get (header + 24, 8, file->big);
  uint64_t size = number_get (header + 32, 8, file->big);
  struct part part = *file;

  if (offset > file->size || size > file->size - offset || type == SHT_NOBITS)
    return;
  part.bytes += offset;
  part.size = size;
  if (strncmp (name, ".sframe", 7) == 0 || type == 0x6ffffff4)
    change_sframe (g, &part);
  else if (strcmp (name, ".eh_frame") == 0
           || strcmp (name, ".debug_frame") == 0)
    change_frames (g, &part);
  else if (type == SHT_SYMTAB || type == SHT_DYNSYM)
    change_table (g, &part, &symbol_shape);
  else if (type == SHT_RELA)
    change_table (g, &part, &rela_shape);
  else if (type == SHT_DYNAMIC)
    change_table (g, &part, &dynamic_shape);
  else if (type == SHT_NOTE || type == SHT_GROUP || type == SHT_HASH
           || type == SHT_GNU_HASH || type == SHT_SYMTAB_SHNDX)
    change_table (g, &part, &words_shape);
  else
    change_bytes (g, &part);
}

/* The name at OFFSET of section STRINGS of FILE, or "".  */
static const char *
name_at (const struct part *file, const uint8_t *strings, uint64_t name)
{
  uint64_t offset = number_get (strings + 24, 8, file->big);

  if (offset >= file->size || name >= file->size - offset)
    return "";
  const char *text = (const char *) file->bytes + offset + name;
  size_t left = file->size - offset - name;
  return memchr (text, '\0', left) != NULL ? text : "";
}

/* Change a section header of FILE, or the contents of a section.  Sections
   that matter are tried again and again.  */
static void
change_sections (struct gen *g, const struct part *file)
{
  uint64_t offset = number_get (file->bytes + 40, 8, file->big);
  size_t count = (size_t) number_get (file->bytes + 60, 2, file->big);
  size_t names = (size_t) number_get (file->bytes + 62, 2, file->big);
  size_t size = shape_size (&section_shape);
  struct part table = *file;

  if (offset > file->size || count > (file->size - offset) / size
      || count == 0)
    return;
  table.bytes += offset;
  table.size = count * size;
  if (gen_once_in (g, 4))
    {
      change_table (g, &table, &section_shape);
      return;
    }
  for (int attempt = 0; attempt < 4; attempt++)
    {
      uint8_t *header = table.bytes + size * gen_below (g, (uint32_t) count);
      const char *name = names >= count
                             ? ""
                             : name_at (file, table.bytes + names * size,
                                        number_get (header, 4, file->big));
      if (attempt < 3 && strstr (name, "frame") == NULL)
        continue;
      change_section (g, file, header, name);
      return;
    }
}

static void
change_segments (struct gen *g, const struct part *file)
{
  uint64_t offset = number_get (file->bytes + 32, 8, file->big);
  size_t count = (size_t) number_get (file->bytes + 56, 2, file->big);
  size_t size = shape_size (&segment_shape);
  struct part table = *file;

  if (offset > file->size || count > (file->size - offset) / size)
    return;
  table.bytes += offset;
  table.size = count * size;
  change_table (g, &table, &segment_shape);
}

/* Change FILE, which begins as an ELF file.  */
static void
change_elf (struct gen *g, struct part *file)
{
  if (file->size < sizeof (Elf64_Ehdr))
    {
      change_bytes (g, file);
      return;
    }
  file->big = file->bytes[EI_DATA] == ELFDATA2MSB;
  switch (gen_below (g, 12))
    {
    case 0:
      change_field (g, file, file->bytes + EI_NIDENT, &file_shape);
      break;
    case 1:
      mutate_plain (g, file->bytes, EI_NIDENT);
      break;
    case 2:
    case 3:
      change_segments (g, file);
      break;
    default:
      change_sections (g, file);
    }
}

/* The headers of members in the archive of SIZE bytes at BYTES.  */
static size_t
list_members (const uint8_t *bytes, size_t size, size_t *starts)
{
  size_t count = 0, at = 8;

  while (size - at >= ARCHIVE_HEADER && count < MEMBERS_MAX)
    {
      size_t wanted = 0;
      starts[count++] = at;
      for (unsigned i = 48; i < 58; i++)
        if (bytes[at + i] >= '0' && bytes[at + i] <= '9')
          wanted = wanted * 10 + (size_t) (bytes[at + i] - '0');
      at += ARCHIVE_HEADER;
      if (wanted > size - at)
        break;
      at += wanted + (wanted & 1);
      if (at > size)
        break;
    }
  return count;
}

size_t
mutate_elf (struct gen *g, uint8_t *bytes, size_t size)
{
  struct part file = { .bytes = bytes, .size = size, .whole = size };
  size_t starts[MEMBERS_MAX];

  if (size >= 8 && memcmp (bytes, "!<", 2) == 0)
    {
      size_t count = list_members (bytes, size, starts);
      if (count == 0)
        return mutate_plain (g, bytes, size);
      size_t at = starts[gen_below (g, (uint32_t) count)];
      if (gen_once_in (g, 6))
        {
          mutate_plain (g, bytes + at, ARCHIVE_HEADER);
          return size;
        }
      file.bytes += at + ARCHIVE_HEADER;
      file.size -= at + ARCHIVE_HEADER;
    }
  if (gen_once_in (g, 64))
    return gen_below (g, (uint32_t) size + 1);
  if (file.size >= SELFMAG && memcmp (file.bytes, ELFMAG, SELFMAG) == 0)
    change_elf (g, &file);
  else
    change_bytes (g, &file);
  return size;
}
