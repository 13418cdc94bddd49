/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   option-error.c - what is wrong with an option, and what may have been
   meant.  */

#include "config.h"

#include <stdio.h>

#include "options.h"
#include "report.h"

enum
{
  LIST_SIZE = 160
};

const char *
options_name (const struct option_walk *walk, int key, char *name)
{
  for (const struct option *option = walk->longs; option->name != NULL;
       option++)
    if (option->val == key)
      {
        if (key < OPTION_LONG_ONLY)
          snprintf (name, OPTION_NAME_SIZE, "-%c", key);
        else
          snprintf (name, OPTION_NAME_SIZE, "--%s", option->name);
        return name;
      }
  return NULL;
}

/* How many options begin with the SIZE bytes at NAME.  */
static size_t
count_begun (const struct option_walk *walk, const char *name, size_t size)
{
  size_t count = 0;

  for (const struct option *option = walk->longs; option->name != NULL;
       option++)
    count += strncmp (option->name, name, size) == 0;
  return count;
}

static void
unknown_long (const struct option_walk *walk, const char *arg)
{
  const int size = (int) strcspn (arg, "=");
  char text[2 * SUGGEST_SIZE];
  struct suggest suggest;

  if (count_begun (walk, arg + 2, (size_t) size - 2) > 1)
    {
      report_usage ("%s: option '%.*s' is ambiguous", walk->command->name,
                    size, arg);
      return;
    }
  suggest_begin (&suggest, arg + 2, (size_t) size - 2);
  for (const struct option *option = walk->longs; option->name != NULL;
       option++)
    suggest_offer (&suggest, option->name);
  report_usage ("%s: unrecognized option '%.*s'%s", walk->command->name, size,
                arg, suggest_text (&suggest, "--", "", text));
}

int
options_bad (const struct option_walk *walk, bool missing, const char *arg)
{
  char name[OPTION_NAME_SIZE];
  const char *command = walk->command->name;

  /* getopt_long leaves no key in optopt for a long option that it does not
     know, and for a letter the letter.  */
  if (optopt == 0)
    unknown_long (walk, arg);
  else if (options_name (walk, optopt, name) == NULL)
    report_usage ("%s: unrecognized option '-%c'", command, optopt);
  else if (missing)
    report_usage ("%s: option '%s' needs an argument", command, name);
  else
    report_usage ("%s: option '%.*s' takes no argument", command,
                  (int) strcspn (arg, "="), arg);
  return STATUS_USAGE;
}

/* Put the list of WORDS into TEXT: "one, two or three".  */
static void
list_words (const char *const *words, char text[LIST_SIZE])
{
  size_t used = 0;

  text[0] = '\0';
  for (size_t i = 0; words[i] != NULL && used < LIST_SIZE; i++)
    {
      const int put = snprintf (text + used, LIST_SIZE - used, "%s%s",
                                i == 0                 ? ""
                                : words[i + 1] == NULL ? " or "
                                                       : ", ",
                                words[i]);
      used += put > 0 ? (size_t) put : LIST_SIZE;
    }
}

int
options_bad_word (const char *command, const char *option, const char *text,
                  const char *const *words)
{
  char more[2 * SUGGEST_SIZE], list[LIST_SIZE];
  struct suggest suggest;

  suggest_begin (&suggest, text, strlen (text));
  for (size_t i = 0; words[i] != NULL; i++)
    suggest_offer (&suggest, words[i]);
  if (suggest.best != NULL)
    return report_usage ("%s: --%s does not take '%s'%s", command, option,
                         text, suggest_text (&suggest, "", "", more));
  list_words (words, list);
  return report_usage ("%s: --%s takes %s, not '%s'", command, option, list,
                       text);
}

int
options_word (const char *command, const char *option, const char *text,
              const char *const *words, unsigned *number)
{
  for (unsigned i = 0; words[i] != NULL; i++)
    if (strcmp (text, words[i]) == 0)
      {
        *number = i;
        return OPTIONS_GO_ON;
      }
  return options_bad_word (command, option, text, words);
}

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
   bytes of TEXT to each prefix of NAME; the two rows before it are kept.  */
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
