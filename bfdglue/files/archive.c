/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   archive.c - write an archive with some members replaced.

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
#include "sorted.h"

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
  const uint8_t *text = r->file.bytes + at;

  return r->file.size - at >= ARCHIVE_HEADER_SIZE
         && (memcmp (text, "#1/", 3) == 0
             || memcmp (text, "__.SYMDEF", 9) == 0);
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
archive_open (const char *path, const uint8_t *bytes, size_t size,
              struct archive *archive, const struct diag_sink *sink)
{
  struct archive_reader reader
      = { .archive = archive,
          .file
          = { .path = path, .bytes = bytes, .size = size, .sink = sink } };
  sfm_status status = SFM_OK;

  *archive = (struct archive){ .path = path, .bytes = bytes, .size = size };
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
