/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-file.c - writing of a file whole or not at all, and refusal to break
   what vouches for a file's content.

   Whether a package's checksum or a detached signature covers the file cannot
   be seen in it; the manual warns of them.  security.ima is an extended
   attribute (output-attributes.c).  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "output-file.h"
#include "output-set.h"
#include "output-target.h"
#include "sparse.h"
#include "files-limits.h"

/* Write all SIZE bytes at DATA to FD.  False with errno set.  */
static bool
write_data (int fd, const uint8_t *data, size_t size)
{
  while (size != 0)
    {
      size_t chunk = size < WRITE_SIZE_MAX ? size : WRITE_SIZE_MAX;
      ssize_t done = write (fd, data, chunk);
      if (done < 0 && errno == EINTR)
        continue;
      if (done <= 0)
        {
          if (done == 0)
            errno = ENOSPC;
          return false;
        }
      data += done;
      size -= (size_t) done;
    }
  return true;
}

bool
output_data_sparse (int fd, const uint8_t *data, size_t size)
{
  size_t start = 0, at = 0;

  while (size - at >= SPARSE_HOLE_SIZE)
    {
      if (!sparse_is_hole (data + at))
        {
          at += SPARSE_HOLE_SIZE;
          continue;
        }
      if (!write_data (fd, data + start, at - start)
          || lseek (fd, SPARSE_HOLE_SIZE, SEEK_CUR) < 0)
        return false;
      at += SPARSE_HOLE_SIZE;
      start = at;
    }
  if (start == size)
    return ftruncate (fd, (off_t) size) == 0;
  return write_data (fd, data + start, size - start);
}

/* Write to a device or a pipe.  */
static sfm_status
write_stream (const struct target *target, const uint8_t *data, size_t size,
              const struct diag_sink *sink)
{
  int fd = open (target->path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
  if (fd < 0)
    return diag_errno (sink, target->path, "cannot open");
  sfm_status status = SFM_OK;
  if (!write_data (fd, data, size))
    status = diag_errno (sink, target->path, "cannot write");
  if (close (fd) != 0 && status == SFM_OK)
    status = diag_errno (sink, target->path, "cannot write");
  return status;
}

/* Write to a temporary file beside TARGET and rename it.  */
static sfm_status
replace (struct target *target, const uint8_t *data, size_t size,
         const struct output_options *options, const struct diag_sink *sink)
{
  struct output_set set;

  output_set_begin (&set, sink);
  sfm_status status = output_set_add (&set, target, data, size, options);
  if (status == SFM_OK)
    status = output_set_commit (&set);
  sfm_status reported = output_set_end (&set);
  return status == SFM_OK ? reported : status;
}

sfm_status
output_write (const char *path, const uint8_t *data, size_t size,
              const struct output_options *options,
              const struct diag_sink *sink)
{
  struct target target;
  sfm_status status = target_open (path, options, &target, sink);

  if (status == SFM_OK && !target.stream)
    return replace (&target, data, size, options, sink);
  if (status == SFM_OK)
    status = write_stream (&target, data, size, sink);
  target_close (&target);
  return status;
}

/* Linux's sign-file puts this at the very end of a module or a kernel.  */
static const char signature_mark[] = "~Module signature appended~\n";

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
  const size_t mark = sizeof signature_mark - 1;
  const char *what = NULL;

  if (size >= mark && memcmp (data + size - mark, signature_mark, mark) == 0)
    what = "the signature appended to it would be wrong";
  else if (has_verity (fd))
    what = "its fs-verity protection would be lost";
  if (what == NULL)
    return SFM_OK;
  if (!force)
    return diag_fail (sink, SFM_ERR_USAGE, path, "not changed: %s", what);
  diag (sink, DIAG_WARNING, path, "changed although %s", what);
  return SFM_OK;
}
