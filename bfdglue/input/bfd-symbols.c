/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-symbols.c - the symbols of an object.

   BFD resolves names and sections, including extended numbering; sizes, types
   and bindings are read from the table.  BFD leaves out symbol 0 and keeps the
   order, so symbol number I of the file is BFD's number I - 1.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "bfd-internal.h"
#include "symbol-name.h"

sfm_status
object_load_symbols (struct object *object)
{
  struct inputs *inputs = object->inputs;
  const char *what = "read the symbol table";
  struct raw_shdr shdr = { .size = 0 };
  size_t expected = 0;

  if (object->symtabs > 1)
    return diag_fail (object->sink, SFM_ERR_UNSUPP, object->name,
                      "has more than one symbol table");
  if (object->symtabs != 0)
    raw_shdr (object, object->symtab_number, &shdr);
  TRY (raw_read (object, shdr.offset, shdr.size, what, &object->symtab));
  if (shdr.size >= sizeof (Elf64_Sym))
    expected = (size_t) (shdr.size / sizeof (Elf64_Sym)) - 1;
  long size = bfd_get_symtab_upper_bound (object->abfd);
  if (size < 0)
    return reader_failed (inputs, object->name, what);
  object->symbols
      = pool_alloc (&inputs->scratch, (size_t) size + sizeof *object->symbols);
  if (object->symbols == NULL)
    return diag_nomem (object->sink, object->name);
  long count = bfd_canonicalize_symtab (object->abfd, object->symbols);
  if (count < 0)
    return reader_failed (inputs, object->name, what);
  object->symbol_count = (size_t) count;
  if (object->symbol_count != expected)
    return diag_fail (object->sink, SFM_ERR_CORRUPT, object->name,
                      "libbfd finds %zu symbols, the symbol table has %zu",
                      object->symbol_count, expected);
  return SFM_OK;
}

/* Fill in SYMBOL from number IDX of the file; false if it cannot name a
   function.  */
static bool
take_symbol (const struct object *object, size_t idx,
             struct input_symbol *symbol)
{
  const asymbol *from = object->symbols[idx - 1];
  struct raw_symbol raw;

  raw_symbol (object, idx, &raw);
  unsigned type = ELF64_ST_TYPE (raw.info);
  unsigned binding = ELF64_ST_BIND (raw.info);
  if (type != STT_FUNC && type != STT_NOTYPE && type != STT_GNU_IFUNC)
    return false;
  *symbol = (struct input_symbol){
    .name = bfd_asymbol_name (from),
    .value = from->value,
    .size = raw.size,
    .section = section_number (object, bfd_asymbol_section (from)),
    .global = binding != STB_LOCAL,
    .weak = binding == STB_WEAK,
  };
  return symbol->section != INPUT_NO_SECTION && symbol->name != NULL
         && symbol->name[0] != '\0'
         && !(binding == STB_LOCAL && symbol_is_temporary (symbol->name))
         && !(type == STT_NOTYPE
              && symbol_is_mapping (object->out.machine, symbol->name));
}

sfm_status
object_symbols (struct object *object)
{
  uint64_t left = object->size * SYMBOL_NAMES_LIMIT;
  size_t count = 0;

  struct input_symbol *symbols = pool_alloc (
      &object->inputs->scratch, object->symbol_count * sizeof *symbols);
  if (symbols == NULL)
    return diag_nomem (object->sink, object->name);
  for (size_t i = 1; i <= object->symbol_count; i++)
    {
      if ((object->symbols[i - 1]->flags & BSF_FILE) != 0
          && object->out.source == NULL)
        object->out.source = bfd_asymbol_name (object->symbols[i - 1]);
      if (!take_symbol (object, i, &symbols[count]))
        continue;
      size_t size = strlen (symbols[count++].name);
      if (size > left)
        return diag_fail (object->sink, SFM_ERR_LIMIT, object->name,
                          "the names of symbols add up to more than %d times "
                          "the file's %" PRIu64 " bytes",
                          (int) SYMBOL_NAMES_LIMIT, object->size);
      left -= size;
    }
  object->out.symbols = symbols;
  object->out.symbol_count = count;
  return SFM_OK;
}
