/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-elf.h - minimal ELF reading for the plugin.  */

#ifndef PLUGIN_ELF_H
#define PLUGIN_ELF_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* An ELF64 file, or an ELF64 member of an archive.  */
struct plugin_elf
{
  int fd; /* borrowed; its file position is not changed */
  uint64_t offset;
  uint64_t size; /* in bytes, from OFFSET on */
  bool big;
  uint16_t type;
  uint64_t shoff;
  uint64_t shnum;
  uint64_t shstrndx;
};

/* Read the header of the SIZE bytes at OFFSET of FD.  Returns whether it is an
   ELF64 header; a section header table outside the bytes counts as empty.  */
bool plugin_elf_open (struct plugin_elf *elf, int fd, off_t offset,
                      off_t size);

/* Whether ELF has a section of TYPE.  */
bool plugin_elf_has_type (const struct plugin_elf *elf, uint32_t type);

/* Whether the name of a section of ELF contains NAME.  */
bool plugin_elf_has_name (const struct plugin_elf *elf, const char *name);

/* Whether ELF contains a compiler's intermediate language, alone or beside
   code: GCC's .gnu.lto_*, LLVM's .llvm.lto.  */
bool plugin_elf_is_lto (const struct plugin_elf *elf);

#endif /* PLUGIN_ELF_H */
