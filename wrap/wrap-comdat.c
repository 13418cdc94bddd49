/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-comdat.c - whether an object may have COMDAT code, by its section
   headers and their names alone.

   Most objects of a link have none, and need not be read whole to see that.
   What is odd here is read whole, and judged there.  */

#include "config.h"

#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf-codec.h"
#include "wrap-copies.h"
#include "text.h"

enum
{
  TABLE_MAX = 1 << 24 /* bytes of a table; a larger one is odd */
};

/* Read SIZE bytes at OFFSET of FD, and a zero after them.  NULL: they are not
   there.  */
static uint8_t *
read_table (int fd, uint64_t offset, uint64_t size)
{
  if (size == 0 || size > TABLE_MAX || offset > INT64_MAX)
    return NULL;
  uint8_t *bytes = malloc (size + 1);
  if (bytes == NULL)
    return NULL;
  if (pread (fd, bytes, size, (off_t) offset) == (ssize_t) size)
    {
      bytes[size] = 0;
      return bytes;
    }
  free (bytes);
  return NULL;
}

/* Whether one of the COUNT section headers at TABLE, with the SIZE bytes of
   names at NAMES, may be of COMDAT code.  */
static bool
may_have (const uint8_t *table, uint64_t count, const uint8_t *names,
          uint64_t size, bool big)
{
  for (uint64_t i = 1; i < count; i++)
    {
      const uint8_t *header = table + i * ELF_SHDR_SIZE;
      const uint32_t name = elf_u32 (header, big);
      const uint64_t flags = elf_u64 (header + 8, big);
      if ((flags & SHF_EXECINSTR) == 0)
        continue;
      if ((flags & SHF_GROUP) != 0 || name >= size
          || text_begins ((const char *) names + name, ".gnu.linkonce."))
        return true;
    }
  return false;
}

bool
object_head_may_have_comdat (int fd, const uint8_t *ehdr)
{
  const bool big = ehdr[EI_DATA] == ELFDATA2MSB;
  const uint64_t count = elf_u16 (ehdr + offsetof (Elf64_Ehdr, e_shnum), big);
  const uint64_t string
      = elf_u16 (ehdr + offsetof (Elf64_Ehdr, e_shstrndx), big);
  bool may = true;

  if (memcmp (ehdr, ELFMAG, SELFMAG) != 0 || ehdr[EI_CLASS] != ELFCLASS64
      || string >= count
      || elf_u16 (ehdr + offsetof (Elf64_Ehdr, e_shentsize), big)
             != ELF_SHDR_SIZE)
    return true;
  uint8_t *table
      = read_table (fd, elf_u64 (ehdr + offsetof (Elf64_Ehdr, e_shoff), big),
                    count * ELF_SHDR_SIZE);
  if (table == NULL)
    return true;
  const uint8_t *header = table + string * ELF_SHDR_SIZE;
  const uint64_t size = elf_u64 (header + offsetof (Elf64_Shdr, sh_size), big);
  uint8_t *names = read_table (
      fd, elf_u64 (header + offsetof (Elf64_Shdr, sh_offset), big), size);
  if (names != NULL)
    may = may_have (table, count, names, size, big);
  free (names);
  free (table);
  return may;
}

bool
object_may_have_comdat (const char *path)
{
  const int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  uint8_t ehdr[ELF_EHDR_SIZE];
  struct stat st;

  if (fd < 0)
    return true;
  const bool may = fstat (fd, &st) != 0 || !S_ISREG (st.st_mode)
                   || pread (fd, ehdr, sizeof ehdr, 0) != sizeof ehdr
                   || object_head_may_have_comdat (fd, ehdr);
  close (fd);
  return may;
}
