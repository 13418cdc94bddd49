/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-overwrite.c - write only the bytes that change, into the file itself.

   This is for what a linker has just written: copying it took as long as all
   else that is done to it.  The process that reads the file may not write it,
   so it makes a patch: the ranges that change, and their bytes.

   Nobody sees the file half changed: it gets the name of a temporary file,
   which a deadly signal removes, and its own name back in the end.  If it
   cannot be written whole, it is removed.  So there is the linker's file, the
   changed one, or none, as after a linker that failed.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files-limits.h"
#include "output-file.h"
#include "paged.h"
#include "process.h"
#include "text.h"

/* What a patch begins with; then come COUNT ranges, and then their
   bytes.  */
struct patch_head
{
  uint64_t size;  /* of the file that the patch makes */
  uint64_t count; /* of ranges */
};

/* Write SIZE bytes at DATA to FD, and add them to *SUM.  */
static bool
put (int fd, const void *data, size_t size, uint64_t *sum)
{
  *sum += size;
  return output_data (fd, data, size);
}

/* A patch that was read from FD.  */
struct patch
{
  int fd;
  struct patch_head head;
  struct byte_range *ranges; /* from malloc */
  uint8_t *buffer;           /* COPY_SIZE bytes from malloc */
};

bool
output_patch (int fd, struct paged *pages, uint64_t *size)
{
  struct patch_head head = { .size = pages->size };
  struct byte_range r;

  *size = 0;
  if (!paged_sound (pages))
    {
      errno = errno != 0 ? errno : EIO;
      return false;
    }
  for (size_t next = 0; paged_next_written (pages, &next, &r);)
    head.count++;
  if (!put (fd, &head, sizeof head, size))
    return false;
  for (size_t next = 0; paged_next_written (pages, &next, &r);)
    if (!put (fd, &r, sizeof r, size))
      return false;
  for (size_t next = 0; paged_next_written (pages, &next, &r);)
    if (!put (fd, pages->bytes + r.start, (size_t) (r.end - r.start), size))
      return false;
  return true;
}

/* Read the head and the ranges of PATCH, whose file has SIZE bytes.  Refuse
   what is no patch: the process that wrote it may have been taken over.  */
static bool
read_patch (struct patch *patch, uint64_t size)
{
  struct patch_head *head = &patch->head;

  if (!read_all_at (patch->fd, head, sizeof *head, 0))
    return false;
  errno = EIO;
  size -= sizeof *head;
  if (head->count > size / sizeof *patch->ranges || head->size > INT64_MAX)
    return false;
  const size_t ranges = (size_t) head->count * sizeof *patch->ranges;
  patch->ranges = malloc (ranges + 1);
  patch->buffer = malloc (COPY_SIZE);
  if (patch->ranges == NULL || patch->buffer == NULL
      || !read_all_at (patch->fd, patch->ranges, ranges, sizeof *head))
    return false;
  errno = EIO;
  size -= ranges;
  for (uint64_t i = 0; i < head->count; i++)
    {
      const struct byte_range *r = &patch->ranges[i];
      if (r->end < r->start || r->end > head->size || r->end - r->start > size)
        return false;
      size -= r->end - r->start;
    }
  return size == 0;
}

/* Put PATCH into FD.  */
static bool
put_ranges (const struct patch *patch, int fd)
{
  uint64_t from
      = sizeof patch->head + patch->head.count * sizeof *patch->ranges;

  for (uint64_t i = 0; i < patch->head.count; i++)
    for (uint64_t at = patch->ranges[i].start, end = patch->ranges[i].end;
         at < end;)
      {
        const size_t size = (size_t) smaller (COPY_SIZE, end - at);
        if (!read_all_at (patch->fd, patch->buffer, size, from)
            || !output_put (fd, patch->buffer, size, at))
          return false;
        at += size;
        from += size;
      }
  return true;
}

/* Apply PATCH to FD, sync it if SYNC, and close it.  */
static bool
apply (const struct patch *patch, int fd, bool sync)
{
  const bool good = ftruncate (fd, (off_t) patch->head.size) == 0
                    && put_ranges (patch, fd) && (!sync || fsync (fd) == 0);
  const int error = errno;

  /* NFS reports a full disk only here.  */
  const bool closed = close (fd) == 0;
  if (!good)
    errno = error;
  return good && closed;
}

/* Rename FROM in the directory of TARGET to TO, which does not exist; the
   system checks that if it can.  */
static bool
rename_free (const struct target *target, const char *from, const char *to)
{
  const int dir = target->directory;

#if defined HAVE_RENAMEAT2 && defined RENAME_NOREPLACE
  if (renameat2 (dir, from, dir, to, RENAME_NOREPLACE) == 0)
    return true;
  if (errno != ENOSYS && errno != EINVAL)
    return false;
#endif
  return renameat (dir, from, dir, to) == 0;
}

