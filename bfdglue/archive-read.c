/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   archive-read.c - the members of an archive.

   A magic number, then headers of 60 bytes at even offsets, each followed by
   its data; in a thin archive only the symbol index and the long names have
   data in the file.  A name is "NAME/", or "/OFFSET" into the long names; a
   thin archive's "/OFFSET:POSITION" is a member of the archive of that name.
   BSD's archives ("#1/LENGTH", "__.SYMDEF") and COFF's (a second "/") have
   other indices, and no linker of ELF writes them.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "archive-internal.h"

/* The walk over the headers.  */
struct walk
{
  struct archive *archive;
  const struct say *sink;
  const uint8_t *names; /* the long names, once seen, or NULL */
  size_t names_size;
  size_t capacity;
};

static sfm_status
bad_header (const struct walk *w, uint64_t offset, sfm_status status,
            const char *what)
{
  say (w->sink, SAY_ERROR, w->archive->path,
       "%s: the member header at 0x%" PRIx64 " %s",
       status == SFM_ERR_UNSUPP ? "archive of an unknown kind"
                                : "damaged archive",
       offset, what);
  return status;
}

/* Sets *VALUE to the decimal number that the SIZE bytes at TEXT begin with;
   returns how many digits it has, at most 18, so that it fits.  */
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

/* Set M's name to the SIZE bytes at TEXT.  */
static sfm_status
set_name (struct walk *w, struct archive_member *m, const uint8_t *text,
          size_t size)
{
  m->name = pool_copy (&w->archive->pool, text, size);
  return m->name != NULL ? SFM_OK : say_nomem (w->sink, w->archive->path);
}

/* Resolve the name "/OFFSET..." in HEADER.  */
static sfm_status
long_name (struct walk *w, struct archive_member *m, const uint8_t *header)
{
  const uint8_t *text = header + 1;
  size_t left = ARCHIVE_NAME_SIZE - 1;
  uint64_t offset, position;

  size_t digits = decimal (text, left, &offset);
  const uint8_t *end
      = w->names == NULL || offset >= w->names_size
            ? NULL
            : memchr (w->names + offset, '\n', w->names_size - offset);
  if (end == NULL)
    return bad_header (w, m->header, SFM_ERR_CORRUPT,
                       "has a name that the long names do not hold");
  if (digits < left && text[digits] == ':')
    m->nested = decimal (text + digits + 1, left - digits - 1, &position) != 0;
  const uint8_t *begin = w->names + offset;
  size_t size = (size_t) (end - begin);
  if (size != 0 && end[-1] == '/')
    size--;
  return set_name (w, m, begin, size);
}

/* Find out what the member M with HEADER is, and its name.  */
static sfm_status
identify (struct walk *w, struct archive_member *m, const uint8_t *header)
{
  size_t size = 0;

  m->role = ARCHIVE_MEMBER;
  if (memcmp (header, "/               ", ARCHIVE_NAME_SIZE) == 0)
    m->role = ARCHIVE_INDEX;
  else if (memcmp (header, "/SYM64/         ", ARCHIVE_NAME_SIZE) == 0)
    m->role = ARCHIVE_INDEX64;
  else if (memcmp (header, "//              ", ARCHIVE_NAME_SIZE) == 0)
    m->role = ARCHIVE_NAMES;
  else if (header[0] == '/' && header[1] >= '0' && header[1] <= '9')
    return long_name (w, m, header);
  else if (header[0] == '/' || memcmp (header, "#1/", 3) == 0
           || memcmp (header, "__.SYMDEF", 9) == 0)
    return bad_header (w, m->header, SFM_ERR_UNSUPP,
                       "is not of the kind that System V and GNU have");
  while (size < ARCHIVE_NAME_SIZE && header[size] != '/')
    size++;
  if (size == ARCHIVE_NAME_SIZE)
    while (size != 0 && header[size - 1] == ' ')
      size--;
  return set_name (w, m, header, size);
}

/* Take the data of M, unless it lies elsewhere, and set its end.  */
static sfm_status
take_data (struct walk *w, struct archive_member *m)
{
  const struct archive *a = w->archive;

  m->end = m->data;
  if (a->thin && m->role == ARCHIVE_MEMBER)
    return SFM_OK;
  if (m->size > a->size - m->data)
    return bad_header (w, m->header, SFM_ERR_TRUNC,
                       "has more bytes than the file");
  m->end += m->size;
  if (m->end % 2 != 0 && m->end < a->size)
    m->end++;
  if (m->role == ARCHIVE_NAMES)
    {
      w->names = a->bytes + m->data;
      w->names_size = (size_t) m->size;
    }
  return SFM_OK;
}

/* Read the header at AT.  */
static sfm_status
read_member (struct walk *w, uint64_t at)
{
  struct archive *a = w->archive;

  if (a->size - at < ARCHIVE_HEADER_SIZE)
    return bad_header (w, at, SFM_ERR_TRUNC, "is cut short");
  const uint8_t *header = a->bytes + at;
  if (memcmp (header + ARCHIVE_END_OFF, "`\n", 2) != 0)
    return bad_header (w, at, SFM_ERR_CORRUPT, "does not end with its mark");
  if (!array_grow (&a->members, &w->capacity, a->count, sizeof *a->members))
    return say_nomem (w->sink, a->path);
  struct archive_member *m = &a->members[a->count];
  *m = (struct archive_member){ .header = at,
                                .data = at + ARCHIVE_HEADER_SIZE };
  if (decimal (header + ARCHIVE_SIZE_OFF, ARCHIVE_SIZE_SIZE, &m->size) == 0)
    return bad_header (w, at, SFM_ERR_CORRUPT, "has no size");
  sfm_status status = identify (w, m, header);
  if (status == SFM_OK)
    status = take_data (w, m);
  if (status == SFM_OK && a->count != 0
      && (m->role == ARCHIVE_INDEX || m->role == ARCHIVE_INDEX64))
    return bad_header (w, at, SFM_ERR_UNSUPP,
                       "is that of an index that is not the first member");
  if (status == SFM_OK)
    a->count++;
  return status;
}

sfm_status
archive_open (const char *path, const uint8_t *bytes, size_t size,
              struct archive *archive, const struct say *sink)
{
  struct walk walk = { .archive = archive, .sink = sink };
  sfm_status status = SFM_OK;

  *archive = (struct archive){ .path = path, .bytes = bytes, .size = size };
  if (size < ARCHIVE_MAGIC_SIZE)
    return bad_header (&walk, 0, SFM_ERR_TRUNC, "is missing");
  archive->thin = bytes[2] == 't';
  for (uint64_t at = ARCHIVE_MAGIC_SIZE; status == SFM_OK && at < size;
       at = archive->members[archive->count - 1].end)
    {
      status = read_member (&walk, at);
      if (status != SFM_OK)
        break;
    }
  if (status != SFM_OK)
    archive_close (archive);
  return status;
}
