/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   completion.c - what can be typed, for the completions of shells, from the
   tables that drive the parsers.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "consumers.h"

/* The values of arguments with these names, if their option has no list.  */
static const struct
{
  const char *argument;
  const char *values;
} kinds[] = {
  { "COMPILER", "@commands" }, { "DIR", "@directories" },
  { "FILE", "@files" },        { "INPUT", "@files" },
  { "MAP", "@files" },         { "OBJECT", "@files" },
};

/* Print the names of consumers.  SEVERAL: for check, which also takes "all",
   and those for which nothing is written.  */
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

/* Print the values of ARG, the argument of the option NAME, which takes WORDS
   or, if they are NULL, anything.  */
static void
put_values (const char *name, const char *arg, const char *const *words)
{
  if (strcmp (name, "for") == 0)
    {
      put_consumers (strchr (arg, ',') != NULL);
      return;
    }
  for (size_t i = 0; words != NULL && words[i] != NULL; i++)
    printf ("%s%s", i == 0 ? "" : " ", words[i]);
  if (words != NULL)
    return;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (strcmp (kinds[i].argument, arg) == 0)
      {
        fputs (kinds[i].values, stdout);
        return;
      }
  putchar ('-');
}

/* Print the rest of the line of SPEC, whose text may have several lines.  */
static void
put_rest (const struct option_spec *spec)
{
  printf ("\t%s\t", spec->arg == NULL ? "-" : spec->arg);
  if (spec->arg == NULL)
    putchar ('-');
  else
    put_values (spec->name, spec->arg, spec->words);
  putchar ('\t');
  for (const char *text = spec->text; *text != '\0'; text++)
    putchar (*text == '\n' ? ' ' : *text);
  putchar ('\n');
}

void
completion_command (const struct command *command)
{
  static const struct option_spec color
      = { 0, "color", "[WHEN]", "color messages and verdicts",
          .words = color_words };

  for (const struct option_spec *spec = command->options; spec->name != NULL;
       spec++)
    {
      printf ("--%s", spec->name);
      put_rest (spec);
      if (spec->letter == 0)
        continue;
      printf ("-%c", spec->letter);
      put_rest (spec);
    }
  fputs ("--color", stdout);
  put_rest (&color);
  puts ("--help\t-\t-\tprint this help");
  puts ("--version\t-\t-\tprint the version");
  printf ("*\t-\t%s\t-\n", command->verbatim ? "@line" : "@files");
}
