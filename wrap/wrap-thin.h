/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-thin.h - thin archives: the files of their members, and plain archives
   of the same.  */

#ifndef WRAP_WRAP_THIN_H
#define WRAP_WRAP_THIN_H

#include "archive.h"
#include "file-bytes.h"

/* Map the file that MEMBER of the thin ARCHIVE is, or lies in: *SIZE bytes at
   *BYTES are the member.  Nothing is said.  Statuses: NOMEM, IO, LIMIT, TRUNC
   (it is not what the archive says).  */
sfm_status thin_member_read (const struct archive *archive,
                             const struct archive_member *member,
                             struct file_bytes *file, const uint8_t **bytes,
                             size_t *size) SFM_CHECKED;

/* The plain archive of the members of the thin ARCHIVE, under the same names:
   *SIZE bytes at *BYTES, from malloc.  Nothing is said.  Statuses: those of
   thin_member_read and of archive_write.  */
sfm_status thin_to_plain (const struct archive *archive, uint8_t **bytes,
                          size_t *size) SFM_CHECKED;

#endif /* WRAP_WRAP_THIN_H */
