/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   archive-header.h - one member header of an archive.  */

#ifndef BFDGLUE_ARCHIVE_HEADER_H
#define BFDGLUE_ARCHIVE_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "sfmerge.h"

enum
{
  ARCHIVE_MAGIC_SIZE = 8, /* the first header comes behind it */
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

/* An archive that is read header by header.  */
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
  uint64_t data; /* offset of the first byte behind the header */
  uint64_t size; /* bytes there; of a thin archive's member, of its file */
  const uint8_t *name; /* resolved, NAME_SIZE bytes */
  size_t name_size;
  bool nested;    /* thin: lies in the archive NAME ... */
  uint64_t where; /* ... which has its header here */
};

/* Read the header at AT of FILE, and keep the long names if it is theirs.
   Tables are wholly in the file, members perhaps not.  Statuses: TRUNC,
   CORRUPT.  */
sfm_status archive_header_read (struct archive_file *file, uint64_t at,
                                struct archive_header *header) SFM_CHECKED;

/* Whether all SIZE bytes of the member or table with HEADER are in FILE.  */
bool archive_header_whole (const struct archive_file *file,
                           const struct archive_header *header);

/* Where the header behind the data of HEADER is in FILE.  */
uint64_t archive_header_next (const struct archive_file *file,
                              const struct archive_header *header);

/* Say that the header at AT of FILE is bad, as WHAT says; returns STATUS.  */
sfm_status archive_header_bad (const struct archive_file *file, uint64_t at,
                               sfm_status status, const char *what);

#endif /* BFDGLUE_ARCHIVE_HEADER_H */
