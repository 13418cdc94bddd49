/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   symtab-read.c - read the functions and labels of the symbol tables of an
   image and of its debug file.

   Both .symtab and .dynsym are read: mold makes hidden globals local in
   .symtab, and linkers that write versions into the names of .symtab ("f@@V1")
   do not in .dynsym.  A symbol of both counts once (function-index-read.c).
   Of a debug file only .symtab is read, as the image has .dynsym.  It takes
   the place of the image's own .symtab, which may have been thinned out and
   whose symbols count as additions.

   An STT_FILE symbol is followed by the locals of its object.  One without a
   name begins the locals that GNU ld made from globals; they are in no group.

   A name that could not be read might be any name.  So after damage the
   absence of a name means nothing (has_symtab), and a damaged debug file,
   which is optional, is refused.  */

#include "config.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "elf-codec.h"
#include "function-index.h"
#include "pool.h"
#include "symbol-name.h"
#include "index-limits.h"

struct symbol_reader
{
  const struct image *image; /* or its debug file */
  const struct image *debug; /* or NULL */
  const struct diag_sink *sink;
  struct function_index *index;
  size_t symbol_capacity;
  size_t file_capacity;

  /* The current table.  */
  const struct image_section *table;
  const uint8_t *bytes;
  size_t count;
  const char *strings;
  size_t strings_size;    /* up to the last NUL */
  const uint8_t *indices; /* SHT_SYMTAB_SHNDX, INDEX_COUNT of them */
  size_t index_count;
  uint64_t names_left; /* bytes of names that may still be read */
  uint32_t file;
  bool dynamic;
  bool extra; /* a debug file's table takes the place of this one */
  bool damaged;
};

struct symbol
{
  const char *name;
  uint8_t type;
  uint8_t bind;
  uint32_t section;
  uint64_t value;
  uint64_t size;
};

/* True if the current table is the debug file's.  */
static bool
is_debug (const struct symbol_reader *r)
{
  return r->image == r->debug;
}

/* Report, once a table, WHAT is wrong at OFFSET in it.  */
static void
complain (struct symbol_reader *r, uint64_t offset, const char *what)
{
  if (!r->damaged)
    diag_at (r->sink, is_debug (r) ? DIAG_ERROR : DIAG_WARNING, r->image->path,
             r->table->name, offset, "%s%s", what,
             is_debug (r) ? "" : "; functions may go unconfirmed");
  r->damaged = true;
}

/* Make section number IDX the current table: set its strings and section
   indices.  False if it cannot be read.  */
static bool
open_table (struct symbol_reader *r, uint32_t idx)
{
  const struct image *image = r->image;
  size_t size;

  r->table = &image->sections[idx];
  r->dynamic = r->table->type == SHT_DYNSYM;
  r->extra = !r->dynamic && r->debug != NULL && !is_debug (r);
  r->file = 0;
  r->damaged = false;
  r->bytes = image_section_bytes (image, r->table, &size);
  r->count = size / ELF_SYM_SIZE;
  if (r->table->entsize != ELF_SYM_SIZE
      || r->table->link >= image->section_count
      || image->sections[r->table->link].type != SHT_STRTAB)
    {
      complain (r, 0, "not a symbol table with strings");
      return false;
    }
  r->strings = (const char *) image_section_bytes (
      image, &image->sections[r->table->link], &r->strings_size);
  while (r->strings_size != 0 && r->strings[r->strings_size - 1] != '\0')
    r->strings_size--;

  r->indices = NULL;
  r->index_count = 0;
  for (uint32_t i = 1; i < image->section_count; i++)
    if (image->sections[i].type == SHT_SYMTAB_SHNDX
        && image->sections[i].link == idx)
      {
        r->indices = image_section_bytes (image, &image->sections[i], &size);
        r->index_count = size / 4;
      }
  return true;
}

/* Read symbol number IDX.  False if it is damaged.  */
static bool
read_symbol (struct symbol_reader *r, size_t idx, struct symbol *symbol)
{
  const uint8_t *bytes = r->bytes + idx * ELF_SYM_SIZE;
  bool big = r->image->big_endian;
  uint32_t name = elf_u32 (bytes, big);
  uint16_t section = elf_u16 (bytes + 6, big);

  if (name >= r->strings_size && name != 0)
    {
      complain (r, idx * ELF_SYM_SIZE, "a name outside the string table");
      return false;
    }
  *symbol = (struct symbol){ .name = name == 0 ? "" : r->strings + name,
                             .type = bytes[4] & 0xf,
                             .bind = bytes[4] >> 4,
                             .section = section,
                             .value = elf_u64 (bytes + 8, big),
                             .size = elf_u64 (bytes + 16, big) };
  if (section == SHN_XINDEX)
    {
      if (idx >= r->index_count)
        {
          complain (r, idx * ELF_SYM_SIZE, "a section index that is missing");
          return false;
        }
      symbol->section = elf_u32 (r->indices + idx * 4, big);
    }
  else if (section >= SHN_LORESERVE)
    symbol->section = SHN_UNDEF; /* absolute, common */
  return true;
}

