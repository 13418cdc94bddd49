/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unpacking.c - what the parts of packed-file.c share.  */

#include "config.h"

#include "files-limits.h"
#include "pool.h"
#include "unpacking.h"

sfm_status
unpacking_grow (struct unpacking *u)
{
  if (u->done >= PACKED_LIMIT)
    return diag_fail (u->sink, SFM_ERR_LIMIT, u->path,
                      "decompresses to more than 0x%zx bytes",
                      (size_t) PACKED_LIMIT);
  return array_grow (&u->out, &u->room, u->done, 1)
             ? SFM_OK
             : diag_nomem (u->sink, u->path);
}

sfm_status
unpacking_failed (const struct unpacking *u, sfm_status status,
                  const char *why)
{
  return diag_fail (u->sink, status, u->path,
                    "cannot decompress it at byte 0x%zx: %s", u->read, why);
}
