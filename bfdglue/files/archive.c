/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   archive.c - read an archive, and write it with some members replaced.

   An archive, thin or not, is a magic number and then members, each a header
   of 60 bytes at an even offset and its data.  In a thin archive only the
   symbol tables ("/", "/SYM64/") and the table of long names ("//") have data
   in the file.  A name is "NAME/", or "/OFFSET" into the long names, which
   come before all members that need them.  In a thin archive
   "/OFFSET:POSITION" is a member of another archive, whose name is the long
   name; POSITION is the offset of the member's header there.  In BSD archives
   "#1/SIZE" is a name of SIZE bytes at the beginning of the data.

   A replaced member moves those after it.  The index names members by the
   offsets of their headers, so it is rewritten in place: the names in it and
   its size do not change, as the symbols of the members do not.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "elf-abi.h"
#include "paged.h"
#include "sorted.h"
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
  header->name = paged_bytes (file->pages, file->bytes + header->data, size);
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
          file->names = paged_bytes (file->pages, file->bytes + header->data,
                                     header->size);
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
  const uint8_t *text
      = paged_bytes (file->pages, file->bytes + at, ARCHIVE_HEADER_SIZE);
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

/* Read an archive that is to be changed.

   BSD archives ("#1/LENGTH", "__.SYMDEF") and COFF archives (a second "/") are
   refused: their indices could not be updated, and no ELF linker writes
   them.  */

/* An archive that is read.  */
struct archive_reader
{
  struct archive *archive;
  struct archive_file file;
  size_t capacity;
};

/* Whether the header at AT is one that only BSD archives have.  */
static bool
is_bsd (const struct archive_reader *r, uint64_t at)
{
  if (r->file.size - at < ARCHIVE_HEADER_SIZE)
    return false;
  const uint8_t *text
      = paged_bytes (r->file.pages, r->file.bytes + at, ARCHIVE_HEADER_SIZE);
  return memcmp (text, "#1/", 3) == 0 || memcmp (text, "__.SYMDEF", 9) == 0;
}

/* Refuse a header that only other kinds of archive have.  */
static sfm_status
check_kind (const struct archive_reader *r, uint64_t at,
            const struct archive_header *header)
{
  if (header->role == ARCHIVE_TABLE || is_bsd (r, at))
    return archive_header_bad (&r->file, at, SFM_ERR_UNSUPP,
                               "is not of the kind that System V and GNU "
                               "have");
  if (r->archive->count != 0
      && (header->role == ARCHIVE_INDEX || header->role == ARCHIVE_INDEX64))
    return archive_header_bad (&r->file, at, SFM_ERR_UNSUPP,
                               "is that of an index that is not the first "
                               "member");
  return SFM_OK;
}

/* Add the member at AT.  */
static sfm_status
read_member (struct archive_reader *r, uint64_t at)
{
  struct archive *a = r->archive;
  struct archive_header header = { .role = ARCHIVE_TABLE };

  /* What its name says does not matter for one of BSD.  */
  if (!is_bsd (r, at))
    TRY (archive_header_read (&r->file, at, &header));
  TRY (check_kind (r, at, &header));
  if (!archive_header_whole (&r->file, &header))
    return archive_header_bad (&r->file, at, SFM_ERR_TRUNC,
                               "has more bytes than the file");
  const char *name = pool_copy (&a->pool, header.name, header.name_size);
  if (name == NULL
      || !array_grow (&a->members, &r->capacity, a->count, sizeof *a->members))
    return diag_nomem (r->file.sink, a->path);
  a->members[a->count++] = (struct archive_member){
    .role = header.role,
    .header = at,
    .data = header.data,
    .size = header.size,
    .end = archive_header_next (&r->file, &header),
    .name = name,
  };
  return SFM_OK;
}

sfm_status
archive_open (const char *path, const struct file_bytes *file,
              struct archive *archive, const struct diag_sink *sink)
{
  const size_t size = file->size;
  struct archive_reader reader = { .archive = archive,
                                   .file = { .path = path,
                                             .bytes = file->bytes,
                                             .size = size,
                                             .pages = file->pages,
                                             .sink = sink } };
  sfm_status status = SFM_OK;

  *archive = (struct archive){
    .path = path, .bytes = file->bytes, .size = size, .pages = file->pages
  };
  if (size < ARCHIVE_MAGIC_SIZE)
    return archive_header_bad (&reader.file, 0, SFM_ERR_TRUNC, "is missing");
  for (uint64_t at = ARCHIVE_MAGIC_SIZE; status == SFM_OK && at < size;
       at = archive->members[archive->count - 1].end)
    {
      status = read_member (&reader, at);
      if (status != SFM_OK)
        break;
    }
  if (status != SFM_OK)
    archive_close (archive);
  return status;
}

void
archive_close (struct archive *a)
{
  for (size_t i = 0; i < a->count; i++)
    free (a->members[i].new_bytes);
  free (a->members);
  pool_free (&a->pool);
  *a = (struct archive){ .path = a->path };
}

/* The bytes that M takes in the new file, with header and padding.  */
static uint64_t
new_extent (const struct archive_member *m)
{
  if (m->new_bytes == NULL)
    return m->end - m->header;
  return ARCHIVE_HEADER_SIZE + m->new_size + m->new_size % 2;
}

