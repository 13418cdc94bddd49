/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unpacking.h - what the parts of packed-file.c share.  */

#ifndef BFDGLUE_UNPACKING_H
#define BFDGLUE_UNPACKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "packed-file.h"
#include "sfmerge.h"

/* A stream of which one call of STEP reads
   some of the input and writes to [OUT + DONE, OUT + ROOM).  */
struct unpacking
{
  const char *path;
  const struct packing *packing;
  const uint8_t *bytes;
  size_t size;
  size_t read;  /* of these */
  size_t limit; /* of the bytes that are unpacked */
  uint8_t *out;
  size_t room;
  size_t done;
  const struct diag_sink *sink;
};

/* gzip-file.c, xz-file.c, zstd-file.c: unpack U->bytes to the end, or, if ALL
   is false, until U->room is full.  Statuses: those of file_unpack.  */
sfm_status gzip_unpack (struct unpacking *u, bool all) SFM_CHECKED;
sfm_status xz_unpack (struct unpacking *u, bool all) SFM_CHECKED;
sfm_status zstd_unpack (struct unpacking *u, bool all) SFM_CHECKED;

/* Make room for more of U's output, after a wait if other processes use what
   they may together.  Statuses: LIMIT, NOMEM.  */
sfm_status unpacking_grow (struct unpacking *u) SFM_CHECKED;

/* Report that U, of which READ bytes were read, is damaged as WHY says, and
   return STATUS.  */
sfm_status unpacking_failed (const struct unpacking *u, sfm_status status,
                             const char *why);

#endif /* BFDGLUE_UNPACKING_H */
