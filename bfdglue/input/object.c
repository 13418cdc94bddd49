/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   object.c - read one object, or one member of an archive.

   The headers are decoded and checked by elf-image.h.  Most members of most
   archives have no .sframe section and are read no further.  For the others
   the sections and symbols follow, by our own ELF layer (object-parts.c) or by
   libbfd (bfd-object.c), and then the .sframe sections with their relocations
   (object-sframes.c).  Relocations are decoded by us in either case: a libbfd
   without a target for the machine (Debian's, for all machines but its own)
   loses their types.  */

#include "config.h"

#include <elf.h>
#include <inttypes.h>
#include <string.h>

#include "elf-relocs.h"
#include "elf-symbols.h"
#include "inputs-internal.h"
#include "sframe-section.h"
#include "text.h"

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
  const uint8_t *bytes = image_section_bytes (image, section, &size);

  return text_begins (section->name, ".gnu.lto_.lto.") && size > SLIM_OFF
         && bytes[SLIM_OFF] != 0;
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
             const uint8_t *bytes, size_t size)
{
  struct input_object *out = &object->out;
  struct image *image = &object->image;

  TRY (image_open_bytes (out->name, bytes, size, true, image, object->sink));
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
  bytes_close (&object->file);
  pool_reset (&object->pool);
  object->given = false;
}
