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

#include "archive-header.h"
#include "pool.h"
#include "diag.h"
#include "sfmerge.h"

struct archive_member
{
  enum archive_role role;
  uint64_t header;  /* offset in the file */
  uint64_t data;    /* of the first byte after the header */
  uint64_t size;    /* bytes there; in a thin archive, of the member's file */
  uint64_t end;     /* where the next header is */
  const char *name; /* in a thin archive, the path as written */
  bool nested;      /* thin: a member of the archive NAME ... */
  uint64_t where;   /* ... with its header at this offset */

  /* Set by the caller: the new content, from malloc, which archive_close
     frees; NULL: unchanged.  In a thin archive only the size is used.  */
  uint8_t *new_bytes;
  size_t new_size;
};

struct archive
{
  const char *path;
  const uint8_t *bytes;
  size_t size;
  bool thin;
  struct archive_member *members;
  size_t count;
  struct pool pool;
};

/* List the members of the archive PATH, thin or not, whose SIZE bytes at BYTES
   must outlive ARCHIVE.  Statuses: CORRUPT, TRUNC, UNSUPP (BSD and COFF
   archives), NOMEM.  */
sfm_status archive_open (const char *path, const uint8_t *bytes, size_t size,
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
