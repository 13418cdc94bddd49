/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   object-parts.c - the sections of an object, their COMDAT groups, their code,
   and its symbols.

   A plain group only ties sections together; groups of that name in other
   objects are not copies of it.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "elf-relocs.h"
#include "inputs-internal.h"
#include "sorted.h"

/* The bytes of a code section, and the masks of those that may differ in the
   image.

   If the relocations are not those that the linker uses, a mask is missing or
   misplaced, and a function of the object is not found in the image; there is
   no other effect.  */

/* Sort the COUNT MASKS and join those that touch; return how many are
   left.  */
static size_t
join_masks (struct reloc_mask_bytes *masks, size_t count)
{
  size_t kept = 0;

  sort_if_needed (masks, count, sizeof *masks, compare_u64);
  for (size_t i = 0; i < count; i++)
    {
      if (kept == 0 || masks[i].from > masks[kept - 1].to)
        masks[kept++] = masks[i];
      else if (masks[i].to > masks[kept - 1].to)
        masks[kept - 1].to = masks[i].to;
    }
  return kept;
}

/* Whether symbol number IDX of OBJECT is weak and not defined in it.  */
static bool
is_undefined_weak (const struct object *object, uint32_t idx)
{
  struct image_symbol symbol;

  return idx != 0 && object_symbol_find (object, idx, &symbol)
         && symbol_section (&symbol) == SHN_UNDEF
         && symbol_bind (&symbol) == STB_WEAK;
}

/* Set *COUNT of MASKS, which has room for all RELOCS, to those of CODE that
   are not empty.  */
static void
find_masks (const struct object *object, struct elf_relocs *relocs,
            const struct input_code *code, struct reloc_mask_bytes *masks,
            size_t *count)
{
  struct elf_reloc raw;

  while (elf_relocs_next (relocs, &raw))
    {
      const struct code_reloc reloc
          = { .offset = raw.offset,
              .type = raw.type,
              .undefined_weak = is_undefined_weak (object, raw.symbol) };
      struct reloc_mask_bytes mask;
      if (!reloc_mask (object->out.machine, &reloc, code->bytes, code->size,
                       &mask))
        mask = (struct reloc_mask_bytes){ 0, code->size };
      if (mask.from < mask.to)
        masks[(*count)++] = mask;
    }
}

sfm_status
input_code_read (const struct input_object *input, uint32_t number,
                 struct pool *pool, struct input_code *code)
{
  const struct object *object = input->reader;
  const struct image *image = &object->image;
  struct elf_relocs relocs = { .count = 0 };
  size_t size, count = 0;

  *code = (struct input_code){ .bytes = NULL };
  if (number >= image->section_count)
    return SFM_OK;
  code->size = image->sections[number].size;
  const uint64_t align = image->sections[number].align;
  code->align = align == 0 || (align & (align - 1)) != 0 ? 1 : align;
  code->bytes = image_section_bytes (image, &image->sections[number], &size);
  const uint32_t from = object->relocs_of[number];
  if (from == 0 || size == 0)
    return SFM_OK;
  const char *why
      = from == UINT32_MAX
            ? "are in more than one section"
            : elf_relocs_begin (&relocs, image, &image->sections[from]);
  /* If the relocations cannot be read, all of the section is masked: with a
     wrong mask, a function would not be found.  */
  struct reloc_mask_bytes *masks
      = pool_alloc (pool, (relocs.count + 1) * sizeof *masks);
  if (masks == NULL)
    return diag_nomem (object->sink, input->name);
  if (why == NULL)
    find_masks (object, &relocs, code, masks, &count);
  if (why != NULL || relocs.left != 0)
    masks[count++] = (struct reloc_mask_bytes){ 0, code->size };
  code->masks = masks;
  code->mask_count = join_masks (masks, count);
  return SFM_OK;
}

enum
{
  GROUP_WORD = 4 /* the size of a member, and of the flags before them */
};

bool
object_symbol_find (const struct object *object, uint64_t idx,
                    struct image_symbol *symbol)
{
  *symbol = object->first;
  if (symbol->table == NULL || idx >= symbol->table->size / ELF_SYM_SIZE)
    return false;
  symbol->bytes += idx * ELF_SYM_SIZE;
  return true;
}

/* The signature of GROUP, or NULL if it has none.  A section symbol stands for
   its section's name (gABI, "Group Sections").  */
static const char *
signature (const struct object *object, const struct image_section *group)
{
  struct image_symbol symbol;
  uint32_t section;

  if (group->link >= object->image.section_count
      || object->first.table != &object->image.sections[group->link]
      || !object_symbol_find (object, group->info, &symbol))
    return NULL;
  if (symbol_type (&symbol) != STT_SECTION)
    return symbol_name (&symbol);
  return object_symbol_section (object, &symbol, &section)
                 && section != INPUT_NO_SECTION
             ? object->image.sections[section].name
             : NULL;
}

