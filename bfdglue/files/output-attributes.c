/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-attributes.c - owner, mode and extended attributes of an output.

   The order matters: the kernel drops set-id bits and capabilities when a file
   changes hands.  So the owner comes first, then the extended attributes
   (access control lists, the SELinux label and capabilities are some), then
   the mode, whose group bits are the mask of an access control list.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "files-limits.h"
#include "output-file.h"
#include "paged.h"

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
  return linkat (fd, "", name->directory, name->name, AT_EMPTY_PATH) == 0;
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
  uint64_t at = 0;

  for (;;)
    {
      const ssize_t got = read_at (from, buffer, sizeof buffer, at);
      if (got <= 0)
        return got == 0;
      if (!output_data (to, buffer, (size_t) got))
        return false;
      at += (uint64_t) got;
    }
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

#define CAPABILITY "security.capability"
#define ACL_ACCESS "system.posix_acl_access"

/* One copy operation.  */
struct attributes
{
  int fd;
  const char *path;
  int like;
  bool same_owner; /* the new file has owner and group of the old one */
  const struct diag_sink *sink;
};

/* Set owner and group to those of ST as far as permitted.  */
static void
copy_owner (struct attributes *to, const struct stat *st)
{
  struct stat now;

  if (fchown (to->fd, st->st_uid, st->st_gid) != 0)
    {
      /* A user may give a file to any of their groups.  */
      int ignored = fchown (to->fd, (uid_t) -1, st->st_gid);
      (void) ignored;
    }
  to->same_owner = (fstat (to->fd, &now) == 0 && now.st_uid == st->st_uid
                    && now.st_gid == st->st_gid);
}

/* Read attribute NAME of FD, or the names of all attributes if NAME is NULL,
   each with its NUL: *SIZE bytes from malloc.  NULL with errno set: there is
   none.  */
static char *
read_value (int fd, const char *name, size_t *size)
{
  /* The value may grow between the two calls.  */
  for (;;)
    {
      ssize_t wanted = name == NULL ? flistxattr (fd, NULL, 0)
                                    : fgetxattr (fd, name, NULL, 0);
      if (wanted < 0)
        return NULL;
      *size = (size_t) wanted + 1;
      char *value = malloc (*size);
      if (value == NULL)
        return NULL;
      ssize_t got = name == NULL ? flistxattr (fd, value, *size)
                                 : fgetxattr (fd, name, value, *size);
      if (got >= 0)
        {
          *size = (size_t) got;
          return value;
        }
      free (value);
      if (errno != ERANGE)
        return NULL;
    }
}

/* True if the new file already has the SIZE bytes at VALUE as its NAME.  A new
   file gets the label of its directory, which is often the right one and often
   not ours to set.  */
static bool
has_value (const struct attributes *to, const char *name, const char *value,
           size_t size)
{
  size_t now_size;
  char *now = read_value (to->fd, name, &now_size);
  bool same
      = now != NULL && now_size == size && memcmp (now, value, size) == 0;

  free (now);
  return same;
}

/* Warn that WHAT is not kept, for the reason in errno.  */
static void
warn_lost (const struct attributes *to, const char *what)
{
  diag (to->sink, DIAG_WARNING, to->path, "%s not kept: %s", what,
        strerror (errno));
}

static void
copy_attribute (const struct attributes *to, const char *name)
{
  if (strcmp (name, "security.ima") == 0 || strcmp (name, "security.evm") == 0)
    {
      diag (to->sink, DIAG_WARNING, to->path,
            "%s not kept: it vouches for the old content", name);
      return;
    }
  if (strcmp (name, CAPABILITY) == 0 && !to->same_owner)
    {
      diag (to->sink, DIAG_WARNING, to->path,
            "%s dropped: the owner could not be kept", name);
      return;
    }

  size_t size;
  char *value = read_value (to->like, name, &size);
  if (value == NULL ? errno != ENODATA
                    : !has_value (to, name, value, size)
                          && fsetxattr (to->fd, name, value, size, 0) != 0)
    warn_lost (to, name);
  free (value);
}

static sfm_status
copy_extended (const struct attributes *to)
{
  /* The directory's default list is not for a copy of a file without one.  */
  fremovexattr (to->fd, ACL_ACCESS);

  size_t size = 0;
  char *names = read_value (to->like, NULL, &size);
  if (names == NULL && errno == ENOMEM)
    return diag_nomem (to->sink, to->path);
  if (names == NULL && errno != ENOTSUP)
    warn_lost (to, "extended attributes");
  for (size_t at = 0; names != NULL && at < size;
       at += strlen (names + at) + 1)
    copy_attribute (to, names + at);
  free (names);
  return SFM_OK;
}

static sfm_status
copy_mode (const struct attributes *to, const struct stat *st)
{
  mode_t mode = st->st_mode & 07777;

  if (!to->same_owner)
    {
      if ((mode & (S_ISUID | S_ISGID)) != 0)
        diag (to->sink, DIAG_WARNING, to->path,
              "set-id bits dropped: the owner could not be kept");
      mode &= (mode_t) ~(S_ISUID | S_ISGID);
    }
  if (fchmod (to->fd, mode) == 0)
    return SFM_OK;
  return diag_fail (to->sink, SFM_ERR_IO, to->path, "cannot set mode %04o: %s",
                    (unsigned) mode, strerror (errno));
}

sfm_status
attributes_copy (int fd, const char *path, int like,
                 const struct diag_sink *sink)
{
  struct attributes to
      = { .fd = fd, .path = path, .like = like, .sink = sink };
  struct stat st;

  if (fstat (like, &st) != 0)
    return diag_errno (sink, path, "cannot stat");
  copy_owner (&to, &st);
  TRY (copy_extended (&to));
  return copy_mode (&to, &st);
}
