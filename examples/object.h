/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   object.h - as much of an object file as linker.c wants: sections, symbols,
   relocations and COMDAT groups, of this machine's byte order.

   A linker has all of this anyway, so it is short: what it does not understand
   it refuses, with a message in ERROR.  */

#ifndef OBJECT_H
#define OBJECT_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  /* Of sections: it keeps sums of sizes far from their limits.  */
  OBJECT_ALIGN_MAX = 0x10000
};

struct object
{
  const char *path;
  uint8_t *bytes;
  size_t size;
  uint16_t machine;
  Elf64_Shdr *sections;
  size_t section_count;
  Elf64_Sym *symbols;
  size_t symbol_count;
  const char *symbol_names; /* of SYMBOL_NAMES_SIZE bytes, the last is 0 */
  uint64_t symbol_names_size;
  /* The linker's, an element for each section.  */
  bool *dead;
  uint64_t *addresses;
};

static inline void
object_free (struct object *o)
{
  free (o->bytes);
  free (o->sections);
  free (o->symbols);
  free (o->dead);
  free (o->addresses);
}

/* Read the file PATH.  */
static inline bool
object_load (struct object *o, const char *path)
{
  FILE *file = fopen (path, "rb");
  long size = -1;

  if (file != NULL && fseek (file, 0, SEEK_END) == 0)
    size = ftell (file);
  if (size >= 0 && fseek (file, 0, SEEK_SET) == 0)
    o->bytes = malloc ((size_t) size + 1);
  if (o->bytes != NULL
      && fread (o->bytes, 1, (size_t) size, file) != (size_t) size)
    size = -1;
  if (file != NULL)
    fclose (file);
  o->path = path;
  o->size = size < 0 ? 0 : (size_t) size;
  return o->bytes != NULL && size >= 0;
}

/* A copy of the COUNT elements of SIZE bytes at OFFSET, aligned, to be freed.
   NULL: the file has not as many.  */
static inline void *
object_array (const struct object *o, uint64_t offset, uint64_t count,
              size_t size)
{
  if (offset > o->size || count > (o->size - offset) / size)
    return NULL;
  void *array = malloc ((size_t) count * size + 1);
  if (array != NULL && count != 0)
    memcpy (array, o->bytes + offset, (size_t) count * size);
  return array;
}

/* The text at OFFSET of the string table that is section number IDX, or
   NULL.  */
static inline const char *
object_text (const struct object *o, uint32_t idx, uint64_t offset)
{
  if (idx >= o->section_count || offset >= o->sections[idx].sh_size)
    return NULL;
  const char *text = (const char *) o->bytes + o->sections[idx].sh_offset;
  const uint64_t left = o->sections[idx].sh_size - offset;
  return memchr (text + offset, 0, (size_t) left) == NULL ? NULL
                                                          : text + offset;
}

/* The name of section number IDX.  */
static inline const char *
object_section_name (const struct object *o, size_t idx)
{
  const Elf64_Ehdr *header = (const Elf64_Ehdr *) (const void *) o->bytes;
  const char *name
      = object_text (o, header->e_shstrndx, o->sections[idx].sh_name);

  return name == NULL ? "" : name;
}

/* Whether section number IDX has code.  */
static inline bool
object_is_code (const struct object *o, size_t idx)
{
  const Elf64_Shdr *s = &o->sections[idx];

  return s->sh_type == SHT_PROGBITS && (s->sh_flags & SHF_EXECINSTR) != 0;
}

/* Read headers and symbols of O, whose bytes are there.  */
static inline bool
object_parse (struct object *o)
{
  const uint16_t one = 1;
  const uint8_t order
      = *(const uint8_t *) &one == 1 ? ELFDATA2LSB : ELFDATA2MSB;
  Elf64_Ehdr header;

  if (o->size < sizeof header)
    return false;
  memcpy (&header, o->bytes, sizeof header);
  if (memcmp (header.e_ident, ELFMAG, SELFMAG) != 0
      || header.e_ident[EI_CLASS] != ELFCLASS64
      || header.e_ident[EI_DATA] != order || header.e_type != ET_REL)
    return false;
  o->machine = header.e_machine;
  o->section_count = header.e_shnum;
  o->sections
      = object_array (o, header.e_shoff, header.e_shnum, sizeof *o->sections);
  o->dead = calloc (header.e_shnum + 1U, sizeof *o->dead);
  o->addresses = calloc (header.e_shnum + 1U, sizeof *o->addresses);
  if (o->sections == NULL || o->dead == NULL || o->addresses == NULL)
    return false;
  for (size_t i = 0; i < o->section_count; i++)
    {
      const Elf64_Shdr *s = &o->sections[i];
      if (s->sh_type == SHT_NOBITS || s->sh_type == SHT_NULL)
        continue;
      if (s->sh_offset > o->size || s->sh_size > o->size - s->sh_offset
          || s->sh_addralign > OBJECT_ALIGN_MAX)
        return false;
      if (s->sh_type != SHT_SYMTAB)
        continue;
      free (o->symbols);
      o->symbol_count = (size_t) (s->sh_size / sizeof *o->symbols);
      o->symbols = object_array (o, s->sh_offset, o->symbol_count,
                                 sizeof *o->symbols);
      if (o->symbols == NULL)
        return false;
    }
  return true;
}

/* The signature of the COMDAT group that is section number IDX, or NULL.  */
static inline const char *
object_comdat (const struct object *o, size_t idx)
{
  const Elf64_Shdr *s = &o->sections[idx];
  uint32_t flags;

  if (s->sh_type != SHT_GROUP || s->sh_size < sizeof flags
      || s->sh_info >= o->symbol_count || s->sh_link >= o->section_count)
    return NULL;
  memcpy (&flags, o->bytes + s->sh_offset, sizeof flags);
  if (!(flags & GRP_COMDAT))
    return NULL;
  return object_text (o, o->sections[s->sh_link].sh_link,
                      o->symbols[s->sh_info].st_name);
}

/* Let all sections of the group that is section number IDX be dead.  */
static inline void
object_kill_group (struct object *o, size_t idx)
{
  const Elf64_Shdr *s = &o->sections[idx];

  for (uint64_t at = 4; at + 4 <= s->sh_size; at += 4)
    {
      uint32_t member;
      memcpy (&member, o->bytes + s->sh_offset + at, sizeof member);
      if (member < o->section_count)
        o->dead[member] = true;
    }
}

/* The relocations of section number IDX, *COUNT of them, to be freed; NULL if
   there are none.  */
static inline Elf64_Rela *
object_relocs (const struct object *o, size_t idx, size_t *count)
{
  for (size_t i = 0; i < o->section_count; i++)
    {
      const Elf64_Shdr *s = &o->sections[i];
      if (s->sh_type != SHT_RELA || s->sh_info != idx)
        continue;
      *count = (size_t) (s->sh_size / sizeof (Elf64_Rela));
      return object_array (o, s->sh_offset, *count, sizeof (Elf64_Rela));
    }
  *count = 0;
  return NULL;
}

#endif /* OBJECT_H */
