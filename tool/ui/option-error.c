/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   option-error.c - what is wrong with an option, and what may have been
   meant.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

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

/* How many options the SIZE bytes at NAME are the beginning of.  */
static size_t
count_begun (const struct option_walk *walk, const char *name, size_t size)
{
  size_t count = 0;

  for (const struct option *option = walk->longs; option->name != NULL;
       option++)
    count += strncmp (option->name, name, size) == 0;
  return count;
}

/* Report that ARG, a long option, is not known.  */
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
  return OPTIONS_BAD;
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
