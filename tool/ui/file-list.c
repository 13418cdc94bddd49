/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   file-list.c - the files that a command line names, with directories
   expanded.  */

#include "config.h"

#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>

#include "file-list.h"
#include "file-visit.h"

/* Whether PATH, found in a directory, is a file to read.  Of gzip files only
   kernel modules are: most others hold text.  */
static bool
is_wanted (const char *path)
{
  static const char packed[] = ".ko.gz";
  size_t length = strlen (path), tail = sizeof packed - 1;

  switch (file_visit_kind (path))
    {
    case FILE_OBJECT:
    case FILE_IMAGE:
    case FILE_ARCHIVE:
    case FILE_THIN:
      return true;
    case FILE_GZIP:
      return length > tail && strcmp (path + length - tail, packed) == 0;
    default:
      return false;
    }
}

/* Add a copy of PATH.  False: no memory.  */
static bool
add (struct file_list *list, const char *path)
{
  char *copy = pool_copy (&list->pool, path, strlen (path));

  if (copy == NULL
      || !array_grow (&list->paths, &list->capacity, list->count,
                      sizeof *list->paths))
    return false;
  list->paths[list->count++] = copy;
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
      if (entry->fts_level == FTS_ROOTLEVEL || is_wanted (entry->fts_path))
        memory = add (list, entry->fts_path);
      break;
    case FTS_DNR:
    case FTS_ERR:
    case FTS_NS:
      if (entry->fts_level != FTS_ROOTLEVEL || entry->fts_info == FTS_DNR)
        {
          diag (sink, DIAG_ERROR, entry->fts_path, "%s",
                strerror (entry->fts_errno));
          return STATUS_USAGE;
        }
      /* The reader of the file reports the error.  */
      memory = add (list, entry->fts_path);
      break;
    default:
      if (entry->fts_level == FTS_ROOTLEVEL && entry->fts_info != FTS_D
          && entry->fts_info != FTS_DP)
        memory = add (list, entry->fts_path);
      break;
    }
  return memory ? STATUS_DONE
                : report_input_status (diag_nomem (sink, entry->fts_path));
}

int
file_list_recurse (char *const *names, size_t count, struct file_list *list,
                   const struct diag_sink *sink)
{
  int exit_status = STATUS_DONE;
  const FTSENT *entry;

  for (size_t i = 0; i < count; i++)
    {
      char *one[] = { names[i], NULL };
      FTS *walk = fts_open (one, FTS_COMFOLLOW | FTS_PHYSICAL | FTS_NOCHDIR,
                            compare_names);
      if (walk == NULL)
        return report_input_status (diag_nomem (sink, names[i]));
      while ((entry = fts_read (walk)) != NULL)
        {
          int status = take (list, entry, sink);
          if (status > exit_status)
            exit_status = status;
        }
      fts_close (walk);
    }
  return exit_status;
}

void
file_list_free (struct file_list *list)
{
  free (list->paths);
  pool_free (&list->pool);
}
