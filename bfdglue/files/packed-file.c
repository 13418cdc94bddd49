/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   packed-file.c - compressed files, of whatever kind.

   gzip-file.c also writes; xz-file.c and zstd-file.c only read, as a file can
   be packed in many ways, and does not say in which.  */

#include "config.h"

#include <stdlib.h>

#include "files-limits.h"
#include "gzip-file.h"
#include "packed-file.h"
#include "pool.h"
#include "unpacking.h"

static const struct packing packings[] = {
  { FILE_GZIP, "gzip", "gunzip", ".ko.gz", true },
  { FILE_XZ, "xz", "unxz", ".ko.xz", HAVE_LZMA },
  { FILE_ZSTD, "zstd", "unzstd", ".ko.zst", HAVE_ZSTD },
};

const struct packing *
packing_of (enum file_kind kind)
{
  for (size_t i = 0; i < sizeof packings / sizeof *packings; i++)
    if (packings[i].kind == kind)
      return &packings[i];
  return NULL;
}

sfm_status
file_unpack (enum file_kind kind, const char *path, const uint8_t *bytes,
             size_t size, uint8_t **out, size_t *out_size,
             const struct diag_sink *sink)
{
  struct unpacking u
      = { .path = path, .bytes = bytes, .size = size, .sink = sink };

  *out = NULL;
  *out_size = 0;
  if (kind == FILE_GZIP)
    return gzip_unpack (path, bytes, size, out, out_size, sink);
  if (size > PACKED_LIMIT)
    return diag_fail (sink, SFM_ERR_LIMIT, path,
                      "has 0x%zx bytes, compressed; the limit is 0x%zx", size,
                      (size_t) PACKED_LIMIT);
  array_expect (&u.out, &u.room, PACKED_FIRST_SIZE, 1);
  sfm_status status
      = kind == FILE_XZ ? xz_unpack (&u, true) : zstd_unpack (&u, true);
  if (status != SFM_OK)
    {
      free (u.out);
      return status;
    }
  *out = u.out;
  *out_size = u.done;
  return SFM_OK;
}

size_t
file_unpack_head (enum file_kind kind, const uint8_t *bytes, size_t size,
                  uint8_t *head, size_t head_size)
{
  struct unpacking u = { .path = "",
                         .bytes = bytes,
                         .size = size,
                         .out = head,
                         .room = head_size,
                         .sink = &diag_silent };
  const struct packing *packing = packing_of (kind);

  if (packing == NULL || !packing->read)
    return 0;
  if (kind == FILE_GZIP)
    return gzip_unpack_head (bytes, size, head, head_size);
  /* What there is counts, whatever comes after it.  */
  const sfm_status status
      = kind == FILE_XZ ? xz_unpack (&u, false) : zstd_unpack (&u, false);
  (void) status;
  return u.done;
}
