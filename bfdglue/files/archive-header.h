/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   archive-header.h - the header of one archive member.  */

#ifndef BFDGLUE_ARCHIVE_HEADER_H
#define BFDGLUE_ARCHIVE_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "pool.h"
#include "sfmerge.h"

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

#endif /* BFDGLUE_ARCHIVE_HEADER_H */
