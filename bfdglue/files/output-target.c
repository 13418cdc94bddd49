/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-target.c - the file that an output's path leads to.

   The kernel follows symbolic links by its rules: fs.protected_symlinks keeps
   it from those that another user put into a directory like /tmp.  But a
   rename needs the file's directory and its name there, which the kernel does
   not tell.  So links are read here too, and the file found must be the one
   that the kernel found.  The kernel also follows a link to no file, by making
   an empty file there.  From then on the directory is used by its descriptor,
   whatever becomes of its name.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files-limits.h"
#include "output-file.h"
#include "process.h"
#include "text.h"

const char output_standard[] = "standard output";

/* The path that the symbolic link FILE leads to, from malloc, or NULL with
   errno set.  */
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

  char *result;
  int base = link[0] == '/' ? 0 : (int) path_base_offset (file);
  return asprintf (&result, "%.*s%.*s", base, file, (int) size, link) < 0
             ? NULL
             : result;
}

/* Set TARGET->file; locate compares it with what the kernel finds.  */
static sfm_status
resolve (struct target *target, const struct diag_sink *sink)
{
  target->file = strdup (target->path);
  if (target->file == NULL)
    return diag_nomem (sink, target->path);
  for (int links = 0;; links++)
    {
      struct stat st;
      bool there = lstat (target->file, &st) == 0;
      if (!there && errno != ENOENT)
        return diag_errno (sink, target->path, "cannot stat");
      if (!there || !S_ISLNK (st.st_mode))
        return SFM_OK;
      if (links == LINKS_MAX)
        {
          errno = ELOOP;
          return diag_errno (sink, target->path, "cannot follow");
        }
      char *next = follow (target->file);
      if (next == NULL)
        return diag_errno (sink, target->path, "cannot follow");
      free (target->file);
      target->file = next;
    }
}

static sfm_status
refuse (const struct target *target, const struct diag_sink *sink,
        const char *why)
{
  return diag_fail (sink, SFM_ERR_USAGE, target->path, "not written: %s", why);
}

/* How many names of the file that OPTIONS->like was read from will be those of
   the output.  */
static uintmax_t
known_names (const struct output_options *options)
{
  uintmax_t count = 1;

  for (const struct output_name *n = options->names; n != NULL; n = n->next)
    count++;
  return count;
}

/* Refuse to replace the file SEEN under fewer names than it has.  */
static sfm_status
check_names (const struct target *target, const struct output_options *options,
             const struct stat *seen, const struct diag_sink *sink)
{
  uintmax_t known = known_names (options);

  if (seen->st_nlink <= known || options->force || options->fresh)
    return SFM_OK;
  if (options->tree == NULL)
    return diag_fail (
        sink, SFM_ERR_USAGE, target->path,
        "not written: the file has %ju names (hard links), and only this"
        " one would change: --force gives it a new file and leaves the others,"
        " -o FILE writes one elsewhere",
        (uintmax_t) seen->st_nlink);
  return diag_fail (
      sink, SFM_ERR_USAGE, target->path,
      "not written: the file has %ju names (hard links), and only %ju of them"
      " would change: --force gives these a new file and leaves the others",
      (uintmax_t) seen->st_nlink, known);
}

/* Check the existing file SEEN, which the given path leads to.  */
static sfm_status
check_existing (struct target *target, const struct output_options *options,
                const struct stat *seen, const struct diag_sink *sink)
{
  target->stream = !options->in_place
                   && (S_ISCHR (seen->st_mode) || S_ISFIFO (seen->st_mode));
  if (target->stream)
    return SFM_OK;
  if (S_ISDIR (seen->st_mode))
    return diag_fail (sink, SFM_ERR_USAGE, target->path, "is a directory");
  if (!S_ISREG (seen->st_mode))
    return diag_fail (sink, SFM_ERR_USAGE, target->path,
                      "is not a regular file");
  return options->in_place ? check_names (target, options, seen, sink)
                           : SFM_OK;
}

/* Open the directory NAME, or with TREE the one that NAME in TREE is in, with
   FLAGS.  */
static int
open_with (const char *name, const struct file_tree *tree, int flags)
{
  return tree == NULL ? open (name, flags | O_DIRECTORY)
                      : tree_open_parent (tree, name, flags);
}

/* Set TARGET->directory to that directory.  */
static sfm_status
open_directory (struct target *target, const char *name,
                const struct file_tree *tree, const struct diag_sink *sink)
{
  const char *change = NULL;

  target->directory = open_with (name, tree, O_RDONLY | O_CLOEXEC);
  /* The directory may be writable but not readable.  */
  if (target->directory < 0 && errno == EACCES)
    target->directory = open_with (name, tree, O_PATH | O_CLOEXEC);
  if (target->directory >= 0)
    return SFM_OK;
  if (tree != NULL)
    change = tree_change (errno);
  if (change != NULL)
    return diag_fail (sink, SFM_ERR_USAGE, target->path, "not written: %s",
                      change);
  return diag_errno (sink, target->path, "cannot open its directory");
}

