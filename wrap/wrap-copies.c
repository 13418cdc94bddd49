/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-copies.c - copies of inputs without .sframe, for linkers that would
   fail on it.

   gold refuses .sframe sections that refer to COMDAT functions which another
   object has too, and takes no script that discards sections.  GNU ld from
   2.41 to 2.45 refuses version 1 beside the version it writes; with
   --fatal-warnings, every GNU ld refuses what it does not merge.  A copy
   differs from its original in one bit per .sframe section: with SHF_EXCLUDE
   in the section header, both linkers omit the section.  Nothing in the file
   moves, so the symbol index of an archive stays valid.  A thin archive
   becomes a plain one [wrap-thin.c].  */

#include "config.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "archive.h"
#include "file-kind.h"
#include "elf-codec.h"
#include "elf-image.h"
#include "sframe-section.h"
#include "wrap-copies.h"
#include "wrap-thin.h"
#include "text.h"

enum
{
  FLAGS_OFF = 8,   /* offset of sh_flags in a section header */
  VERSION_OFF = 2, /* offset of the version in .sframe; of the flags: 3 */
  HEAD_SIZE = 4
};

struct copier
{
  enum copies_rule rule;
  const char *directory;
  struct pool *pool;
  struct copies *copies;
  const struct diag_sink *sink;
};

/* Whether the object IMAGE has code in section groups.  */
static bool
has_groups (const struct image *image)
{
  for (uint32_t i = 1; i < image->section_count; i++)
    {
      const struct image_section *s = &image->sections[i];
      if ((s->flags & SHF_EXECINSTR) != 0
          && ((s->flags & SHF_GROUP) != 0
              || text_begins (s->name, ".gnu.linkonce.")))
        return true;
    }
  return false;
}

/* Whether section number IDX of the object IMAGE must be excluded.  */
static bool
must_exclude (const struct copier *copier, const struct image *image,
              uint32_t idx)
{
  static const uint8_t none[2] = { 0 };
  const struct image_section *section = &image->sections[idx];
  size_t size;

  if (!object_section_is_sframe (section->name, section->type))
    return false;
  if (copier->rule == COPIES_COMDAT)
    return true;
  const uint8_t *bytes = image_section_bytes (image, section, &size);
  const uint8_t *head = size < HEAD_SIZE ? none : bytes + VERSION_OFF;
  const bool pcrel = (head[1] & SFM_F_FDE_FUNC_START_PCREL) != 0;
  switch (copier->rule)
    {
    case COPIES_VERSION_1:
      return head[0] == 1;
    case COPIES_BUT_V1:
      return head[0] != 1;
    case COPIES_BUT_V2:
      return head[0] != 2 || pcrel;
    case COPIES_BUT_V2_PCREL:
      return head[0] != 2 || !pcrel;
    default:
      /* GNU ld goes by the type.  */
      return head[0] != 3 || !pcrel || section->type != SHT_GNU_SFRAME;
    }
}

/* Convert STATUS of reading PATH: only lack of memory is an error here, as the
   linker reports the others.  */
static sfm_status
only_nomem (const struct copier *copier, const char *path, sfm_status status)
{
  return status == SFM_ERR_NOMEM ? diag_nomem (copier->sink, path) : SFM_OK;
}

/* Set SHF_EXCLUDE for the sections to exclude of the object of SIZE bytes at
   BYTES, a part of the file PATH, in COPY unless it is NULL.  *ANY is set if
   there are such sections.  */
static sfm_status
mark_object (const struct copier *copier, const char *path,
             const uint8_t *bytes, size_t size, uint8_t *copy, bool *any)
{
  struct image image;

  if (file_kind (bytes, size) != FILE_OBJECT)
    return SFM_OK;
  sfm_status status
      = image_open_bytes ("", bytes, size, true, &image, &diag_silent);
  if (status != SFM_OK)
    return only_nomem (copier, path, status);
  if (copier->rule != COPIES_COMDAT || has_groups (&image))
    for (uint32_t i = 1; i < image.section_count; i++)
      if (must_exclude (copier, &image, i))
        {
          *any = true;
          if (copy != NULL)
            elf_put64 (copy + image_shdr_offset (&image, i) + FLAGS_OFF,
                       image.sections[i].flags | SHF_EXCLUDE,
                       image.big_endian);
        }
  image_close (&image);
  return SFM_OK;
}

/* The same for the members of a plain ARCHIVE.  */
static sfm_status
mark_members (const struct copier *copier, const struct archive *archive,
              uint8_t *copy, bool *any)
{
  sfm_status status = SFM_OK;

  for (size_t i = 0; i < archive->count && status == SFM_OK; i++)
    {
      const struct archive_member *m = &archive->members[i];
      if (m->role == ARCHIVE_MEMBER)
        status = mark_object (copier, archive->path, archive->bytes + m->data,
                              (size_t) m->size,
                              copy == NULL ? NULL : copy + m->data, any);
    }
  return status;
}