/* Note in SECTIONS which are members of GROUP, if it is a COMDAT group.  */
static sfm_status
take_group (const struct object *object, const struct image_section *group,
            struct input_section *sections)
{
  const struct image *image = &object->image;
  const char *name = signature (object, group);
  size_t size;
  const uint8_t *words = image_section_bytes (image, group, &size);

  if (size < GROUP_WORD || size % GROUP_WORD != 0)
    return diag_fail (object->sink, SFM_ERR_CORRUPT, object->out.name,
                      "section %zu: a group of 0x%zx bytes, which is not a "
                      "whole number of words",
                      (size_t) (group - image->sections), size);
  if ((elf_u32 (words, image->big_endian) & GRP_COMDAT) == 0 || name == NULL)
    return SFM_OK;
  for (size_t at = GROUP_WORD; at < size; at += GROUP_WORD)
    {
      const uint32_t member = elf_u32 (words + at, image->big_endian);
      if (member < image->section_count && sections[member].group == NULL)
        sections[member].group = name;
    }
  return SFM_OK;
}

sfm_status
object_sections (struct object *object)
{
  const struct image *image = &object->image;
  struct input_section *sections = pool_alloc (
      &object->pool, (image->section_count + 1) * sizeof *sections);

  if (sections == NULL)
    return diag_nomem (object->sink, object->out.name);
  for (uint32_t i = 0; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      sections[i] = (struct input_section){
        .name = s->name,
        .size = s->size,
        .code = (s->flags & SHF_EXECINSTR) != 0,
      };
    }
  for (uint32_t i = 1; i < image->section_count; i++)
    if (image->sections[i].type == SHT_GROUP)
      TRY (take_group (object, &image->sections[i], sections));
  object->out.sections = sections;
  object->out.section_count = image->section_count;
  return SFM_OK;
}

bool
object_symbol_section (const struct object *object,
                       const struct image_symbol *symbol, uint32_t *idx)
{
  uint32_t section;

  *idx = INPUT_NO_SECTION;
  if (!symbol_section_number (symbol, &section))
    return false;
  if (section == SHN_UNDEF)
    return true;
  if (section >= object->image.section_count)
    return false;
  *idx = section;
  return true;
}

sfm_status
object_symbols_begin (struct object *object)
{
  const struct image_section *table = object->first.table;
  const size_t most
      = table == NULL ? 0 : (size_t) (table->size / ELF_SYM_SIZE);

  object->names_left = object->image.size * SYMBOL_NAMES_LIMIT;
  object->symbols
      = pool_alloc (&object->pool, (most + 1) * sizeof *object->symbols);
  object->out.symbols = object->symbols;
  return object->symbols != NULL ? SFM_OK
                                 : diag_nomem (object->sink, object->out.name);
}

/* Whether SYMBOL, of TYPE, can name a function.  */
static bool
names_function (const struct object *object, const struct input_symbol *symbol,
                unsigned type)
{
  return (type == STT_FUNC || type == STT_NOTYPE || type == STT_GNU_IFUNC)
         && symbol->section != INPUT_NO_SECTION && symbol->name != NULL
         && symbol->name[0] != '\0'
         && (symbol->global || !symbol_is_temporary (symbol->name))
         && !(type == STT_NOTYPE
              && symbol_is_mapping (object->out.machine, symbol->name));
}

sfm_status
object_symbols_add (struct object *object, const struct image_symbol *from,
                    const char *name, uint64_t value, uint32_t section)
{
  const struct input_symbol symbol
      = { .name = name,
          .value = value,
          .size = symbol_size (from),
          .section = section,
          .global = symbol_bind (from) != STB_LOCAL,
          .weak = symbol_bind (from) == STB_WEAK };

  if (!names_function (object, &symbol, symbol_type (from)))
    return SFM_OK;
  const size_t size = strlen (name);
  if (size > object->names_left)
    return diag_fail (object->sink, SFM_ERR_LIMIT, object->out.name,
                      "the names of symbols add up to more than %d times the "
                      "file's %zu bytes",
                      (int) SYMBOL_NAMES_LIMIT, object->image.size);
  object->names_left -= size;
  object->symbols[object->out.symbol_count++] = symbol;
  return SFM_OK;
}

sfm_status
object_symbols (struct object *object)
{
  struct image_symbol from = object->first;
  uint32_t section;

  TRY (object_symbols_begin (object));
  while (from.table != NULL && symbol_next_here (&from))
    {
      if (symbol_type (&from) == STT_FILE && object->out.source == NULL)
        object->out.source = symbol_name (&from);
      if (object_symbol_section (object, &from, &section))
        TRY (object_symbols_add (object, &from, symbol_name (&from),
                                 symbol_value (&from), section));
    }
  return SFM_OK;
}
