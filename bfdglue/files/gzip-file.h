/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   gzip-file.h - gzip files, such as installed kernel modules.  */

#ifndef BFDGLUE_GZIP_FILE_H
#define BFDGLUE_GZIP_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "sfmerge.h"
#include "diag.h"

/* Pack the SIZE bytes at BYTES into *OUT_SIZE bytes at *OUT, from malloc.
   Name, time and the rest of the header are those of the gzip file LIKE, of
   LIKE_SIZE bytes.  The same input gives the same bytes.  Statuses: NOMEM,
   LIMIT, CORRUPT.  */
sfm_status gzip_pack (const char *path, const uint8_t *bytes, size_t size,
                      const uint8_t *like, size_t like_size, uint8_t **out,
                      size_t *out_size,
                      const struct diag_sink *sink) SFM_CHECKED;

#endif /* BFDGLUE_GZIP_FILE_H */
