/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-elf.h - the little that the plug-in asks of ELF files.  */

#ifndef PLUGIN_ELF_H
#define PLUGIN_ELF_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* An ELF64 file, or the part of an archive that is one.  */
struct plugin_elf
{
  int fd; /* is neither moved nor closed */
  uint64_t offset;
  uint64_t size; /* bytes from OFFSET on */
  bool big;
  uint16_t type;
  uint64_t shoff;
  uint64_t shnum;
  uint64_t shstrndx;
};

/* Read the header of the SIZE bytes at OFFSET of FD.  Returns whether it is an
   ELF64 header; sections that lie outside the bytes count as none.  */
bool plugin_elf_open (struct plugin_elf *elf, int fd, off_t offset,
                      off_t size);

/* Whether it has a section of TYPE.  */
bool plugin_elf_has_type (const struct plugin_elf *elf, uint32_t type);

/* Whether a compiler's intermediate language is in it, instead of code or
   beside it: GCC's .gnu.lto_*, LLVM's .llvm.lto.  */
bool plugin_elf_is_lto (const struct plugin_elf *elf);

#endif /* PLUGIN_ELF_H */
