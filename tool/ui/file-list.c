/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-list.c - the files that a command line names, with directories
   expanded.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "elf-abi.h"
#include "file-bytes.h"
#include "file-list.h"
#include "file-tree.h"
#include "files-limits.h"
#include "paged.h"
#include "text.h"
#include "workers.h"

/* What becomes of a regular file.  */
enum fate
{
  TAKE,
  PASS_OTHER,   /* of another kind */
  PASS_AWAY,    /* another file system is mounted there */
  PASS_FOREIGN, /* an ELF file that cannot have SFrame */
  PASS_PACKED   /* a kernel module, compressed so that it is not read */
};

/* Whether PATH ends in TAIL.  */
static bool
ends_in (const char *path, const char *tail)
{
  const size_t size = strlen (path), more = strlen (tail);

  return size > more && strcmp (path + size - more, tail) == 0;
}

/* The fate of PATH, compressed as PACKING says and open as FD.  Most
   compressed files hold text; what has the name of a kernel module is taken
   even if that cannot be seen.  */
static enum fate
fate_packed (const struct file_list *list, const struct packing *packing,
             const char *path, int fd, const char **why)
{
  static uint8_t packed[PACKED_HEAD_SIZE];
  const bool module = ends_in (path, packing->module);
  uint8_t head[ELF_EHDR_SIZE];

  if (packing->kind != FILE_GZIP && !list->packed_too)
    return PASS_OTHER;
  if (packing->unpack == NULL)
    {
      *why = packing->kind == FILE_XZ
                 ? "compressed by xz, which this sfmerge was built without"
                 : "compressed by zstd, which this sfmerge was built without";
      return module ? PASS_PACKED : PASS_OTHER;
    }
  const ssize_t got = pread (
      fd, packed, packing->kind == FILE_ZSTD ? sizeof packed : PACKED_HEAD_FEW,
      0);
  const size_t size = got > 0
                          ? file_unpack_head (packing->kind, packed,
                                              (size_t) got, head, sizeof head)
                          : 0;
  *why = file_foreign (head, size);
  if (*why != NULL)
    return PASS_FOREIGN;
  const enum file_kind kind = file_kind (head, size);
  return module || kind == FILE_OBJECT || kind == FILE_IMAGE ? TAKE
                                                             : PASS_OTHER;
}

/* Whether the ELF file PATH, open as FD, has a section for SFrame without an
   ABI.  */
static bool
has_sframe (const char *path, int fd)
{
  const struct file_source source = { .path = path, .fd = fd };
  struct image image;
  const bool has = foreign_open (&source, &image);

  if (has)
    image_close (&image);
  return has;
}

/* The fate of PATH, whose first SIZE bytes are at HEAD and which is open as
   FD; if it is to be skipped, *WHY is the reason.  */
static enum fate
fate_by_head (const struct file_list *list, const char *path, int fd,
              const uint8_t *head, size_t size, const char **why)
{
  const enum file_kind kind = file_kind (head, size);
  const struct packing *packing = packing_of (kind);

  *why = file_foreign (head, size);
  if (*why != NULL)
    return list->foreign_too && has_sframe (path, fd) ? TAKE : PASS_FOREIGN;
  if (list->images && kind != FILE_IMAGE)
    return PASS_OTHER;
  if (packing != NULL)
    return fate_packed (list, packing, path, fd, why);
  switch (kind)
    {
    case FILE_OBJECT:
    case FILE_IMAGE:
    case FILE_ARCHIVE:
      return TAKE;
    case FILE_THIN:
      return list->thin ? TAKE : PASS_OTHER;
    default:
      return PASS_OTHER;
    }
}

/* The fate of FILE, and *WHY.  What the user gave is taken, unless it is not
   to be read and LIST wants to know.  Where a file cannot be opened, its
   reader reports why.  */
