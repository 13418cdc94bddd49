/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-thin.h - thin archives: read the files of their members, and convert
   them to plain archives.  */

#ifndef WRAP_WRAP_THIN_H
#define WRAP_WRAP_THIN_H

#include "archive.h"
#include "file-bytes.h"

/* Map the file that is MEMBER of the thin ARCHIVE, or contains it: FILE is to
   be closed by the caller, and the *SIZE bytes at *BYTES in it are the member.
   Nothing is reported.  Statuses: NOMEM, IO, LIMIT, TRUNC (the file is shorter
   than the archive says).  */
sfm_status thin_member_read (const struct archive *archive,
                             const struct archive_member *member,
                             struct file_bytes *file, const uint8_t **bytes,
                             size_t *size) SFM_CHECKED;

/* Make a plain archive of the members of the thin ARCHIVE, with the same
   names: *SIZE bytes at *BYTES, from malloc.  Nothing is reported.  Statuses:
   those of thin_member_read, archive_open and archive_write.  */
sfm_status thin_to_plain (const struct archive *archive, uint8_t **bytes,
                          size_t *size) SFM_CHECKED;

#endif /* WRAP_WRAP_THIN_H */
