/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-list.h - the files that a command line names, with directories
   expanded.  */

#ifndef TOOL_FILE_LIST_H
#define TOOL_FILE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "diag.h"
#include "elf-image.h"
#include "file-bytes.h"
#include "file-tree.h"
#include "options.h"
#include "output-file.h"
#include "pool.h"
#include "report.h"
#include "sfmerge.h"

/* What --exclude leaves out of directories.  */

/* Patterns, strings of the caller.  All zero: there are none.  */
struct excludes
{
  char **at;
  size_t count;
  size_t capacity;
};

/* Add the argument of --exclude; a slash at its end is cut off.  An option_fn;
   the caller frees the array.  */
int excludes_take (const struct option_use *use);

/* Whether a pattern matches PATH, which is relative to a directory that was
   given.  A pattern with a slash must match the whole of PATH, where "*"
   matches no slash; any other one must match the last name in PATH.  */
bool excludes_match (const struct excludes *excludes, const char *path);

struct file_tree;
struct found_name;

/* A file of the list.  */
struct file_entry
{
  const char *path;
  const struct file_tree *tree; /* in which PATH was found; NULL: it was
                                   given */
  const uint64_t *id; /* device and inode; NULL: not known, or there is no
                         file */
  const struct found_name *found;  /* the names found in directories */
  const struct output_name *names; /* of these, all but PATH; NULL if PATH was
                                      not found in a directory */
  size_t name_count;
  const char *passed; /* why it is not to be read, to follow "is "; NULL: it is
                         to be read */
  bool packed;        /* ... because of how it is compressed */
};

/* Set *SOURCE to the file of ENTRY, which may be NULL.  False: there is none,
   or it is not to be read.  */
bool file_entry_source (const struct file_entry *entry,
                        struct file_source *source);

struct file_list
{
  /* Set by the caller.  */
  bool thin;        /* also take thin archives that are found */
  bool packed_too;  /* also take what xz and zstd compressed */
  bool foreign_too; /* also take ELF files of any class and machine that have a
                       section for SFrame */
  bool images;      /* take only images of what is found */
  /* Also list files that are not to be read: FOREIGN ones, even if they were
     given, and PACKED ones.  */
  bool passed;
  const struct excludes *excludes; /* NULL: there are none */

  struct file_entry *entries;
  size_t count;
  size_t capacity;
  size_t others;  /* regular files of other kinds, which were skipped */
  size_t foreign; /* other ELF files that cannot have SFrame, also skipped */
  size_t packed;  /* compressed kernel modules that cannot be read, also
                     skipped; counted here if PASSED is set, else in OTHERS */
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

/* A file that was found in a directory, or given.  */
struct dir_file
{
  const char *path;
  const struct file_tree *tree; /* where it was found; NULL: its path was
                                   given */
  int at;                       /* the directory that it is in, open */
  const struct stat *st;  /* NULL: not a regular file, or not accessible, or
                             not looked at yet */
  const struct stat *dir; /* of the directory that it is in */
};

/* file_list_append appends an entry for PATH with ID; FILE is NULL unless the
   file was found.  file_list_add adds the regular file FILE, or its name if
   the file is in the list already.  False: no memory.  */
bool file_list_append (struct file_list *list, const char *path,
                       const uint64_t *id,
                       const struct dir_file *file) SFM_CHECKED;
bool file_list_add (struct file_list *list,
                    const struct dir_file *file) SFM_CHECKED;

/* Pass a file to the reader for its kind, without changing it.  */

/* Functions to call for a file, by its kind.  SOURCE is open, or has the bytes
   that it was unpacked to, until they return.  DATA belongs to the caller.  */
struct file_visitor
{
  /* A linked image, or something that is not a regular file, which this
     function then reports.  */
  sfm_status (*image) (void *data, const struct file_source *source);
  /* A relocatable object or, if ARCHIVE, an archive.  An archive is never
     unpacked.  */
  sfm_status (*objects) (void *data, const struct file_source *source,
                         bool archive);
};

/* Refuse PATH, which is named without -r, if it is a directory.  */
sfm_status file_not_directory (const char *path,
                               const struct diag_sink *sink) SFM_CHECKED;

/* Call VISITOR for the file FROM, opened once and unpacked first if it is
   compressed.  Statuses: those of VISITOR, file_bytes_read and file_unpack; IO
   if its first bytes cannot be read; UNSUPP if it is not an ELF file.  */
sfm_status file_visit (const struct file_source *from,
                       const struct file_visitor *visitor, void *data,
                       const struct diag_sink *sink) SFM_CHECKED;

/* ELF files of a class or machine that SFrame has no ABI for, but with a
   section for SFrame: of a later version, or by mistake.  */

/* Whether SOURCE is such a file.  IMAGE is then open.  */
bool foreign_open (const struct file_source *source,
                   struct image *image) SFM_CHECKED;

/* Called with DATA for such a file.  */
typedef sfm_status foreign_fn (void *data, const struct image *image);

/* Call FN for each member of the archive FROM that is such a file.  An archive
   that cannot be opened has none.  Statuses: NOMEM, IO, what FN returned.  */
sfm_status foreign_members (const struct file_source *from, foreign_fn *fn,
                            void *data,
                            const struct diag_sink *sink) SFM_CHECKED;

#endif /* TOOL_FILE_LIST_H */