static enum fate
fate_of (const struct file_list *list, const struct dir_file *file,
         const char **why)
{
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  const bool given = file->tree == NULL;
  const char *path = file->path;
  uint8_t head[ELF_EHDR_SIZE];

  if (given && !list->passed)
    return TAKE;
  int fd = given ? open (path, flags)
                 : tree_open_name (file->tree, file->at,
                                   path + path_base_offset (path), flags);
  if (fd < 0)
    return !given && errno == EXDEV ? PASS_AWAY : TAKE;
  const ssize_t size = read_at (fd, head, sizeof head, 0);
  const enum fate fate
      = size < 0 ? TAKE
                 : fate_by_head (list, path, fd, head, (size_t) size, why);
  close (fd);
  return given && fate != PASS_FOREIGN ? TAKE : fate;
}

/* A name in a directory.  */
struct found_name
{
  struct output_name name;
  const struct found_name *next;
  uint64_t directory[2]; /* device and inode */
};

/* Whether ENTRY was found by the name ONE already: directories that are given
   may contain each other.  */
static bool
is_found (const struct file_entry *entry, const struct found_name *one)
{
  const char *base = one->name.path + path_base_offset (one->name.path);

  for (const struct found_name *f = entry->found; f != NULL; f = f->next)
    if (memcmp (f->directory, one->directory, sizeof one->directory) == 0
        && strcmp (f->name.path + path_base_offset (f->name.path), base) == 0)
      return true;
  return false;
}

/* Add the name by which FILE was found in a directory to ENTRY, unless this
   has that or enough.  False: no memory.  */
static bool
add_name (struct file_list *list, struct file_entry *entry,
          const struct dir_file *file)
{
  const bool first = entry->found == NULL;

  /* A first name that the user gave may be any of those found later.  */
  if (file->tree == NULL || (first && entry->path != NULL)
      || entry->name_count > FURTHER_NAMES_MAX)
    {
      list->links += entry->path != NULL;
      return true;
    }
  const struct stat *st = file->dir;
  const char *path = pool_copy (&list->pool, file->path, strlen (file->path));
  struct found_name *one = pool_alloc (&list->pool, sizeof *one);
  if (path == NULL || one == NULL)
    return false;
  *one = (struct found_name){ .name = { path, file->tree, entry->names },
                              .next = entry->found,
                              .directory = { (uint64_t) st->st_dev,
                                             (uint64_t) st->st_ino } };
  if (is_found (entry, one))
    return true;
  entry->found = one;
  entry->name_count++;
  list->links += !first;
  if (!first)
    entry->names = &one->name;
  return true;
}

/* Append an entry for PATH with ID, and for a file that was found FILE.
   False: no memory.  */
static bool
append (struct file_list *list, const char *path, const uint64_t *id,
        const struct dir_file *file)
{
  struct file_entry entry
      = { .id = id, .tree = file != NULL ? file->tree : NULL };

  if (!array_grow (&list->entries, &list->capacity, list->count,
                   sizeof *list->entries)
      || (file != NULL && !add_name (list, &entry, file)))
    return false;
  entry.path = pool_copy (&list->pool, path, strlen (path));
  if (entry.path == NULL)
    return false;
  list->entries[list->count++] = entry;
  return true;
}

/* Add the regular file FILE, or its name if the file is in the list already.
   False: no memory.  */
static bool
add (struct file_list *list, const struct dir_file *file)
{
  const struct stat *st = file->st;
  const uint64_t parts[2] = { (uint64_t) st->st_dev, (uint64_t) st->st_ino };
  const size_t before = list->seen.count;
  uint64_t *id = pool_alloc (&list->pool, sizeof parts);
  uint32_t number;

  if (id == NULL)
    return false;
  memcpy (id, parts, sizeof parts);
  if (!array_grow (&list->owners, &list->owner_capacity, before,
                   sizeof *list->owners)
      || !string_set_add (&list->seen, id, sizeof parts, &number))
    return false;
  if (number != before)
    return add_name (list, &list->entries[list->owners[number]], file);
  list->owners[number] = list->count;
  return append (list, file->path, id, file);
}

/* Do not take FILE, for the reason WHY, but list it if that is wanted.  False:
   no memory.  */
static bool
pass_over (struct file_list *list, const struct dir_file *file, enum fate fate,
           const char *why)
{
  const size_t before = list->count;

  if (list->passed)
    {
      if (!add (list, file))
        return false;
      /* A further name of a file is none to count.  */
      if (list->count == before)
        return true;
      list->entries[before].passed = why;
      list->entries[before].packed = fate == PASS_PACKED;
    }
  list->foreign += fate == PASS_FOREIGN;
  list->packed += fate == PASS_PACKED;
  return true;
}

