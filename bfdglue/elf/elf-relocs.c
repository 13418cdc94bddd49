/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-relocs.c - the relocations of a section, whatever form they are in.

   SHT_RELA and SHT_REL are tables (gABI, "Relocation").  SHT_CREL, which LLVM
   proposed for the gABI, is LEB128 numbers: a head with the count, whether
   there are addends, and by how many bits offsets are shifted; then for each
   relocation its offset as the difference from the last one, with two or three
   flags in the low bits that tell which other members changed, and those
   differences.  */

#include "config.h"

#include <elf.h>
#include <string.h>

#include "elf-abi.h"
#include "elf-relocs.h"

enum
{
  REL_SIZE = 16,
  /* Flags of a relocation of SHT_CREL.  */
  CREL_SYMBOL = 1,
  CREL_TYPE = 2,
  CREL_ADDEND = 4
};

/* Take an unsigned LEB128 number; bits beyond the 64th are dropped.  False: it
   does not end in the section.  */
static bool
take_unsigned (struct elf_relocs *r, uint64_t *value)
{
  unsigned shift = 0;
  uint8_t byte = 0x80;

  for (*value = 0; (byte & 0x80) != 0; shift += 7)
    {
      if (r->at == r->end)
        return false;
      byte = *r->at++;
      if (shift < 64)
        *value |= (uint64_t) (byte & 0x7f) << shift;
    }
  return true;
}

/* Add a signed LEB128 number to *SUM.  */
static bool
add_signed (struct elf_relocs *r, uint64_t *sum)
{
  const uint8_t *from = r->at;
  uint64_t value;

  if (!take_unsigned (r, &value))
    return false;
  const size_t bits = (size_t) (r->at - from) * 7;
  if ((r->at[-1] & 0x40) != 0 && bits < 64)
    value |= UINT64_MAX << bits;
  *sum += value;
  return true;
}

static const char *
begin_compact (struct elf_relocs *r)
{
  uint64_t head;

  if (!take_unsigned (r, &head))
    return "have no head";
  r->count = head >> 3;
  r->flags = (head & 4) != 0 ? 3 : 2;
  r->in_field = (head & 4) == 0;
  r->shift = (unsigned) (head & 3);
  return r->count <= (uint64_t) (r->end - r->at)
             ? NULL
             : "are more than the section has bytes";
}

const char *
elf_relocs_begin (struct elf_relocs *r, const struct image *image,
                  const struct image_section *section)
{
  const size_t entry = section->type == SHT_RELA ? ELF_RELA_SIZE : REL_SIZE;
  const char *why = NULL;
  size_t size;

  *r = (struct elf_relocs){ .big_endian = image->big_endian,
                            .type = section->type };
  r->at = image_section_bytes (image, section, &size);
  r->end = r->at + size;
  if (section->type == SHT_CREL)
    why = size == 0 ? NULL : begin_compact (r);
  else if (size != 0 && (section->entsize != entry || size % entry != 0))
    why = "are not a whole number of entries of the size that ELF64 has";
  else
    {
      r->count = size / entry;
      r->in_field = section->type == SHT_REL;
    }
  /* Callers take memory for what is counted.  */
  if (why != NULL)
    r->count = 0;
  r->left = r->count;
  return why;
}

/* Set RELOC to the next one of a table.  */
static void
next_entry (struct elf_relocs *r, struct elf_reloc *reloc)
{
  const uint64_t info
      = elf_u64 (r->at + offsetof (Elf64_Rela, r_info), r->big_endian);

  *reloc = (struct elf_reloc){
    .offset = elf_u64 (r->at + offsetof (Elf64_Rela, r_offset), r->big_endian),
    .symbol = (uint32_t) ELF64_R_SYM (info),
    .type = (uint32_t) ELF64_R_TYPE (info),
  };
  if (r->type == SHT_RELA)
    reloc->addend
        = elf_u64 (r->at + offsetof (Elf64_Rela, r_addend), r->big_endian);
  r->at += r->type == SHT_RELA ? ELF_RELA_SIZE : REL_SIZE;
}

/* Move LAST to the next one of SHT_CREL.  The offset's first bits are in the
   byte with the flags; if that is not the last byte, the others follow as a
   number of their own.  */
static bool
next_compact (struct elf_relocs *r)
{
  struct elf_reloc *last = &r->last;
  uint64_t symbol = last->symbol, type = last->type, more = 0;

  if (r->at == r->end)
    return false;
  const uint8_t byte = *r->at++;
  last->offset += (byte & 0x7fU) >> r->flags;
  if ((byte & 0x80) != 0)
    {
      if (!take_unsigned (r, &more))
        return false;
      last->offset += more << (7 - r->flags);
    }
  if (((byte & CREL_SYMBOL) != 0 && !add_signed (r, &symbol))
      || ((byte & CREL_TYPE) != 0 && !add_signed (r, &type))
      || (r->flags == 3 && (byte & CREL_ADDEND) != 0
          && !add_signed (r, &last->addend)))
    return false;
  last->symbol = (uint32_t) symbol;
  last->type = (uint32_t) type;
  return true;
}

bool
elf_relocs_next (struct elf_relocs *r, struct elf_reloc *reloc)
{
  if (r->left == 0)
    return false;
  if (r->type == SHT_CREL)
    {
      if (!next_compact (r))
        return false;
      *reloc = r->last;
      reloc->offset <<= r->shift;
    }
  else
    next_entry (r, reloc);
  r->left--;
  return true;
}

void
elf_reloc_take_addend (const struct image *image, const uint8_t *bytes,
                       size_t size, struct elf_reloc *reloc)
{
  const bool wide = reloc_type_is_wide (image->machine, reloc->type);
  const size_t width = wide ? 8 : 4;

  reloc->addend = 0;
  if (reloc->offset > size || width > size - reloc->offset)
    return;
  const uint8_t *field = bytes + reloc->offset;
  reloc->addend
      = wide ? elf_u64 (field, image->big_endian)
             : (uint64_t) (int32_t) elf_u32 (field, image->big_endian);
}
