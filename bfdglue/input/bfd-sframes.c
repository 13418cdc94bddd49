/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-sframes.c - the .sframe sections of an object: bytes and relocations.

   BFD finds the relocation table and the symbols; the relocations are decoded
   here.  A libbfd without a target for the machine (Debian's, for all machines
   but its own) reads the object as generic ELF and loses the type, and only
   the type tells a live entry from one that was made R_*_NONE, which names no
   function.

   Memory is bounded by the file: no two sections of a sound object share
   bytes, so contents and relocations cannot add up to more than its size.
   Headers that claim more are refused before memory is allocated.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>

#include "bfd-internal.h"
#include "numbers.h"
#include "reloc-masks.h"
#include "reloc-types.h"

/* Report that relocation number IDX of SECTION is bad: WHY.  */
static sfm_status
bad_reloc (const struct object *object, const asection *section, size_t idx,
           uint64_t offset, const char *why)
{
  return diag_fail_at (object->sink, SFM_ERR_CORRUPT, object->name,
                       bfd_section_name (section), offset,
                       "relocation number %zu %s", idx, why);
}

/* Fill in RELOC from relocation number IDX of SECTION, which is RAW.  */
static sfm_status
take_reloc (const struct object *object, const asection *section, size_t idx,
            const struct raw_rela *raw, struct input_reloc *reloc)
{
  *reloc = (struct input_reloc){ .offset = raw->offset,
                                 .section = INPUT_NO_SECTION,
                                 .value = raw->addend };
  /* What only the dynamic linker processes is not in objects, and the masks do
     not have it.  libbfd refuses other types, if it has a target for the
     machine.  */
  const struct code_reloc type = { .type = raw->type };
  struct reloc_mask_bytes mask;
  if (!reloc_mask (object->out.machine, &type, NULL, 0, &mask))
    return bad_reloc (object, section, idx, raw->offset,
                      "has a type that no object of the machine has");
  if (raw->symbol == 0)
    return SFM_OK;
  if (raw->symbol > object->symbol_count)
    return bad_reloc (object, section, idx, raw->offset,
                      "has a symbol that the symbol table does not have");
  const asymbol *symbol = object->symbols[raw->symbol - 1];
  const asection *target = bfd_asymbol_section (symbol);
  struct raw_symbol entry;
  reloc->section = section_number (object, target);
  reloc->value += (uint64_t) symbol->value;

  /* BFD puts the symbols of a section that it does not know into *ABS*; a
     function there is damage, not an absent function.  */
  raw_symbol (object, raw->symbol, &entry);
  if (reloc->section == INPUT_NO_SECTION && bfd_is_abs_section (target)
      && entry.section != SHN_UNDEF
      && (entry.section < SHN_LORESERVE || entry.section == SHN_XINDEX))
    return bad_reloc (object, section, idx, raw->offset,
                      "has a symbol of a section that cannot hold code");
  return SFM_OK;
}

/* Fill in the relocations of the section at PLACE.  */
static sfm_status
take_relocs (struct object *object, const struct sframe_place *place,
             struct input_sframe *sframe)
{
  struct pool *pool = &object->inputs->scratch;
  const asection *section = place->section;
  const size_t count = section->reloc_count;
  const uint8_t *raw;

  if ((bfd_section_flags (section) & SEC_RELOC) == 0 || count == 0)
    return SFM_OK;
  if (place->has_rel)
    return diag_fail (object->sink, SFM_ERR_UNSUPP, object->name,
                      "%s: has relocations that are not SHT_RELA",
                      bfd_section_name (section));
  TRY (raw_read (object, (uint64_t) section->rel_filepos,
                 (uint64_t) count * sizeof (Elf64_Rela),
                 "read the relocations of .sframe", &raw));
  struct input_reloc *out = pool_alloc (pool, count * sizeof *out);
  uint64_t *nones = pool_alloc (pool, count * sizeof *nones);
  if (out == NULL || nones == NULL)
    return diag_nomem (object->sink, object->name);
  sframe->relocs = out;
  sframe->nones = nones;
  for (size_t i = 0; i < count; i++)
    {
      struct raw_rela entry;
      raw_rela (object, raw + i * sizeof (Elf64_Rela), &entry);
      if (reloc_type_is_none (object->out.machine, entry.type))
        nones[sframe->none_count++] = entry.offset;
      else
        TRY (take_reloc (object, section, i, &entry,
                         &out[sframe->reloc_count++]));
    }
  return SFM_OK;
}

/* Check that the sections at the COUNT PLACES have content, and that the sizes
   and those of their relocations fit into the file.  */
static sfm_status
check_sizes (const struct object *object, const struct sframe_place *places,
             size_t count)
{
  uint64_t left = object->size;

  for (size_t i = 0; i < count; i++)
    {
      const asection *s = places[i].section;
      const char *name = bfd_section_name (s);
      const uint64_t size = places[i].size;
      const uint64_t relocs = larger (
          places[i].excess, (uint64_t) s->reloc_count * sizeof (Elf64_Rela));
      if (size > left || relocs > left - size)
        return diag_fail (object->sink, SFM_ERR_TRUNC, object->name,
                          "%s: 0x%" PRIx64 " bytes and 0x%" PRIx64
                          " of relocations, but only 0x%" PRIx64
                          " are left of the file",
                          name, size, relocs, left);
      left -= size + relocs;
      if ((bfd_section_flags (s) & SEC_HAS_CONTENTS) == 0)
        return diag_fail (object->sink, SFM_ERR_CORRUPT, object->name,
                          "%s: SHT_NOBITS, has 0x%" PRIx64
                          " bytes but no content",
                          name, size);
      if (raw_bytes (object, places[i].offset, size) == NULL)
        return diag_fail (object->sink, SFM_ERR_TRUNC, object->name,
                          "%s: 0x%" PRIx64 " bytes at 0x%" PRIx64
                          ", but the file has only 0x%" PRIx64,
                          name, size, places[i].offset, object->size);
    }
  return SFM_OK;
}

/* Fill in SFRAME from the section at PLACE.  */
static sfm_status
take_sframe (struct object *object, const struct sframe_place *place,
             struct input_sframe *sframe)
{
  struct inputs *inputs = object->inputs;
  const char *name = bfd_section_name (place->section);
  const size_t size = (size_t) place->size;
  uint8_t *bytes;

  *sframe = (struct input_sframe){ .size = size,
                                   .type = place->type,
                                   .number = place->number };
  if (bfd_is_section_compressed (object->abfd, place->section))
    return diag_fail (
        object->sink, SFM_ERR_UNSUPP, object->name,
        "%s: is compressed, which no section that is loaded may be", name);
  TRY (inputs_keep (inputs, name, &sframe->name));
  sframe->bytes = bytes = pool_alloc (&inputs->bytes, size);
  if (bytes == NULL)
    return diag_nomem (object->sink, object->name);
  if (!bfd_get_section_contents (object->abfd, place->section, bytes, 0, size))
    return reader_failed (inputs, object->name, "read .sframe");
  return take_relocs (object, place, sframe);
}

sfm_status
object_sframes (struct object *object)
{
  struct sframe_place *places;
  size_t count;

  TRY (sframe_places (object, &places, &count));
  TRY (check_sizes (object, places, count));
  struct input_sframe *sframes
      = pool_alloc (&object->inputs->scratch, count * sizeof *sframes);
  if (sframes == NULL)
    return diag_nomem (object->sink, object->name);
  object->out.sframes = sframes;
  for (size_t i = 0; i < count; i++, object->out.sframe_count++)
    TRY (take_sframe (object, &places[i], &sframes[i]));
  return SFM_OK;
}
