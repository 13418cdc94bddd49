/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-tables.c - the symbols of an image, and the relocations of a section,
   whatever form they are in.  */

#include "config.h"

#include <stddef.h>
#include <string.h>

#include "elf-limits.h"
#include "elf-relocs.h"
#include "elf-symbols.h"

/* Set SYMBOL to the first symbol of TABLE.  False: it has none.  */
static bool
enter_table (struct image_symbol *symbol, const struct image_section *table)
{
  const struct image *image = symbol->image;
  const size_t link = table->link;
  size_t size, unused = 0;

  *symbol = (struct image_symbol){ .image = image,
                                   .table = table,
                                   .big_endian = image->big_endian };
  symbol->bytes = image_section_bytes (image, table, &size);
  size /= ELF_SYM_SIZE;
  symbol->last = symbol->bytes + (size == 0 ? 0 : size - 1) * ELF_SYM_SIZE;
  if (link < image->section_count && image->sections[link].type == SHT_STRTAB)
    symbol->strings = (const char *) image_section_bytes (
        image, &image->sections[link], &symbol->strings_size);
  /* Up to the last NUL.  */
  while (symbol->strings_size != 0 && unused++ < STRINGS_REST_MAX
         && symbol->strings[symbol->strings_size - 1] != '\0')
    symbol->strings_size--;
  if (unused > STRINGS_REST_MAX)
    symbol->strings_size = 0;
  return size != 0;
}

bool
symbol_next_table (struct image_symbol *symbol)
{
  static const uint8_t undefined[ELF_SYM_SIZE];
  const struct image *image = symbol->image;
  const struct image_section *table
      = symbol->table == NULL ? image->sections : symbol->table;

  if (image->section_count == 0)
    return false;
  while (++table < image->sections + image->section_count)
    {
      if (table->type != SHT_SYMTAB && table->type != SHT_DYNSYM)
        continue;
      bool any = enter_table (symbol, table);
      if (symbol_unreadable (symbol))
        symbol->bytes = symbol->last = undefined;
      else if (!any)
        continue;
      return true;
    }
  return false;
}

bool
symbol_table (const struct image *image, uint32_t type,
              struct image_symbol *symbol)
{
  const struct image_section *sections = image->sections;
  uint32_t idx = 1, end = image->section_count;
  size_t size;

  *symbol = (struct image_symbol){ .image = image };
  while (idx < end && (sections[idx].type != type || sections[idx].size == 0))
    idx++;
  if (idx >= end)
    return false;
  enter_table (symbol, &sections[idx]);
  for (uint32_t i = 1; i < end; i++)
    if (sections[i].type == SHT_SYMTAB_SHNDX && sections[i].link == idx)
      {
        symbol->indices = image_section_bytes (image, &sections[i], &size);
        symbol->index_count = size / 4;
      }
  return !symbol_unreadable (symbol) && sections[idx].link < end
         && sections[sections[idx].link].type == SHT_STRTAB;
}

bool
symbol_at (const struct image *image, const struct image_section *table,
           uint64_t idx, struct image_symbol *symbol)
{
  size_t size;
  const uint8_t *bytes = image_section_bytes (image, table, &size);

  if (idx >= size / ELF_SYM_SIZE)
    return false;
  *symbol = (struct image_symbol){ .image = image,
                                   .table = table,
                                   .bytes = bytes + idx * ELF_SYM_SIZE,
                                   .big_endian = image->big_endian };
  return true;
}

bool
symbol_section_number (const struct image_symbol *symbol, uint32_t *idx)
{
  uint64_t number = symbol_number (symbol);

  *idx = symbol_section (symbol);
  if (*idx != SHN_XINDEX)
    {
      if (*idx >= SHN_LORESERVE)
        *idx = SHN_UNDEF;
      return true;
    }
  if (number >= symbol->index_count)
    return false;
  *idx = elf_u32 (symbol->indices + number * 4, symbol->big_endian);
  return true;
}

