/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-target.c - which file an output's name stands for.

   Only the last component of a path needs our following of symbolic links:
   the kernel follows the others when the folder is opened, and from then on
   that folder is meant, whatever becomes of its name.  realpath would not do,
   as a link may point at a file that is still to be made.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output-target.h"

enum
{
  /* The kernel's own limit for one path.  */
  LINKS_MAX = 40
};

/* Where FILE's last component begins.  */
static size_t
base_offset (const char *file)
{
  const char *slash = strrchr (file, '/');
  return slash == NULL ? 0 : (size_t) (slash - file) + 1;
}

/* The path that the symbolic link FILE stands for, malloc'ed, or NULL with
   errno.  */
static char *
follow (const char *file)
{
  char link[PATH_MAX];
  ssize_t size = readlink (file, link, sizeof link);
  if (size < 0)
    return NULL;
  if (size == 0 || (size_t) size == sizeof link)
    {
      errno = ENAMETOOLONG;
      return NULL;
    }

  size_t folder = link[0] == '/' ? 0 : base_offset (file);
  char *result = malloc (folder + (size_t) size + 1);
  if (result == NULL)
    return NULL;
  memcpy (result, file, folder);
  memcpy (result + folder, link, (size_t) size);
  result[folder + (size_t) size] = '\0';
  return result;
}

static sfm_status
say_errno (const struct target *target, const char *doing,
           const struct say *sink)
{
  if (errno == ENOMEM)
    return say_nomem (sink, target->path);
  say (sink, SAY_ERROR, target->path, "%s: %s", doing, strerror (errno));
  return SFM_ERR_IO;
}

/* Set FILE.  */
static sfm_status
resolve (struct target *target, const struct say *sink)
{
  target->file = strdup (target->path);
  if (target->file == NULL)
    return say_nomem (sink, target->path);
  for (int links = 0;; links++)
    {
      struct stat st;
      if (lstat (target->file, &st) != 0)
        {
          if (errno == ENOENT)
            return SFM_OK;
          return say_errno (target, "cannot stat", sink);
        }
      if (!S_ISLNK (st.st_mode))
        return SFM_OK;
      if (links == LINKS_MAX)
        {
          errno = ELOOP;
          return say_errno (target, "cannot follow", sink);
        }
      char *next = follow (target->file);
      if (next == NULL)
        return say_errno (target, "cannot follow", sink);
      free (target->file);
      target->file = next;
    }
}

static sfm_status
refuse (const struct target *target, const struct say *sink, const char *why)
{
  say (sink, SAY_ERROR, target->path, "not written: %s", why);
  return SFM_ERR_USAGE;
}

/* Check what is there now.  SEEN is what the name as given leads to.  */
static sfm_status
check_existing (struct target *target, const struct output_options *options,
                const struct stat *seen, const struct say *sink)
{
  if (S_ISCHR (seen->st_mode) || S_ISFIFO (seen->st_mode))
    {
      if (options->in_place)
        return refuse (target, sink, "it is not a regular file");
      target->stream = true;
      return SFM_OK;
    }
  if (S_ISDIR (seen->st_mode))
    return refuse (target, sink, "it is a folder");
  if (!S_ISREG (seen->st_mode))
    return refuse (target, sink, "it is not a regular file");
  if (options->in_place && seen->st_nlink > 1 && !options->force)
    {
      say (sink, SAY_ERROR, target->path,
           "not written: the file has %ju names (hard links), and only this"
           " one would change",
           (uintmax_t) seen->st_nlink);
      return SFM_ERR_USAGE;
    }
  return SFM_OK;
}

/* Open the folder of FILE.  */
static sfm_status
open_folder (struct target *target, const struct say *sink)
{
  size_t offset = base_offset (target->file);
  target->base = target->file + offset;
  if (target->base[0] == '\0' || strcmp (target->base, ".") == 0
      || strcmp (target->base, "..") == 0)
    return refuse (target, sink, "it names no file");

  char *name = offset == 0 ? strdup (".") : strndup (target->file, offset);
  if (name == NULL)
    return say_nomem (sink, target->path);
  target->folder = open (name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  /* A folder that may be written to but not read.  */
  if (target->folder < 0 && errno == EACCES)
    target->folder = open (name, O_PATH | O_DIRECTORY | O_CLOEXEC);
  free (name);
  if (target->folder < 0)
    return say_errno (target, "cannot open its folder", sink);
  return SFM_OK;
}

bool
output_replaces (const char *path, const char *const *others, size_t count)
{
  struct stat a, b;

  if (stat (path, &a) != 0 || !S_ISREG (a.st_mode))
    return false;
  for (size_t i = 0; i < count; i++)
    if (others[i] != NULL && stat (others[i], &b) == 0 && a.st_dev == b.st_dev
        && a.st_ino == b.st_ino)
      return true;
  return false;
}

sfm_status
target_open (const char *path, const struct output_options *options,
             struct target *target, const struct say *sink)
{
  *target = (struct target){ .path = path, .folder = -1 };
  struct stat seen;
  bool exists = stat (path, &seen) == 0;
  if (exists)
    {
      sfm_status status = check_existing (target, options, &seen, sink);
      if (status != SFM_OK || target->stream)
        return status;
    }

  sfm_status status = resolve (target, sink);
  if (status == SFM_OK)
    status = open_folder (target, sink);
  if (status != SFM_OK)
    return status;

  /* The links of /proc lead to files that may have lost their names.  */
  struct stat found;
  if (exists
      && (fstatat (target->folder, target->base, &found, AT_SYMLINK_NOFOLLOW)
              != 0
          || found.st_dev != seen.st_dev || found.st_ino != seen.st_ino))
    return refuse (target, sink, "the file it leads to has no name");
  return SFM_OK;
}

void
target_close (struct target *target)
{
  if (target->folder >= 0)
    close (target->folder);
  free (target->file);
  *target = (struct target){ .folder = -1 };
}
