/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-written.c - names of the file that was written.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "files-limits.h"
#include "output-file.h"

sfm_status
written_check (const struct written_name *name, const struct file_id *id,
               const struct diag_sink *sink)
{
  struct stat now;

  if (fstatat (name->directory, name->name, &now, AT_SYMLINK_NOFOLLOW) != 0)
    return diag_errno (sink, name->path,
                       "cannot stat the file written for it");
  if (file_is_it (id, &now))
    return SFM_OK;
  return diag_fail (
      sink, SFM_ERR_IO, name->path,
      "another process has put inode %ju in the place of the file written for"
      " it, inode %ju",
      (uintmax_t) now.st_ino, (uintmax_t) id->parts[FILE_ID_INODE]);
}

/* Link FD by its name in /proc, which everybody may, or by itself, which takes
   a capability.  */
static bool
link_descriptor (int fd, const struct written_name *name)
{
  char path[sizeof "/proc/self/fd/" + 3 * sizeof fd];

  snprintf (path, sizeof path, "/proc/self/fd/%d", fd);
  if (linkat (AT_FDCWD, path, name->directory, name->name, AT_SYMLINK_FOLLOW)
      == 0)
    return true;
#ifdef AT_EMPTY_PATH
  return linkat (fd, "", name->directory, name->name, AT_EMPTY_PATH) == 0;
#else
  return false;
#endif
}

sfm_status
written_link (int fd, const struct file_id *id,
              const struct written_name *before,
              const struct written_name *name, const struct diag_sink *sink)
{
  if (!link_descriptor (fd, name)
      && linkat (before->directory, before->name, name->directory, name->name,
                 0)
             != 0)
    return diag_errno (sink, name->path, "cannot give it another name");
  return written_check (name, id, sink);
}

/* Copy all of FROM, from its beginning, to TO.  */
static bool
copy_file (int from, int to)
{
  uint8_t buffer[COPY_BUFFER];
  ssize_t got;

  for (off_t at = 0; (got = pread (from, buffer, sizeof buffer, at)) != 0;
       at += got)
    {
      if (got < 0 && errno == EINTR)
        got = 0;
      else if (got < 0 || !output_data (to, buffer, (size_t) got))
        return false;
    }
  return true;
}

sfm_status
written_take (int from, const struct written_name *name, int *fd,
              const struct diag_sink *sink)
{
  if (unlinkat (name->directory, name->name, 0) != 0)
    return diag_errno (sink, name->path,
                       "cannot remove the temporary file beside it");
  if (link_descriptor (from, name))
    {
      *fd = fcntl (from, F_DUPFD_CLOEXEC, 0);
      return *fd >= 0 ? SFM_OK
                      : diag_errno (sink, name->path,
                                    "cannot hold on to its temporary file");
    }
  *fd = openat (name->directory, name->name,
                O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (*fd < 0)
    return diag_errno (sink, name->path,
                       "cannot make a temporary file beside it");
  if (copy_file (from, *fd))
    return SFM_OK;
  const sfm_status status = diag_errno (sink, name->path, "cannot write");
  close (*fd);
  return status;
}
