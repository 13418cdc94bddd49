/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-bare.c - objects and archives that need not be read by libbfd, as
   their headers tell that they have no SFrame.  */

#include "config.h"

#include "archive.h"
#include "check-file.h"
#include "elf-codec.h"
#include "file-bytes.h"
#include "file-kind.h"
#include "foreign-files.h"
#include "plain-object.h"

/* Whether the SIZE bytes at BYTES are a plain object.  */
static bool
is_plain (const char *path, const uint8_t *bytes, size_t size)
{
  struct image image;

  if (file_kind (bytes, size) != FILE_OBJECT
      || image_open_bytes (path, bytes, size, true, &image, &diag_silent)
             != SFM_OK)
    return false;
  const bool plain = object_is_plain (&image);
  image_close (&image);
  return plain;
}

/* Whether libbfd finds no fault in the symbol index MEMBER of ARCHIVE: the
   offsets are inside.  */
static bool
index_is_plain (const struct archive *archive,
                const struct archive_member *member)
{
  return member->size >= 4
         && elf_u32 (archive->bytes + member->data, true)
                <= (member->size - 4) / 4;
}

/* Whether MEMBER of ARCHIVE is a plain object, or, if that is as good, an ELF
   file that cannot have SFrame (FOREIGN).  */
static bool
member_is_plain (const struct archive *archive,
                 const struct archive_member *member, bool foreign)
{
  const uint8_t *bytes = archive->bytes + member->data;
  const size_t size = (size_t) member->size;
  const struct file_source source
      = { .path = archive->path, .fd = -1, .bytes = bytes, .size = size };
  struct image image;

  /* SFrame that no ABI is for is none for libbfd, and shown.  */
  if (foreign_open (&source, &image))
    {
      image_close (&image);
      return false;
    }
  return (foreign && file_foreign (bytes, size) != NULL)
         || is_plain (archive->path, bytes, size);
}

/* Whether all members of ARCHIVE are plain objects, or FOREIGN.  */
static bool
members_are_plain (const struct archive *archive, bool foreign)
{
  size_t count = 0;

  for (size_t i = 0; i < archive->count; i++)
    {
      const struct archive_member *m = &archive->members[i];
      /* libbfd looks for the long names after the index only.  */
      if (m->role == ARCHIVE_NAMES && i <= 1)
        continue;
      if (m->role == ARCHIVE_INDEX)
        {
          if (!index_is_plain (archive, m))
            return false;
          continue;
        }
      if (m->role != ARCHIVE_MEMBER || !member_is_plain (archive, m, foreign))
        return false;
      count++;
    }
  return count != 0;
}

/* Whether the archive of SIZE bytes at BYTES has only plain objects, or
   FOREIGN.  */
static bool
is_plain_archive (const char *path, const uint8_t *bytes, size_t size,
                  bool foreign)
{
  struct archive archive;

  if (file_kind (bytes, size) != FILE_ARCHIVE
      || archive_open (path, bytes, size, &archive, &diag_silent) != SFM_OK)
    return false;
  const bool plain = members_are_plain (&archive, foreign);
  archive_close (&archive);
  return plain;
}

bool
check_is_bare (const struct file_source *source, bool archive, bool foreign)
{
  const char *path = source->path;
  const uint8_t *bytes = source->bytes;
  size_t size = source->size;
  struct file_bytes file = FILE_BYTES_NONE;

  /* Without libbfd, no object is read.  */
  if (!HAVE_BFD)
    return false;
  if (bytes == NULL)
    {
      if (file_bytes_read_source (source, &file, &diag_silent) != SFM_OK)
        return false;
      bytes = file.bytes;
      size = file.size;
    }
  const bool bare = bytes != NULL
                    && (archive ? is_plain_archive (path, bytes, size, foreign)
                                : is_plain (path, bytes, size));
  file_bytes_close (&file);
  return bare;
}
