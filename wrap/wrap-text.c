/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-text.c - formatted strings, and lists of strings, for the linker
   wrapper.  */

#include "config.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

#include "wrap-text.h"

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

sfm_status
text_list_write (const struct text_list *list, const char *path,
                 const struct diag_sink *sink)
{
  FILE *file = fopen (path, "we");

  for (size_t i = 0; file != NULL && i < list->count; i++)
    {
      /* Inside quotes only these two are special.  */
      putc ('"', file);
      for (const char *c = list->items[i]; *c != '\0'; c++)
        {
          if (*c == '"' || *c == '\\')
            putc ('\\', file);
          putc (*c, file);
        }
      fputs ("\"\n", file);
    }
  return text_file_end (file, path, sink);
}

sfm_status
text_file_end (FILE *file, const char *path, const struct diag_sink *sink)
{
  /* After an earlier failed write, fflush fails again and sets errno.  */
  bool lost = file == NULL || fflush (file) != 0 || ferror (file) != 0;
  int error = errno;

  if (file != NULL && fclose (file) != 0 && !lost)
    {
      lost = true;
      error = errno;
    }
  if (!lost)
    return SFM_OK;
  errno = error;
  return diag_errno (sink, path, "cannot write");
}
