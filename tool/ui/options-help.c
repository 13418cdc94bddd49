/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   options-help.c - the help of a command: its forms, examples and options;
   what is wrong with an option, and what may have been meant.

   The options of commands that have many are in groups, which are the same for
   all of them.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "options.h"
#include "process.h"
#include "report.h"

enum
{
  HELP_WIDTH = 79,
  USAGE_INDENT = 10,
  HELP_COLUMN = 26, /* where the help texts of options begin */
  GROUP_OPTIONS = 16
};

/* The groups, in the order in which they are printed; the last one has all
   other options.  */
static const struct group
{
  const char *head;
  const char *options[GROUP_OPTIONS]; /* NULL is the last */
} groups[] = {
  { "Where the result goes:",
    { "output", "in-place", "backup", "dry-run", "detached", "overwrite",
      "force", "fsync", NULL } },
  { "Which files:", { "recursive", "exclude", "images", "jobs", NULL } },
  { "Who is to read it:",
    { "to", "for", "list-consumers", "share-rows", "cover-noreturn", NULL } },
  { "What is described:",
    { "from-map", "symbols", "fill", "plt", "keep", "partial", "split",
      "eh-frame-hdr", NULL } },
  { "Room in the image:", { "grow", NULL } },
  { "When nothing is written:",
    { "require", "fatal-warnings", "no-verify", NULL } },
  { "What is printed:", { NULL } },
};

enum
{
  GROUPS = sizeof groups / sizeof *groups
};

static size_t
group_of (const char *name)
{
  for (size_t i = 0; i < GROUPS; i++)
    for (size_t j = 0; groups[i].options[j] != NULL; j++)
      if (strcmp (groups[i].options[j], name) == 0)
        return i;
  return GROUPS - 1;
}

/* Print TEXT with its lines beginning at HELP_COLUMN.  COLUMN characters of
   the first line are already printed.  */
static void
print_text (const char *text, int column)
{
  if (column >= HELP_COLUMN)
    {
      putchar ('\n');
      column = 0;
    }
  for (;;)
    {
      int length = (int) strcspn (text, "\n");
      printf ("%*s%.*s\n", HELP_COLUMN - column, "", length, text);
      text += length;
      if (*text++ == '\0')
        return;
      column = 0;
    }
}

/* Print the forms of COMMAND, with lines broken between words.  */
static void
put_usage (const struct command *command)
{
  const char *lead = "Usage: ";

  for (const char *form = command->usage; *form != '\0'; form += *form == '\n')
    {
      int column = printf ("%ssfmerge %s", lead, command->name);
      while (*form != '\0' && *form != '\n')
        {
          const int size = (int) strcspn (form, " \n");
          if (column + 1 + size > HELP_WIDTH)
            column = printf ("\n%*s", USAGE_INDENT, "") - 1;
          column += printf (" %.*s", size, form);
          form += size;
          form += *form == ' ';
        }
      puts ("");
      lead = "  or:  ";
    }
}

static void
put_option (const struct option_spec *spec)
{
  int column = spec->letter != 0
                   ? printf ("  -%c, --%s", spec->letter, spec->name)
                   : printf ("      --%s", spec->name);
  if (spec->arg != NULL)
    column += spec->arg[0] == '[' ? printf ("[=%s", spec->arg + 1)
                                  : printf ("=%s", spec->arg);
  print_text (spec->text, column);
}

/* Print the options of COMMAND in group number GROUP, after its head.  */
static void
put_group (const struct command *command, size_t group)
{
  bool any = group == GROUPS - 1;

  for (const struct option_spec *spec = command->options; spec->name != NULL;
       spec++)
    any |= group_of (spec->name) == group;
  if (any)
    printf ("\n%s\n", groups[group].head);
  for (const struct option_spec *spec = command->options; spec->name != NULL;
       spec++)
    if (group_of (spec->name) == group)
      put_option (spec);
}

void
options_help (const struct command *command)
{
  put_usage (command);
  printf ("%s\n", command->about);
  if (command->examples != NULL)
    {
      printf ("\nExamples:\n%s\n", command->examples);
      for (size_t group = 0; group < GROUPS; group++)
        put_group (command, group);
    }
  else
    {
      puts ("\nOptions:");
      for (const struct option_spec *spec = command->options;
           spec->name != NULL; spec++)
        put_option (spec);
    }
  print_text ("color messages and verdicts: always, never, or auto\n"
              "(the default), on terminals",
              printf ("      --color[=WHEN]"));
  print_text ("print this help", printf ("  -%c, --help", OPTION_HELP));
  print_text ("print the version",
              printf ("  -%c, --version", OPTION_VERSION));
}

void
version_print (bool verbose)
{
  printf ("sfmerge %s\n", sfm_version ());
  fputs ("Copyright (C) 2026 the sfmerge authors\n"
         "License GPLv3+: GNU GPL version 3 or later "
         "<https://gnu.org/licenses/gpl.html>.\n"
         "This is free software: you are free to change and redistribute "
         "it.\n"
         "There is NO WARRANTY, to the extent permitted by law.\n",
         stdout);
  if (verbose)
    printf ("Workers: no capabilities, no privileges, %s, %s\n",
            sandbox_has_landlock () ? "Landlock"
                                    : "no Landlock in this kernel",
            sandbox_has_filter () ? "system calls refused"
                                  : "no system calls refused");
}

/* What is wrong with an option, and what may have been meant.  */

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
