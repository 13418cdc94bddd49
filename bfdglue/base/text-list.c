/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   text-list.c - formatted strings, and lists of strings.  */

#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "diag.h"

char *
text_format (struct pool *pool, const char *format, ...)
{
  va_list ap;

  va_start (ap, format);
  int size = vsnprintf (NULL, 0, format, ap);
  va_end (ap);
  char *text = size < 0 ? NULL : pool_alloc (pool, (size_t) size + 1);
  if (text == NULL)
    return NULL;
  va_start (ap, format);
  vsnprintf (text, (size_t) size + 1, format, ap);
  va_end (ap);
  return text;
}

/* Make room for one more item.  */
static bool
grow (struct text_list *list)
{
  void *items = list->items;

  if (list->failed
      || !array_grow (&items, &list->capacity, list->count, sizeof (char *)))
    {
      list->failed = true;
      return false;
    }
  list->items = items;
  return true;
}

void
text_list_add (struct text_list *list, const char *text)
{
  if (text == NULL)
    list->failed = true;
  if (grow (list))
    list->items[list->count++] = (char *) (size_t) text;
}

char **
text_list_end (struct text_list *list)
{
  if (!grow (list))
    return NULL;
  list->items[list->count] = NULL;
  return list->items;
}

void
text_list_free (struct text_list *list)
{
  free (list->items);
  *list = (struct text_list){ 0 };
}
