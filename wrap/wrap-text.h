/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-text.h - formatted strings, and lists of strings, for the linker
   wrapper.  */

#ifndef WRAP_WRAP_TEXT_H
#define WRAP_WRAP_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "pool.h"
#include "diag.h"

/* Format a string in POOL; NULL: no memory.  */
char *text_format (struct pool *pool, const char *format, ...)
    DIAG_PRINTF (2, 3);

/* A list that only grows; all zero is an empty list.  FAILED: memory ran out,
   or a NULL was added, the result of another failed function.  It is checked
   once, at the end.  */
struct text_list
{
  char **items;
  size_t count;
  size_t capacity;
  bool failed;
};

void text_list_add (struct text_list *list, const char *text);

/* Add the NULL that execv needs; returns the items, or NULL if the list
   failed.  */
char **text_list_end (struct text_list *list);

/* Free the array, but not the strings.  */
void text_list_free (struct text_list *list);

/* Write the strings of LIST to the new file PATH, as a response file.
   Statuses: IO.  */
sfm_status text_list_write (const struct text_list *list, const char *path,
                            const struct diag_sink *sink) SFM_CHECKED;

/* Close FILE, which was opened as PATH for writing; if it is NULL, errno is
   from opening it.  Errors are reported.  Statuses: IO (not all was
   written).  */
sfm_status text_file_end (FILE *file, const char *path,
                          const struct diag_sink *sink) SFM_CHECKED;

#endif /* WRAP_WRAP_TEXT_H */
