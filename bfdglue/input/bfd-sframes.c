/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-sframes.c - the .sframe sections of an object: bytes and relocations.

   The symbol and addend of a relocation are read by BFD, the type is read from
   the file.  A libbfd without a target for the machine (Debian's, for all
   machines but its own) reads the object as generic ELF and loses the type,
   and only the type tells a live entry from one that was made R_*_NONE, which
   names no function.  The two are read in parallel and must agree on r_offset.

   Memory is bounded by the file: no two sections of a sound object share
   bytes, so contents and relocations cannot add up to more than its size.
   Headers that claim more are refused before memory is allocated.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "bfd-internal.h"
#include "sframe-section.h"

/* 0 is R_X86_64_NONE, R_AARCH64_NONE and R_390_NONE.  The AArch64 ABI has
   withdrawn a second number for NONE but requires the same treatment for it;
   <elf.h> does not define it.  */
enum
{
  AARCH64_NONE_WITHDRAWN = 256
};

static bool
is_none (const struct object *object, uint32_t type)
{
  return type == 0
         || (object->out.machine == EM_AARCH64
             && type == AARCH64_NONE_WITHDRAWN);
}

/* Report that relocation number IDX of SECTION is bad: WHY.  */
static sfm_status
bad_reloc (const struct object *object, const asection *section, size_t idx,
           uint64_t offset, const char *why)
{
  diag_at (object->inputs->sink, DIAG_ERROR, object->name,
           bfd_section_name (section), offset, "relocation number %zu %s", idx,
           why);
  return SFM_ERR_CORRUPT;
}

/* Fill in RELOC from relocation number IDX of SECTION: FROM as BFD has it, RAW
   as the file has it.  */
static sfm_status
take_reloc (const struct object *object, const asection *section, size_t idx,
            const arelent *from, const struct raw_rela *raw,
            struct input_reloc *reloc)
{
  if (from->address != raw->offset)
    {
      diag_at (object->inputs->sink, DIAG_ERROR, object->name,
               bfd_section_name (section), raw->offset,
               "relocation number %zu is at 0x%" PRIx64 " for libbfd", idx,
               (uint64_t) from->address);
      return SFM_ERR_CORRUPT;
    }
  if (raw->symbol > object->symbol_count)
    return bad_reloc (object, section, idx, raw->offset,
                      "has a symbol that the symbol table does not have");

  const asymbol *symbol = *from->sym_ptr_ptr;
  const asection *target = bfd_asymbol_section (symbol);
  reloc->offset = raw->offset;
  reloc->section = section_number (object, target);
  reloc->value = (uint64_t) symbol->value + (uint64_t) from->addend;

  /* BFD puts the symbols of a section that it does not know into *ABS*; a
     function there is damage, not an absent function.  */
  if (reloc->section == INPUT_NO_SECTION && raw->symbol != 0)
    {
      struct raw_symbol entry;
      raw_symbol (object, raw->symbol, &entry);
      if (bfd_is_abs_section (target) && entry.section != SHN_UNDEF
          && (entry.section < SHN_LORESERVE || entry.section == SHN_XINDEX))
        return bad_reloc (object, section, idx, raw->offset,
                          "has a symbol of a section that cannot hold code");
    }
  return SFM_OK;
}

/* Have BFD read the relocations of SECTION into *RELOCS, and set *RAW to their
   bytes in the file.  */
static sfm_status
load_relocs (struct object *object, asection *section, arelent ***relocs,
             const uint8_t **raw)
{
  struct inputs *inputs = object->inputs;
  size_t count = section->reloc_count;
  const char *what = "read the relocations of .sframe";

  sfm_status status
      = raw_read (object, (uint64_t) section->rel_filepos,
                  (uint64_t) count * sizeof (Elf64_Rela), what, raw);
  if (status != SFM_OK)
    return status;
  stderr_hold (&inputs->libbfd_stderr);
  long size = bfd_get_reloc_upper_bound (object->abfd, section);
  stderr_release (&inputs->libbfd_stderr);
  if (size < 0)
    return reader_failed (inputs, object->name, what);
  *relocs = pool_alloc (&inputs->scratch, (size_t) size);
  if (*relocs == NULL)
    return diag_nomem (inputs->sink, object->name);

  stderr_hold (&inputs->libbfd_stderr);
  long got = bfd_canonicalize_reloc (object->abfd, section, *relocs,
                                     object->symbols);
  stderr_release (&inputs->libbfd_stderr);
  if (got < 0)
    return reader_failed (inputs, object->name, what);
  if ((size_t) got != count)
    {
      diag (inputs->sink, DIAG_ERROR, object->name,
            "libbfd finds %ld relocations of %s, the header has %zu", got,
            bfd_section_name (section), count);
      return SFM_ERR_CORRUPT;
    }
  return SFM_OK;
}

