/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-lto.c - whether inputs have .sframe, or are LTO objects.

   Link-time optimisation makes objects that no command line names.  They have
   .sframe even if the inputs have none, and the linker keeps it, so there is
   something to merge although sfmerge reserve finds nothing.  If memory is
   short, the answer is yes.  */

#include "config.h"

#include "file-kind.h"
#include "elf-image.h"
#include "section-name.h"
#include "sframe-section.h"
#include "wrap-state.h"
#include "wrap-thin.h"

typedef bool is_section (const struct image_section *section);

/* Whether the SIZE bytes at BYTES are an object with a section that
   satisfies IS.  */
static bool
object_has (const uint8_t *bytes, size_t size, is_section *is)
{
  struct image image;
  bool found = false;

  if (file_kind (bytes, size) != FILE_OBJECT)
    return false;
  sfm_status status
      = image_open_bytes ("", bytes, size, true, &image, &diag_silent);
  if (status != SFM_OK)
    return status == SFM_ERR_NOMEM;
  for (uint32_t i = 1; i < image.section_count && !found; i++)
    found = is (&image.sections[i]);
  image_close (&image);
  return found;
}

/* The same for MEMBER of the thin ARCHIVE.  */
static bool
thin_has (const struct archive *archive, const struct archive_member *member,
          is_section *is)
{
  struct file_bytes file;
  const uint8_t *bytes;
  size_t size;

  sfm_status status = thin_member_read (archive, member, &file, &bytes, &size);
  if (status != SFM_OK)
    return status == SFM_ERR_NOMEM;
  bool found = object_has (bytes, size, is);
  file_bytes_close (&file);
  return found;
}

/* The same for the archive FILE, called PATH.  */
static bool
archive_has (const char *path, const struct file_bytes *file, is_section *is)
{
  struct archive archive;
  bool found = false;

  sfm_status status
      = archive_open (path, file->bytes, file->size, &archive, &diag_silent);
  if (status != SFM_OK)
    return status == SFM_ERR_NOMEM;
  for (size_t i = 0; i < archive.count && !found; i++)
    {
      const struct archive_member *m = &archive.members[i];
      if (m->role == ARCHIVE_MEMBER)
        found = archive.thin ? thin_has (&archive, m, is)
                             : object_has (archive.bytes + m->data,
                                           (size_t) m->size, is);
    }
  archive_close (&archive);
  return found;
}

/* The same for any of INPUTS.  */
static bool
inputs_have (const struct wrap_inputs *inputs, is_section *is)
{
  bool found = false;

  for (size_t i = 0; i < inputs->count && !found; i++)
    {
      const struct wrap_input *input = &inputs->items[i];
      struct file_bytes file;
      if (file_bytes_read (input->path, &file, &diag_silent) != SFM_OK)
        continue;
      found = input->archive ? archive_has (input->path, &file, is)
                             : object_has (file.bytes, file.size, is);
      file_bytes_close (&file);
    }
  return found;
}

static bool
is_lto (const struct image_section *section)
{
  return section_is_lto (section->name);
}

static bool
is_sframe (const struct image_section *section)
{
  return object_section_is_sframe (section->name, section->type);
}

bool
wrap_has_lto (const struct wrap_inputs *inputs)
{
  return inputs_have (inputs, is_lto);
}

bool
wrap_has_sframe (const struct wrap_inputs *inputs)
{
  return inputs_have (inputs, is_sframe);
}
