/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-list.h - the files that a command line names, with directories
   expanded.  */

#ifndef TOOL_FILE_LIST_H
#define TOOL_FILE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "excludes.h"
#include "output-file.h"
#include "pool.h"
#include "report.h"
#include "string-set.h"

struct file_tree;
struct found_name;

/* A file of the list.  */
struct file_entry
{
  const char *path;
  const struct file_tree *tree; /* in which PATH was found; NULL: it was
                                   given */
  const uint64_t *id; /* device and inode; NULL: not known, there is none */
  const struct found_name *found;  /* the names found in directories */
  const struct output_name *names; /* of these, all but PATH; NULL if PATH was
                                      not found in a directory */
  size_t name_count;
  const char *passed; /* why it is not to be read, as "is ..." would continue;
                         NULL: it is to be */
  bool packed;        /* that is how it is compressed */
};

struct file_list
{
  /* Set by the caller.  */
  bool thin;        /* take thin archives that are found, too */
  bool packed_too;  /* take what xz and zstd compressed, too */
  bool foreign_too; /* take ELF files of any class and machine that have a
                       section for SFrame, too */
  bool images;      /* of what is found take images alone */
  /* List files, too, that are not to be read: FOREIGN, also such as are given,
     and PACKED.  */
  bool passed;
  const struct excludes *excludes; /* NULL: there are none */

  struct file_entry *entries;
  size_t count;
  size_t capacity;
  size_t others;  /* regular files of other kinds, which were skipped */
  size_t foreign; /* other ELF files that cannot have SFrame, skipped too */
  size_t packed;  /* compressed kernel modules that cannot be read, skipped
                     too if PASSED is set, else OTHERS */
  size_t links;   /* further names of files that are in the list */
  size_t unread;  /* directories that could not be read */
  struct pool pool;
  struct file_tree *trees; /* that were walked, the last first */
  size_t tree_count;
  struct string_set seen; /* the ids */
  size_t *owners;         /* of each id, the number of the entry */
  size_t owner_capacity;
};

/* Add the COUNT NAMES to LIST.  A directory is replaced by the ELF files,
   archives and compressed ELF files below it, sorted by name.  Below it,
   symbolic links are not followed, other file systems are not entered, and
   what EXCLUDES match is left out.  A file with several names is listed by the
   first of them.  Returns an exit status: a directory that cannot be read is
   reported, and the rest is still listed.  */
int file_list_recurse (char *const *names, size_t count,
                       struct file_list *list, const struct diag_sink *sink);

/* Add the COUNT NAMES as they are.  Returns an exit status.  */
int file_list_names (char *const *names, size_t count, struct file_list *list,
                     const struct diag_sink *sink);

void file_list_free (struct file_list *list);

#endif /* TOOL_FILE_LIST_H */
