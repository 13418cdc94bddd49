/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   options.c - command lines: one table per command drives both its parser and
   its help.  */

#include "config.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "options.h"
#include "process.h"
#include "report.h"

/* Options that contradict each other, or want another one.

   One table is for all commands: an option of one name means the same in each.
   A rule holds for commands that have both options.  What depends on arguments
   or on operands is checked by the command.

   Of an option with a value, such as --to, the last counts, and so it does of
   --rows and --no-rows: a build sets one, its user another.  But a file that
   is named is to be read or written, so another name for it is refused.  */

static const struct rule
{
  const char *option;
  const char *other;
  bool wanted; /* OTHER must be given, too; else it must not be */
} rules[] = {
  { "quiet", "verbose", false },
  { "brief", "quiet", false },
  { "brief", "json", false },
  { "at", "headers", false },
  { "output", "in-place", false },
  { "output", "detached", false },
  { "detached", "in-place", false },
  { "overwrite", "in-place", true },
  { "backup", "in-place", true },
  { "backup", "overwrite", false },
  /* --detached is for images, and --split divides sections of objects.  */
  { "split", "detached", false },
  { "split", "images", false },
  { "strip", "synth", false },
  { "strip", "to", false },
  { "strip", "for", false },
  { "strip", "partial", false },
  { "images", "recursive", true },
  { "exclude", "recursive", true },
  { "from-map", "against", true },
};

/* Options that name a file.  */
static const char *const names[] = { "output", "detached", "html", "symbols" };

/* The number of the option NAME of WALK's command, or -1.  */
static int
find (const struct option_walk *walk, const char *name)
{
  for (int i = 0; walk->longs[i].name != NULL; i++)
    if (strcmp (walk->longs[i].name, name) == 0)
      return i;
  return -1;
}

/* Report that RULE, of the options number ONE and OTHER, is broken.  */
static int
broken (const struct option_walk *walk, const struct rule *rule, int one,
        int other)
{
  char first[OPTION_NAME_SIZE], second[OPTION_NAME_SIZE];

  (void) options_name (walk, walk->longs[one].val, first);
  (void) options_name (walk, walk->longs[other].val, second);
  report_usage (rule->wanted ? "%s: %s needs %s"
                             : "%s: %s and %s cannot be used together",
                walk->command->name, first, second);
  return OPTIONS_BAD;
}

/* For options_next: note that the option KEY is given with ARG.  Returns KEY,
   or OPTIONS_BAD if it names another file than before.  */
static int
options_note (struct option_walk *walk, int key, const char *arg)
{
  char name[OPTION_NAME_SIZE];
  int idx = 0;

  while (walk->longs[idx].name != NULL && walk->longs[idx].val != key)
    idx++;
  const char *old = walk->args[idx];
  walk->given[idx] = true;
  walk->args[idx] = arg;
  for (size_t i = 0; old != NULL && i < sizeof names / sizeof *names; i++)
    if (strcmp (walk->longs[idx].name, names[i]) == 0
        && strcmp (old, arg) != 0)
      {
        report_usage ("%s: %s names two files, '%s' and '%s'",
                      walk->command->name, options_name (walk, key, name), old,
                      arg);
        return OPTIONS_BAD;
      }
  return key;
}

/* For options_next: whether the options that are given go together.  Returns
   OPTIONS_END or OPTIONS_BAD.  */
static int
options_together (const struct option_walk *walk)
{
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    {
      const int one = find (walk, rules[i].option);
      const int other = find (walk, rules[i].other);
      if (one >= 0 && other >= 0 && walk->given[one]
          && walk->given[other] != rules[i].wanted)
        return broken (walk, &rules[i], one, other);
    }
  return OPTIONS_END;
}

enum
{
  JOBS_MAX = 256,
  KEY_COLOR = OPTION_LONG_ONLY + 1000
};

void
options_begin (struct option_walk *walk, const struct command *command)
{
  size_t count = 0, letters = 0;

  *walk = (struct option_walk){ .command = command };
  if (command->verbatim)
    walk->letters[letters++] = '+';
  /* The colon lets getopt_long tell a missing argument from the rest.  */
  walk->letters[letters++] = ':';
  for (const struct option_spec *spec = command->options;
       spec->key != 0 && count < OPTION_TABLE_SIZE; spec++)
    {
      walk->longs[count].name = spec->name;
      walk->longs[count].has_arg = spec->arg == NULL     ? no_argument
                                   : spec->arg[0] == '[' ? optional_argument
                                                         : required_argument;
      walk->longs[count].val = spec->key;
      count++;
      if (spec->key >= OPTION_LONG_ONLY)
        continue;
      walk->letters[letters++] = (char) spec->key;
      if (spec->arg != NULL)
        walk->letters[letters++] = ':';
    }
  walk->letters[letters++] = OPTION_HELP;
  walk->letters[letters++] = OPTION_VERSION;
  walk->longs[count++] = (struct option){ .name = "color",
                                          .has_arg = optional_argument,
                                          .val = KEY_COLOR };
  walk->longs[count++] = (struct option){ .name = "help", .val = OPTION_HELP };
  walk->longs[count++]
      = (struct option){ .name = "version", .val = OPTION_VERSION };
  /* Not 1: getopt_long would go on in a cluster of letters that an earlier
     command line left.  */
  optind = 0;
  opterr = 0;
}