sfm_status
object_relocs (struct object *object, asection *section,
               struct input_sframe *sframe)
{
  size_t count = section->reloc_count;
  if ((bfd_section_flags (section) & SEC_RELOC) == 0 || count == 0)
    return SFM_OK;

  arelent **relocs = NULL;
  const uint8_t *raw = NULL;
  sfm_status status = load_relocs (object, section, &relocs, &raw);
  if (status != SFM_OK)
    return status;
  struct input_reloc *out
      = pool_alloc (&object->inputs->scratch, count * sizeof *out);
  uint64_t *nones
      = pool_alloc (&object->inputs->scratch, count * sizeof *nones);
  if (out == NULL || nones == NULL)
    return diag_nomem (object->inputs->sink, object->name);

  sframe->relocs = out;
  sframe->nones = nones;
  for (size_t i = 0; i < count; i++)
    {
      struct raw_rela entry;
      raw_rela (object, raw + i * sizeof (Elf64_Rela), &entry);
      if (is_none (object, entry.type))
        {
          nones[sframe->none_count++] = entry.offset;
          continue;
        }
      status = take_reloc (object, section, i, relocs[i], &entry,
                           &out[sframe->reloc_count]);
      if (status != SFM_OK)
        return status;
      sframe->reloc_count++;
    }
  return SFM_OK;
}

/* Check that the content of SECTION, whose size fits, is inside the file.  */
static sfm_status
check_place (const struct object *object, const asection *section)
{
  const struct diag_sink *sink = object->inputs->sink;
  uint64_t size = bfd_section_size (section);
  uint64_t offset = (uint64_t) section->filepos;

  if ((bfd_section_flags (section) & SEC_HAS_CONTENTS) == 0)
    {
      diag (sink, DIAG_ERROR, object->name,
            "%s: SHT_NOBITS, has 0x%" PRIx64 " bytes but no content",
            bfd_section_name (section), size);
      return SFM_ERR_CORRUPT;
    }
  if (offset > object->size - size)
    {
      diag (sink, DIAG_ERROR, object->name,
            "%s: 0x%" PRIx64 " bytes at 0x%" PRIx64
            ", but the file has only 0x%" PRIx64,
            bfd_section_name (section), size, offset, object->size);
      return SFM_ERR_TRUNC;
    }
  return SFM_OK;
}

/* List OBJECT's sections that are not empty in PLACES, unless it is NULL:
   those called .sframe, or ALL.  Return their number.  */
static size_t
list_places (const struct object *object, bool all, struct raw_place *places)
{
  size_t count = 0;

  for (asection *s = object->abfd->sections; s != NULL; s = s->next)
    {
      uint64_t size = bfd_section_size (s);
      if (size == 0
          || !(all
               || object_section_is_sframe (bfd_section_name (s), SHT_NULL)))
        continue;
      if (places != NULL)
        places[count] = (struct raw_place){ .section = s,
                                            .offset = (uint64_t) s->filepos,
                                            .size = size };
      count++;
    }
  return count;
}

/* Set *PLACES to the COUNT places of list_places and number them.  */
static sfm_status
number_places (struct object *object, bool all, struct raw_place **places,
               size_t *count)
{
  *count = list_places (object, all, NULL);
  *places = pool_alloc (&object->inputs->scratch, *count * sizeof **places);
  if (*places == NULL)
    return diag_nomem (object->inputs->sink, object->name);
  list_places (object, all, *places);
  return raw_number (object, *places, *count);
}

