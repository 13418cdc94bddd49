/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   json-text.c - a JSON value as text.  */

#include "config.h"

#include <stdlib.h>

#include "report.h"

char *
json_text (json_t *value, size_t flags, size_t *size)
{
  /* The first pass computes the size; 0 is a failure, as no JSON text is
     empty.  */
  size_t wanted = value == NULL ? 0 : json_dumpb (value, NULL, 0, flags);
  char *text = wanted == 0 ? NULL : malloc (wanted + 1);

  if (text != NULL && json_dumpb (value, text, wanted, flags) != wanted)
    {
      free (text);
      text = NULL;
    }
  json_decref (value);
  if (text != NULL)
    text[wanted] = '\0';
  *size = wanted;
  return text;
}