static bool
is_wanted (const struct image *image, const struct symbol *symbol)
{
  if (symbol->name[0] == '\0' || symbol->section == SHN_UNDEF
      || symbol->section >= image->section_count)
    return false;
  if (symbol->type != STT_FUNC && symbol->type != STT_GNU_IFUNC
      && symbol->type != STT_NOTYPE)
    return false;
  uint64_t flags = image->sections[symbol->section].flags;
  return (flags & SHF_EXECINSTR) != 0 && (flags & SHF_ALLOC) != 0
         && !symbol_is_mapping (image->machine, symbol->name)
         && !(symbol->bind == STB_LOCAL && symbol_is_temporary (symbol->name));
}

static sfm_status
add_file (struct symbol_reader *r, const char *name)
{
  struct function_index *index = r->index;
  void *files = (void *) index->files;

  r->file = 0;
  if (name[0] == '\0' || index->file_count >= UINT32_MAX)
    return SFM_OK;
  if (!array_grow (&files, &r->file_capacity, index->file_count,
                   sizeof *index->files))
    return diag_nomem (r->sink, r->image->path);
  index->files = files;
  index->files[index->file_count++] = name;
  r->file = (uint32_t) index->file_count;
  return SFM_OK;
}

static sfm_status
add_symbol (struct symbol_reader *r, const struct symbol *symbol)
{
  struct function_index *index = r->index;
  void *symbols = index->symbols;
  bool local = symbol->bind == STB_LOCAL;

  /* by_name holds 32-bit indices.  */
  if (index->symbol_count >= UINT32_MAX)
    return SFM_OK;
  if (!array_grow (&symbols, &r->symbol_capacity, index->symbol_count,
                   sizeof *index->symbols))
    return diag_nomem (r->sink, r->image->path);
  index->symbols = symbols;
  index->symbols[index->symbol_count++]
      = (struct indexed_symbol){ .name = symbol->name,
                                 .addr = symbol->value,
                                 .size = symbol->size,
                                 .file = local ? r->file : 0,
                                 .global = !local,
                                 .weak = symbol->bind == STB_WEAK,
                                 .dynamic = r->dynamic,
                                 .extra = r->extra };
  return SFM_OK;
}

/* Charge for the name of SYMBOL.  False if too many bytes were read: the rest
   of the table is left unread.  */
static bool
may_keep (struct symbol_reader *r, size_t idx, const struct symbol *symbol)
{
  uint64_t size = strlen (symbol->name);

  if (size <= r->names_left)
    {
      r->names_left -= size;
      return true;
    }
  complain (r, idx * ELF_SYM_SIZE, "too many names in the same bytes");
  return false;
}

static sfm_status
read_table (struct symbol_reader *r, uint32_t idx)
{
  sfm_status status = SFM_OK;

  if (!open_table (r, idx))
    return is_debug (r) ? SFM_ERR_CORRUPT : SFM_OK;
  r->names_left = (uint64_t) r->strings_size * NAMES_SHARE_LIMIT
                  + (uint64_t) r->count * NAME_SIZE_MEAN;
  void *symbols = r->index->symbols;
  array_expect (&symbols, &r->symbol_capacity,
                r->index->symbol_count + r->count, sizeof *r->index->symbols);
  r->index->symbols = symbols;
  for (size_t i = 1; i < r->count && status == SFM_OK; i++)
    {
      struct symbol symbol;

      if (!read_symbol (r, i, &symbol))
        continue;
      bool file = symbol.type == STT_FILE && !r->dynamic && !r->extra;
      if (!file && !is_wanted (r->image, &symbol))
        continue;
      if (!may_keep (r, i, &symbol))
        break;
      status = file ? add_file (r, symbol.name) : add_symbol (r, &symbol);
    }
  if (!r->dynamic && !r->extra && r->count > 1)
    r->index->has_symtab = !r->damaged;
  return status == SFM_OK && r->damaged && is_debug (r) ? SFM_ERR_CORRUPT
                                                        : status;
}

/* Read the first table of TYPE of IMAGE; the gABI allows only one.  */
static sfm_status
read_first (struct symbol_reader *r, const struct image *image, uint32_t type)
{
  r->image = image;
  for (uint32_t i = 1; i < image->section_count; i++)
    if (image->sections[i].type == type && image->sections[i].size != 0)
      return read_table (r, i);
  return SFM_OK;
}

sfm_status
symbols_read (const struct image *image, const struct image *debug,
              struct function_index *index, const struct diag_sink *sink)
{
  struct symbol_reader reader
      = { .debug = debug, .sink = sink, .index = index };
  sfm_status status = read_first (&reader, image, SHT_SYMTAB);

  if (status == SFM_OK)
    status = read_first (&reader, image, SHT_DYNSYM);
  if (status == SFM_OK && debug != NULL)
    status = read_first (&reader, debug, SHT_SYMTAB);
  return status;
}
