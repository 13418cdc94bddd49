/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-list.c - the files that a command line names, with directories
   expanded.

   fts walks the directories: it knows the ones above by device and inode, so
   that a bind mount that leads back ends there, and a path longer than the
   kernel takes is an error of that directory alone.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "elf-codec.h"
#include "file-kind.h"
#include "file-list.h"
#include "files-limits.h"
#include "text.h"

/* What becomes of a regular file that is found in a directory.  */
enum fate
{
  TAKE,
  PASS_OTHER,  /* of another kind */
  PASS_FOREIGN /* an ELF file that cannot have SFrame */
};

/* The fate of PATH.  Of gzip files only kernel modules are taken: most others
   hold text.  Where a file cannot be opened, its reader reports why.  */
static enum fate
fate_of (const struct file_list *list, const char *path)
{
  static const char packed[] = ".ko.gz";
  size_t length = strlen (path), tail = sizeof packed - 1;
  uint8_t head[ELF_EHDR_SIZE];
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);

  if (fd < 0)
    return TAKE;
  ssize_t size = read (fd, head, sizeof head);
  close (fd);
  if (size < 0)
    return TAKE;
  if (file_is_foreign (head, (size_t) size))
    return PASS_FOREIGN;
  const enum file_kind kind = file_kind (head, (size_t) size);
  if (list->images && kind != FILE_IMAGE)
    return PASS_OTHER;
  switch (kind)
    {
    case FILE_OBJECT:
    case FILE_IMAGE:
    case FILE_ARCHIVE:
      return TAKE;
    case FILE_THIN:
      return list->thin ? TAKE : PASS_OTHER;
    case FILE_GZIP:
      return length > tail && strcmp (path + length - tail, packed) == 0
                 ? TAKE
                 : PASS_OTHER;
    default:
      return PASS_OTHER;
    }
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

/* Add the name by which FTS was found in a directory to ENTRY, unless this has
   that or enough.  False: no memory.  */
static bool
add_name (struct file_list *list, struct file_entry *entry, const FTSENT *fts)
{
  const bool first = entry->found == NULL;

  /* A first name that the user gave may be any of those found later.  */
  if (fts->fts_level == FTS_ROOTLEVEL || (first && entry->path != NULL)
      || entry->name_count > FURTHER_NAMES_MAX)
    {
      list->links += entry->path != NULL;
      return true;
    }
  const struct stat *st = fts->fts_parent->fts_statp;
  const char *path
      = pool_copy (&list->pool, fts->fts_path, strlen (fts->fts_path));
  struct found_name *one = pool_alloc (&list->pool, sizeof *one);
  if (path == NULL || one == NULL)
    return false;
  *one = (struct found_name){ .name = { path, entry->names },
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

/* Append an entry for PATH with ID, and for a file that was found FTS.  False:
   no memory.  */
static bool
append (struct file_list *list, const char *path, const uint64_t *id,
        const FTSENT *fts)
{
  struct file_entry entry = { .id = id };

  if (!array_grow (&list->entries, &list->capacity, list->count,
                   sizeof *list->entries)
      || (fts != NULL && !add_name (list, &entry, fts)))
    return false;
  entry.path = pool_copy (&list->pool, path, strlen (path));
  if (entry.path == NULL)
    return false;
  list->entries[list->count++] = entry;
  return true;
}

/* Add the regular file FTS, or its name if the file is in the list already.
   False: no memory.  */
static bool
add (struct file_list *list, const FTSENT *fts)
{
  const struct stat *st = fts->fts_statp;
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
    return add_name (list, &list->entries[list->owners[number]], fts);
  list->owners[number] = list->count;
  return append (list, fts->fts_path, id, fts);
}

/* Handle the regular file ENTRY.  False: no memory.  */
static bool
take_file (struct file_list *list, const FTSENT *entry)
{
  enum fate fate = entry->fts_level == FTS_ROOTLEVEL
                       ? TAKE
                       : fate_of (list, entry->fts_path);

  if (fate == TAKE)
    return add (list, entry);
  list->others += fate == PASS_OTHER;
  list->foreign += fate == PASS_FOREIGN;
  return true;
}

static int
compare_names (const FTSENT **a, const FTSENT **b)
{
  return strcmp ((*a)->fts_name, (*b)->fts_name);
}

/* Handle ENTRY of the directory walk.  Returns an exit status.  */
static int
take (struct file_list *list, const FTSENT *entry,
      const struct diag_sink *sink)
{
  bool memory = true;

  switch (entry->fts_info)
    {
    case FTS_F:
      memory = take_file (list, entry);
      break;
    case FTS_DNR:
    case FTS_ERR:
    case FTS_NS:
      if (entry->fts_level != FTS_ROOTLEVEL || entry->fts_info == FTS_DNR)
        {
          list->unread++;
          diag (sink, DIAG_ERROR, entry->fts_path, "%s",
                strerror (entry->fts_errno));
          return STATUS_USAGE;
        }
      /* The reader of the file reports the error.  */
      memory = append (list, entry->fts_path, NULL, NULL);
      break;
    default:
      if (entry->fts_level == FTS_ROOTLEVEL && entry->fts_info != FTS_D
          && entry->fts_info != FTS_DP)
        memory = append (list, entry->fts_path, NULL, NULL);
      break;
    }
  return memory ? STATUS_DONE
                : report_input_status (diag_nomem (sink, entry->fts_path));
}

/* Add NAME and what is below it.  Returns an exit status.  */
static int
recurse (char *name, struct file_list *list, const struct diag_sink *sink)
{
  char *one[] = { name, NULL };
  FTS *walk
      = fts_open (one, FTS_COMFOLLOW | FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV,
                  compare_names);
  const FTSENT *entry;
  int exit_status = STATUS_DONE;

  if (walk == NULL)
    return report_input_status (diag_nomem (sink, name));
  while ((errno = 0, entry = fts_read (walk)) != NULL)
    {
      int status = take (list, entry, sink);
      if (status > exit_status)
        exit_status = status;
    }
  if (errno != 0)
    {
      list->unread++;
      exit_status = report_input_status (
          diag_errno (sink, name, "cannot read all of the folder"));
    }
  fts_close (walk);
  return exit_status;
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
  free (list->entries);
  free (list->owners);
  string_set_free (&list->seen);
  pool_free (&list->pool);
}
