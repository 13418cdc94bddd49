/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-command.c - the whole command line, on any files.

   What holds whatever the input is: the exit status is one of the documented
   ones; one that is not 0 has a message, or is what a command with -q
   answers; a command that fails leaves no file changed, made or left over, and
   one that only reads never does; what --json prints is JSON; what a command
   has written passes check; and the same command on its own output changes
   nothing.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "fuzz.h"
#include "json-judge.h"
#include "report.h"
#include "trial.h"

const char fuzz_name[] = "fuzz-command";

enum
{
  /* Larger texts are not looked at.  */
  JSON_MAX = 1 << 22
};

/* Of a file that is there now: count it if it is not as it was.  */
static void
compare_file (void *data, const char *path)
{
  struct trial *trial = data;
  char name[SCRIPT_NAME];
  size_t size;

  for (size_t i = 0; i < trial->script.file_count; i++)
    {
      script_name (&trial->script, i, name);
      if (strcmp (name, path) != 0)
        continue;
      uint8_t *bytes = workdir_get (path, &size);
      bool same = bytes != NULL && size == trial->before_size[i]
                  && memcmp (bytes, trial->before[i], size) == 0;
      free (bytes);
      if (same)
        return;
    }
  trial->made_count++;
  snprintf (trial->made, sizeof trial->made, "%s", path);
}

/* What was printed.  */
static void
judge_output (const struct trial *trial)
{
  const struct workdir_output *output = &trial->output;

  trial_require (trial, trial->status >= 0 && trial->status <= STATUS_USAGE,
                 "the exit status is a documented one");
  trial_require (
      trial,
      trial->status == STATUS_DONE || output->err_size != 0
          || (trial->kind == NULL
              && (output->out_size != 0 || trial_has_option (trial, "quiet"))),
      "a failure has a message");
  if (trial->status <= STATUS_FAILED && output->out_size != 0
      && output->out_size < JSON_MAX && trial_has_option (trial, "json")
      && !trial_has_option (trial, "help")
      && !trial_has_option (trial, "version")
      && !trial_has_option (trial, "list-consumers"))
    trial_require (trial, json_judge (output->out, output->out_size) == NULL,
                   "what --json prints is JSON");
}

/* diff of a file and itself.  */
static void
judge_same (const struct trial *trial)
{
  char **args = trial->args;

  if (trial->arg_count == 4 && strcmp (args[1], "diff") == 0
      && strcmp (args[2], args[3]) == 0)
    trial_require (trial, trial->status != STATUS_FAILED,
                   "a file does not differ from itself");
}

/* What became of the files.  */
static void
judge_files (struct trial *trial)
{
  const struct kind *kind = trial->kind;

  workdir_each (compare_file, trial);
  /* check --html writes pages to a directory.  */
  if (trial_has_option (trial, "html"))
    return;
  if (kind == NULL || (trial->status != STATUS_DONE && !trial->several))
    trial_require (trial, trial->made_count == 0, "nothing is written");
  if (kind == NULL || trial->made_count != 1 || trial->several
      || trial->status != STATUS_DONE)
    return;
  /* --partial goes on with what is lost already, and tells it; --no-verify
     writes what may be wrong.  */
  if ((!trial_has_option (trial, "partial")
       || strstr (trial->output.err, "warning:") == NULL)
      && !trial_has_option (trial, "no-verify"))
    trial_judge_written (trial);
  /* strip --require refuses its own output, which has nothing to remove.  */
  const bool refused = strcmp (kind->name, "strip") == 0
                       && trial_has_option (trial, "require");
  if (kind->repeats && !refused && !trial->detached && trial->subject != NULL
      && strstr (trial->output.err, "warning:") == NULL)
    trial_judge_repeated (trial);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static struct trial trial;

  trial = (struct trial){ .argc = 0 };
  script_read (data, size, &trial.script);
  if (!script_is_harmless (&trial.script))
    return 0;
  trial.argc = script_arguments (&trial.script, trial.text, trial.argv);
  if (trial.argc < 2)
    return 0;
  workdir_enter ();
  workdir_put_script (&trial.script);
  trial_expect (&trial);
  for (size_t i = 0; i < trial.script.file_count; i++)
    {
      char name[SCRIPT_NAME];
      script_name (&trial.script, i, name);
      trial.before[i] = workdir_get (name, &trial.before_size[i]);
    }
  trial_run (&trial);
  judge_output (&trial);
  judge_same (&trial);
  judge_files (&trial);
  workdir_forget (&trial.output);
  for (size_t i = 0; i < trial.script.file_count; i++)
    free (trial.before[i]);
  pool_free (&trial.pool);
  fuzz_require (workdir_leave (), "no temporary file is left");
  return 0;
}
