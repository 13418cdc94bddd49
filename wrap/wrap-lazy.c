/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-lazy.c - a thin archive of the objects between --start-lib and
   --end-lib, for sfmerge.

   The linker takes these objects only if it needs them, like members of an
   archive.  sfmerge expects every object among its inputs to be in the image,
   but not every member of an archive.  So these objects become members of a
   thin archive, which holds only their names: a table of names, then one
   header each.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "wrap-state.h"

/* Write the header of a member called NAME with SIZE bytes.  */
static void
put_header (FILE *file, const char *name, uint64_t size)
{
  fprintf (file, "%-16s%-12s%-6s%-6s%-8s%-10" PRIu64 "`\n", name, "0", "0",
           "0", "644", size);
}

/* Write a thin archive of the files LIST.  */
static void
put_archive (FILE *file, const struct text_list *list)
{
  uint64_t names_size = 0, name_off = 0;

  for (size_t i = 0; i < list->count; i++)
    names_size += strlen (list->items[i]) + 2;
  fputs ("!<thin>\n", file);
  put_header (file, "//", names_size + names_size % 2);
  for (size_t i = 0; i < list->count; i++)
    fprintf (file, "%s/\n", list->items[i]);
  if (names_size % 2 != 0)
    putc ('\n', file);
  for (size_t i = 0; i < list->count; i++)
    {
      char name[24];
      struct stat st;
      if (stat (list->items[i], &st) != 0)
        st.st_size = 0;
      snprintf (name, sizeof name, "/%" PRIu64, name_off);
      put_header (file, name, (uint64_t) st.st_size);
      name_off += strlen (list->items[i]) + 2;
    }
}

sfm_status
wrap_lazy_archive (struct wrap_state *state, struct text_list *names)
{
  const struct diag_sink *sink = &state->report->sink;
  struct text_list list = { 0 };

  for (size_t i = 0; i < state->inputs.count; i++)
    if (state->inputs.items[i].lazy)
      {
        /* Relative names would be relative to the archive's directory.  */
        char *path = realpath (state->inputs.items[i].path, NULL);
        if (path != NULL)
          text_list_add (&list, pool_copy (&state->pool, path, strlen (path)));
        free (path);
      }
  if (list.count == 0 && !list.failed)
    return SFM_OK;
  const char *path = text_format (&state->pool, "%s/lazy.a", state->directory);
  text_list_add (names, path);
  if (list.failed || names->failed)
    {
      text_list_free (&list);
      return diag_nomem (sink, NULL);
    }
  FILE *file = fopen (path, "we");
  if (file != NULL)
    put_archive (file, &list);
  sfm_status status = text_file_end (file, path, sink);
  text_list_free (&list);
  return status;
}
