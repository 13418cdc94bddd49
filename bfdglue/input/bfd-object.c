/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-object.c - read one object, or one member of an archive.

   The raw headers tell whether libbfd may be called (bfd-charge.c), which then
   checks them and names the sections [inputs_object].  Most members of most
   archives have no .sframe section and are read no further.  For the others
   the parts follow in the order of their dependencies: the symbol tables, then
   sections, symbols and .sframe sections as in input.h [read_parts].  */

#include "config.h"

#include <elf.h>

#include "bfd-internal.h"
#include "section-name.h"
#include "text.h"
#include "sframe-section.h"

/* True if ABFD holds only GCC's intermediate code.  Since GCC 9 the section
   .gnu.lto_.lto.HASH begins with two version numbers of 16 bits and a byte
   that tells this.  */
static bool
is_slim_lto (bfd *abfd)
{
  enum
  {
    SLIM_OFF = 4
  };

  for (asection *s = abfd->sections; s != NULL; s = s->next)
    {
      if (!text_begins (bfd_section_name (s), ".gnu.lto_.lto."))
        continue;
      uint8_t slim = 0;
      return bfd_get_section_contents (abfd, s, &slim, SLIM_OFF, 1)
             && slim != 0;
    }
  return false;
}

/* What the sections of an object tell.  */
struct survey
{
  bool has_sframe; /* with content */
  bool lto;
  bool slim_lto; /* without machine code or .sframe */
};

static struct survey
survey_sections (const struct object *object)
{
  bfd *abfd = object->abfd;
  struct survey survey = { .has_sframe = object->typed_count != 0 };

  for (asection *s = abfd->sections; s != NULL; s = s->next)
    {
      const char *name = bfd_section_name (s);
      if (object_section_is_sframe (name, SHT_NULL)
          && bfd_section_size (s) != 0)
        survey.has_sframe = true;
      survey.lto |= section_is_lto (name);
    }
  survey.slim_lto = survey.lto && !survey.has_sframe && is_slim_lto (abfd);
  return survey;
}

/* Fill in OBJECT->out.  */
static sfm_status
read_parts (struct object *object)
{
  if (object->shdr_count == 0)
    TRY (raw_headers (object));
  TRY (object_load_symbols (object));
  TRY (object_sections (object));
  TRY (object_symbols (object));
  return object_sframes (object);
}

/* Read OBJECT, whose ABFD is open, and call the caller's function.  */
static sfm_status
read_object (struct object *object)
{
  struct inputs *inputs = object->inputs;
  const struct pool_mark mark = pool_mark (&inputs->bytes);
  bool released = false;

  TRY (object_charge (object));
  if (!bfd_check_format (object->abfd, bfd_object))
    return reader_failed (inputs, object->name, "read it as an ELF object");
  const struct survey survey = survey_sections (object);
  if (survey.slim_lto)
    diag (object->sink, DIAG_NOTE, object->name, SLIM_LTO_NOTE);
  object->out.lto = survey.lto;
  object->out.released = &released;
  sfm_status status = survey.has_sframe ? read_parts (object) : SFM_OK;
  /* Damage may be why no section has the name.  */
  stderr_report (&inputs->libbfd_stderr, object->sink, object->name);
  /* Without one, the type was that of .SUNW_dof.  */
  if (status != SFM_OK || object->out.sframe_count == 0)
    return status;
  stderr_release (&inputs->libbfd_stderr);
  status = inputs->fn (inputs->data, &object->out);
  stderr_hold (&inputs->libbfd_stderr);
  if (released)
    pool_rewind (&inputs->bytes, &mark);
  return status;
}

sfm_status
inputs_object (struct inputs *inputs, const struct input_object *input,
               struct bytes_file *file, bfd *abfd)
{
  struct object object = { .inputs = inputs,
                           .sink = inputs->sink,
                           .abfd = abfd,
                           .name = input->name,
                           .bytes = file->bytes,
                           .size = file->size,
                           .out = *input };
  const struct input_watch *watch = inputs->watch;

  if (watch != NULL && !watch->open (watch->data, object.name))
    return SFM_OK;

  object.out.outer = inputs->outer;
  object.out.read_code = object_read_code;
  object.out.reader = &object;
  object.out.big_endian = file->bytes[EI_DATA] == ELFDATA2MSB;
  object.out.machine
      = raw_u16 (&object, file->bytes + offsetof (Elf64_Ehdr, e_machine));
  pool_reset (&inputs->scratch);
  if (abfd == NULL)
    object.abfd = bytes_bfd (object.name, file);
  sfm_status status = object.abfd != NULL
                          ? read_object (&object)
                          : reader_failed (inputs, object.name, "open it");
  if (abfd == NULL && object.abfd != NULL)
    bfd_close (object.abfd);
  if (watch != NULL)
    watch->close (watch->data);
  return status;
}