const char *const color_words[] = { "auto", "always", "never", NULL };

/* Handle --color=TEXT, where TEXT may be NULL.  Returns OPTIONS_GO_ON or the
   exit status.  */
static int
take_color (const struct command *command, const char *text)
{
  unsigned when = COLOR_ALWAYS;
  int status = OPTIONS_GO_ON;

  if (text != NULL)
    status = options_word (command->name, "color", text, color_words, &when);
  if (status == OPTIONS_GO_ON)
    color_decide ((enum color_when) when);
  return status;
}

int
options_next (struct option_walk *walk, int argc, char **argv)
{
  int key;

  do
    key = getopt_long (argc, argv, walk->letters, walk->longs, NULL);
  while (key == KEY_COLOR
         && take_color (walk->command, optarg) == OPTIONS_GO_ON);
  if (key == KEY_COLOR)
    return OPTIONS_BAD;

  if (key == OPTION_HELP || key == OPTION_VERSION)
    {
      if (key == OPTION_HELP)
        options_help (walk->command);
      else
        version_print (false);
      return OPTIONS_HELP;
    }
  if (key == '?' || key == ':')
    return options_bad (walk, key == ':', argv[optind - 1]);
  return key == -1 ? options_together (walk)
                   : options_note (walk, key, optarg);
}

bool
options_given (const struct command *command, const char *name, int argc,
               char **argv)
{
  struct option_walk walk;
  char letters[sizeof walk.letters + 1];
  bool given = false;
  int key, idx;

  options_begin (&walk, command);
  /* With this sign getopt_long leaves ARGV in its order.  */
  snprintf (letters, sizeof letters, "-%s", walk.letters);
  for (;;)
    {
      idx = -1;
      key = getopt_long (argc, argv, letters, walk.longs, &idx);
      if (key == -1)
        return given;
      given |= key != '?' && key != ':' && idx >= 0
               && strcmp (walk.longs[idx].name, name) == 0;
    }
}

int
options_take (int key, struct report *report)
{
  switch (key)
    {
    case 'q':
      report->quiet = true;
      return OPTIONS_GO_ON;
    case 'v':
      report->verbose = true;
      report->sink.terse = false;
      return OPTIONS_GO_ON;
    case OPTIONS_HELP:
      return STATUS_DONE;
    default:
      return STATUS_USAGE;
    }
}

bool
options_size (const char *text, uint64_t *size)
{
  unsigned shift = 0;
  char *end;

  /* strtoull accepts signs and leading white space.  */
  if (!isdigit ((unsigned char) text[0]))
    return false;
  errno = 0;
  unsigned long long value = strtoull (text, &end, 0);
  if (errno != 0)
    return false;
  if (*end == 'K' || *end == 'M' || *end == 'G')
    {
      shift = *end == 'K' ? 10 : *end == 'M' ? 20 : 30;
      end++;
    }
  if (*end != '\0' || value > UINT64_MAX >> shift)
    return false;
  *size = (uint64_t) value << shift;
  return true;
}

int
options_jobs (const char *command, const char *text, unsigned *jobs)
{
  uint64_t count;

  if (!options_size (text, &count) || count > JOBS_MAX)
    return report_usage ("%s: '%s' is not a number of jobs from 0 to %d",
                         command, text, JOBS_MAX);
  *jobs = (unsigned) count;
  return OPTIONS_GO_ON;
}

int
options_demangle (const char *command, bool *demangle)
{
  if (!demangle_available)
    return report_usage ("%s: --demangle is not in this sfmerge, which was"
                         " built without libbfd",
                         command);
  *demangle = true;
  return OPTIONS_GO_ON;
}

bool
options_demangles (bool asked, bool json)
{
  return asked || (demangle_available && !json && isatty (STDOUT_FILENO));
}

unsigned
options_jobs_count (unsigned jobs, bool recurse)
{
  if (jobs == OPTIONS_JOBS_UNSET)
    jobs = recurse ? 0 : 1;
  return jobs != 0 ? jobs : threads_processors ();
}
