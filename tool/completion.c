/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   completion.c - what can be typed, for the completions of shells, by the
   tables that drive the parsers.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cmd-check.h"
#include "commands.h"
#include "consumers.h"
#include "diff.h"
#include "dump.h"
#include "image-edit.h"
#include "plt-code.h"

/* The options that take words of a list, of COMMAND or, if it is NULL, of all
   others.  */
static const struct
{
  const char *command;
  const char *option;
  const char *const *words;
} word_lists[] = {
  { "check", "fail-on", check_severities },
  { "diff", "fail-on", diff_fail_words },
  { "dump", "format", dump_formats },
  { NULL, "color", color_words },
  { NULL, "cover-noreturn", when_words },
  { NULL, "fill", fill_words },
  { NULL, "grow", grow_words },
  { NULL, "share-rows", when_words },
  { NULL, "to", target_names },
};

/* What arguments of these names are, if their option has no list.  */
static const struct
{
  const char *argument;
  const char *values;
} kinds[] = {
  { "COMPILER", "@commands" }, { "DIR", "@directories" },
  { "FILE", "@files" },        { "INPUT", "@files" },
  { "MAP", "@files" },         { "OBJECT", "@files" },
};

/* Print the names of consumers.  check, which takes SEVERAL, takes "all", and
   those for which nothing is written.  */
static void
put_consumers (bool several)
{
  for (unsigned i = 0; i < CONSUMER_COUNT; i++)
    {
      const struct consumer *consumer = consumer_at ((enum consumer_id) i);
      if (several || !consumer->eh_frame)
        printf ("%s%s", i == 0 ? "" : " ", consumer->name);
    }
  if (several)
    fputs (" all", stdout);
}

/* Print the values of the option NAME of COMMAND with the argument ARG.  */
static void
put_values (const struct command *command, const char *name, const char *arg)
{
  if (strcmp (name, "for") == 0)
    {
      put_consumers (strchr (arg, ',') != NULL);
      return;
    }
  if (strcmp (name, "plt") == 0)
    {
      for (unsigned i = 0; i < PLT_MODES; i++)
        printf ("%s%s", i == 0 ? "" : " ", plt_mode_name ((enum plt_mode) i));
      return;
    }
  for (size_t i = 0; i < sizeof word_lists / sizeof word_lists[0]; i++)
    if (strcmp (word_lists[i].option, name) == 0
        && (word_lists[i].command == NULL
            || strcmp (word_lists[i].command, command->name) == 0))
      {
        for (size_t j = 0; word_lists[i].words[j] != NULL; j++)
          printf ("%s%s", j == 0 ? "" : " ", word_lists[i].words[j]);
        return;
      }
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (strcmp (kinds[i].argument, arg) == 0)
      {
        fputs (kinds[i].values, stdout);
        return;
      }
  putchar ('-');
}

/* Print the rest of the line of the option NAME, if COMMAND is not NULL one
   with the argument ARG; TEXT may have several lines.  */
static void
put_rest (const struct command *command, const char *name, const char *arg,
          const char *text)
{
  printf ("\t%s\t", arg == NULL ? "-" : arg);
  if (arg == NULL)
    putchar ('-');
  else
    put_values (command, name, arg);
  putchar ('\t');
  for (; *text != '\0'; text++)
    putchar (*text == '\n' ? ' ' : *text);
  putchar ('\n');
}

void
completion_command (const struct command *command)
{
  for (const struct option_spec *spec = command->options; spec->key != 0;
       spec++)
    {
      printf ("--%s", spec->name);
      put_rest (command, spec->name, spec->arg, spec->text);
      if (spec->key >= OPTION_LONG_ONLY)
        continue;
      printf ("-%c", spec->key);
      put_rest (command, spec->name, spec->arg, spec->text);
    }
  fputs ("--color", stdout);
  put_rest (command, "color", "[WHEN]", "color messages and verdicts");
  puts ("--help\t-\t-\tprint this help");
  puts ("--version\t-\t-\tprint the version");
  printf ("*\t-\t%s\t-\n", command->verbatim ? "@line" : "@files");
}
