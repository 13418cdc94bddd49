/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   archive-header.c - the header of one archive member.

   An archive, thin or not, is a magic number and then members, each a header
   of 60 bytes at an even offset and its data.  In a thin archive only the
   symbol tables ("/", "/SYM64/") and the table of long names ("//") have data
   in the file.  A name is "NAME/", or "/OFFSET" into the long names, which
   come before all members that need them.  In a thin archive
   "/OFFSET:POSITION" is a member of another archive, whose name is the long
   name; POSITION is the offset of the member's header there.  In BSD archives
   "#1/SIZE" is a name of SIZE bytes at the beginning of the data.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "archive.h"
#include "text.h"

sfm_status
archive_header_bad (const struct archive_file *file, uint64_t at,
                    sfm_status status, const char *what)
{
  diag (file->sink, DIAG_ERROR, file->path,
        "%s: the member header at 0x%" PRIx64 " %s",
        status == SFM_ERR_UNSUPP ? "archive of an unknown kind"
                                 : "damaged archive",
        at, what);
  return status;
}

/* Set *VALUE to the unsigned decimal number at the start of the SIZE bytes at
   TEXT, and return how many digits it has: at most 18, so that it fits.  */
static size_t
decimal (const uint8_t *text, size_t size, uint64_t *value)
{
  size_t count = 0;

  *value = 0;
  while (count < size && count < 18 && text[count] >= '0'
         && text[count] <= '9')
    *value = *value * 10 + (uint64_t) (text[count++] - '0');
  return count;
}

/* Resolve the name "/OFFSET..." of HEADER in the long names of FILE.  False:
   it is not there.  */
static bool
long_name (const struct archive_file *file, struct archive_header *header)
{
  const uint8_t *text = header->name + 1;
  size_t left = ARCHIVE_NAME_SIZE - 1;
  uint64_t offset;

  size_t digits = decimal (text, left, &offset);
  if (file->names == NULL || offset >= file->names_size)
    return false;
  if (digits < left && text[digits] == ':')
    header->nested
        = decimal (text + digits + 1, left - digits - 1, &header->where) != 0;
  header->name = file->names + offset;
  const uint8_t *end
      = memchr (header->name, '\n', file->names_size - (size_t) offset);
  if (end == NULL)
    return false;
  header->name_size = (size_t) (end - header->name);
  if (header->name_size != 0 && end[-1] == '/')
    header->name_size--;
  return header->name_size != 0;
}

/* Take the name "#1/SIZE" of HEADER, which is at the beginning of the data, as
   BSD archives have long ones.  False: it is not there.  */
static bool
name_in_data (const struct archive_file *file, struct archive_header *header)
{
  uint64_t size;

  if (decimal (header->name + 3, ARCHIVE_NAME_SIZE - 3, &size) == 0
      || size > header->size || !archive_header_whole (file, header))
    return false;
  header->name = file->bytes + header->data;
  header->name_size = strnlen ((const char *) header->name, (size_t) size);
  header->data += size;
  header->size -= size;
  return true;
}

/* The role of the member whose name field is TEXT, which begins with a slash
   and is no long name.  */
static enum archive_role
table_role (const uint8_t *text)
{
  if (memcmp (text, "/               ", ARCHIVE_NAME_SIZE) == 0)
    return ARCHIVE_INDEX;
  if (memcmp (text, "/SYM64/         ", ARCHIVE_NAME_SIZE) == 0)
    return ARCHIVE_INDEX64;
  if (memcmp (text, "//              ", ARCHIVE_NAME_SIZE) == 0)
    return ARCHIVE_NAMES;
  return ARCHIVE_TABLE;
}

/* Find the role and the name of HEADER, which is at AT of FILE.  */
static sfm_status
identify (struct archive_file *file, uint64_t at,
          struct archive_header *header)
{
  const uint8_t *text = header->name;
  size_t size = 0;

  if (text[0] == '/' && text[1] >= '0' && text[1] <= '9')
    return long_name (file, header)
               ? SFM_OK
               : archive_header_bad (
                   file, at, SFM_ERR_CORRUPT,
                   "has a name that the long names do not hold");
  if (text[0] == '/')
    {
      header->role = table_role (text);
      if (!archive_header_whole (file, header))
        return archive_header_bad (file, at, SFM_ERR_TRUNC,
                                   "has more bytes than the file");
      if (header->role == ARCHIVE_NAMES)
        {
          file->names = file->bytes + header->data;
          file->names_size = (size_t) header->size;
        }
      return SFM_OK;
    }
  if (memcmp (text, "#1/", 3) == 0)
    return name_in_data (file, header)
               ? SFM_OK
               : archive_header_bad (file, at, SFM_ERR_CORRUPT,
                                     "has a name that its data does not hold");
  while (size < ARCHIVE_NAME_SIZE && text[size] != '/')
    size++;
  if (size == ARCHIVE_NAME_SIZE)
    while (size != 0 && text[size - 1] == ' ')
      size--;
  header->name_size = size;
  return SFM_OK;
}

sfm_status
archive_header_read (struct archive_file *file, uint64_t at,
                     struct archive_header *header)
{
  if (at > file->size || file->size - at < ARCHIVE_HEADER_SIZE)
    return diag_fail (file->sink, SFM_ERR_TRUNC, file->path,
                      "damaged archive: a member header at 0x%" PRIx64
                      ", but the file has only 0x%zx bytes",
                      at, file->size);
  const uint8_t *text = file->bytes + at;
  *header = (struct archive_header){ .data = at + ARCHIVE_HEADER_SIZE,
                                     .name = text };
  if (memcmp (text + ARCHIVE_END_OFF, "`\n", 2) != 0)
    return archive_header_bad (file, at, SFM_ERR_CORRUPT,
                               "does not end with its mark");
  if (decimal (text + ARCHIVE_SIZE_OFF, ARCHIVE_SIZE_SIZE, &header->size) == 0)
    return archive_header_bad (file, at, SFM_ERR_CORRUPT, "has no size");
  return identify (file, at, header);
}

bool
archive_header_whole (const struct archive_file *file,
                      const struct archive_header *header)
{
  return header->size <= file->size - header->data;
}

uint64_t
archive_header_next (const struct archive_file *file,
                     const struct archive_header *header)
{
  uint64_t end = header->data + header->size;

  /* Some writers omit the padding of the last member.  */
  return end + (end % 2 != 0 && end < file->size);
}

char *
archive_member_name (struct pool *pool, const char *archive,
                     const char *member)
{
  return text_format (pool, "%s(%s)", archive, member);
}

char *
archive_member_path (struct pool *pool, const char *archive, const char *name)
{
  size_t directory = name[0] == '/' ? 0 : path_base_offset (archive);

  return text_format (pool, "%.*s%s", (int) directory, archive, name);
}