static sfm_status
add_copy (const struct copier *copier, const char *path, const char *copy,
          size_t word)
{
  struct copies *copies = copier->copies;

  if (!array_grow (&copies->items, &copies->capacity, copies->count,
                   sizeof *copies->items))
    return diag_nomem (copier->sink, NULL);
  copies->items[copies->count++]
      = (struct copied){ .path = path, .copy = copy, .word = word };
  return SFM_OK;
}

/* Write the SIZE bytes at BYTES as the copy of INPUT.  */
static sfm_status
write_copy (const struct copier *copier, const struct wrap_input *input,
            const uint8_t *bytes, size_t size)
{
  char *directory = text_format (copier->pool, "%s/%zu", copier->directory,
                                 copier->copies->count);
  char *path
      = directory == NULL
            ? NULL
            : text_format (copier->pool, "%s/%s", directory,
                           input->path + path_base_offset (input->path));

  if (path == NULL)
    return diag_nomem (copier->sink, input->path);
  mkdir (directory, 0700);
  FILE *file = fopen (path, "we");
  if (file != NULL)
    fwrite (bytes, 1, size, file);
  sfm_status status = text_file_end (file, path, copier->sink);
  return status == SFM_OK ? add_copy (copier, input->path, path, input->word)
                          : status;
}

/* Set SHF_EXCLUDE in FILE, the contents of INPUT.  ARCHIVE is FILE opened as
   an archive; NULL: it is an object.  */
static sfm_status
mark_file (const struct copier *copier, const struct wrap_input *input,
           const struct file_bytes *file, const struct archive *archive,
           uint8_t *copy, bool *any)
{
  return archive != NULL ? mark_members (copier, archive, copy, any)
                         : mark_object (copier, input->path, file->bytes,
                                        file->size, copy, any);
}

/* Make a copy of FILE if any section must be excluded.  */
static sfm_status
copy_file (const struct copier *copier, const struct wrap_input *input,
           const struct file_bytes *file, const struct archive *archive)
{
  bool any = false;
  sfm_status status = mark_file (copier, input, file, archive, NULL, &any);

  if (status != SFM_OK || !any)
    return status;
  uint8_t *copy = malloc (file->size);
  if (copy == NULL)
    return diag_nomem (copier->sink, input->path);
  memcpy (copy, file->bytes, file->size);
  status = mark_file (copier, input, file, archive, copy, &any);
  if (status == SFM_OK)
    status = write_copy (copier, input, copy, file->size);
  free (copy);
  return status;
}

/* The same for the thin ARCHIVE.  */
static sfm_status
copy_thin (const struct copier *copier, const struct wrap_input *input,
           const struct archive *thin)
{
  struct archive plain;
  uint8_t *bytes;
  size_t size;
  bool any = false;

  sfm_status status = thin_to_plain (thin, &bytes, &size);
  if (status != SFM_OK)
    return only_nomem (copier, input->path, status);
  status = archive_open (input->path, bytes, size, &plain, &diag_silent);
  if (status != SFM_OK)
    status = only_nomem (copier, input->path, status);
  else
    {
      status = mark_members (copier, &plain, bytes, &any);
      archive_close (&plain);
    }
  if (status == SFM_OK && any)
    status = write_copy (copier, input, bytes, size);
  free (bytes);
  return status;
}

/* Make a copy of INPUT if it needs one.  */
static sfm_status
copy_input (const struct copier *copier, const struct wrap_input *input)
{
  struct file_bytes file;
  struct archive archive;

  if (input->word == WRAP_NO_WORD
      || (copier->rule == COPIES_COMDAT && !input->archive
          && (input->bare || !object_may_have_comdat (input->path))))
    return SFM_OK;
  sfm_status status = file_bytes_read (input->path, &file, &diag_silent);
  if (status != SFM_OK)
    return only_nomem (copier, input->path, status);
  if (!input->archive)
    status = copy_file (copier, input, &file, NULL);
  else
    {
      status = archive_open (input->path, file.bytes, file.size, &archive,
                             &diag_silent);
      if (status != SFM_OK)
        status = only_nomem (copier, input->path, status);
      else
        {
          status = archive.thin ? copy_thin (copier, input, &archive)
                                : copy_file (copier, input, &file, &archive);
          archive_close (&archive);
        }
    }
  file_bytes_close (&file);
  return status;
}

sfm_status
copies_make (const struct wrap_inputs *inputs, enum copies_rule rule,
             const char *directory, struct pool *pool, struct copies *copies,
             const struct diag_sink *sink)
{
  const struct copier copier = { .rule = rule,
                                 .directory = directory,
                                 .pool = pool,
                                 .copies = copies,
                                 .sink = sink };
  sfm_status status = SFM_OK;

  *copies = (struct copies){ 0 };
  for (size_t i = 0;
       rule != COPIES_NONE && i < inputs->count && status == SFM_OK; i++)
    status = copy_input (&copier, &inputs->items[i]);
  return status;
}

void
copies_free (struct copies *copies)
{
  free (copies->items);
  *copies = (struct copies){ 0 };
}
