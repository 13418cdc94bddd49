/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-text.h - strings that are put together, and lists of them, for the
   linker wrapper.  */

#ifndef WRAP_WRAP_TEXT_H
#define WRAP_WRAP_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "pool.h"
#include "diag.h"

/* FORMAT... as a string in POOL, or NULL.  */
char *text_format (struct pool *pool, const char *format, ...)
    DIAG_PRINTF (2, 3);

/* A list that only grows.  All zero is empty.  FAILED: memory ran out, or a
   NULL was added, which is what functions here return then; asked once, at
   the end.  */
struct text_list
{
  char **items;
  size_t count;
  size_t capacity;
  bool failed;
};

void text_list_add (struct text_list *list, const char *text);

/* Add the NULL that execv wants; returns the items, or NULL.  */
char **text_list_end (struct text_list *list);

/* Only the array is freed.  */
void text_list_free (struct text_list *list);

/* Write the texts of LIST to the new file PATH, as a response file.  Statuses:
   IO.  */
sfm_status text_list_write (const struct text_list *list, const char *path,
                            const struct diag_sink *sink) SFM_CHECKED;

/* Close FILE, opened as PATH and written to, or NULL with the errno of opening
   it.  Statuses: IO (not all was written).  */
sfm_status text_file_end (FILE *file, const char *path,
                          const struct diag_sink *sink) SFM_CHECKED;

#endif /* WRAP_WRAP_TEXT_H */
