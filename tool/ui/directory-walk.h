/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   directory-walk.h - the files in a directory and in those below it.  */

#ifndef TOOL_DIRECTORY_WALK_H
#define TOOL_DIRECTORY_WALK_H

#include <stdbool.h>
#include <sys/stat.h>

#include "file-tree.h"
#include "sfmerge.h"

/* A file that was found.  */
struct dir_file
{
  const char *path;
  const struct file_tree *tree; /* where it was found; NULL: its path was
                                   given */
  int at;                       /* the directory that it is in, open */
  const struct stat *st;  /* NULL: no regular file, or none that is seen, or
                             it was not looked at yet */
  const struct stat *dir; /* of the directory that it is in */
};

struct dir_visitor
{
  /* Whether PATH, relative to the directory that was given, is left out with
     all below it.  */
  bool (*exclude) (void *data, const char *path);
  /* Whether the regular file FILE, which was found, is skipped.  If not, FILE
     is called for it next.  */
  bool (*skip) (void *data, const struct dir_file *file);
  /* FILE was given, or found and not skipped.  False: no memory.  */
  bool (*file) (void *data, const struct dir_file *file);
  /* PATH, or all of the directory PATH, cannot be read: ERROR is the
     errno.  */
  void (*unread) (void *data, const char *path, int error);
};

/* Call VISITOR with DATA for the regular files in the directory TREE->path and
   below it, ordered by name in each directory, or for that path itself if it
   is not a directory.  A symbolic link is followed only if it is that path
   itself; other file systems are left out.  TREE is opened if it is one.
   False: no memory.  */
bool dir_walk (struct file_tree *tree, const struct dir_visitor *visitor,
               void *data) SFM_CHECKED;

#endif /* TOOL_DIRECTORY_WALK_H */
