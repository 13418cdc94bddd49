/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-file.c - write a file whole or not at all.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output-attributes.h"
#include "output-cleanup.h"
#include "output-file.h"
#include "output-target.h"

enum
{
  /* A page-sized hole would make every output a sparse file; one of this size
     is only in images that were sparse.  */
  HOLE_SIZE = 1 << 20,
  /* Linux writes 0x7ffff000 bytes at once at most; some file systems handle
     less badly than others.  */
  WRITE_SIZE_MAX = 1 << 30
};

static sfm_status
say_errno (const struct target *target, const char *doing,
           const struct say *sink)
{
  say (sink, SAY_ERROR, target->path, "%s: %s", doing, strerror (errno));
  return SFM_ERR_IO;
}

/* Write all SIZE bytes at DATA.  False with errno set.  */
static bool
write_all (int fd, const uint8_t *data, size_t size)
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

/* True if the SIZE bytes at DATA, at least one, are zero.  */
static bool
all_zero (const uint8_t *data, size_t size)
{
  return data[0] == 0 && memcmp (data, data + 1, size - 1) == 0;
}

/* The same on a new regular file, with holes.  */
static bool
write_sparse (int fd, const uint8_t *data, size_t size)
{
  size_t start = 0, at = 0;

  while (size - at >= HOLE_SIZE)
    {
      if (!all_zero (data + at, HOLE_SIZE))
        {
          at += HOLE_SIZE;
          continue;
        }
      if (!write_all (fd, data + start, at - start)
          || lseek (fd, HOLE_SIZE, SEEK_CUR) < 0)
        return false;
      at += HOLE_SIZE;
      start = at;
    }
  if (start == size)
    return ftruncate (fd, (off_t) size) == 0;
  return write_all (fd, data + start, size - start);
}

/* Write to a device or a pipe.  */
static sfm_status
write_stream (const struct target *target, const uint8_t *data, size_t size,
              const struct say *sink)
{
  int fd = open (target->path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
  if (fd < 0)
    return say_errno (target, "cannot open", sink);
  bool good = write_all (fd, data, size);
  int saved_errno = errno;
  if (close (fd) != 0 && good)
    return say_errno (target, "cannot write", sink);
  errno = saved_errno;
  return good ? SFM_OK : say_errno (target, "cannot write", sink);
}

/* Fill FD, the temporary file of TARGET, and close it.  */
static sfm_status
fill (int fd, const struct target *target, const uint8_t *data, size_t size,
      const struct output_options *options, const struct say *sink)
{
  sfm_status status = SFM_OK;
  if (!write_sparse (fd, data, size))
    status = say_errno (target, "cannot write", sink);
  if (status == SFM_OK && options->like != NULL)
    status = attributes_copy (fd, target->path, options->like, sink);
  if (status == SFM_OK && (options->fsync || options->in_place)
      && fsync (fd) != 0)
    status = say_errno (target, "cannot write to the disk", sink);
  /* NFS tells of a full disk only here.  */
  if (close (fd) != 0 && status == SFM_OK)
    status = say_errno (target, "cannot write", sink);
  return status;
}

/* Write to a temporary file beside TARGET and rename it.  */
static sfm_status
replace (const struct target *target, const uint8_t *data, size_t size,
         const struct output_options *options, const struct say *sink)
{
  char name[CLEANUP_NAME_SIZE];
  /* Without a file to be like, the umask decides; else nobody else may look
     before the owner is set.  */
  unsigned mode = options->like == NULL ? 0666 : 0600;
  int fd = cleanup_create (target->folder, mode, name);
  if (fd < 0)
    return say_errno (target, "cannot create a temporary file beside it",
                      sink);

  sfm_status status = fill (fd, target, data, size, options, sink);
  if (status == SFM_OK
      && renameat (target->folder, name, target->folder, target->base) != 0)
    status = say_errno (target, "cannot rename the temporary file", sink);
  if (status != SFM_OK)
    unlinkat (target->folder, name, 0);
  cleanup_disarm ();
  /* The name is on the disk only when the folder is.  Folders that cannot be
     opened for reading, and file systems that sync none, are no error: the
     file is complete.  */
  if (status == SFM_OK && (options->fsync || options->in_place))
    (void) fsync (target->folder);
  return status;
}

sfm_status
output_write (const char *path, const uint8_t *data, size_t size,
              const struct output_options *options, const struct say *sink)
{
  struct target target;
  sfm_status status = target_open (path, options, &target, sink);
  if (status == SFM_OK)
    status = target.stream ? write_stream (&target, data, size, sink)
                           : replace (&target, data, size, options, sink);
  target_close (&target);
  return status;
}
