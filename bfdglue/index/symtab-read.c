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

#include <string.h>

#include "elf-symbols.h"
#include "function-index.h"
#include "index-limits.h"
#include "pool.h"

struct symbol_reader
{
  const struct image *debug; /* or NULL */
  const struct diag_sink *sink;
  struct function_index *index;
  size_t file_capacity;

  /* The current table.  */
  struct image_symbol symbol; /* of the image or its debug file */
  uint64_t names_left;        /* bytes of names that may still be read */
  uint32_t file;
  bool dynamic;
  bool extra; /* a debug file's table takes the place of this one */
  bool damaged;
};

/* True if the current table is the debug file's.  */
static bool
is_debug (const struct symbol_reader *r)
{
  return r->symbol.image == r->debug;
}

/* Report, once a table, WHAT is wrong at the current symbol.  */
static void
complain (struct symbol_reader *r, const char *what)
{
  if (!r->damaged)
    diag_at (r->sink, is_debug (r) ? DIAG_ERROR : DIAG_WARNING,
             r->symbol.image->path, r->symbol.table->name,
             symbol_offset (&r->symbol) - r->symbol.table->offset, "%s%s",
             what, is_debug (r) ? "" : "; functions may go unconfirmed");
  r->damaged = true;
}

static sfm_status
add_file (struct symbol_reader *r, const char *name)
{
  struct function_index *index = r->index;

  r->file = 0;
  if (name[0] == '\0' || index->file_count >= UINT32_MAX)
    return SFM_OK;
  if (!array_grow (&index->files, &r->file_capacity, index->file_count,
                   sizeof *index->files))
    return diag_nomem (r->sink, r->symbol.image->path);
  index->files[index->file_count++] = name;
  r->file = (uint32_t) index->file_count;
  return SFM_OK;
}

static sfm_status
add_symbol (struct symbol_reader *r, const char *name)
{
  const unsigned bind = symbol_bind (&r->symbol);
  const struct function symbol = { .name = name,
                                   .addr = symbol_value (&r->symbol),
                                   .size = symbol_size (&r->symbol),
                                   .file = bind == STB_LOCAL ? r->file : 0,
                                   .global = bind != STB_LOCAL,
                                   .weak = bind == STB_WEAK,
                                   .dynamic = r->dynamic,
                                   .extra = r->extra };

  /* by_name holds 32-bit indices.  */
  if (r->index->symbols.count >= UINT32_MAX)
    return SFM_OK;
  return function_list_add (&r->index->symbols, &symbol)
             ? SFM_OK
             : diag_nomem (r->sink, r->symbol.image->path);
}

/* Read the current symbol.  SFM_END: too many bytes of names were read, and
   the rest of the table is left unread.  */
static sfm_status
read_symbol (struct symbol_reader *r)
{
  const char *name = symbol_name (&r->symbol);
  const bool file
      = symbol_type (&r->symbol) == STT_FILE && !r->dynamic && !r->extra;
  const uint32_t name_offset = symbol_name_offset (&r->symbol);
  uint32_t section;

  if (name_offset >= r->symbol.strings_size && name_offset != 0)
    {
      complain (r, "a name outside the string table");
      return SFM_OK;
    }
  if (!symbol_section_number (&r->symbol, &section))
    {
      complain (r, "a section index that is missing");
      return SFM_OK;
    }
  if (!file && !symbol_names_code (&r->symbol, name, section))
    return SFM_OK;
  const uint64_t size = strlen (name);
  if (size > r->names_left)
    {
      complain (r, "too many names in the same bytes");
      return SFM_END;
    }
  r->names_left -= size;
  return file ? add_file (r, name) : add_symbol (r, name);
}

/* Read the first table of TYPE of IMAGE.  */
static sfm_status
read_table (struct symbol_reader *r, const struct image *image, uint32_t type)
{
  const bool sound = symbol_table (image, type, &r->symbol);
  sfm_status status = SFM_OK;

  if (r->symbol.table == NULL)
    return SFM_OK;
  r->dynamic = type == SHT_DYNSYM;
  r->extra = !r->dynamic && r->debug != NULL && !is_debug (r);
  r->file = 0;
  r->damaged = false;
  const uint64_t count = r->symbol.table->size / ELF_SYM_SIZE;
  r->names_left = (uint64_t) r->symbol.strings_size * NAMES_SHARE_LIMIT
                  + count * NAME_SIZE_MEAN;
  if (!sound)
    complain (r, "not a symbol table with strings");
  else
    {
      function_list_expect (&r->index->symbols, (size_t) count);
      while (status == SFM_OK && symbol_next_here (&r->symbol))
        status = read_symbol (r);
      if (!r->dynamic && !r->extra && count > 1)
        r->index->has_symtab = !r->damaged;
    }
  if (status == SFM_OK || status == SFM_END)
    status = r->damaged && is_debug (r) ? SFM_ERR_CORRUPT : SFM_OK;
  return status;
}

sfm_status
symbols_read (const struct image *image, const struct image *debug,
              struct function_index *index, const struct diag_sink *sink)
{
  struct symbol_reader reader
      = { .debug = debug, .sink = sink, .index = index };

  TRY (read_table (&reader, image, SHT_SYMTAB));
  TRY (read_table (&reader, image, SHT_DYNSYM));
  return debug == NULL ? SFM_OK : read_table (&reader, debug, SHT_SYMTAB);
}
