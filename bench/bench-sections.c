/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bench-sections.c - the .sframe of objects, with minimal work.

   Neither libbfd nor the tool's ELF layer is used: their cost is what is
   compared with this.  */

#include "config.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench-sections.h"

bool
bench_file_map (const char *path, struct bench_file *file)
{
  struct stat st;
  int fd = open (path, O_RDONLY | O_CLOEXEC);

  *file = (struct bench_file){ 0 };
  if (fd < 0)
    return false;
  if (fstat (fd, &st) == 0 && st.st_size > 0)
    {
      file->size = (size_t) st.st_size;
      void *bytes = mmap (NULL, file->size, PROT_READ, MAP_PRIVATE, fd, 0);
      if (bytes != MAP_FAILED)
        file->bytes = bytes;
    }
  close (fd);
  return file->bytes != NULL;
}

void
bench_file_unmap (struct bench_file *file)
{
  if (file->bytes != NULL)
    munmap (file->bytes, file->size);
  file->bytes = NULL;
}

/* Whether the COUNT bytes at OFF are in FILE.  */
static bool
inside (const struct bench_file *file, uint64_t off, uint64_t count)
{
  return off <= file->size && count <= file->size - off;
}

/* Read section header number IDX of the table at OFF.  */
static bool
read_header (const struct bench_file *file, uint64_t off, size_t idx,
             Elf64_Shdr *header)
{
  if (!inside (file, off, (idx + 1) * sizeof *header))
    return false;
  memcpy (header, file->bytes + off + idx * sizeof *header, sizeof *header);
  return true;
}

bool
bench_file_sframe (const struct bench_file *file, const uint8_t **bytes,
                   size_t *size)
{
  static const char name[] = ".sframe";
  Elf64_Ehdr elf;
  Elf64_Shdr names, header;

  if (file->size < sizeof elf)
    return false;
  memcpy (&elf, file->bytes, sizeof elf);
  if (memcmp (elf.e_ident, ELFMAG, SELFMAG) != 0
      || elf.e_ident[EI_CLASS] != ELFCLASS64
      || elf.e_shentsize != sizeof header
      || !read_header (file, elf.e_shoff, elf.e_shstrndx, &names))
    return false;
  for (size_t i = 0; i < elf.e_shnum; i++)
    {
      if (!read_header (file, elf.e_shoff, i, &header))
        return false;
      if (header.sh_name >= names.sh_size
          || !inside (file, names.sh_offset, names.sh_size)
          || names.sh_size - header.sh_name < sizeof name
          || !inside (file, header.sh_offset, header.sh_size)
          || memcmp (file->bytes + names.sh_offset + header.sh_name, name,
                     sizeof name)
                 != 0)
        continue;
      *bytes = file->bytes + header.sh_offset;
      *size = (size_t) header.sh_size;
      return true;
    }
  return false;
}

bool
bench_next_path (FILE *list, char *path, size_t size)
{
  if (fgets (path, (int) size, list) == NULL)
    return false;
  path[strcspn (path, "\n")] = '\0';
  return true;
}
