/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   directory-walk.c - the files in a directory and in those below it.

   Not by fts: glibc's takes a directory that cannot be read on for one that
   has ended there.  A directory that was entered already, to which a bind
   mount may lead back, is known by device and inode; a path longer than the
   kernel takes is an error of that directory alone.  The kernel's limit for
   paths bounds the recursion.

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

#include "directory-walk.h"
#include "pool.h"

struct walk
{
  const struct dir_visitor *visitor;
  void *data;
  dev_t device;
  size_t root_size; /* of the path that was given, with one slash */
};

/* A directory, and those above it.  */
struct dir
{
  const struct dir *above;
  const char *path;
  const struct stat *st;
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

/* Read the names in DIR up to an error, of which the errno is returned, or
   0.  */
static int
read_names (const struct dir *dir, struct names *names)
{
  const struct dirent *entry;
  int error = 0;
  /* Only the path that was given may be a symbolic link.  */
  int fd = open (dir->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC
                                | (dir->above == NULL ? 0 : O_NOFOLLOW));
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
    if (dir->st->st_ino == st->st_ino && dir->st->st_dev == st->st_dev)
      return true;
  return false;
}

static bool walk_dir (const struct walk *walk, const struct dir *dir);

/* Walk PATH, which is in DIR and has TYPE there.  */
static bool
walk_path (const struct walk *walk, const struct dir *dir, const char *path,
           unsigned char type)
{
  const struct dir_visitor *visitor = walk->visitor;
  struct stat st;

  if (visitor->exclude (walk->data, path + walk->root_size))
    return true;
  if (type == DT_REG && visitor->skip (walk->data, path))
    return true;
  if (lstat (path, &st) != 0)
    visitor->unread (walk->data, path, errno);
  else if (S_ISREG (st.st_mode))
    return (type != DT_REG && visitor->skip (walk->data, path))
           || visitor->file (walk->data, &(const struct dir_file){
                                             .path = path, &st, dir->st });
  else if (S_ISDIR (st.st_mode) && st.st_dev == walk->device
           && !is_inside (dir, &st))
    return walk_dir (walk, &(const struct dir){ dir, path, &st });
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
walk_entry (const struct walk *walk, const struct dir *dir,
            const struct entry *entry)
{
  char *path;

  if (entry->type == DT_LNK)
    return true;
  if (asprintf (&path, "%.*s/%s", (int) size_without_slash (dir->path),
                dir->path, entry->name)
      < 0)
    return false;
  const bool good = walk_path (walk, dir, path, entry->type);
  free (path);
  return good;
}

static bool
walk_dir (const struct walk *walk, const struct dir *dir)
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

bool
dir_walk (const char *path, const struct dir_visitor *visitor, void *data)
{
  struct stat st;
  bool seen = stat (path, &st) == 0;

  if (!seen || !S_ISDIR (st.st_mode))
    return visitor->file (
        data, &(const struct dir_file){
                  path, seen && S_ISREG (st.st_mode) ? &st : NULL, NULL });
  const struct walk walk
      = { visitor, data, st.st_dev, size_without_slash (path) + 1 };
  return walk_dir (&walk, &(const struct dir){ NULL, path, &st });
}