/* Open the directory of TARGET->file.  */
static sfm_status
open_its_directory (struct target *target, const struct diag_sink *sink)
{
  size_t offset = path_base_offset (target->file);
  target->base = target->file + offset;
  if (target->base[0] == '\0' || strcmp (target->base, ".") == 0
      || strcmp (target->base, "..") == 0)
    return refuse (target, sink, "it names no file");

  char *name = offset == 0 ? strdup (".") : strndup (target->file, offset);
  if (name == NULL)
    return diag_nomem (sink, target->path);
  sfm_status status = open_directory (target, name, NULL, sink);
  free (name);
  return status;
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

/* Find the directory and the name of the file SEEN, which the given path leads
   to; NULL: of the file that is to be made there.  */
static sfm_status
locate (struct target *target, const struct stat *seen,
        const struct diag_sink *sink)
{
  struct stat found;

  TRY (resolve (target, sink));
  TRY (open_its_directory (target, sink));
  if (seen == NULL)
    return SFM_OK;
  const bool there
      = fstatat (target->directory, target->base, &found, AT_SYMLINK_NOFOLLOW)
        == 0;
  if (!there && errno != ENOENT)
    return diag_errno (sink, target->path, "cannot stat");
  /* A link of /proc may lead to a file without a name.  */
  if (!there || found.st_dev != seen->st_dev || found.st_ino != seen->st_ino)
    return refuse (target, sink, "the file it leads to has no name");
  return SFM_OK;
}

/* Let the kernel make the file that the symbolic link at the path leads to.
   It is removed with TARGET unless it was replaced.  */
static sfm_status
make_file (struct target *target, struct stat *seen,
           const struct diag_sink *sink)
{
  int fd = open (target->path,
                 O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0600);

  if (fd < 0)
    return diag_errno (sink, target->path, "cannot create");
  bool good = fstat (fd, seen) == 0;
  close (fd);
  if (!good)
    return diag_errno (sink, target->path, "cannot stat");
  if (!S_ISREG (seen->st_mode) || seen->st_size != 0)
    return refuse (target, sink,
                   "another process has made it in the meantime");
  /* After a failure the file stays, as its name is not known.  */
  TRY (locate (target, seen, sink));
  target->exists = true;
  target->made = cleanup_remember (target->directory, target->base);
  return target->made ? SFM_OK : diag_nomem (sink, target->path);
}

/* target_open for the file at TARGET->path, which was found in TREE.  */
static sfm_status
open_found (struct target *target, const struct file_tree *tree,
            const struct output_options *options, const struct diag_sink *sink)
{
  struct stat seen;

  target->file = strdup (target->path);
  if (target->file == NULL)
    return diag_nomem (sink, target->path);
  target->base = target->file + path_base_offset (target->file);
  TRY (open_directory (target, target->path, tree, sink));
  if (fstatat (target->directory, target->base, &seen, AT_SYMLINK_NOFOLLOW)
      != 0)
    return errno == ENOENT ? refuse (target, sink, "it no longer exists")
                           : diag_errno (sink, target->path, "cannot stat");
  target->exists = true;
  target->replaces_like = true;
  return check_existing (target, options, &seen, sink);
}

static bool
is_link (const char *path)
{
  struct stat st;
  return lstat (path, &st) == 0 && S_ISLNK (st.st_mode);
}

sfm_status
target_open (const char *path, const struct file_tree *tree,
             const struct output_options *options, struct target *target,
             const struct diag_sink *sink)
{
  struct stat seen;
  sigset_t previous;

  *target = (struct target){ .path = path,
                             .directory = -1,
                             .stream = path == output_standard };
  if (target->stream)
    return SFM_OK;
  if (tree != NULL)
    return open_found (target, tree, options, sink);
  if (stat (path, &seen) == 0)
    {
      TRY (check_existing (target, options, &seen, sink));
      if (target->stream)
        return SFM_OK;
      target->exists = true;
      target->replaces_like = options->in_place
                              || (options->like != NULL
                                  && file_is_it (&options->like->id, &seen));
      return locate (target, &seen, sink);
    }
  if (errno != ENOENT)
    return diag_errno (sink, target->path, "cannot stat");
  if (options->in_place)
    return refuse (target, sink, "it no longer exists");
  if (!is_link (path))
    return locate (target, NULL, sink);
  deadly_signals_hold (&previous);
  sfm_status status = make_file (target, &seen, sink);
  deadly_signals_release (&previous);
  return status;
}

sfm_status
target_check_same (const struct target *target, const struct file_bytes *like,
                   const struct stat *now, bool renamed,
                   const struct diag_sink *sink)
{
  if (renamed ? file_is_unwritten (&like->id, now)
              : file_is_same (&like->id, now))
    return SFM_OK;
  return diag_fail (
      sink, SFM_ERR_USAGE, target->path,
      "not written: it was changed or replaced since it was read (inode %ju "
      "of %zu bytes then, %ju of %jd now)",
      (uintmax_t) like->id.parts[FILE_ID_INODE], like->size,
      (uintmax_t) now->st_ino, (intmax_t) now->st_size);
}

void
target_keep (struct target *target)
{
  if (target->made)
    cleanup_forget (target->directory, target->base);
  target->made = false;
}

void
target_close (struct target *target)
{
  if (target->made)
    {
      unlinkat (target->directory, target->base, 0);
      cleanup_forget (target->directory, target->base);
    }
  if (target->directory >= 0)
    close (target->directory);
  free (target->file);
  *target = (struct target){ .directory = -1 };
}