/* Find the SFrame sections of OBJECT that are not empty.  BFD does not tell
   the type, so the positions of sections are compared with the headers: of all
   sections only if the type is also that of a section with another name.  */
static sfm_status
find_sframes (struct object *object, struct raw_place **places, size_t *count)
{
  size_t typed = 0, kept = 0;

  sfm_status status = number_places (object, false, places, count);
  for (size_t i = 0; status == SFM_OK && i < *count; i++)
    typed += (*places)[i].type == SHT_GNU_SFRAME;
  if (status != SFM_OK || typed == object->typed_count)
    return status;
  status = number_places (object, true, places, count);
  for (size_t i = 0; status == SFM_OK && i < *count; i++)
    if (object_section_is_sframe (bfd_section_name ((*places)[i].section),
                                  (*places)[i].type))
      (*places)[kept++] = (*places)[i];
  *count = kept;
  return status;
}

/* Check that the sizes of the sections at the COUNT PLACES and of their
   relocations fit into the file.  */
static sfm_status
check_sizes (const struct object *object, const struct raw_place *places,
             size_t count)
{
  const struct diag_sink *sink = object->inputs->sink;
  uint64_t left = object->size;

  for (size_t i = 0; i < count; i++)
    {
      const asection *s = places[i].section;
      uint64_t size = places[i].size;
      uint64_t relocs = (uint64_t) s->reloc_count * sizeof (Elf64_Rela);
      if (size > left || relocs > left - size)
        {
          diag (sink, DIAG_ERROR, object->name,
                "%s: 0x%" PRIx64 " bytes and 0x%" PRIx64
                " of relocations, but only 0x%" PRIx64 " are left of the file",
                bfd_section_name (s), size, relocs, left);
          return SFM_ERR_TRUNC;
        }
      left -= size + relocs;
      sfm_status status = check_place (object, s);
      if (status != SFM_OK)
        return status;
    }
  return SFM_OK;
}

/* Fill in SFRAME from the section at PLACE.  */
static sfm_status
take_sframe (struct object *object, const struct raw_place *place,
             struct input_sframe *sframe)
{
  struct inputs *inputs = object->inputs;
  asection *section = place->section;
  const char *name = bfd_section_name (section);
  size_t size = (size_t) place->size;

  *sframe = (struct input_sframe){ .size = size,
                                   .type = place->type,
                                   .number = place->number };
  stderr_hold (&inputs->libbfd_stderr);
  bool compressed = bfd_is_section_compressed (object->abfd, section);
  stderr_release (&inputs->libbfd_stderr);
  if (compressed)
    {
      diag (inputs->sink, DIAG_ERROR, object->name,
            "%s: is compressed, which no section that is loaded may be", name);
      return SFM_ERR_UNSUPP;
    }
  sframe->name = pool_copy (&inputs->kept, name, strlen (name));
  uint8_t *bytes = pool_alloc (&inputs->bytes, size);
  if (sframe->name == NULL || bytes == NULL)
    return diag_nomem (inputs->sink, object->name);
  sframe->bytes = bytes;

  stderr_hold (&inputs->libbfd_stderr);
  bool good = bfd_get_section_contents (object->abfd, section, bytes, 0, size);
  stderr_release (&inputs->libbfd_stderr);
  if (!good)
    return reader_failed (inputs, object->name, "read .sframe");
  return object_relocs (object, section, sframe);
}

sfm_status
object_sframes (struct object *object)
{
  struct raw_place *places;
  size_t count;

  sfm_status status = find_sframes (object, &places, &count);
  if (status == SFM_OK)
    status = check_sizes (object, places, count);
  if (status != SFM_OK)
    return status;
  struct input_sframe *sframes
      = pool_alloc (&object->inputs->scratch, count * sizeof *sframes);
  if (sframes == NULL)
    return diag_nomem (object->inputs->sink, object->name);
  object->out.sframes = sframes;
  for (size_t i = 0; i < count && status == SFM_OK; i++)
    {
      status = take_sframe (object, &places[i], &sframes[i]);
      object->out.sframe_count += status == SFM_OK;
    }
  return status;
}
