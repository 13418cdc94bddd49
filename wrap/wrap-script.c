/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-script.c - the inputs named by a linker script that takes the place of
   a library, such as libc.so: OUTPUT_FORMAT (...) GROUP (FILE FILE AS_NEEDED
   (FILE)).  */

#include "config.h"

#include <stdbool.h>
#include <string.h>

#include "wrap-script.h"
#include "text.h"

static const char blanks[] = " \t\n\v\f\r,;";

/* Skip white space and comments at TEXT.  */
static const char *
skip (const char *text)
{
  for (;;)
    {
      text += strspn (text, blanks);
      if (!text_begins (text, "/*"))
        return text;
      const char *end = strstr (text + 2, "*/");
      text = end == NULL ? text + strlen (text) : end + 2;
    }
}

/* The size of the word at TEXT; a quoted word may contain white space.  */
static size_t
word_size (const char *text)
{
  if (*text == '"')
    {
      const char *end = strchr (text + 1, '"');
      return end == NULL ? strlen (text) : (size_t) (end + 1 - text);
    }
  size_t size = 0;
  while (text[size] != '\0' && strchr (blanks, text[size]) == NULL
         && strchr ("()\"", text[size]) == NULL
         && !text_begins (text + size, "/*"))
    size++;
  return size == 0 ? 1 : size;
}

/* Whether the SIZE bytes at WORD are NAME.  */
static bool
is (const char *word, size_t size, const char *name)
{
  return strlen (name) == size && memcmp (word, name, size) == 0;
}

const char *
script_next (const char **text, unsigned *inside, size_t *size)
{
  const char *at = *text;

  while (*(at = skip (at)) != '\0')
    {
      const char *word = at;
      *size = word_size (word);
      at += *size;
      if (is (word, *size, ")"))
        *inside -= *inside != 0;
      else if (is (word, *size, "INPUT") || is (word, *size, "GROUP")
               || is (word, *size, "AS_NEEDED"))
        {
          at = skip (at);
          if (*at != '(')
            continue;
          at++;
          ++*inside;
        }
      else if (*inside != 0 && *word != '(')
        {
          *text = at;
          if (*word != '"')
            return word;
          *size -= *size > 1 && word[*size - 1] == '"' ? 2 : 1;
          return word + 1;
        }
    }
  *text = at;
  return NULL;
}
