/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   directory-walk.h - the files in a directory and in those below it.  */

#ifndef TOOL_DIRECTORY_WALK_H
#define TOOL_DIRECTORY_WALK_H

#include <stdbool.h>
#include <sys/stat.h>

#include "sfmerge.h"

/* A file that was found.  */
struct dir_file
{
  const char *path;
  const struct stat *st;  /* NULL: no regular file, or none that is seen */
  const struct stat *dir; /* where it was found; NULL: its path was given */
};

struct dir_visitor
{
  /* Whether PATH, relative to the directory that was given, is left out with
     all below it.  */
  bool (*exclude) (void *data, const char *path);
  /* Whether the regular file PATH, which was found in a directory, is
     skipped.  If not, FILE is called for it next.  */
  bool (*skip) (void *data, const char *path);
  /* FILE was given, or found and not skipped.  False: no memory.  */
  bool (*file) (void *data, const struct dir_file *file);
  /* PATH, or all of the directory PATH, cannot be read: ERROR is the
     errno.  */
  void (*unread) (void *data, const char *path, int error);
};

/* Call VISITOR with DATA for the regular files in the directory PATH and below
   it, ordered by name in each directory, or for PATH itself if it is not a
   directory.  A symbolic link is followed only if it is PATH itself; other
   file systems are left out.  False: no memory.  */
bool dir_walk (const char *path, const struct dir_visitor *visitor,
               void *data) SFM_CHECKED;

#endif /* TOOL_DIRECTORY_WALK_H */
