/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   directory-walk.c - the files in a directory and in those below it.

   Not by fts: glibc's takes an error in the middle of a directory for its end.
   A directory that was entered already, to which a bind mount may lead back,
   is known by device and inode; a path longer than the kernel takes is an
   error of that directory alone.  The kernel's limit for paths bounds the
   recursion.

   Each directory is opened below the descriptor of the first (file-tree.h),
   and closed while those in it are walked, so that few are open.

   Most files of a system are of no interest, which their first bytes tell.
   Where the directory says that a name is a regular file, these are read
   first, and most files need no lstat.  */

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file-list.h"
#include "pool.h"

struct walk
{
  const struct dir_visitor *visitor;
  void *data;
  const struct file_tree *tree;
};

/* A directory, and those above it.  */
struct dir
{
  struct dir *above;
  const char *path;
  struct stat st;
  int fd; /* -1: closed meanwhile */
};

/* A name in a directory, and its type, DT_UNKNOWN if the file system does not
   say.  */
struct entry
{
  char *name;
  unsigned char type;
};

struct names
{
  struct entry *items;
  size_t count;
  size_t capacity;
};

static int
compare_names (const void *a, const void *b)
{
  const struct entry *x = a, *y = b;

  return strcmp (x->name, y->name);
}

/* Add a copy of NAME, which has TYPE.  */
static bool
add_name (struct names *names, const char *name, unsigned char type)
{
  if (!array_grow (&names->items, &names->capacity, names->count,
                   sizeof *names->items))
    return false;
  char *copy = strdup (name);
  if (copy != NULL)
    names->items[names->count++] = (struct entry){ copy, type };
  return copy != NULL;
}

/* Open DIR, unless it is.  */
static bool
enter (const struct walk *walk, struct dir *dir)
{
  if (dir->fd < 0)
    dir->fd = tree_open_path (walk->tree, dir->path,
                              O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return dir->fd >= 0;
}

/* Close DIR, unless it is closed or NULL.  */
static void
leave (struct dir *dir)
{
  if (dir == NULL || dir->fd < 0)
    return;
  close (dir->fd);
  dir->fd = -1;
}

/* Read the names in DIR, which is open, up to an error, of which the errno is
   returned, or 0.  */
static int
read_names (const struct dir *dir, struct names *names)
{
  const struct dirent *entry;
  int error = 0;
  int fd = fcntl (dir->fd, F_DUPFD_CLOEXEC, 0);
  DIR *directory = fd < 0 ? NULL : fdopendir (fd);

  if (directory == NULL)
    {
      error = errno;
      if (fd >= 0)
        close (fd);
      return error;
    }
  while (error == 0 && (errno = 0, entry = readdir (directory)) != NULL)
    if (strcmp (entry->d_name, ".") != 0 && strcmp (entry->d_name, "..") != 0
        && !add_name (names, entry->d_name, entry->d_type))
      error = ENOMEM;
  if (error == 0)
    error = errno;
  closedir (directory);
  return error;
}

/* Whether DIR or one above it is the directory ST.  */
static bool
is_inside (const struct dir *dir, const struct stat *st)
{
  for (; dir != NULL; dir = dir->above)
    if (dir->st.st_ino == st->st_ino && dir->st.st_dev == st->st_dev)
      return true;
  return false;
}

static bool walk_dir (const struct walk *walk, struct dir *above,
                      const char *path);

/* Walk PATH, which is NAME in DIR and has TYPE there.  */
static bool
walk_path (const struct walk *walk, struct dir *dir, const char *path,
           const char *name, unsigned char type)
{
  const struct dir_visitor *visitor = walk->visitor;
  struct dir_file file = { .path = path, .tree = walk->tree, .dir = &dir->st };
  struct stat st;

  if (visitor->exclude (walk->data, tree_below (walk->tree, path)))
    return true;
  if (type == DT_DIR)
    return walk_dir (walk, dir, path);
  bool seen = enter (walk, dir);
  file.at = dir->fd;
  if (seen && type == DT_REG && visitor->skip (walk->data, &file))
    return true;
  seen = seen && fstatat (dir->fd, name, &st, AT_SYMLINK_NOFOLLOW) == 0;
  if (!seen)
    visitor->unread (walk->data, path, errno);
  else if (S_ISREG (st.st_mode))
    {
      if (type != DT_REG && visitor->skip (walk->data, &file))
        return true;
      file.st = &st;
      return visitor->file (walk->data, &file);
    }
  else if (S_ISDIR (st.st_mode))
    return walk_dir (walk, dir, path);
  return true;
}

/* The size of PATH without a slash at its end.  */
static size_t
size_without_slash (const char *path)
{
  const size_t size = strlen (path);

  return size != 0 && path[size - 1] == '/' ? size - 1 : size;
}

/* Walk ENTRY of DIR.  */
static bool
walk_entry (const struct walk *walk, struct dir *dir,
            const struct entry *entry)
{
  char *path;

  if (entry->type == DT_LNK)
    return true;
  if (asprintf (&path, "%.*s/%s", (int) size_without_slash (dir->path),
                dir->path, entry->name)
      < 0)
    return false;
  const bool good = walk_path (walk, dir, path, entry->name, entry->type);
  free (path);
  return good;
}

/* Walk DIR, which is open.  */
static bool
walk_names (const struct walk *walk, struct dir *dir)
{
  struct names names = { 0 };
  int error = read_names (dir, &names);
  bool good = error != ENOMEM;

  if (good && error != 0)
    walk->visitor->unread (walk->data, dir->path, error);
  if (names.count != 0)
    qsort (names.items, names.count, sizeof *names.items, compare_names);
  for (size_t i = 0; i < names.count; i++)
    {
      good = good && walk_entry (walk, dir, &names.items[i]);
      free (names.items[i].name);
    }
  free (names.items);
  return good;
}

/* Walk the directory PATH, which is in ABOVE or, if that is NULL, the first
   one.  */
static bool
walk_dir (const struct walk *walk, struct dir *above, const char *path)
{
  struct dir dir = { .above = above, .path = path, .fd = -1 };
  bool good = true;

  leave (above);
  if (!enter (walk, &dir) || fstat (dir.fd, &dir.st) != 0)
    {
      good = errno != ENOMEM;
      /* Another file system is mounted there.  */
      if (good && errno != EXDEV)
        walk->visitor->unread (walk->data, path, errno);
    }
  else if (dir.st.st_dev == walk->tree->device && !is_inside (above, &dir.st))
    good = walk_names (walk, &dir);
  leave (&dir);
  return good;
}

bool
dir_walk (struct file_tree *tree, const struct dir_visitor *visitor,
          void *data)
{
  const struct walk walk = { visitor, data, tree };
  struct stat st;
  bool seen = stat (tree->path, &st) == 0;

  if (!seen || !S_ISDIR (st.st_mode))
    return visitor->file (
        data, &(const struct dir_file){
                  .path = tree->path,
                  .at = -1,
                  .st = seen && S_ISREG (st.st_mode) ? &st : NULL });
  if (tree_open (tree))
    return walk_dir (&walk, NULL, tree->path);
  visitor->unread (data, tree->path, errno);
  return true;
}
