/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   options.c - command lines: one table per command drives both its parser and
   its help.  */

#include "config.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "demangle.h"
#include "options.h"
#include "process.h"
#include "report.h"

/* Options that contradict or require each other.

   One table serves all commands: an option means the same in each of them.  A
   rule holds for commands that have both options.  Commands themselves check
   what depends on arguments or operands.

   If an option with a value, such as --to, is repeated, the last one counts;
   so with --rows and --no-rows: a build sets one, its user another.  But a
   named file is meant to be read or written, so a second name for it is
   refused.  */

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
  return report_usage (rule->wanted ? "%s: %s needs %s"
                                    : "%s: %s and %s cannot be used together",
                       walk->command->name, first, second);
}

/* Note that the option KEY is given with ARG, and do what it says; refuse it
   if it names another file than before.  */
static int
take (struct option_walk *walk, int key, char *arg)
{
  char name[OPTION_NAME_SIZE];
  int idx = 0;

  while (walk->longs[idx].val != key)
    idx++;
  const char *old = walk->args[idx];
  walk->given[idx] = true;
  walk->args[idx] = arg;
  for (size_t i = 0; old != NULL && i < sizeof names / sizeof *names; i++)
    if (strcmp (walk->longs[idx].name, names[i]) == 0
        && strcmp (old, arg) != 0)
      return report_usage ("%s: %s names two files, '%s' and '%s'",
                           walk->command->name, options_name (walk, key, name),
                           old, arg);
  walk->use.spec = &walk->command->options[idx];
  walk->use.arg = arg;
  return walk->use.spec->take (&walk->use);
}

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
  return OPTIONS_GO_ON;
}

enum
{
  JOBS_MAX = 256,
  KEY_COLOR = OPTION_LONG_ONLY + 1000
};

static void
list_options (struct option_walk *walk)
{
  size_t count = 0, letters = 0;

  if (walk->command->verbatim)
    walk->letters[letters++] = '+';
  /* The colon lets getopt_long tell a missing argument from the rest.  */
  walk->letters[letters++] = ':';
  for (const struct option_spec *spec = walk->command->options;
       spec->name != NULL && count < OPTION_TABLE_SIZE; spec++, count++)
    {
      walk->longs[count] = (struct option){
        .name = spec->name,
        .has_arg = spec->arg == NULL     ? no_argument
                   : spec->arg[0] == '[' ? optional_argument
                                         : required_argument,
        .val
        = spec->letter != 0 ? spec->letter : OPTION_LONG_ONLY + (int) count
      };
      if (spec->letter == 0)
        continue;
      walk->letters[letters++] = spec->letter;
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
}

void
options_begin (struct option_walk *walk, int argc, char **argv,
               const struct command *command, void *options,
               struct report *report)
{
  *walk = (struct option_walk){
    .command = command,
    .argc = argc,
    .argv = argv,
    .use = { .command = command->name, .options = options, .report = report }
  };
  list_options (walk);
  /* Not 1: getopt_long would continue in a cluster of letters that an earlier
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
options_next (struct option_walk *walk)
{
  int key;

  walk->use.spec = NULL;
  do
    key = getopt_long (walk->argc, walk->argv, walk->letters, walk->longs,
                       NULL);
  while (key == KEY_COLOR
         && take_color (walk->command, optarg) == OPTIONS_GO_ON);
  switch (key)
    {
    case KEY_COLOR:
      return STATUS_USAGE;
    case OPTION_HELP:
      options_help (walk->command);
      return STATUS_DONE;
    case OPTION_VERSION:
      version_print (false);
      return STATUS_DONE;
    case '?':
    case ':':
      return options_bad (walk, key == ':', walk->argv[optind - 1]);
    case -1:
      return options_together (walk);
    default:
      return take (walk, key, optarg);
    }
}

int
options_parse (int argc, char **argv, const struct command *command,
               void *options, struct report *report)
{
  struct option_walk walk;
  int status;

  options_begin (&walk, argc, argv, command, options, report);
  do
    status = options_next (&walk);
  while (status == OPTIONS_GO_ON && walk.use.spec != NULL);
  return status;
}

bool
options_given (const struct command *command, const char *name, int argc,
               char **argv)
{
  struct option_walk walk;
  char letters[sizeof walk.letters + 1];
  bool given = false;
  int key;

  options_begin (&walk, argc, argv, command, NULL, NULL);
  const int wanted = find (&walk, name);
  /* With this sign getopt_long leaves ARGV in its order.  */
  snprintf (letters, sizeof letters, "-%s", walk.letters);
  while ((key = getopt_long (argc, argv, letters, walk.longs, NULL)) != -1)
    given |= wanted >= 0 && key == walk.longs[wanted].val;
  return given;
}

void *
option_member (const struct option_use *use)
{
  return (char *) use->options + use->spec->at;
}

int
option_set (const struct option_use *use)
{
  *(bool *) option_member (use) = true;
  return OPTIONS_GO_ON;
}

int
option_clear (const struct option_use *use)
{
  *(bool *) option_member (use) = false;
  return OPTIONS_GO_ON;
}

int
option_text (const struct option_use *use)
{
  *(const char **) option_member (use) = use->arg;
  return OPTIONS_GO_ON;
}

int
option_word (const struct option_use *use)
{
  const struct option_spec *spec = use->spec;
  unsigned number = spec->without;

  if (use->arg != NULL)
    GO_ON (options_word (use->command, spec->name, use->arg, spec->words,
                         &number));
  /* It may be of any enumerated type.  */
  memcpy (option_member (use), &number, sizeof number);
  return OPTIONS_GO_ON;
}

int
option_quiet (const struct option_use *use)
{
  use->report->quiet = true;
  return OPTIONS_GO_ON;
}

int
option_verbose (const struct option_use *use)
{
  use->report->verbose = true;
  use->report->sink.terse = false;
  return OPTIONS_GO_ON;
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
option_jobs (const struct option_use *use)
{
  uint64_t count;

  if (!options_size (use->arg, &count) || count > JOBS_MAX)
    return report_usage ("%s: '%s' is not a number of jobs from 0 to %d",
                         use->command, use->arg, JOBS_MAX);
  *(unsigned *) option_member (use) = (unsigned) count;
  return OPTIONS_GO_ON;
}

int
option_demangle (const struct option_use *use)
{
  if (!demangle_available)
    return report_usage ("%s: --demangle is not in this sfmerge, which was"
                         " built without libbfd",
                         use->command);
  return option_set (use);
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
