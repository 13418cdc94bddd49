/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diff-directories.c - match the files of two directories by name.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "diff.h"

/* The name of PATH below DIR.  */
static const char *
below (const char *path, const char *dir)
{
  const size_t size = strlen (dir);

  if (strncmp (path, dir, size) != 0)
    return path;
  path += size;
  while (*path == '/')
    path++;
  return path;
}

static bool
add_pair (struct diff_dirs *dirs, const struct file_entry *old,
          const struct file_entry *now, const char *name)
{
  if (!array_grow (&dirs->pairs, &dirs->capacity, dirs->count,
                   sizeof *dirs->pairs))
    return false;
  dirs->pairs[dirs->count++] = (struct diff_files){
    .old = old != NULL ? old->path : NULL,
    .now = now != NULL ? now->path : NULL,
    .old_tree = old != NULL ? old->tree : NULL,
    .now_tree = now != NULL ? now->tree : NULL,
    .name = name,
  };
  return true;
}

static int
compare_entries (const void *a, const void *b)
{
  const struct file_entry *x = a, *y = b;

  return strcmp (x->path, y->path);
}

/* Merge the two lists of DIRS, which are of OLD and NOW.  */
static bool
merge (struct diff_dirs *dirs, const char *old, const char *now)
{
  struct file_list *a = &dirs->old, *b = &dirs->now;
  size_t i = 0, j = 0;

  /* The walk goes by name in each directory, which is another order.  */
  if (a->count != 0)
    qsort (a->entries, a->count, sizeof *a->entries, compare_entries);
  if (b->count != 0)
    qsort (b->entries, b->count, sizeof *b->entries, compare_entries);
  while (i < a->count || j < b->count)
    {
      const char *x = i < a->count ? below (a->entries[i].path, old) : NULL;
      const char *y = j < b->count ? below (b->entries[j].path, now) : NULL;
      const int order = x == NULL ? 1 : y == NULL ? -1 : strcmp (x, y);
      if (!add_pair (dirs, order <= 0 ? &a->entries[i] : NULL,
                     order >= 0 ? &b->entries[j] : NULL, order <= 0 ? x : y))
        return false;
      i += order <= 0;
      j += order >= 0;
    }
  return true;
}

int
diff_dirs_read (const struct diff_options *options, struct diff_dirs *dirs,
                const struct diag_sink *sink)
{
  char *const old = options->old, *const now = options->now;
  int status = STATUS_DONE;

  dirs->old.thin = dirs->now.thin = true;
  dirs->old.excludes = dirs->now.excludes = &options->excludes;
  if (!options->recurse)
    return add_pair (dirs, &(struct file_entry){ .path = old },
                     &(struct file_entry){ .path = now }, now)
               ? STATUS_DONE
               : report_input_status (diag_nomem (sink, now));
  status = file_list_recurse (&old, 1, &dirs->old, sink);
  int other = file_list_recurse (&now, 1, &dirs->now, sink);
  status = other > status ? other : status;
  if (!merge (dirs, old, now))
    {
      other = report_input_status (diag_nomem (sink, now));
      status = other > status ? other : status;
    }
  return status;
}

void
diff_dirs_free (struct diff_dirs *dirs)
{
  free (dirs->pairs);
  file_list_free (&dirs->old);
  file_list_free (&dirs->now);
}
