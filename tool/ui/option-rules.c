/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   option-rules.c - options that contradict each other, or want another one.

   One table is for all commands: an option of one name means the same in each.
   A rule holds for commands that have both options.  What depends on arguments
   or on operands is checked by the command.

   Of an option with a value, such as --to, the last counts, and so it does of
   --rows and --no-rows: a build sets one, its user another.  But a file that
   is named is to be read or written, so another name for it is refused.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "options.h"
#include "report.h"

static const struct rule
{
  const char *option;
  const char *other;
  bool wanted; /* OTHER must be given, too; else it must not be */
} rules[] = {
  { "quiet", "verbose", false },
  { "brief", "quiet", false },
  { "brief", "json", false },
  { "json", "style", false },
  { "at", "headers", false },
  { "output", "in-place", false },
  { "output", "detached", false },
  { "detached", "in-place", false },
  /* --detached is for images, and --split divides sections of objects.  */
  { "split", "detached", false },
  { "split", "images", false },
  { "strip", "synth", false },
  { "strip", "to", false },
  { "strip", "for", false },
  { "strip", "partial", false },
  { "images", "recursive", true },
  { "exclude", "recursive", true },
  { "follow-thin", "in-place", true },
  { "from-map", "against", true },
  { "reserve", "wait", true },
};

/* Options that name a file.  */
static const char *const names[]
    = { "output", "detached", "html", "reserve", "symbols" };

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

int
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

int
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