/* A walk through a directory.  */
struct search
{
  struct file_list *list;
  const struct diag_sink *sink;
  enum fate fate;  /* of the file that was found last, */
  const char *why; /* and the reason for it */
  int exit_status;
};

/* Whether PATH, relative to a directory that was given, is left out.  */
static bool
exclude_path (void *data, const char *path)
{
  const struct search *search = data;
  const struct excludes *excludes = search->list->excludes;

  return excludes != NULL && excludes_match (excludes, path);
}

/* Whether FILE, which was found, is of another kind, which is counted, or
   away.  */
static bool
skip_file (void *data, const struct dir_file *file)
{
  struct search *search = data;

  search->why = NULL;
  search->fate = fate_of (search->list, file, &search->why);
  search->list->others += search->fate == PASS_OTHER;
  return search->fate == PASS_OTHER || search->fate == PASS_AWAY;
}

/* Handle FILE, which was given, or found and not skipped.  False: no
   memory.  */
static bool
take_file (void *data, const struct dir_file *file)
{
  struct search *search = data;
  struct file_list *list = search->list;

  /* The reader of the file reports what it is.  */
  if (file->st == NULL)
    return append (list, file->path, NULL, NULL);
  if (file->tree == NULL)
    search->fate = fate_of (list, file, &search->why);
  if (search->fate == TAKE)
    return add (list, file);
  return pass_over (list, file, search->fate, search->why);
}

/* Report that PATH cannot be read.  */
static void
take_unread (void *data, const char *path, int error)
{
  struct search *search = data;

  const char *change = tree_change (error);

  search->list->unread++;
  diag (search->sink, DIAG_ERROR, path, "%s",
        change != NULL ? change : strerror (error));
  search->exit_status = STATUS_USAGE;
}

/* A new tree of LIST for the directory NAME; NULL: no memory.  */
static struct file_tree *
add_tree (struct file_list *list, const char *name)
{
  struct file_tree *tree = pool_alloc (&list->pool, sizeof *tree);

  if (tree == NULL)
    return NULL;
  *tree = (struct file_tree){ .path = name, .fd = -1, .next = list->trees };
  list->trees = tree;
  list->tree_count++;
  return tree;
}

/* Add NAME and what is below it.  Returns an exit status.  */
static int
recurse (const char *name, struct file_list *list,
         const struct diag_sink *sink)
{
  static const struct dir_visitor visitor = { .exclude = exclude_path,
                                              .skip = skip_file,
                                              .file = take_file,
                                              .unread = take_unread };
  struct search search
      = { .list = list, .sink = sink, .exit_status = STATUS_DONE };

  struct file_tree *tree = add_tree (list, name);
  const bool walked = tree != NULL && dir_walk (tree, &visitor, &search);
  /* Any number of directories may be given.  */
  if (tree != NULL && list->tree_count > workers_able (TREES_OPEN, 16))
    tree_rest (tree);
  if (walked)
    return search.exit_status;
  int status = report_input_status (diag_nomem (sink, name));
  return status > search.exit_status ? status : search.exit_status;
}

int
file_list_recurse (char *const *names, size_t count, struct file_list *list,
                   const struct diag_sink *sink)
{
  int exit_status = STATUS_DONE;

  for (size_t i = 0; i < count; i++)
    {
      int status = recurse (names[i], list, sink);
      if (status > exit_status)
        exit_status = status;
    }
  return exit_status;
}

int
file_list_names (char *const *names, size_t count, struct file_list *list,
                 const struct diag_sink *sink)
{
  for (size_t i = 0; i < count; i++)
    if (!append (list, names[i], NULL, NULL))
      return report_input_status (diag_nomem (sink, names[i]));
  return STATUS_DONE;
}

void
file_list_free (struct file_list *list)
{
  for (struct file_tree *tree = list->trees; tree != NULL; tree = tree->next)
    tree_rest (tree);
  free (list->entries);
  free (list->owners);
  string_set_free (&list->seen);
  pool_free (&list->pool);
}