/* Set *MOVED to the new offset of the member whose header was at OFFSET, given
   the new OFFSETS of all members.  False: there is none.  */
static bool
find_moved (const struct archive *a, const uint64_t *offsets, uint64_t offset,
            uint64_t *moved)
{
  size_t i = sorted_from (a->members, a->count, sizeof *a->members,
                          offsetof (struct archive_member, header), offset);

  if (i == a->count || a->members[i].header != offset)
    return false;
  *moved = offsets[i];
  return true;
}

/* Rewrite the index M, whose copy is at DATA.  */
static sfm_status
rewrite_index (const struct archive *a, const struct archive_member *m,
               const uint64_t *offsets, uint8_t *data,
               const struct diag_sink *sink)
{
  bool wide = m->role == ARCHIVE_INDEX64;
  size_t width = wide ? 8 : 4;

  if (m->size < width)
    return m->size == 0
               ? SFM_OK
               : diag_fail (sink, SFM_ERR_CORRUPT, a->path,
                            "damaged archive: an index of %" PRIu64 " bytes",
                            m->size);
  uint64_t count = wide ? elf_u64 (data, true) : elf_u32 (data, true);
  if (count > m->size / width - 1)
    return diag_fail (sink, SFM_ERR_CORRUPT, a->path,
                      "damaged archive: the index has %" PRIu64
                      " entries in %" PRIu64 " bytes",
                      count, m->size);
  for (uint64_t i = 1; i <= count; i++)
    {
      uint8_t *p = data + i * width;
      uint64_t old = wide ? elf_u64 (p, true) : elf_u32 (p, true), moved;
      if (!find_moved (a, offsets, old, &moved))
        return diag_fail (
            sink, SFM_ERR_CORRUPT, a->path,
            "damaged archive: the index names a member at 0x%" PRIx64
            ", where none begins",
            old);
      if (!wide && moved > UINT32_MAX)
        return diag_fail (sink, SFM_ERR_LIMIT, a->path,
                          "a member would begin at 0x%" PRIx64
                          ", which its index of 32-bit offsets cannot say",
                          moved);
      if (wide)
        elf_put64 (p, moved, true);
      else
        elf_put32 (p, (uint32_t) moved, true);
    }
  return SFM_OK;
}

/* Write SIZE into HEADER, that of M.  */
static sfm_status
put_size (const struct archive *a, const struct archive_member *m,
          uint8_t *header, uint64_t size, const struct diag_sink *sink)
{
  char text[24];

  int length = snprintf (text, sizeof text, "%" PRIu64, size);
  if (length > ARCHIVE_SIZE_SIZE)
    return diag_fail (sink, SFM_ERR_LIMIT, a->path,
                      "%s would have %" PRIu64
                      " bytes, too many for %d digits",
                      m->name, size, ARCHIVE_SIZE_SIZE);
  memset (header + ARCHIVE_SIZE_OFF, ' ', ARCHIVE_SIZE_SIZE);
  memcpy (header + ARCHIVE_SIZE_OFF, text, (size_t) length);
  return SFM_OK;
}

/* Write M, header included, to OUT.  */
static sfm_status
put_member (const struct archive *a, const struct archive_member *m,
            const uint64_t *offsets, uint8_t *out,
            const struct diag_sink *sink)
{
  if (m->new_bytes != NULL)
    {
      memcpy (out, a->bytes + m->header, ARCHIVE_HEADER_SIZE);
      memcpy (out + ARCHIVE_HEADER_SIZE, m->new_bytes, m->new_size);
      if (m->new_size % 2 != 0)
        out[ARCHIVE_HEADER_SIZE + m->new_size] = '\n';
      return put_size (a, m, out, m->new_size, sink);
    }
  memcpy (out, a->bytes + m->header, (size_t) (m->end - m->header));
  if (m->role != ARCHIVE_INDEX && m->role != ARCHIVE_INDEX64)
    return SFM_OK;
  return rewrite_index (a, m, offsets, out + ARCHIVE_HEADER_SIZE, sink);
}

sfm_status
archive_write (const struct archive *a, uint8_t **out, size_t *size,
               const struct diag_sink *sink)
{
  uint64_t end = ARCHIVE_MAGIC_SIZE;
  sfm_status status = SFM_OK;
  uint64_t *offsets = calloc (a->count + 1, sizeof *offsets);

  *out = NULL;
  if (offsets == NULL)
    return diag_nomem (sink, a->path);
  for (size_t i = 0; i < a->count; i++)
    {
      end += end % 2; /* an odd end at the end of the file has no pad */
      offsets[i] = end;
      end += new_extent (&a->members[i]);
    }
  *size = (size_t) end;
  *out = calloc (1, *size);
  if (*out == NULL)
    status = diag_nomem (sink, a->path);
  else
    memcpy (*out, a->bytes, ARCHIVE_MAGIC_SIZE);
  for (size_t i = 0; i < a->count && status == SFM_OK; i++)
    status = put_member (a, &a->members[i], offsets, *out + offsets[i], sink);
  free (offsets);
  if (status != SFM_OK)
    {
      free (*out);
      *out = NULL;
    }
  return status;
}
