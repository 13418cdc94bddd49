/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-kind.c - the kind of a file that is to be changed, by its first
   bytes.  */

#include "config.h"

#include <elf.h>
#include <stdbool.h>
#include <string.h>

#include "file-kind.h"
#include "elf-abi.h"
#include "elf-codec.h"

/* A magic number and the kind that it identifies.  */
struct magic
{
  const char *text;
  size_t size;
  enum file_kind kind;
};

static const struct magic magics[] = {
  { "!<arch>\n", 8, FILE_ARCHIVE },     { "!<thin>\n", 8, FILE_THIN },
  { "\x1f\x8b\x08", 3, FILE_GZIP },     { "\xfd\x37zXZ\0", 6, FILE_XZ },
  { "\x28\xb5\x2f\xfd", 4, FILE_ZSTD },
};

/* The kind of the ELF file of SIZE bytes at BYTES.  */
static enum file_kind
elf_kind (const uint8_t *bytes, size_t size)
{
  if (size < ELF_EHDR_SIZE || bytes[EI_CLASS] != ELFCLASS64)
    return FILE_IMAGE;
  bool big = bytes[EI_DATA] == ELFDATA2MSB;
  uint16_t type = elf_u16 (bytes + offsetof (Elf64_Ehdr, e_type), big);
  uint16_t machine = elf_u16 (bytes + offsetof (Elf64_Ehdr, e_machine), big);
  return type == ET_REL && elf_abi (machine, big) != 0 ? FILE_OBJECT
                                                       : FILE_IMAGE;
}

enum file_kind
file_kind (const uint8_t *bytes, size_t size)
{
  if (size >= SELFMAG && memcmp (bytes, ELFMAG, SELFMAG) == 0)
    return elf_kind (bytes, size);
  for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++)
    if (size >= magics[i].size
        && memcmp (bytes, magics[i].text, magics[i].size) == 0)
      return magics[i].kind;
  return FILE_OTHER;
}
