/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-tree.h - a directory whose files are found and opened by its
   descriptor.

   Whoever may write to a directory below it can replace that directory by a
   symbolic link, or mount something there, at any time.  So a name below it is
   looked up from the descriptor, without following links or entering
   mounts.  */

#ifndef BFDGLUE_FILE_TREE_H
#define BFDGLUE_FILE_TREE_H

#include <stdbool.h>
#include <sys/types.h>

struct file_tree
{
  const char *path; /* as given, borrowed; the paths of files begin with it */
  dev_t device;
  ino_t inode;
  int fd; /* -1: it is opened anew for each use, and must be the same one */
  struct file_tree *next; /* for the owner */
};

/* Open TREE->path, which may be a symbolic link, and fill in the rest.  False
   with errno set.  */
bool tree_open (struct file_tree *tree);

/* Close the descriptor of TREE, which can still be used.  */
void tree_rest (struct file_tree *tree);

/* The name below TREE in PATH, which is TREE->path, a slash and that name, or
   TREE->path itself: then it is empty.  */
const char *tree_below (const struct file_tree *tree, const char *path);

/* Open PATH, which begins with that of TREE, with FLAGS of open, which must
   not create anything.  -1 with errno set: ELOOP if there is a symbolic link
   below TREE, EXDEV if another file system is mounted there, ESTALE if TREE
   had to be opened anew and is another directory.  */
int tree_open_path (const struct file_tree *tree, const char *path, int flags);

/* The same for NAME in the directory DIR of TREE, which is open.  */
int tree_open_name (const struct file_tree *tree, int dir, const char *name,
                    int flags);

/* The same for the directory that PATH is in.  */
int tree_open_parent (const struct file_tree *tree, const char *path,
                      int flags);

/* What has changed in a tree if something in it cannot be opened for the
   reason ERROR, an errno; NULL: nothing that only a tree has.  */
const char *tree_change (int error);

#endif /* BFDGLUE_FILE_TREE_H */
