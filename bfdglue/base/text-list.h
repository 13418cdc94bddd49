/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   text-list.h - formatted strings, and lists of strings, such as arguments of
   programs.  */

#ifndef BFDGLUE_TEXT_LIST_H
#define BFDGLUE_TEXT_LIST_H

#include <stdbool.h>
#include <stddef.h>

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

#endif /* BFDGLUE_TEXT_LIST_H */
