/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   folder-walk.c - the files in a directory and in those below it.

   Not by fts: glibc's takes a directory that cannot be read on for one that
   has ended there.  A directory that was entered already, to which a bind
   mount may lead back, is known by device and inode; a path longer than the
   kernel takes is an error of that directory alone.  The kernel's limit for
   paths bounds the recursion.  */

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "folder-walk.h"
#include "pool.h"

struct walk
{
  const struct folder_visitor *visitor;
  void *data;
  dev_t device;
};

/* A directory, and those above it.  */
struct folder
{
  const struct folder *above;
  const char *path;
  const struct stat *st;
};

struct names
{
  char **items;
  size_t count;
  size_t capacity;
};

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Add a copy of NAME.  */
static bool
add_name (struct names *names, const char *name)
{
  if (!array_grow (&names->items, &names->capacity, names->count,
                   sizeof *names->items))
    return false;
  char *copy = strdup (name);
  if (copy != NULL)
    names->items[names->count++] = copy;
  return copy != NULL;
}

/* Read the names in FOLDER up to an error, of which the errno is returned, or
   0.  */
static int
read_names (const struct folder *folder, struct names *names)
{
  const struct dirent *entry;
  int error = 0;
  /* Only the path that was given may be a symbolic link.  */
  int fd = open (folder->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC
                                   | (folder->above == NULL ? 0 : O_NOFOLLOW));
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
        && !add_name (names, entry->d_name))
      error = ENOMEM;
  if (error == 0)
    error = errno;
  closedir (directory);
  return error;
}

/* Whether FOLDER or one above it is the directory ST.  */
static bool
is_inside (const struct folder *folder, const struct stat *st)
{
  for (; folder != NULL; folder = folder->above)
    if (folder->st->st_ino == st->st_ino && folder->st->st_dev == st->st_dev)
      return true;
  return false;
}

static bool walk_folder (const struct walk *walk, const struct folder *folder);

/* Walk what is called NAME in FOLDER.  */
static bool
walk_name (const struct walk *walk, const struct folder *folder,
           const char *name)
{
  size_t size = strlen (folder->path);
  bool good = true;
  struct stat st;
  char *path;

  if (size != 0 && folder->path[size - 1] == '/')
    size--;
  if (asprintf (&path, "%.*s/%s", (int) size, folder->path, name) < 0)
    return false;
  if (lstat (path, &st) != 0)
    walk->visitor->unread (walk->data, path, errno);
  else if (S_ISREG (st.st_mode))
    good = walk->visitor->file (
        walk->data,
        &(const struct folder_file){ .path = path, &st, folder->st });
  else if (S_ISDIR (st.st_mode) && st.st_dev == walk->device
           && !is_inside (folder, &st))
    good = walk_folder (walk, &(const struct folder){ folder, path, &st });
  free (path);
  return good;
}

static bool
walk_folder (const struct walk *walk, const struct folder *folder)
{
  struct names names = { 0 };
  int error = read_names (folder, &names);
  bool good = error != ENOMEM;

  if (good && error != 0)
    walk->visitor->unread (walk->data, folder->path, error);
  if (names.count != 0)
    qsort (names.items, names.count, sizeof *names.items, compare_names);
  for (size_t i = 0; i < names.count; i++)
    {
      good = good && walk_name (walk, folder, names.items[i]);
      free (names.items[i]);
    }
  free (names.items);
  return good;
}

bool
folder_walk (const char *path, const struct folder_visitor *visitor,
             void *data)
{
  struct stat st;
  bool seen = stat (path, &st) == 0;

  if (!seen || !S_ISDIR (st.st_mode))
    return visitor->file (
        data, &(const struct folder_file){
                  path, seen && S_ISREG (st.st_mode) ? &st : NULL, NULL });
  const struct walk walk = { visitor, data, st.st_dev };
  return walk_folder (&walk, &(const struct folder){ NULL, path, &st });
}
