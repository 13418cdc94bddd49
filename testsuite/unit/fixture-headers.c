/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-headers.c - ELF64 headers in either byte order.  */

#include "config.h"

#include <stddef.h>
#include <string.h>

#include "elf-abi.h"
#include "fixture-headers.h"

void
fixture_put_file (uint8_t *to, const Elf64_Ehdr *from, bool big)
{
  memcpy (to, ELFMAG, SELFMAG);
  to[EI_CLASS] = ELFCLASS64;
  to[EI_DATA] = big ? ELFDATA2MSB : ELFDATA2LSB;
  to[EI_VERSION] = EV_CURRENT;
  elf_put16 (to + offsetof (Elf64_Ehdr, e_type), from->e_type, big);
  elf_put16 (to + offsetof (Elf64_Ehdr, e_machine), from->e_machine, big);
  elf_put32 (to + offsetof (Elf64_Ehdr, e_version), EV_CURRENT, big);
  elf_put64 (to + offsetof (Elf64_Ehdr, e_phoff), from->e_phoff, big);
  elf_put64 (to + offsetof (Elf64_Ehdr, e_shoff), from->e_shoff, big);
  elf_put16 (to + offsetof (Elf64_Ehdr, e_ehsize), ELF_EHDR_SIZE, big);
  elf_put16 (to + offsetof (Elf64_Ehdr, e_phentsize), ELF_PHDR_SIZE, big);
  elf_put16 (to + offsetof (Elf64_Ehdr, e_phnum), from->e_phnum, big);
  elf_put16 (to + offsetof (Elf64_Ehdr, e_shentsize), ELF_SHDR_SIZE, big);
  elf_put16 (to + offsetof (Elf64_Ehdr, e_shnum), from->e_shnum, big);
  elf_put16 (to + offsetof (Elf64_Ehdr, e_shstrndx), from->e_shstrndx, big);
}

void
fixture_put_section (uint8_t *to, const Elf64_Shdr *from, bool big)
{
  elf_put32 (to + offsetof (Elf64_Shdr, sh_name), from->sh_name, big);
  elf_put32 (to + offsetof (Elf64_Shdr, sh_type), from->sh_type, big);
  elf_put64 (to + offsetof (Elf64_Shdr, sh_flags), from->sh_flags, big);
  elf_put64 (to + offsetof (Elf64_Shdr, sh_addr), from->sh_addr, big);
  elf_put64 (to + offsetof (Elf64_Shdr, sh_offset), from->sh_offset, big);
  elf_put64 (to + offsetof (Elf64_Shdr, sh_size), from->sh_size, big);
  elf_put32 (to + offsetof (Elf64_Shdr, sh_link), from->sh_link, big);
  elf_put32 (to + offsetof (Elf64_Shdr, sh_info), from->sh_info, big);
  elf_put64 (to + offsetof (Elf64_Shdr, sh_addralign), from->sh_addralign,
             big);
  elf_put64 (to + offsetof (Elf64_Shdr, sh_entsize), from->sh_entsize, big);
}

void
fixture_put_segment (uint8_t *to, const Elf64_Phdr *from, bool big)
{
  elf_put32 (to + offsetof (Elf64_Phdr, p_type), from->p_type, big);
  elf_put32 (to + offsetof (Elf64_Phdr, p_flags), from->p_flags, big);
  elf_put64 (to + offsetof (Elf64_Phdr, p_offset), from->p_offset, big);
  elf_put64 (to + offsetof (Elf64_Phdr, p_vaddr), from->p_vaddr, big);
  elf_put64 (to + offsetof (Elf64_Phdr, p_paddr), from->p_paddr, big);
  elf_put64 (to + offsetof (Elf64_Phdr, p_filesz), from->p_filesz, big);
  elf_put64 (to + offsetof (Elf64_Phdr, p_memsz), from->p_memsz, big);
  elf_put64 (to + offsetof (Elf64_Phdr, p_align), from->p_align, big);
}

void
fixture_put_symbol (uint8_t *to, const Elf64_Sym *from, bool big)
{
  elf_put32 (to + offsetof (Elf64_Sym, st_name), from->st_name, big);
  to[offsetof (Elf64_Sym, st_info)] = from->st_info;
  to[offsetof (Elf64_Sym, st_other)] = from->st_other;
  elf_put16 (to + offsetof (Elf64_Sym, st_shndx), from->st_shndx, big);
  elf_put64 (to + offsetof (Elf64_Sym, st_value), from->st_value, big);
  elf_put64 (to + offsetof (Elf64_Sym, st_size), from->st_size, big);
}
