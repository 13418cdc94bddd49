/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-kind.c - the kind of a file, by its first bytes.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "elf-abi.h"
#include "file-bytes.h"

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
  { "\x28\xb5\x2f\xfd", 4, FILE_ZSTD }, { "BC\xc0\xde", 4, FILE_LLVM },
  { "\xde\xc0\x17\x0b", 4, FILE_LLVM }, /* a wrapper of it */
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

bool
file_is_relocatable (const uint8_t *bytes, size_t size)
{
  const size_t at = offsetof (Elf64_Ehdr, e_type); /* of either class */

  return size >= at + 2 && memcmp (bytes, ELFMAG, SELFMAG) == 0
         && elf_u16 (bytes + at, bytes[EI_DATA] == ELFDATA2MSB) == ET_REL;
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

/* What the ELF file of SIZE bytes at BYTES is, as in file_not_object.  */
static const char *
elf_not_object (const uint8_t *bytes, size_t size)
{
  static const char *const types[] = {
    [ET_NONE] = "an ELF file of unknown type",
    [ET_REL] = NULL,
    [ET_EXEC] = "an executable, not a relocatable object",
    [ET_DYN] = "a shared object or position independent executable, not a "
               "relocatable object",
    [ET_CORE] = "a core file, not a relocatable object",
  };

  if (size > EI_CLASS && bytes[EI_CLASS] == ELFCLASS32)
    return "a 32-bit ELF file";
  if (size < ELF_EHDR_SIZE)
    return "too short for an ELF header";
  if (bytes[EI_CLASS] != ELFCLASS64)
    return "an ELF file of unknown class";
  bool big = bytes[EI_DATA] == ELFDATA2MSB;
  if (!big && bytes[EI_DATA] != ELFDATA2LSB)
    return "an ELF file of unknown byte order";
  if (elf_abi (elf_u16 (bytes + offsetof (Elf64_Ehdr, e_machine), big), big)
      == 0)
    return "an ELF file of a machine that has no SFrame ABI";
  uint16_t type = elf_u16 (bytes + offsetof (Elf64_Ehdr, e_type), big);
  return types[type > ET_CORE ? ET_NONE : type];
}

const char *
file_foreign (const uint8_t *bytes, size_t size)
{
  if (size < ELF_EHDR_SIZE || memcmp (bytes, ELFMAG, SELFMAG) != 0)
    return NULL;
  const bool big = bytes[EI_DATA] == ELFDATA2MSB;
  const uint16_t type = elf_u16 (bytes + offsetof (Elf64_Ehdr, e_type), big);
  if (bytes[EI_CLASS] == ELFCLASS64
      && elf_abi (elf_u16 (bytes + offsetof (Elf64_Ehdr, e_machine), big), big)
             != 0)
    return type == ET_CORE ? "a core file" : NULL;
  /* It is of another class, byte order or machine.  */
  return elf_not_object (bytes, size);
}

const char *
file_not_object (const uint8_t *bytes, size_t size)
{
  if (size >= SELFMAG && memcmp (bytes, ELFMAG, SELFMAG) == 0)
    return elf_not_object (bytes, size);
  switch (file_kind (bytes, size))
    {
    case FILE_ARCHIVE:
    case FILE_THIN:
      return "an archive in an archive";
    case FILE_LLVM:
      return "LLVM bitcode";
    default:
      return size == 0 ? "empty" : "neither an ELF file nor an archive";
    }
}
