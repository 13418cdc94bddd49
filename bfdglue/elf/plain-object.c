/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plain-object.c - objects whose headers show that they have no SFrame.

   Most objects of a system have none.  To learn that from libbfd takes a
   process that may crash, 1 ms and a hundred system calls; here it takes a
   look at each header.  The result must be that of libbfd all the same, which
   reports damage even where there is no SFrame.  So only what is known is
   plain, with values as assemblers and "ld -r" write them: everything else,
   and so every rare kind of section, is left to libbfd.  That includes groups,
   of which libbfd reads the members, and compressed sections.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "elf-codec.h"
#include "elf-image.h"
#include "plain-object.h"
#include "section-name.h"
#include "sframe-section.h"
#include "text.h"

/* Of clang: which symbols have addresses that matter.  */
#ifndef SHT_LLVM_ADDRSIG
#define SHT_LLVM_ADDRSIG 0x6fff4c03
#endif

enum
{
  ALIGN_MOST = 1 << 16, /* of a section; more is rare */
  STRTABS_MOST = 2      /* libbfd compares each with all headers */
};

static const uint64_t plain_flags = SHF_WRITE | SHF_ALLOC | SHF_EXECINSTR
                                    | SHF_MERGE | SHF_STRINGS | SHF_TLS;

/* Whether the ELF header of IMAGE is plain: no extended numbering, no program
   headers, nothing that selects another target of libbfd.  */
static bool
header_is_plain (const struct image *image)
{
  const uint8_t *bytes = image->bytes;
  const bool big = image->big_endian;
  static const uint8_t zeros[ELF_SHDR_SIZE];

  return image->type == ET_REL && image->segment_count == 0
         && image->section_count > 1 && image->shstrndx != SHN_UNDEF
         && image->shoff >= ELF_EHDR_SIZE && bytes[EI_OSABI] == ELFOSABI_NONE
         && bytes[EI_ABIVERSION] == 0
         && elf_u32 (bytes + offsetof (Elf64_Ehdr, e_flags), big) == 0
         && elf_u64 (bytes + offsetof (Elf64_Ehdr, e_phoff), big) == 0
         && elf_u16 (bytes + offsetof (Elf64_Ehdr, e_ehsize), big)
                == ELF_EHDR_SIZE
         && elf_u16 (bytes + offsetof (Elf64_Ehdr, e_shnum), big)
                == image->section_count
         && elf_u16 (bytes + offsetof (Elf64_Ehdr, e_shstrndx), big)
                == image->shstrndx
         && memcmp (bytes + image->shoff, zeros, sizeof zeros) == 0;
}

/* Whether the one note of SECTION is an ABI tag or the usual properties, in
   which libbfd looks for faults.  */
static bool
note_is_plain (const struct image *image, const struct image_section *section)
{
  enum
  {
    HEAD = 16, /* three words and the name */
    TAG = 16,
    PROPERTY = 16 /* two words, a value of four bytes, padding */
  };
  const bool big = image->big_endian;
  size_t size;
  const uint8_t *at = image_section_bytes (image, section, &size);

  if (size != HEAD + PROPERTY || elf_u32 (at, big) != 4
      || elf_u32 (at + 4, big) != size - HEAD || memcmp (at + 12, "GNU", 4))
    return false;
  if (elf_u32 (at + 8, big) == NT_GNU_ABI_TAG)
    return section->align == 4;
  return elf_u32 (at + 8, big) == NT_GNU_PROPERTY_TYPE_0 && section->align == 8
         && elf_u32 (at + HEAD + 4, big) == 4
         && elf_u32 (at + HEAD, big)
                == (image->machine == EM_X86_64
                        ? GNU_PROPERTY_X86_FEATURE_1_AND
                        : GNU_PROPERTY_AARCH64_FEATURE_1_AND)
         && (image->machine == EM_X86_64 || image->machine == EM_AARCH64);
}

