/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-layout.h - where the fields of ELF64 and ELF32 files are.

   SFrame has ABIs of 64-bit machines only, so nearly all of sfmerge is about
   ELF64.  What has to be done with any ELF file goes by this.  */

#ifndef BFDGLUE_ELF_LAYOUT_H
#define BFDGLUE_ELF_LAYOUT_H

#include <elf.h>
#include <stddef.h>

#include "elf-codec.h"

struct elf_layout
{
  /* Sizes of structures; of an address, an offset or a size; and of the number
     of a symbol in r_info, from its upper end.  */
  uint8_t ehdr, phdr, shdr, sym, rel, rela, word, symbol_shift;
  /* Offsets of fields that are not the same in both.  */
  uint8_t e_phoff, e_shoff, e_flags, e_phentsize, e_phnum, e_shentsize,
      e_shnum, e_shstrndx;
  uint8_t p_flags, p_offset, p_vaddr, p_filesz, p_memsz, p_align;
  uint8_t sh_flags, sh_addr, sh_offset, sh_size, sh_link, sh_info,
      sh_addralign, sh_entsize;
  uint8_t st_info, st_shndx, r_info;
};

#define ELF_LAYOUT(n, shift)                                                  \
  {                                                                           \
    .ehdr = sizeof (Elf##n##_Ehdr), .phdr = sizeof (Elf##n##_Phdr),           \
    .shdr = sizeof (Elf##n##_Shdr), .sym = sizeof (Elf##n##_Sym),             \
    .rel = sizeof (Elf##n##_Rel), .rela = sizeof (Elf##n##_Rela),             \
    .word = (n) / 8, .symbol_shift = (shift),                                 \
    .e_phoff = offsetof (Elf##n##_Ehdr, e_phoff),                             \
    .e_shoff = offsetof (Elf##n##_Ehdr, e_shoff),                             \
    .e_flags = offsetof (Elf##n##_Ehdr, e_flags),                             \
    .e_phentsize = offsetof (Elf##n##_Ehdr, e_phentsize),                     \
    .e_phnum = offsetof (Elf##n##_Ehdr, e_phnum),                             \
    .e_shentsize = offsetof (Elf##n##_Ehdr, e_shentsize),                     \
    .e_shnum = offsetof (Elf##n##_Ehdr, e_shnum),                             \
    .e_shstrndx = offsetof (Elf##n##_Ehdr, e_shstrndx),                       \
    .p_flags = offsetof (Elf##n##_Phdr, p_flags),                             \
    .p_offset = offsetof (Elf##n##_Phdr, p_offset),                           \
    .p_vaddr = offsetof (Elf##n##_Phdr, p_vaddr),                             \
    .p_filesz = offsetof (Elf##n##_Phdr, p_filesz),                           \
    .p_memsz = offsetof (Elf##n##_Phdr, p_memsz),                             \
    .p_align = offsetof (Elf##n##_Phdr, p_align),                             \
    .sh_flags = offsetof (Elf##n##_Shdr, sh_flags),                           \
    .sh_addr = offsetof (Elf##n##_Shdr, sh_addr),                             \
    .sh_offset = offsetof (Elf##n##_Shdr, sh_offset),                         \
    .sh_size = offsetof (Elf##n##_Shdr, sh_size),                             \
    .sh_link = offsetof (Elf##n##_Shdr, sh_link),                             \
    .sh_info = offsetof (Elf##n##_Shdr, sh_info),                             \
    .sh_addralign = offsetof (Elf##n##_Shdr, sh_addralign),                   \
    .sh_entsize = offsetof (Elf##n##_Shdr, sh_entsize),                       \
    .st_info = offsetof (Elf##n##_Sym, st_info),                              \
    .st_shndx = offsetof (Elf##n##_Sym, st_shndx),                            \
    .r_info = offsetof (Elf##n##_Rela, r_info)                                \
  }

/* elf-headers.c */
extern const struct elf_layout elf_layout_64, elf_layout_32;

/* The address, offset or size at BYTES, and writing VALUE there.  */
static inline uint64_t
layout_word (const struct elf_layout *layout, const uint8_t *bytes, bool big)
{
  return layout->word == 8 ? elf_u64 (bytes, big) : elf_u32 (bytes, big);
}

static inline void
layout_put_word (const struct elf_layout *layout, uint8_t *bytes,
                 uint64_t value, bool big)
{
  if (layout->word == 8)
    elf_put64 (bytes, value, big);
  else
    elf_put32 (bytes, (uint32_t) value, big);
}

/* The number of the symbol of the relocation at BYTES, in a file for MACHINE.
   In 64-bit files MIPS has it in the first word in either byte order.  */
static inline uint32_t
layout_reloc_symbol (const struct elf_layout *layout, uint16_t machine,
                     const uint8_t *bytes, bool big)
{
  const uint8_t *info = bytes + layout->r_info;

  if (layout->word == 8 && machine == EM_MIPS)
    return elf_u32 (info, big);
  return (uint32_t) (layout_word (layout, info, big) >> layout->symbol_shift);
}

#endif /* BFDGLUE_ELF_LAYOUT_H */
