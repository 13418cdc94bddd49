/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   trial.h - a command line that a fuzz target tries on files.  */

#ifndef TRIAL_H
#define TRIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pool.h"
#include "script.h"
#include "workdir.h"

/* What a command does to files, by its name.  */
struct kind
{
  const char *name;
  bool writes;
  bool repeats;      /* on its own output it changes nothing */
  const char *check; /* how the output is checked, besides */
};

/* One run of a command: its arguments, and what became of the files.  */
struct trial
{
  struct script script;
  char text[SCRIPT_LINES_MAX];
  char *argv[SCRIPT_ARGS + 2];
  int argc;
  char **args; /* ARGV with the arguments of response files */
  int arg_count;
  struct pool pool;        /* of ARGS */
  const struct kind *kind; /* or NULL */
  uint8_t *before[SCRIPT_FILES];
  size_t before_size[SCRIPT_FILES];
  bool several;  /* files are done one by one */
  bool detached; /* the output is not of the input's kind */
  int status;
  const char *subject; /* the file that is read and written, or NULL */
  char made[64];       /* a file that was not there, or that is another one */
  size_t made_count;
  struct workdir_output output;
};

/* Learn from the arguments of TRIAL, whose files are there, what will be asked
   of the run.  */
void trial_expect (struct trial *trial);

/* WHAT is not so of TRIAL if HOLDS is false.  */
void trial_require (const struct trial *trial, bool holds, const char *what);

/* Whether the command of TRIAL is given its option NAME.  */
bool trial_has_option (const struct trial *trial, const char *name);

/* Run the command of TRIAL; its status and output are there then.  */
void trial_run (struct trial *trial);

/* trial-written.c: check the file that TRIAL has made, by what it said.  */
void trial_judge_written (const struct trial *trial);

/* trial-written.c: run the command of TRIAL again, on its own output, which it
   does not change.  */
void trial_judge_repeated (struct trial *trial);

#endif /* TRIAL_H */
