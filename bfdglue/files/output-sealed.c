/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-sealed.c - refusal to break what vouches for a file's content.

   Whether a package's checksum or a detached signature covers the file cannot
   be seen in it; the manual warns of them.  security.ima is an extended
   attribute (output-attributes.c).  */

#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "output-file.h"

/* Linux's sign-file puts this at the very end of a module or a kernel.  */
static const char signature_mark[] = "~Module signature appended~\n";

static bool
has_signature (const uint8_t *data, size_t size)
{
  const size_t mark = sizeof signature_mark - 1;
  return size >= mark
         && memcmp (data + size - mark, signature_mark, mark) == 0;
}

static bool
has_verity (int fd)
{
#ifdef STATX_ATTR_VERITY
  struct statx stx;
  return (statx (fd, "", AT_EMPTY_PATH, 0, &stx) == 0
          && (stx.stx_attributes & STATX_ATTR_VERITY) != 0);
#else
  (void) fd;
  return false;
#endif
}

sfm_status
output_check_sealed (const char *path, int fd, const uint8_t *data,
                     size_t size, bool force, const struct diag_sink *sink)
{
  const char *what = NULL;
  if (has_signature (data, size))
    what = "the signature appended to it would be wrong";
  else if (has_verity (fd))
    what = "its fs-verity protection would be lost";
  if (what == NULL)
    return SFM_OK;
  if (force)
    {
      diag (sink, DIAG_WARNING, path, "changed although %s", what);
      return SFM_OK;
    }
  return diag_fail (sink, SFM_ERR_USAGE, path, "not changed: %s", what);
}