bool
symbol_names_code (const struct image_symbol *symbol, const char *name,
                   uint32_t idx)
{
  const struct image *image = symbol->image;
  unsigned type = symbol_type (symbol);

  if (name[0] == '\0' || idx == SHN_UNDEF || idx >= image->section_count
      || (type != STT_FUNC && type != STT_GNU_IFUNC && type != STT_NOTYPE))
    return false;
  uint64_t flags = image->sections[idx].flags;
  return (flags & SHF_EXECINSTR) != 0 && (flags & SHF_ALLOC) != 0
         && !symbol_is_mapping (image->machine, name)
         && !(symbol_bind (symbol) == STB_LOCAL && symbol_is_temporary (name));
}

/* Relocations.

   SHT_RELA and SHT_REL are tables (gABI, "Relocation").  SHT_CREL, which LLVM
   proposed for the gABI, is LEB128 numbers: a head with the count, whether
   there are addends, and by how many bits offsets are shifted; then for each
   relocation its offset as the difference from the last one, with two or three
   flags in the low bits that tell which other members changed, and those
   differences.  */

/* The ABI has withdrawn a second R_AARCH64_NONE but wants it to be treated
   alike; <elf.h> does not have it.  */
enum
{
  AARCH64_NONE_WITHDRAWN = 256
};

/* S + A - P, and S + A, in 32 and in 64 bits.  */
struct types
{
  uint16_t machine;
  uint32_t narrow;
  uint32_t wide;
  uint32_t absolute;
  uint32_t wide_absolute;
};

static const struct types table[] = {
  { EM_X86_64, R_X86_64_PC32, R_X86_64_PC64, R_X86_64_32, R_X86_64_64 },
  { EM_AARCH64, R_AARCH64_PREL32, R_AARCH64_PREL64, R_AARCH64_ABS32,
    R_AARCH64_ABS64 },
  { EM_S390, R_390_PC32, R_390_PC64, R_390_32, R_390_64 },
};

static const struct types *
types_of (uint16_t machine)
{
  size_t i = 0;

  /* elf-headers.c accepts no other machine.  */
  while (i + 1 < sizeof table / sizeof table[0] && table[i].machine != machine)
    i++;
  return &table[i];
}

uint32_t
reloc_type_of_start (uint16_t machine, unsigned field_size)
{
  const struct types *types = types_of (machine);

  return field_size == 8 ? types->wide : types->narrow;
}

uint32_t
reloc_type_of_base (uint16_t machine)
{
  switch (machine)
    {
    case EM_X86_64:
      return R_X86_64_RELATIVE;
    case EM_AARCH64:
      return R_AARCH64_RELATIVE;
    default:
      return machine == EM_S390 ? R_390_RELATIVE : 0;
    }
}

bool
reloc_type_is_none (uint16_t machine, uint32_t type)
{
  return type == 0
         || (machine == EM_AARCH64 && type == AARCH64_NONE_WITHDRAWN);
}

bool
reloc_type_is_tls (uint16_t machine, uint32_t type)
{
  switch (machine)
    {
    case EM_X86_64:
      return (type >= R_X86_64_DTPMOD64 && type <= R_X86_64_TPOFF64)
             || type == R_X86_64_TLSDESC;
    case EM_AARCH64:
      return type >= R_AARCH64_TLS_DTPMOD && type <= R_AARCH64_TLSDESC;
    case EM_S390:
      return type >= R_390_TLS_DTPMOD && type <= R_390_TLS_TPOFF;
    default:
      return false;
    }
}

bool
reloc_type_is_start (uint16_t machine, uint32_t type)
{
  const struct types *types = types_of (machine);

  return type == types->narrow || type == types->wide;
}

bool
reloc_type_is_pointer (uint16_t machine, uint32_t type, unsigned field_size,
                       bool relative)
{
  const struct types *types = types_of (machine);

  if (relative)
    return type == (field_size == 8 ? types->wide : types->narrow);
  return type == (field_size == 8 ? types->wide_absolute : types->absolute);
}

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
  /* All others that are read have 4 bytes.  */
  const struct types *types = types_of (image->machine);
  const bool wide
      = reloc->type == types->wide || reloc->type == types->wide_absolute;
  const size_t width = wide ? 8 : 4;

  reloc->addend = 0;
  if (reloc->offset > size || width > size - reloc->offset)
    return;
  const uint8_t *field = bytes + reloc->offset;
  reloc->addend
      = wide ? elf_u64 (field, image->big_endian)
             : (uint64_t) (int32_t) elf_u32 (field, image->big_endian);
}
