/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-list.c - the files that a command line names, with directories
   expanded.  */

#include "config.h"

#include <stdlib.h>

#include "file-list.h"
#include "files-limits.h"

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

/* Add the name by which FILE was found in a directory to ENTRY, unless ENTRY
   has that name or enough names.  False: no memory.  */
static bool
add_name (struct file_list *list, struct file_entry *entry,
          const struct dir_file *file)
{
  const bool first = entry->found == NULL;

  /* If the user gave the first name, one found later may be the same.  */
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

bool
file_list_append (struct file_list *list, const char *path, const uint64_t *id,
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

bool
file_list_add (struct file_list *list, const struct dir_file *file)
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
  return file_list_append (list, file->path, id, file);
}

int
file_list_names (char *const *names, size_t count, struct file_list *list,
                 const struct diag_sink *sink)
{
  for (size_t i = 0; i < count; i++)
    if (!file_list_append (list, names[i], NULL, NULL))
      return report_input_status (diag_nomem (sink, names[i]));
  return STATUS_DONE;
}

bool
file_entry_source (const struct file_entry *entry, struct file_source *source)
{
  if (entry == NULL || entry->passed != NULL)
    return false;
  *source = (struct file_source){ .path = entry->path,
                                  .tree = entry->tree,
                                  .fd = -1 };
  return true;
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
