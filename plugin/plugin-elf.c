/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-elf.c - minimal ELF reading for the plugin.

   It runs for each object of each link, so it reads as little as possible:
   section names are searched for in the string table, not section by section.
   Every number is checked against the size before use.  Parts outside the file
   are treated as missing; reporting bad files is left to the linker and to
   sfmerge.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugin-elf.h"

enum
{
  EHDR_SIZE = 64,
  SHDR_SIZE = 64,
  /* Number of section headers read at a time.  */
  BATCH = 64
};

/* The number in the SIZE bytes at BYTES.  */
static uint64_t
number (const struct plugin_elf *elf, const unsigned char *bytes,
        unsigned size)
{
  uint64_t value = 0;

  for (unsigned i = 0; i < size; i++)
    value = value << 8 | bytes[elf->big ? i : size - 1 - i];
  return value;
}

/* Read SIZE bytes at OFF of ELF to INTO; false if they cannot be read.  */
static bool
read_at (const struct plugin_elf *elf, uint64_t off, unsigned char *into,
         size_t size)
{
  if (off > elf->size || size > elf->size - off)
    return false;
  for (size_t done = 0; done < size;)
    {
      ssize_t got = pread (elf->fd, into + done, size - done,
                           (off_t) (elf->offset + off + done));
      if (got <= 0)
        return false;
      done += (size_t) got;
    }
  return true;
}

/* Set ELF->shnum and ELF->shstrndx from section header 0 if they do not fit
   into the file header.  */
static void
extended_numbers (struct plugin_elf *elf)
{
  unsigned char first[SHDR_SIZE];

  if (elf->shoff == 0 || (elf->shnum != 0 && elf->shstrndx != SHN_XINDEX))
    return;
  if (!read_at (elf, elf->shoff, first, sizeof first))
    {
      elf->shnum = 0;
      return;
    }
  if (elf->shnum == 0)
    elf->shnum = number (elf, first + 32, 8);
  if (elf->shstrndx == SHN_XINDEX)
    elf->shstrndx = number (elf, first + 40, 4);
}

bool
plugin_elf_open (struct plugin_elf *elf, int fd, off_t offset, off_t size)
{
  static const unsigned char magic[] = { 0x7f, 'E', 'L', 'F', 2 };
  unsigned char header[EHDR_SIZE];

  if (offset < 0 || size < 0)
    return false;
  *elf = (struct plugin_elf){ .fd = fd,
                              .offset = (uint64_t) offset,
                              .size = (uint64_t) size };
  if (!read_at (elf, 0, header, sizeof header)
      || memcmp (header, magic, sizeof magic) != 0)
    return false;
  elf->big = header[5] == 2;
  elf->type = (uint16_t) number (elf, header + 16, 2);
  elf->shoff = number (elf, header + 40, 8);
  elf->shnum = number (elf, header + 60, 2);
  elf->shstrndx = number (elf, header + 62, 2);
  extended_numbers (elf);
  if (elf->shoff > elf->size
      || elf->shnum > (elf->size - elf->shoff) / SHDR_SIZE)
    elf->shnum = 0;
  return true;
}

bool
plugin_elf_has_type (const struct plugin_elf *elf, uint32_t type)
{
  unsigned char batch[BATCH * SHDR_SIZE];

  for (uint64_t idx = 0; idx < elf->shnum; idx += BATCH)
    {
      size_t count = elf->shnum - idx < BATCH ? (size_t) (elf->shnum - idx)
                                              : (size_t) BATCH;
      if (!read_at (elf, elf->shoff + idx * SHDR_SIZE, batch,
                    count * SHDR_SIZE))
        return false;
      for (size_t i = 0; i < count; i++)
        if (number (elf, batch + i * SHDR_SIZE + 4, 4) == type)
          return true;
    }
  return false;
}

bool
plugin_elf_has_name (const struct plugin_elf *elf, const char *name)
{
  unsigned char header[SHDR_SIZE];

  if (elf->shstrndx >= elf->shnum
      || !read_at (elf, elf->shoff + elf->shstrndx * SHDR_SIZE, header,
                   sizeof header))
    return false;
  uint64_t off = number (elf, header + 24, 8);
  uint64_t size = number (elf, header + 32, 8);
  if (off > elf->size || size > elf->size - off)
    return false;
  unsigned char *names = malloc ((size_t) size + 1);
  if (names == NULL)
    return false;
  bool found = read_at (elf, off, names, (size_t) size)
               && memmem (names, (size_t) size, name, strlen (name)) != NULL;
  free (names);
  return found;
}

bool
plugin_elf_is_lto (const struct plugin_elf *elf)
{
  return plugin_elf_has_name (elf, ".gnu.lto_")
         || plugin_elf_has_name (elf, ".llvm.lto");
}
