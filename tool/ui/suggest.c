/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   suggest.c - the known word that a mistyped one was meant to be.

   The distance of two words is the number of letters to insert, leave out,
   replace, or exchange with their neighbour.  One is allowed for every three
   letters: more would find something for every word.  A word that a name
   begins with is as far from it as is allowed, so that a typing error is
   preferred.  */

#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "options.h"

enum
{
  LETTERS_PER_ERROR = 3
};

static size_t
least (size_t a, size_t b)
{
  return a < b ? a : b;
}

/* The distance of the SIZE bytes at TEXT and the WIDTH bytes at NAME, both at
   most SUGGEST_SIZE.  Row N of the table has the distances of the first N
   bytes of TEXT and each beginning of NAME; two rows before are kept.  */
static size_t
distance (const char *text, size_t size, const char *name, size_t width)
{
  size_t rows[3][SUGGEST_SIZE + 1];

  for (size_t j = 0; j <= width; j++)
    rows[0][j] = j;
  for (size_t i = 1; i <= size; i++)
    {
      size_t *row = rows[i % 3];
      const size_t *above = rows[(i + 2) % 3], *higher = rows[(i + 1) % 3];
      row[0] = i;
      for (size_t j = 1; j <= width; j++)
        {
          row[j] = least (least (above[j], row[j - 1]) + 1,
                          above[j - 1] + (text[i - 1] != name[j - 1]));
          if (i > 1 && j > 1 && text[i - 1] == name[j - 2]
              && text[i - 2] == name[j - 1])
            row[j] = least (row[j], higher[j - 2] + 1);
        }
    }
  return rows[size % 3][width];
}

void
suggest_begin (struct suggest *suggest, const char *text, size_t size)
{
  *suggest = (struct suggest){ .text = text,
                               .size = size,
                               .distance = size <= SUGGEST_SIZE
                                               ? size / LETTERS_PER_ERROR + 1
                                               : 0 };
}

void
suggest_offer (struct suggest *suggest, const char *name)
{
  const size_t size = suggest->size, width = strlen (name);
  const size_t most = size / LETTERS_PER_ERROR;

  if (suggest->distance == 0 || width > SUGGEST_SIZE)
    return;
  size_t far = distance (suggest->text, size, name, width);
  if (far > most && most > 0 && size < width
      && memcmp (suggest->text, name, size) == 0)
    far = most;
  if (far >= suggest->distance)
    return;
  suggest->distance = far;
  suggest->best = name;
}

const char *
suggest_text (const struct suggest *suggest, const char *lead,
              const char *otherwise, char text[2 * SUGGEST_SIZE])
{
  if (suggest->best == NULL)
    return otherwise;
  snprintf (text, 2 * SUGGEST_SIZE, "; did you mean '%s%s'?", lead,
            suggest->best);
  return text;
}
