/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   object-sframes.c - the .sframe sections of an object: bytes and relocations.

   elf-headers.c has bounded the bytes of all sections by the file.  */

#include "config.h"

#include <inttypes.h>

#include "elf-relocs.h"
#include "input.h"
#include "inputs-internal.h"
#include "sframe-section.h"

/* Report that relocation number IDX of SFRAME, at OFFSET, is bad: WHY.  */
static sfm_status
bad_reloc (const struct object *object, const struct input_sframe *sframe,
           size_t idx, uint64_t offset, const char *why)
{
  return diag_fail_at (object->sink, SFM_ERR_CORRUPT, object->out.name,
                       sframe->name, offset, "relocation number %zu %s", idx,
                       why);
}

/* Whether code can be in SECTION.  */
static bool
can_hold_code (const struct image_section *section)
{
  switch (section->type)
    {
    case SHT_NULL:
    case SHT_SYMTAB:
    case SHT_STRTAB:
    case SHT_SYMTAB_SHNDX:
      return false;
    default:
      return !elf_type_is_relocs (section->type);
    }
}

/* Whether objects have relocations of TYPE.  What only the dynamic linker
   processes they do not, and the masks do not have it.  */
static bool
is_known (const struct object *object, uint32_t type)
{
  const struct code_reloc reloc = { .type = type };
  struct reloc_mask_bytes mask;

  return reloc_mask (object->out.machine, &reloc, NULL, 0, &mask);
}

/* Fill in RELOC from relocation number IDX of SFRAME, which is RAW.  */
static sfm_status
take_reloc (const struct object *object, const struct input_sframe *sframe,
            size_t idx, const struct elf_reloc *raw, struct input_reloc *reloc)
{
  *reloc = (struct input_reloc){ .offset = raw->offset,
                                 .section = INPUT_NO_SECTION,
                                 .value = raw->addend };
  if (raw->symbol == 0)
    return SFM_OK;
  struct image_symbol symbol;
  if (!object_symbol_find (object, raw->symbol, &symbol))
    return bad_reloc (object, sframe, idx, raw->offset,
                      "has a symbol that the symbol table does not have");
  reloc->value += symbol_value (&symbol);
  if (!object_symbol_section (object, &symbol, &reloc->section)
      || (reloc->section != INPUT_NO_SECTION
          && !can_hold_code (&object->image.sections[reloc->section])))
    return bad_reloc (object, sframe, idx, raw->offset,
                      "has a symbol of a section that cannot hold code");
  return SFM_OK;
}

/* Fill in the relocations of SFRAME, which are in section number NUMBER.  */
static sfm_status
take_relocs (struct object *object, struct input_sframe *sframe,
             uint32_t number)
{
  struct elf_relocs relocs;
  struct elf_reloc raw;
  uint32_t known = 0; /* a type, mostly that of all */

  if (number == UINT32_MAX)
    return diag_fail (object->sink, SFM_ERR_UNSUPP, object->out.name,
                      "%s: has more than one section of relocations",
                      sframe->name);
  const struct image_section *section = &object->image.sections[number];
  const char *why = elf_relocs_begin (&relocs, &object->image, section);
  if (why != NULL)
    return diag_fail (object->sink, SFM_ERR_CORRUPT, object->out.name,
                      "%s: its relocations %s", sframe->name, why);
  if (relocs.count != 0 && object->first.table != NULL
      && (section->link >= object->image.section_count
          || object->first.table != &object->image.sections[section->link]))
    return diag_fail (object->sink, SFM_ERR_CORRUPT, object->out.name,
                      "%s: its relocations are not of the symbol table",
                      sframe->name);
  struct input_reloc *out
      = pool_alloc (&object->pool, (relocs.count + 1) * sizeof *out);
  uint64_t *nones
      = pool_alloc (&object->pool, (relocs.count + 1) * sizeof *nones);
  if (out == NULL || nones == NULL)
    return diag_nomem (object->sink, object->out.name);
  sframe->relocs = out;
  sframe->nones = nones;
  for (size_t i = 0; elf_relocs_next (&relocs, &raw); i++)
    if (reloc_type_is_none (object->out.machine, raw.type))
      nones[sframe->none_count++] = raw.offset;
    else
      {
        if (raw.type != known && !is_known (object, raw.type))
          return bad_reloc (object, sframe, i, raw.offset,
                            "has a type that no object of the machine has");
        known = raw.type;
        if (relocs.in_field)
          elf_reloc_take_addend (&object->image, sframe->bytes, sframe->size,
                                 &raw);
        TRY (
            take_reloc (object, sframe, i, &raw, &out[sframe->reloc_count++]));
      }
  return relocs.left == 0
             ? SFM_OK
             : diag_fail (object->sink, SFM_ERR_TRUNC, object->out.name,
                          "%s: its relocations are cut off: %" PRIu64
                          " of %" PRIu64 " are missing",
                          sframe->name, relocs.left, relocs.count);
}

/* Fill in SFRAME from section number IDX.  */
static sfm_status
take_sframe (struct object *object, uint32_t idx, struct input_sframe *sframe)
{
  const struct image_section *section = &object->image.sections[idx];

  *sframe = (struct input_sframe){ .name = section->name,
                                   .type = section->type,
                                   .number = idx };
  if ((section->flags & SHF_COMPRESSED) != 0)
    return diag_fail (
        object->sink, SFM_ERR_UNSUPP, object->out.name,
        "%s: is compressed, which no section that is loaded may be",
        section->name);
  sframe->bytes = image_section_bytes (&object->image, section, &sframe->size);
  if (sframe->bytes == NULL)
    return diag_fail (object->sink, SFM_ERR_CORRUPT, object->out.name,
                      "%s: SHT_NOBITS, has 0x%" PRIx64 " bytes but no content",
                      section->name, section->size);
  return object->relocs_of[idx] == 0
             ? SFM_OK
             : take_relocs (object, sframe, object->relocs_of[idx]);
}

sfm_status
object_sframes (struct object *object)
{
  const struct image *image = &object->image;
  size_t count = 0;

  for (uint32_t i = 1; i < image->section_count; i++)
    count += object_section_is_sframe (image->sections[i].name,
                                       image->sections[i].type);
  struct input_sframe *sframes
      = pool_alloc (&object->pool, count * sizeof *sframes);
  if (sframes == NULL)
    return diag_nomem (object->sink, object->out.name);
  object->out.sframes = sframes;
  for (uint32_t i = 1; i < image->section_count; i++)
    if (image->sections[i].size != 0
        && object_section_is_sframe (image->sections[i].name,
                                     image->sections[i].type))
      TRY (take_sframe (object, i, &sframes[object->out.sframe_count++]));
  return SFM_OK;
}