/* Find a free name in the directory of TARGET, and set NAME to it.  From now
   on a deadly signal removes the file that has it.  */
static sfm_status
find_name (const struct target *target, char *name,
           const struct diag_sink *sink)
{
  const int empty = cleanup_create (target->directory, 0600, name);

  if (empty < 0)
    return diag_errno (sink, target->path,
                       "cannot make a temporary file beside it");
  const int error = close (empty) == 0 ? 0 : errno;
  /* ext4 writes a file to the disk that is renamed over another: 16 MB in
     15 ms.  */
  const bool removed = unlinkat (target->directory, name, 0) == 0;
  if (removed && error == 0)
    return SFM_OK;
  cleanup_forget (target->directory, name);
  if (removed)
    return diag_fail (sink, SFM_ERR_IO, target->path,
                      "cannot close the temporary file %s beside it: %s", name,
                      strerror (error));
  return diag_fail (sink, SFM_ERR_IO, target->path,
                    "cannot remove the temporary file %s beside it: %s", name,
                    strerror (errno));
}

/* Remove the file NAME, which was TARGET.  */
static void
discard (const struct target *target, const char *name,
         const struct diag_sink *sink)
{
  if (unlinkat (target->directory, name, 0) != 0 && errno != ENOENT)
    diag (sink, DIAG_WARNING, target->path,
          "cannot remove %s beside it, which it was: %s", name,
          strerror (errno));
}

/* Give TARGET the name NAME, as nobody may see it half changed.  */
static sfm_status
take_away (const struct target *target, const char *name,
           const struct output_options *options, const struct diag_sink *sink)
{
  struct stat now;

  if (!rename_free (target, target->base, name))
    return diag_errno (sink, target->path, "cannot rename it");
  const sfm_status status
      = fstatat (target->directory, name, &now, AT_SYMLINK_NOFOLLOW) != 0
            ? diag_errno (sink, target->path, "cannot stat it again")
            : target_check_same (target, options->like, &now, true, sink);
  /* Somebody else's, put there just now, or with somebody else's bytes.  */
  if (status != SFM_OK && !rename_free (target, name, target->base))
    discard (target, name, sink);
  return status;
}

/* Put PATCH into TARGET, which is open as FD and has the name NAME; close FD,
   and give TARGET its own name back.  */
static sfm_status
overwrite (const struct target *target, int fd, const char *name,
           const struct patch *patch, bool sync, const struct diag_sink *sink)
{
  sfm_status status = SFM_OK;

  if (!apply (patch, fd, sync))
    status = diag_errno (sink, target->path, "cannot write, and is removed");
  else if (!rename_free (target, name, target->base))
    status = diag_errno (sink, target->path,
                         "cannot get its name back, and is removed");
  if (status != SFM_OK)
    discard (target, name, sink);
  return status;
}

/* Open TARGET, which must be what OPTIONS->like was then, as *FD.  */
static sfm_status
open_same (const struct target *target, const struct output_options *options,
           int *fd, const struct diag_sink *sink)
{
  struct stat st;

  *fd = openat (target->directory, target->base,
                O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (*fd < 0 || fstat (*fd, &st) != 0)
    return diag_errno (sink, target->path, "cannot open for writing");
  return target_check_same (target, options->like, &st, false, sink);
}

/* Put PATCH into TARGET.  */
static sfm_status
patch_target (const struct target *target, const struct patch *patch,
              const struct output_options *options,
              const struct diag_sink *sink)
{
  char name[CLEANUP_NAME_SIZE];
  int fd;

  sfm_status status = open_same (target, options, &fd, sink);
  if (status == SFM_OK)
    status = find_name (target, name, sink);
  if (status != SFM_OK)
    {
      if (fd >= 0)
        close (fd);
      return status;
    }
  status = take_away (target, name, options, sink);
  if (status == SFM_OK)
    status = overwrite (target, fd, name, patch, options->fsync, sink);
  else
    close (fd);
  cleanup_forget (target->directory, name);
  return status;
}

sfm_status
output_overwrite (const char *path, int from, size_t size,
                  const struct output_options *options,
                  const struct diag_sink *sink)
{
  struct target target;
  struct patch patch = { .fd = from };

  sfm_status status
      = target_open (path, options->tree, options, &target, sink);
  if (status == SFM_OK && !read_patch (&patch, size))
    status = diag_errno (sink, path, "cannot read the patch for it");
  if (status == SFM_OK)
    status = patch_target (&target, &patch, options, sink);
  free (patch.ranges);
  free (patch.buffer);
  target_close (&target);
  return status;
}
