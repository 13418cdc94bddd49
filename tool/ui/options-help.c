/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   options-help.c - the help of a command: its forms, examples and options.

   The options of commands that have many are in groups, which are the same for
   all of them.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "options.h"
#include "process.h"

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

/* Print the usage of COMMAND, with lines broken between words.  */
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
