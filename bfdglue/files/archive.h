/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   archive.h - archives that are changed member by member.

   Order, names, dates, owners and modes are kept.  Only the sizes in headers
   change, and the offsets in the symbol index, whose form is kept.  */

#ifndef BFDGLUE_ARCHIVE_H
#define BFDGLUE_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "file-bytes.h"
#include "pool.h"
#include "sfmerge.h"

/* The header of one archive member.  */

enum
{
  ARCHIVE_MAGIC_SIZE = 8, /* the first header follows */
  ARCHIVE_HEADER_SIZE = 60,
  ARCHIVE_NAME_SIZE = 16,
  ARCHIVE_SIZE_OFF = 48,
  ARCHIVE_SIZE_SIZE = 10,
  ARCHIVE_END_OFF = 58
};

enum archive_role
{
  ARCHIVE_MEMBER,
  ARCHIVE_INDEX,   /* "/": offsets of 32 bits */
  ARCHIVE_INDEX64, /* "/SYM64/" */
  ARCHIVE_NAMES,   /* "//" */
  ARCHIVE_TABLE    /* another name that begins with a slash */
};

/* An archive being read header by header.  */
struct archive_file
{
  const char *path;
  const uint8_t *bytes;
  size_t size;
  struct paged *pages;  /* which of BYTES were read; NULL: all; borrowed */
  const uint8_t *names; /* the long names, once seen, or NULL */
  size_t names_size;
  const struct diag_sink *sink;
};

struct archive_header
{
  enum archive_role role;
  uint64_t data; /* offset of the first byte after the header */
  uint64_t size; /* bytes there; in a thin archive, of the member's file */
  const uint8_t *name; /* resolved, NAME_SIZE bytes */
  size_t name_size;
  bool nested;    /* thin: a member of the archive NAME ... */
  uint64_t where; /* ... with its header at this offset */
};

/* Read the header at AT of FILE; if it is that of the long names, set them in
   FILE.  A table is checked to be wholly in the file, a member is not.
   Statuses: TRUNC, CORRUPT.  */
sfm_status archive_header_read (struct archive_file *file, uint64_t at,
                                struct archive_header *header) SFM_CHECKED;

/* Whether all data of HEADER is in FILE.  */
bool archive_header_whole (const struct archive_file *file,
                           const struct archive_header *header);

/* The offset in FILE of the header after the data of HEADER.  */
uint64_t archive_header_next (const struct archive_file *file,
                              const struct archive_header *header);

/* "ARCHIVE(MEMBER)" in POOL.  NULL: no memory.  */
char *archive_member_name (struct pool *pool, const char *archive,
                           const char *member);

/* The path in POOL of the file that a member of the thin ARCHIVE calls NAME:
   relative to the directory of ARCHIVE.  NULL: no memory.  */
char *archive_member_path (struct pool *pool, const char *archive,
                           const char *name);

/* Report the bad header at AT of FILE and return STATUS.  WHAT is the
   predicate of the message.  */
sfm_status archive_header_bad (const struct archive_file *file, uint64_t at,
                               sfm_status status, const char *what);

struct archive_member
{
  enum archive_role role;
  uint64_t header; /* offset in the file */
  uint64_t data;   /* of the first byte after the header */
  uint64_t size;   /* bytes there */
  uint64_t end;    /* where the next header is */
  const char *name;

  /* Set by the caller: the new content, from malloc, which archive_close
     frees; NULL: unchanged.  */
  uint8_t *new_bytes;
  size_t new_size;
};

struct archive
{
  const char *path;
  const uint8_t *bytes;
  size_t size;
  struct paged *pages; /* which of BYTES were read; NULL: all; borrowed */
  struct archive_member *members;
  size_t count;
  struct pool pool;
};

/* List the members of the archive PATH, which is not thin, and whose bytes,
   those of FILE, must outlive ARCHIVE.  Statuses: CORRUPT, TRUNC, UNSUPP (BSD
   and COFF archives), NOMEM.  */
sfm_status archive_open (const char *path, const struct file_bytes *file,
                         struct archive *archive,
                         const struct diag_sink *sink) SFM_CHECKED;

/* Release what archive_open took, and the new contents.  An all-zero archive
   is allowed.  */
void archive_close (struct archive *archive);

/* Make the new file: *SIZE bytes at *OUT, from malloc.  Statuses: LIMIT (an
   offset or a size does not fit its field), CORRUPT (the symbol index names no
   member), NOMEM.  */
sfm_status archive_write (const struct archive *archive, uint8_t **out,
                          size_t *size,
                          const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_ARCHIVE_H */