/* Whether SECTION, which is no table, is plain.  */
static bool
contents_are_plain (const struct image *image,
                    const struct image_section *section)
{
  switch (section->type)
    {
    case SHT_NOTE:
      if (!note_is_plain (image, section))
        return false;
      break;
    case SHT_X86_64_UNWIND:
      if (image->machine != EM_X86_64)
        return false;
      break;
    case SHT_PROGBITS:
    case SHT_NOBITS:
    case SHT_INIT_ARRAY:
    case SHT_FINI_ARRAY:
    case SHT_PREINIT_ARRAY:
      break;
    default:
      return false;
    }
  return section->link == 0 && section->info == 0
         && (section->flags & ~(plain_flags | SHF_EXCLUDE)) == 0
         && ((section->flags & SHF_MERGE) == 0 || section->entsize != 0);
}

/* Whether the symbol table SECTION is plain.  */
static bool
symtab_is_plain (const struct image *image,
                 const struct image_section *section)
{
  return section->flags == 0 && section->entsize == ELF_SYM_SIZE
         && section->size % ELF_SYM_SIZE == 0 && section->info != 0
         && section->info <= section->size / ELF_SYM_SIZE && section->link != 0
         && section->link < image->section_count
         && image->sections[section->link].type == SHT_STRTAB;
}

/* What the headers before told.  */
struct seen
{
  uint32_t symtab; /* the number of the one symbol table, or 0 */
  uint32_t target; /* of the last relocation section */
  unsigned strtabs;
  uint64_t size; /* of all contents */
};

/* Whether the relocation section SECTION is plain.  They come in the order of
   their targets, so that no target has two.  */
static bool
relocs_are_plain (const struct image *image,
                  const struct image_section *section, struct seen *seen)
{
  const uint32_t target = section->info;

  if ((section->flags & ~(uint64_t) SHF_INFO_LINK) != 0
      || section->entsize != sizeof (Elf64_Rela)
      || section->size % sizeof (Elf64_Rela) != 0 || seen->symtab == 0
      || section->link != seen->symtab || target <= seen->target
      || target >= image->section_count
      || !contents_are_plain (image, &image->sections[target]))
    return false;
  seen->target = target;
  return true;
}

/* Whether section number IDX is plain, and not SFrame.  */
static bool
section_is_plain (const struct image *image, uint32_t idx, struct seen *seen)
{
  const struct image_section *section = &image->sections[idx];

  if (section->name[0] == '\0' || section_is_lto (section->name)
      || object_section_is_sframe (section->name, section->type)
      || text_begins (section->name, ".zdebug") || section->addr != 0
      || section->align > ALIGN_MOST
      || (section->align & (section->align - 1)) != 0)
    return false;
  if (section->type != SHT_NOBITS)
    seen->size += section->size;
  switch (section->type)
    {
    case SHT_SYMTAB:
      return idx == seen->symtab && symtab_is_plain (image, section);
    case SHT_STRTAB:
      return ++seen->strtabs <= STRTABS_MOST && section->flags == 0
             && section->link == 0 && section->info == 0;
    case SHT_RELA:
      return relocs_are_plain (image, section, seen);
    case SHT_LLVM_ADDRSIG:
      return section->flags == SHF_EXCLUDE && section->info == 0
             && section->link == seen->symtab;
    default:
      return contents_are_plain (image, section);
    }
}

bool
object_is_plain (const struct image *image)
{
  struct seen seen = { 0 };

  if (!header_is_plain (image)
      || image->sections[image->shstrndx].type != SHT_STRTAB)
    return false;
  for (uint32_t i = 1; i < image->section_count && seen.symtab == 0; i++)
    if (image->sections[i].type == SHT_SYMTAB)
      seen.symtab = i;
  for (uint32_t i = 1; i < image->section_count; i++)
    if (!section_is_plain (image, i, &seen))
      return false;
  /* No bytes are in two sections: libbfd's work is bounded by the file.  */
  return seen.size <= image->size;
}
