/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-kind.c - the kind of an input, by its first bytes.

   BFD could find it by trying every format that it knows.  But some formats
   have no magic number, BFD's public API does not tell e_type, e_machine and
   the class, and it has one message for all files that fit no format.  Only
   files that this code knows reach BFD.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "bfd-internal.h"
#include "elf-abi.h"

static bool
begins (const uint8_t *bytes, size_t size, const char *magic,
        size_t magic_size)
{
  return size >= magic_size && memcmp (bytes, magic, magic_size) == 0;
}

/* The kind of a file that begins with an ELF64 header.  */
static enum file_kind
elf64_kind (const uint8_t *bytes, const char **why)
{
  bool big_endian = bytes[EI_DATA] == ELFDATA2MSB;
  if (!big_endian && bytes[EI_DATA] != ELFDATA2LSB)
    {
      *why = "an ELF file of unknown byte order";
      return KIND_FOREIGN;
    }
  bfd_vma type
      = big_endian ? bfd_getb16 (bytes + 16) : bfd_getl16 (bytes + 16);
  bfd_vma machine
      = big_endian ? bfd_getb16 (bytes + 18) : bfd_getl16 (bytes + 18);
  if (elf_abi ((uint16_t) machine, big_endian) == 0)
    {
      *why = "an ELF file of a machine that has no SFrame ABI";
      return KIND_FOREIGN;
    }
  switch (type)
    {
    case ET_REL:
      return KIND_OBJECT;
    case ET_EXEC:
      *why = "an executable, not a relocatable object";
      return KIND_IMAGE;
    case ET_DYN:
      *why = "a shared object or position independent executable, not a "
             "relocatable object";
      return KIND_IMAGE;
    case ET_CORE:
      *why = "a core file, not a relocatable object";
      return KIND_IMAGE;
    default:
      *why = "an ELF file of unknown type";
      return KIND_FOREIGN;
    }
}

enum file_kind
input_kind (const uint8_t *bytes, size_t size, const char **why)
{
  if (begins (bytes, size, ELFMAG, SELFMAG))
    {
      if (size >= 5 && bytes[EI_CLASS] == ELFCLASS32)
        {
          *why = "a 32-bit ELF file";
          return KIND_FOREIGN;
        }
      if (size >= KIND_BYTES && bytes[EI_CLASS] == ELFCLASS64)
        return elf64_kind (bytes, why);
      *why = size < KIND_BYTES ? "too short for an ELF header"
                               : "an ELF file of unknown class";
      return KIND_FOREIGN;
    }
  if (begins (bytes, size, "!<arch>\n", 8)
      || begins (bytes, size, "!<thin>\n", 8))
    {
      *why = "an archive in an archive";
      return KIND_ARCHIVE;
    }
  /* Raw bitcode, and its wrapper.  */
  if (begins (bytes, size, "BC\xc0\xde", 4)
      || begins (bytes, size, "\xde\xc0\x17\x0b", 4))
    {
      *why = "LLVM bitcode";
      return KIND_LLVM;
    }
  *why = size == 0 ? "empty" : "neither an ELF object nor an archive";
  return KIND_FOREIGN;
}
