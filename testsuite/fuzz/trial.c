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
trial_has_option (const struct trial *trial, const char *name)
{
  return commands_given (name, trial->arg_count - 1, trial->args + 1);
}

void
trial_expect (struct trial *trial)
{
  char name[SCRIPT_NAME];
  size_t operands = 0; /* with the arguments of options */
  bool ended = false;

  trial->args = trial->argv;
  trial->arg_count = trial->argc;
  if (response_expand (&trial->arg_count, &trial->args, &trial->pool,
                       &diag_silent)
          != SFM_OK
      || trial->arg_count < 2)
    return;
  char **args = trial->args;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (strcmp (args[1], kinds[i].name) == 0)
      trial->kind = &kinds[i];
  for (int i = 2; i < trial->arg_count; i++)
    {
      operands += ended || args[i][0] != '-' || args[i][1] == '\0';
      ended |= strcmp (args[i], "--") == 0;
      for (size_t j = 0; j < trial->script.file_count; j++)
        {
          script_name (&trial->script, j, name);
          if (strcmp (args[i], name) == 0 && trial->subject == NULL)
            trial->subject = args[i];
        }
    }
  trial->detached = trial_has_option (trial, "detached");
  trial->several
      = trial_has_option (trial, "recursive")
        || (operands > 1 && strcmp (args[1], "link") != 0
            && (trial->detached || trial_has_option (trial, "in-place")));
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
