/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   object.c - read one object, or one member of an archive.

   The headers are decoded and checked by elf-image.h.  Most members of most
   archives have no .sframe section and are read no further.  For the others
   the sections and symbols follow, by our own ELF layer (object-parts.c) or by
   libbfd (bfd-object.c), and then the .sframe sections with their relocations.
   Relocations are decoded by us in either case: a libbfd
   without a target for the machine (Debian's, for all machines but its own)
   loses their types.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "elf-relocs.h"
#include "inputs-internal.h"
#include "paged.h"
#include "sframe-section.h"
#include "text.h"

sfm_status
bytes_open (const struct file_source *source, const char *name,
            uint8_t *buffer, struct file_bytes *file,
            const struct diag_sink *sink)
{
  TRY (file_bytes_begin (source, name, file, sink));
  if (file->size > FILE_BUFFER || buffer == NULL)
    {
      TRY (file_bytes_load (file, name, true, sink));
      /* Read it now: whoever asks for the kind cannot tell a failure.  */
      (void) file_bytes_kind (file);
      return file_bytes_check (file, name, sink);
    }
  sfm_status status = file_fill (file->fd, name, buffer, file->size, sink);
  if (status == SFM_OK)
    status = file_check_same (file->fd, name, &file->id, file->size, sink);
  close (file->fd);
  file->fd = -1;
  file->bytes = buffer;
  return status;
}

void
bytes_close (struct file_bytes *file, const uint8_t *buffer)
{
  if (file->bytes == buffer)
    file->bytes = NULL;
  file_bytes_close (file);
}

/* The .sframe sections of an object: bytes and relocations.

   elf-headers.c has bounded the bytes of all sections by the file.  */

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

/* Whether objects can have relocations of TYPE.  Those that only the dynamic
   linker processes have no masks.  */
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

/* Fill in the .sframe sections with their relocations.  */
static sfm_status
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

/* What the sections of an object tell.  */
struct survey
{
  bool has_sframe; /* with content */
  bool lto;
  bool slim_lto; /* without machine code or .sframe */
};

/* Whether SECTION says that its object has only intermediate code.  Since GCC
   9 the section .gnu.lto_.lto.HASH begins with two version numbers of 16 bits
   and a byte that tells this.  */
static bool
says_slim (const struct image *image, const struct image_section *section)
{
  enum
  {
    SLIM_OFF = 4
  };
  size_t size;

  if (!text_begins (section->name, ".gnu.lto_.lto."))
    return false;
  const uint8_t *bytes = image_section_bytes (image, section, &size);
  return size > SLIM_OFF && bytes[SLIM_OFF] != 0;
}

static struct survey
survey_sections (const struct image *image)
{
  struct survey survey = { .lto = false };

  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      survey.has_sframe
          |= s->size != 0 && object_section_is_sframe (s->name, s->type);
      survey.lto |= section_is_lto (s->name);
      survey.slim_lto |= says_slim (image, s);
    }
  survey.slim_lto &= !survey.has_sframe;
  return survey;
}

/* Find the symbol table.  */
static sfm_status
find_symbols (struct object *object)
{
  const struct image *image = &object->image;
  uint32_t tables = 0;

  for (uint32_t i = 1; i < image->section_count; i++)
    tables += image->sections[i].type == SHT_SYMTAB;
  if (tables > 1)
    return diag_fail (object->sink, SFM_ERR_UNSUPP, object->out.name,
                      "has more than one symbol table");
  if (!symbol_table (image, SHT_SYMTAB, &object->first)
      && object->first.table != NULL)
    return diag_fail (object->sink, SFM_ERR_CORRUPT, object->out.name,
                      "the symbol table has entries of 0x%" PRIx64
                      " bytes, or no names",
                      object->first.table->entsize);
  return SFM_OK;
}

/* Note for each section where its relocations are.  */
static sfm_status
find_relocs (struct object *object)
{
  const struct image *image = &object->image;
  const size_t size = image->section_count * sizeof *object->relocs_of;

  object->relocs_of = pool_alloc (&object->pool, size);
  if (object->relocs_of == NULL)
    return diag_nomem (object->sink, object->out.name);
  memset (object->relocs_of, 0, size);
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      if (elf_type_is_relocs (s->type) && s->info < image->section_count)
        {
          uint32_t *to = &object->relocs_of[s->info];
          *to = *to == 0 ? i : UINT32_MAX;
        }
    }
  return SFM_OK;
}

sfm_status
object_read (struct object *object, enum input_reader reader,
             const struct file_bytes *bytes)
{
  struct input_object *out = &object->out;
  struct image *image = &object->image;

  TRY (image_open_loaded (out->name, bytes, ALLOW_OBJECTS, image,
                          object->sink));
  out->reader = object;
  out->big_endian = image->big_endian;
  out->machine = image->machine;
  const struct survey survey = survey_sections (image);
  out->lto = survey.lto;
  if (survey.slim_lto)
    diag (object->sink, DIAG_NOTE, out->name, SLIM_LTO_NOTE);
  if (!survey.has_sframe)
    return SFM_OK;
  TRY (find_symbols (object));
  TRY (find_relocs (object));
  TRY (object_sections (object));
  TRY (object_sframes (object));
  TRY (reader == INPUT_READER_LIBBFD ? bfd_object_parts (object)
                                     : object_symbols (object));
  object->given = true;
  return SFM_OK;
}

void
object_clear (struct object *object)
{
  bfd_object_close (object);
  image_close (&object->image);
  bytes_close (&object->file, object->buffer);
  pool_reset (&object->pool);
  object->given = false;
}
