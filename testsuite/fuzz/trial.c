/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   trial.c - a command line that a fuzz target tries on files.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "fuzz.h"
#include "trial.h"

static const struct kind kinds[] = {
  { "link", true, true, "--no-rows" },
  { "repair", true, true, "--no-rows" },
  { "convert", true, true, "--no-rows" },
  { "synth", true, true, "--rows" },
  { "strip", true, true, "--no-rows" },
  { "reserve", true, false, "--no-rows" },
};

void
trial_require (const struct trial *trial, bool holds, const char *what)
{
  if (holds)
    return;
  fprintf (stderr, "status %d of:", trial->status);
  for (int i = 1; i < trial->argc; i++)
    fprintf (stderr, " '%s'", trial->argv[i]);
  fprintf (stderr, "\n%s\n", trial->output.err);
  /* So that libFuzzer keeps the input where the run began.  */
  workdir_leave ();
  fuzz_broken (what);
}

bool
trial_has_argument (const struct trial *trial, const char *start)
{
  for (int i = 1; i < trial->argc; i++)
    if (strncmp (trial->argv[i], start, strlen (start)) == 0)
      return true;
  return false;
}

bool
trial_has_option (const struct trial *trial, char letter, const char *name)
{
  for (int i = 1; i < trial->argc; i++)
    {
      const char *arg = trial->argv[i];
      /* getopt_long takes a unique start of a name.  */
      if (arg[0] == '-' && arg[1] == '-' && arg[2] != '\0'
          && strncmp (name, arg + 2, strcspn (arg + 2, "=")) == 0)
        return true;
      if (arg[0] == '-' && arg[1] != '-' && strchr (arg, letter) != NULL)
        return true;
    }
  return false;
}

void
trial_expect (struct trial *trial)
{
  char name[SCRIPT_NAME];
  size_t operands = 0; /* with the arguments of options */
  bool ended = false;

  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (trial->argc > 1 && strcmp (trial->argv[1], kinds[i].name) == 0)
      trial->kind = &kinds[i];
  for (int i = 2; i < trial->argc; i++)
    {
      operands
          += ended || trial->argv[i][0] != '-' || trial->argv[i][1] == '\0';
      ended |= strcmp (trial->argv[i], "--") == 0;
      for (size_t j = 0; j < trial->script.file_count; j++)
        {
          script_name (&trial->script, j, name);
          if (strcmp (trial->argv[i], name) == 0 && trial->subject == NULL)
            trial->subject = trial->argv[i];
        }
    }
  trial->detached = trial_has_option (trial, '\1', "detached");
  trial->several
      = trial_has_option (trial, 'r', "recursive")
        || trial_has_argument (trial, "@")
        || (operands > 1 && strcmp (trial->argv[1], "link") != 0
            && (trial->detached || trial_has_option (trial, 'i', "in-place")));
}

void
trial_run (struct trial *trial)
{
  static char program[] = "sfmerge";
  char *argv[SCRIPT_ARGS + 2] = { program }; /* commands change theirs */
  unsigned threads = (trial->script.flags & SCRIPT_THREADS) != 0 ? 4 : 1;

  memcpy (argv + 1, trial->argv + 1, (size_t) trial->argc * sizeof *argv);
  workdir_forget (&trial->output);
  trial->status
      = workdir_run (commands_run, trial->argc, argv, threads, &trial->output);
}
