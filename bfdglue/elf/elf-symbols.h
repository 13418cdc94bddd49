/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   elf-symbols.h - the symbols in the tables of an image, one after the other
   or by number.

   To visit those of all SHT_SYMTAB and SHT_DYNSYM sections:

     struct image_symbol symbol = { .image = image };
     while (symbol_next (&symbol))
       ...

   A member is decoded when it is asked for: most loops reject most symbols by
   one or two of them.  */

#ifndef BFDGLUE_ELF_SYMBOLS_H
#define BFDGLUE_ELF_SYMBOLS_H

#include <elf.h>
#include <stdbool.h>
#include <string.h>

#include "elf-abi.h"
#include "elf-image.h"

struct image_symbol
{
  const struct image *image;
  const struct image_section *table; /* NULL: before the first symbol */
  const uint8_t *bytes;              /* ELF_SYM_SIZE of them */
  const uint8_t *last;               /* those of the last symbol of TABLE */
  bool big_endian;
  const char *strings;    /* the last byte is NUL */
  size_t strings_size;    /* 0: there are no strings */
  const uint8_t *indices; /* SHT_SYMTAB_SHNDX; only symbol_table sets it */
  size_t index_count;     /* entries of INDICES */
};

/* Set SYMBOL to the first one of the next table.  False: there is none.  */
bool symbol_next_table (struct image_symbol *symbol);

/* Set SYMBOL to the next one of its table or of the next table, in the order
   of the sections.  A table whose entries have another size gives one
   undefined symbol, for which symbol_unreadable is true.  False: there are no
   more.  */
static inline bool
symbol_next (struct image_symbol *symbol)
{
  if (symbol->bytes == symbol->last)
    return symbol_next_table (symbol);
  symbol->bytes += ELF_SYM_SIZE;
  return true;
}

/* Set SYMBOL to the first, undefined one of the first table of TYPE of IMAGE
   that is not empty; the gABI allows one table.  Visit the others by
   symbol_next_here.  False: there is none, and SYMBOL->table is NULL, or its
   entries have another size, or it does not name its strings.  */
bool symbol_table (const struct image *image, uint32_t type,
                   struct image_symbol *symbol);

/* Set SYMBOL to the next one of its table.  False: there are no more.  */
static inline bool
symbol_next_here (struct image_symbol *symbol)
{
  if (symbol->bytes == symbol->last)
    return false;
  symbol->bytes += ELF_SYM_SIZE;
  return true;
}

/* Set SYMBOL to number IDX of TABLE, a section of IMAGE.  Its name is not
   available.  False: there is no such symbol.  */
bool symbol_at (const struct image *image, const struct image_section *table,
                uint64_t idx, struct image_symbol *symbol);

/* True if the symbols of SYMBOL's table cannot be read.  */
static inline bool
symbol_unreadable (const struct image_symbol *symbol)
{
  return symbol->table->entsize != ELF_SYM_SIZE;
}

/* File offset of SYMBOL, which is readable, and its number in its table.  */
static inline uint64_t
symbol_offset (const struct image_symbol *symbol)
{
  return (uint64_t) (symbol->bytes - symbol->image->memory);
}

static inline uint64_t
symbol_number (const struct image_symbol *symbol)
{
  return (symbol_offset (symbol) - symbol->table->offset) / ELF_SYM_SIZE;
}

/* The offset of SYMBOL's name in the strings, or past them.  */
static inline uint32_t
symbol_name_offset (const struct image_symbol *symbol)
{
  return elf_u32 (symbol->bytes + offsetof (Elf64_Sym, st_name),
                  symbol->big_endian);
}

/* The name of SYMBOL, or "".  It may be as long as the file.  */
static inline const char *
symbol_name (const struct image_symbol *symbol)
{
  uint32_t name = symbol_name_offset (symbol);

  return name < symbol->strings_size ? symbol->strings + name : "";
}

static inline unsigned
symbol_type (const struct image_symbol *symbol)
{
  return ELF64_ST_TYPE (symbol->bytes[offsetof (Elf64_Sym, st_info)]);
}

static inline unsigned
symbol_bind (const struct image_symbol *symbol)
{
  return ELF64_ST_BIND (symbol->bytes[offsetof (Elf64_Sym, st_info)]);
}

/* The st_shndx of SYMBOL, as stored.  */
static inline unsigned
symbol_section (const struct image_symbol *symbol)
{
  return elf_u16 (symbol->bytes + offsetof (Elf64_Sym, st_shndx),
                  symbol->big_endian);
}

static inline uint64_t
symbol_value (const struct image_symbol *symbol)
{
  return elf_u64 (symbol->bytes + offsetof (Elf64_Sym, st_value),
                  symbol->big_endian);
}

static inline uint64_t
symbol_size (const struct image_symbol *symbol)
{
  return elf_u64 (symbol->bytes + offsetof (Elf64_Sym, st_size),
                  symbol->big_endian);
}

/* True if SYMBOL represents an address in its image.  */
static inline bool
symbol_has_address (const struct image_symbol *symbol)
{
  unsigned type = symbol_type (symbol), section = symbol_section (symbol);

  if (type == STT_SECTION || type == STT_FILE || type == STT_TLS)
    return false;
  return (section != SHN_UNDEF
          && (section < SHN_LORESERVE || section == SHN_XINDEX));
}

/* Set *IDX to the number of SYMBOL's section, which may be one that IMAGE does
   not have, or SHN_UNDEF for absolute and common symbols.  False: it should be
   in SHT_SYMTAB_SHNDX, and is not.  SYMBOL is from symbol_table.  */
bool symbol_section_number (const struct image_symbol *symbol, uint32_t *idx);

/* True if SYMBOL, called NAME and in section number IDX of its image, can be
   the name of a function: it is a function or a label in loaded code, and not
   one that only the assembler needs.  */
bool symbol_names_code (const struct image_symbol *symbol, const char *name,
                        uint32_t idx);

/* Names of symbols that say nothing about a function.

   Names that are ignored in inputs must be ignored in images too, or they
   would be missed on one side.  */

/* True if NAME, in a file for MACHINE, is a mapping symbol: AArch64 assemblers
   mark code and data with them in every section ("$x", "$d.5").  */
static inline bool
symbol_is_mapping (unsigned machine, const char *name)
{
  return machine == EM_AARCH64 && name[0] == '$'
         && (name[1] == 'x' || name[1] == 'd')
         && (name[2] == '\0' || name[2] == '.');
}

/* True if linkers may leave out the local symbol NAME, which as -L keeps: its
   absence says nothing.  */
static inline bool
symbol_is_temporary (const char *name)
{
  return name[0] == '.' && name[1] == 'L';
}

/* The meaning of section names (SFrame: sframe-section.h).  */

/* True if sections called NAME hold a compiler's intermediate code: GCC has
   several sections, LLVM one.  */
static inline bool
section_is_lto (const char *name)
{
  return strncmp (name, ".gnu.lto_", 9) == 0
         || strcmp (name, ".llvm.lto") == 0;
}

#endif /* BFDGLUE_ELF_SYMBOLS_H */
