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

static void
survey_sections (struct object *object, struct survey *survey)
{
  bfd *abfd = object->abfd;

  *survey = (struct survey){ 0 };
  object->typed_count = raw_count_typed (object);
  survey->has_sframe = object->typed_count != 0;
  for (asection *s = abfd->sections; s != NULL; s = s->next)
    {
      const char *name = bfd_section_name (s);
      if (object_section_is_sframe (name, SHT_NULL)
          && bfd_section_size (s) != 0)
        survey->has_sframe = true;
      survey->lto |= section_is_lto (name);
    }
  survey->slim_lto = survey->lto && !survey->has_sframe && is_slim_lto (abfd);
}

/* Fill in OBJECT->out.  */
static sfm_status
read_parts (struct object *object, const uint8_t *header)
{
  sfm_status status
      = object->shdrs == NULL ? raw_headers (object, header) : SFM_OK;
  if (status == SFM_OK)
    status = raw_symtab (object);
  if (status == SFM_OK)
    status = object_load_symbols (object);
  if (status == SFM_OK)
    status = object_sections (object);
  if (status == SFM_OK)
    status = object_symbols (object);
  if (status == SFM_OK)
    status = object_sframes (object);
  return status;
}

sfm_status
inputs_object (struct inputs *inputs, bfd *abfd, const char *name,
               const char *path, const char *member, const uint8_t *header,
               input_fn *fn, void *data)
{
  struct survey survey = { 0 };
  struct object object = { .inputs = inputs, .abfd = abfd, .name = name };
  const struct pool_mark mark = pool_mark (&inputs->bytes);
  bool released = false;

  pool_reset (&inputs->scratch);
  stderr_hold (&inputs->libbfd_stderr);
  object.size = bfd_get_file_size (abfd);
  stderr_release (&inputs->libbfd_stderr);
  object.big_endian = header[EI_DATA] == ELFDATA2MSB;
  object.code_left = object.size;
  sfm_status status = object_charge (&object, header);
  if (status != SFM_OK)
    return status;

  stderr_hold (&inputs->libbfd_stderr);
  bool good = bfd_check_format (abfd, bfd_object);
  if (good)
    survey_sections (&object, &survey);
  stderr_release (&inputs->libbfd_stderr);
  if (!good)
    return reader_failed (inputs, name, "read it as an ELF object");
  if (survey.slim_lto)
    {
      inputs->counts.slim_lto++;
      diag (inputs->sink, DIAG_NOTE, name, SLIM_LTO_NOTE);
    }
  if (!survey.has_sframe)
    {
      inputs->counts.without_sframe += !survey.slim_lto;
      /* Damage may be why no section has the name.  */
      stderr_report (&inputs->libbfd_stderr, inputs->sink, name);
      return SFM_OK;
    }

  object.out.name = name;
  object.out.path = path;
  object.out.member = member;
  object.out.outer = inputs->outer;
  object.out.lto = survey.lto;
  object.out.reader = &object;
  object.out.released = &released;
  object.out.big_endian = object.big_endian;
  object.out.machine = raw_u16 (&object, header + 18);
  status = read_parts (&object, header);
  stderr_report (&inputs->libbfd_stderr, inputs->sink, name);
  if (status != SFM_OK)
    return status;
  if (object.out.sframe_count == 0)
    {
      /* The type was that of .SUNW_dof.  */
      inputs->counts.without_sframe++;
      return SFM_OK;
    }
  inputs->counts.objects++;
  status = fn (data, &object.out);
  if (released)
    pool_rewind (&inputs->bytes, &mark);
  return status;
}

sfm_status
inputs_bytes (struct inputs *inputs, const char *name, const char *path,
              const char *member, struct bytes_file *file, input_fn *fn,
              void *data)
{
  stderr_hold (&inputs->libbfd_stderr);
  bfd *abfd = bytes_bfd (name, file);
  stderr_release (&inputs->libbfd_stderr);
  if (abfd == NULL)
    return reader_failed (inputs, name, "open it");

  sfm_status status = inputs_object (inputs, abfd, name, path, member,
                                     file->bytes, fn, data);
  stderr_hold (&inputs->libbfd_stderr);
  bfd_close (abfd);
  stderr_release (&inputs->libbfd_stderr);
  return status;
}
