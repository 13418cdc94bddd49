/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-bend.c - bend a fixture by words.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixture-bend.h"

#define FIELD(letter, name, type, member)                                     \
  {                                                                           \
    letter, name, offsetof (type, member), sizeof (((type *) 0)->member)      \
  }

static const struct
{
  char letter;
  const char *name;
  size_t at, size;
} fields[] = {
  FIELD ('P', "type", Elf64_Phdr, p_type),
  FIELD ('P', "flags", Elf64_Phdr, p_flags),
  FIELD ('P', "offset", Elf64_Phdr, p_offset),
  FIELD ('P', "addr", Elf64_Phdr, p_vaddr),
  FIELD ('P', "paddr", Elf64_Phdr, p_paddr),
  FIELD ('P', "filesz", Elf64_Phdr, p_filesz),
  FIELD ('P', "memsz", Elf64_Phdr, p_memsz),
  FIELD ('P', "align", Elf64_Phdr, p_align),
  FIELD ('S', "name", Elf64_Shdr, sh_name),
  FIELD ('S', "type", Elf64_Shdr, sh_type),
  FIELD ('S', "flags", Elf64_Shdr, sh_flags),
  FIELD ('S', "addr", Elf64_Shdr, sh_addr),
  FIELD ('S', "offset", Elf64_Shdr, sh_offset),
  FIELD ('S', "size", Elf64_Shdr, sh_size),
  FIELD ('S', "link", Elf64_Shdr, sh_link),
  FIELD ('S', "info", Elf64_Shdr, sh_info),
  FIELD ('S', "entsize", Elf64_Shdr, sh_entsize),
  FIELD ('S', "align", Elf64_Shdr, sh_addralign),
};

bool
fixture_field (char letter, const char *name, size_t *at, unsigned *size)
{
  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
    if (fields[i].letter == letter && strcmp (fields[i].name, name) == 0)
      {
        *at = fields[i].at;
        *size = (unsigned) fields[i].size;
        return true;
      }
  return false;
}

/* Set the field NAME of a header of the kind LETTER.  */
static bool
set_field (void *header, char letter, const char *name, uint64_t value)
{
  const uint32_t word = (uint32_t) value;
  unsigned size;
  size_t at;

  if (!fixture_field (letter, name, &at, &size))
    return false;
  memcpy ((uint8_t *) header + at,
          size == sizeof word ? (const void *) &word : &value, size);
  return true;
}

/* The header of the kind LETTER with NUMBER; those up to it are new if there
   are not so many.  */
static void *
header_of (struct fixture *fx, char letter, uint32_t number)
{
  if (number >= FIXTURE_MAX)
    return NULL;
  if (letter == 'P')
    {
      while (number >= fx->segment_count)
        fixture_segment (fx, PT_NOTE, PF_R, 0, 0);
      return &fx->segments[number];
    }
  while (number >= fx->section_count)
    fixture_section (fx, "", SHT_PROGBITS, 0, 0, 0);
  return &fx->sections[number];
}

static bool
bend_one (struct fixture *fx, char letter, uint32_t number, const char *name,
          uint64_t value)
{
  const uint64_t size = strtoul (name, NULL, 16);
  uint8_t *bytes = fx->bytes + number;
  void *header;

  switch (letter)
    {
    case 'P':
    case 'S':
      header = header_of (fx, letter, number);
      return header != NULL && set_field (header, letter, name, value);
    case 'C':
      fx->section_count = (uint16_t) value;
      return true;
    case 'X':
      fx->fixed = value != 0;
      return true;
    case 'Y':
      fixture_symbol (fx, number, 0, (unsigned) size, (uint16_t) value);
      return true;
    case 'B':
      memset (bytes, (int) value, size);
      return true;
    case 'W':
      fixture_put_word (bytes, (unsigned) size, value, fx->big_endian);
      return true;
    case 'H':
      if (fx->late_count == FIXTURE_LATE)
        return false;
      fx->late[fx->late_count++]
          = (struct fixture_word){ number, (unsigned) size, value };
      return true;
    case 'R':
      if (fx->piece_count == FIXTURE_PIECES)
        return false;
      fx->pieces[fx->piece_count++] = (struct byte_range){ number, value };
      return true;
    case 'K':
      fx->kind = (unsigned) value;
      return true;
    case 'A':
      fx->force = value != 0;
      return true;
    case 'T':
      *(number == 0 ? &fx->phdrs : &fx->shdrs) = value;
      return true;
    default:
      return false;
    }
}

bool
fixture_bend (struct fixture *fixture, const char *text)
{
  char letter, name[8];
  uint32_t number;
  uint64_t value;
  int used;

  for (; sscanf (text, " %c%" SCNx32 ".%7[a-z0-9]=%" SCNx64 " %n", &letter,
                 &number, name, &value, &used)
         == 4;
       text += used)
    if (!bend_one (fixture, letter, number, name, value))
      return false;
  return *text == '\0';
}
