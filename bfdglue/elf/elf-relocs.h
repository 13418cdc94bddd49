/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-relocs.h - the relocations of a section, whatever form they are in:

     struct elf_relocs relocs;
     const char *why = elf_relocs_begin (&relocs, image, section);
     while (why == NULL && elf_relocs_next (&relocs, &reloc))
       ...  */

#ifndef BFDGLUE_ELF_RELOCS_H
#define BFDGLUE_ELF_RELOCS_H

#include <stdbool.h>
#include <stdint.h>

#include "elf-image.h"

/* LLVM writes it with -Wa,--crel; the C library's <elf.h> does not have
   it.  */
#ifndef SHT_CREL
#define SHT_CREL 0x40000014
#endif

struct elf_reloc
{
  uint64_t offset;
  uint64_t addend; /* 0 if it is in the field */
  uint32_t symbol;
  uint32_t type;
};

/* A walk over relocations.  */
struct elf_relocs
{
  uint64_t count;  /* of all; each has at least a byte in the file */
  bool in_field;   /* addends are in the fields (SHT_REL) */
  bool big_endian; /* the rest is the walk's own */
  uint32_t type;
  const uint8_t *at, *end;
  uint64_t left;
  unsigned flags; /* SHT_CREL: how many bits of the first byte are flags */
  unsigned shift;
  struct elf_reloc last;
};

/* Whether sections of TYPE hold relocations.  */
static inline bool
elf_type_is_relocs (uint32_t type)
{
  return type == SHT_RELA || type == SHT_REL || type == SHT_CREL;
}

/* Begin with the first relocation of SECTION of IMAGE, of such a type.  The
   result is NULL, or says what is wrong, as "its relocations ..." would
   continue; then RELOCS has none.  */
const char *elf_relocs_begin (struct elf_relocs *relocs,
                              const struct image *image,
                              const struct image_section *section);

/* Set RELOC to the next one.  False: there are no more, or they are cut off,
   with RELOCS->left not 0.  */
bool elf_relocs_next (struct elf_relocs *relocs, struct elf_reloc *reloc);

/* Set the addend of RELOC, of a pointer or start field on the machine of
   IMAGE, to the one in its field, which is in the SIZE bytes at BYTES; 0 if it
   is not.  */
void elf_reloc_take_addend (const struct image *image, const uint8_t *bytes,
                            size_t size, struct elf_reloc *reloc);

/* The types of the relocations of start fields, of pointers in call frame
   information, and of thread-local variables.  */

/* The type, on MACHINE, of the relocation of a start field of FIELD_SIZE
   bytes, 4 or 8: S + A - P.  */
uint32_t reloc_type_of_start (uint16_t machine, unsigned field_size);

/* The type, on MACHINE, of the dynamic relocation of a pointer that names no
   symbol: B + A; 0: none is known.  */
uint32_t reloc_type_of_base (uint16_t machine);

/* Whether TYPE, on MACHINE, is a relocation that does nothing.  */
bool reloc_type_is_none (uint16_t machine, uint32_t type);

/* Whether TYPE, on MACHINE, is a dynamic relocation of a thread-local
   variable.  Its symbol or addend is an offset in the thread's block, not an
   address.  */
bool reloc_type_is_tls (uint16_t machine, uint32_t type);

/* Whether TYPE, on MACHINE, is that of a start field of either size.  */
bool reloc_type_is_start (uint16_t machine, uint32_t type);

/* Whether TYPE, on MACHINE, is that of a pointer of FIELD_SIZE bytes, 4 or 8:
   S + A, or, if that is RELATIVE to the field, S + A - P.  */
bool reloc_type_is_pointer (uint16_t machine, uint32_t type,
                            unsigned field_size, bool relative);

#endif /* BFDGLUE_ELF_RELOCS_H */
