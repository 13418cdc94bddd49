/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-tree.c - a directory whose files are found and opened by its
   descriptor.

   Linux 5.6 has a call for it.  Without it the directories are opened one by
   one, none through a link, and each must be on the device of the first: that
   lets a mount of the same file system pass.  Names never have "..", so a
   directory that somebody moves away leads nowhere else.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "file-tree.h"
#include "paged.h"
#include "text.h"

/* Linux 5.6; the same number on all machines.  */
#ifndef SYS_openat2
#define SYS_openat2 437
#endif

static bool
open_directory (const char *path, int *fd, struct stat *st)
{
  *fd = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (*fd < 0)
    return false;
  if (fstat (*fd, st) == 0)
    return true;
  close_quietly (*fd);
  *fd = -1;
  return false;
}

bool
tree_open (struct file_tree *tree)
{
  struct stat st;

  if (!open_directory (tree->path, &tree->fd, &st))
    return false;
  tree->device = st.st_dev;
  tree->inode = st.st_ino;
  return true;
}

void
tree_rest (struct file_tree *tree)
{
  if (tree->fd >= 0)
    close (tree->fd);
  tree->fd = -1;
}

const char *
tree_below (const struct file_tree *tree, const char *path)
{
  path += strlen (tree->path);
  return *path == '/' ? path + 1 : path;
}

/* The kernel's call; -1 with errno ENOSYS if it has none.  */
static int
open_by_kernel (int dir, const char *name, int flags)
{
  enum
  {
    NO_MOUNTS = 0x01,
    NO_LINKS = 0x04,
    BENEATH = 0x08
  };
  const uint64_t how[]
      = { (uint64_t) flags, 0, NO_MOUNTS | NO_LINKS | BENEATH };
  static bool missing;

  if (!missing)
    {
      const int fd = (int) syscall (SYS_openat2, dir, name, how, sizeof how);
      /* A filter of system calls may forbid one that it does not know.  */
      if (fd >= 0 || (errno != ENOSYS && errno != EPERM))
        return fd;
      missing = true;
    }
  errno = ENOSYS;
  return -1;
}

/* Open the directory in AT whose name has the SIZE bytes at NAME, to go on
   from, and close AT unless it is KEPT.  */
static int
open_step (const struct file_tree *tree, int at, const char *name, size_t size,
           int kept)
{
  char step[NAME_MAX + 1];
  struct stat st;
  int next = -1;

  if (size >= sizeof step)
    errno = ENAMETOOLONG;
  else
    {
      memcpy (step, name, size);
      step[size] = '\0';
      next = openat (at, step, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    }
  if (at != kept)
    close_quietly (at);
  if (next < 0)
    return -1;
  if (fstat (next, &st) == 0)
    {
      if (S_ISDIR (st.st_mode) && st.st_dev == tree->device)
        return next;
      errno = S_ISLNK (st.st_mode)   ? ELOOP
              : S_ISDIR (st.st_mode) ? EXDEV
                                     : ENOTDIR;
    }
  close_quietly (next);
  return -1;
}

/* tree_open_name without the kernel's call.  */
static int
open_by_steps (const struct file_tree *tree, int dir, const char *name,
               int flags)
{
  const char *slash;
  int at = dir;

  if (strlen (name) >= PATH_MAX)
    {
      errno = ENAMETOOLONG;
      return -1;
    }
  while (at >= 0 && (slash = strchr (name, '/')) != NULL)
    {
      at = open_step (tree, at, name, (size_t) (slash - name), dir);
      name = slash + 1;
    }
  if (at >= 0 && (flags & O_DIRECTORY) != 0)
    {
      at = open_step (tree, at, name, strlen (name), dir);
      name = ".";
    }
  if (at < 0)
    return -1;
  const int fd = openat (at, name, flags | O_NOFOLLOW);
  if (at != dir)
    close_quietly (at);
  return fd;
}

int
tree_open_name (const struct file_tree *tree, int dir, const char *name,
                int flags)
{
  if (*name == '\0')
    name = ".";
  const int fd = open_by_kernel (dir, name, flags);
  return fd >= 0 || errno != ENOSYS ? fd
                                    : open_by_steps (tree, dir, name, flags);
}

/* Open NAME below TREE.  */
static int
open_below (const struct file_tree *tree, const char *name, int flags)
{
  struct stat st;
  int root;

  if (tree->fd >= 0)
    return tree_open_name (tree, tree->fd, name, flags);
  if (!open_directory (tree->path, &root, &st))
    return -1;
  int fd = -1;
  if (st.st_dev == tree->device && st.st_ino == tree->inode)
    fd = tree_open_name (tree, root, name, flags);
  else
    errno = ESTALE;
  close_quietly (root);
  return fd;
}

int
tree_open_path (const struct file_tree *tree, const char *path, int flags)
{
  return open_below (tree, tree_below (tree, path), flags);
}

int
tree_open_parent (const struct file_tree *tree, const char *path, int flags)
{
  const char *below = tree_below (tree, path);
  const size_t size = path_base_offset (below);
  char *name = strndup (below, size != 0 ? size - 1 : 0);

  if (name == NULL)
    return -1;
  const int fd = open_below (tree, name, flags | O_DIRECTORY);
  const int error = errno;
  free (name);
  errno = error;
  return fd;
}

const char *
tree_change (int error)
{
  switch (error)
    {
    case ELOOP:
      return "its path leads over a symbolic link that was not there before";
    case EXDEV:
      return "its path leads to a file system that was not there before";
    case ESTALE:
      return "the directory that was searched is another one now";
    default:
      return NULL;
    }
}
