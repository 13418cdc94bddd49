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
  trial_require (trial,
                 trial->status == STATUS_DONE || output->err_size != 0
                     || (trial->kind == NULL
                         && (output->out_size != 0
                             || trial_has_option (trial, 'q', "quiet"))),
                 "a failure has a message");
  if (trial->status <= STATUS_FAILED && output->out_size != 0
      && output->out_size < JSON_MAX && trial_has_argument (trial, "--json")
      && !trial_has_option (trial, '\1', "help")
      && !trial_has_option (trial, '\1', "list-consumers"))
    trial_require (trial, json_judge (output->out, output->out_size) == NULL,
                   "what --json prints is JSON");
}

/* Run check on the COUNT files PATHS; its exit status, what it says is in
   OUTPUT.  */
static int
check_files (const char *rows, char **paths, int count,
             struct workdir_output *output)
{
  static char program[] = "sfmerge", check[] = "check", all[] = "-v",
              end[] = "--", trust[] = "--trust-inputs";
  char option[16],
      *argv[SCRIPT_FILES + 7] = { program, check, trust, all, option, end };

  snprintf (option, sizeof option, "%s", rows);
  for (int i = 0; i < count; i++)
    argv[6 + i] = paths[i];
  return workdir_run (commands_run, 6 + count, argv, 1, output);
}

/* Whether each kind of error in TEXT, what check says, is in KNOWN too.  All
   that is wrong with relocations is one: where they are in the wrong places,
   what they name is seen only when that is mended.  */
static bool
is_known (const char *text, const char *known)
{
  static const char relocations[] = "\n  error: relocation-";
  static const char mark[] = "\n  error: ";
  char kind[128];

  while ((text = strstr (text, mark)) != NULL)
    {
      size_t size = strcspn (text + strlen (mark), ":") + strlen (mark);
      if (size >= sizeof kind)
        return false;
      memcpy (kind, text, size);
      kind[size] = '\0';
      if (strncmp (kind, relocations, strlen (relocations)) == 0)
        kind[strlen (relocations)] = '\0';
      if (strstr (known, kind) == NULL)
        return false;
      text += size;
    }
  return true;
}

/* Whether TRIAL told all that is left wrong, of which check says TEXT.  And
   --plt=none leaves code that linkers make to .eh_frame, which may be
   damaged.  */
static bool
is_told (const struct trial *trial, const char *text)
{
  const char *said = trial->output.err;

  return strstr (said, "kept, but it overlaps another") != NULL
         || (trial_has_option (trial, '\1', "plt")
             && is_known (text, "\n  error: plt-wrong-rows"))
         || ((strstr (said, " left out: ") != NULL
              || strstr (said, " contradict .eh_frame; they are not") != NULL)
             && is_known (text, "\n  error: plt-only"
                                "\n  error: describes-nothing"))
         /* .eh_frame has one function of PLT code where .sframe has two: the
            first alone does not agree with it.  */
         || (strstr (said, " left out: the size of its repeated") != NULL
             && is_known (text, "\n  error: function-contradicted"));
}

/* What check says of the file that TRIAL has made.  Some of what is wrong with
   objects cannot be mended without a loss, and stays: so no kind of error may
   be new.  And check, which asks libbfd, may be unable to read what repair,
   which does not, has rightly left as it is.  */
static void
judge_written (const struct trial *trial)
{
  char path[sizeof trial->made], names[SCRIPT_FILES][SCRIPT_NAME];
  char *paths[SCRIPT_FILES] = { path };
  struct workdir_output output, known;

  snprintf (path, sizeof path, "%s", trial->made);
  int status = check_files (trial->kind->check, paths, 1, &output);
  if (status == STATUS_DONE)
    {
      workdir_forget (&output);
      return;
    }
  size_t size;
  uint8_t *made = workdir_get (path, &size);
  for (size_t i = 0; i < trial->script.file_count; i++)
    {
      paths[i] = names[i];
      script_name (&trial->script, i, paths[i]);
      workdir_put (paths[i], trial->before[i], trial->before_size[i]);
    }
  int before = check_files (trial->kind->check, paths,
                            (int) trial->script.file_count, &known);
  workdir_put (path, made, size);
  free (made);
  if (is_told (trial, output.out) || before > status
      || strstr (output.err, "libbfd") != NULL
      || (before == status && is_known (output.out, known.out)))
    status = STATUS_DONE;
  else
    fprintf (stderr, "%s%s%s", output.out, output.err, known.out);
  workdir_forget (&output);
  workdir_forget (&known);
  trial_require (trial, status == STATUS_DONE,
                 "what was written passes check");
}

/* Whether check finds errors in the file that TRIAL began with.  */
static bool
was_damaged (const struct trial *trial)
{
  char path[SCRIPT_NAME];
  char *paths[] = { path };
  struct workdir_output output;
  int status = STATUS_DONE;

  for (size_t i = 0; i < trial->script.file_count; i++)
    {
      script_name (&trial->script, i, path);
      if (strcmp (path, trial->subject) != 0)
        continue;
      workdir_put (path, trial->before[i], trial->before_size[i]);
      status = check_files (trial->kind->check, paths, 1, &output);
      workdir_forget (&output);
    }
  return status != STATUS_DONE;
}

/* Run the command of TRIAL again, on its own output; returns the new one, of
   *SIZE bytes, to be freed.  NULL: it refuses.  */
static uint8_t *
repeat (struct trial *trial, size_t *size)
{
  if (strcmp (trial->made, trial->subject) != 0
      && rename (trial->made, trial->subject) != 0)
    fuzz_broken ("the output can be renamed");
  trial_run (trial, false);
  return trial->status == STATUS_DONE ? workdir_get (trial->made, size) : NULL;
}

/* Run the command again, on its own output, which it does not change.  What
   was damaged may take two runs: the first drops what is nowhere in the code,
   and the second finds what that stood in the way of, or refuses what it has
   lost the evidence for.  A section that was not sorted shows that its linker
   did not merge, which a sorted one may have.  */
static void
judge_repeated (struct trial *trial)
{
  size_t first_size, second_size;
  uint8_t *first = workdir_get (trial->made, &first_size);
  uint8_t *second = repeat (trial, &second_size);
  bool same = second != NULL && second_size == first_size
              && memcmp (first, second, first_size) == 0;

  free (first);
  if (same || !was_damaged (trial))
    {
      trial_require (trial, second != NULL,
                     "the command takes its own output");
      trial_require (trial, same,
                     "the command does not change its own output");
    }
  else if (second == NULL)
    trial_require (
        trial,
        trial->status == STATUS_FAILED
            && (strstr (trial->output.err, "are not found in it") != NULL
                || strstr (trial->output.err, "are not in its .sframe") != NULL
                || strstr (trial->output.err, "warnings are fatal") != NULL),
        "the command takes what it has made of a damaged file");
  else
    {
      size_t third_size;
      workdir_put (trial->made, second, second_size);
      uint8_t *third = repeat (trial, &third_size);
      trial_require (trial,
                     third != NULL && third_size == second_size
                         && memcmp (second, third, third_size) == 0,
                     "the second run changes nothing that is left");
      free (third);
    }
  free (second);
}

/* What became of the files.  */
static void
judge_files (struct trial *trial)
{
  const struct kind *kind = trial->kind;

  workdir_each (compare_file, trial);
  if (kind == NULL || (trial->status != STATUS_DONE && !trial->several))
    trial_require (trial, trial->made_count == 0, "nothing is written");
  if (kind == NULL || trial->made_count != 1 || trial->several
      || trial->status != STATUS_DONE)
    return;
  /* --partial goes on with what is lost already, and tells it; --no-verify
     writes what may be wrong.  */
  if ((!trial_has_option (trial, '\1', "partial")
       || strstr (trial->output.err, "warning:") == NULL)
      && !trial_has_option (trial, '\1', "no-verify"))
    judge_written (trial);
  /* strip --require refuses its own output, which has nothing to remove.  */
  const bool refused = strcmp (kind->name, "strip") == 0
                       && trial_has_option (trial, '\1', "require");
  if (kind->repeats && !refused && !trial->detached && trial->subject != NULL
      && strstr (trial->output.err, "warning:") == NULL)
    judge_repeated (trial);
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
  trial_expect (&trial);
  workdir_enter ();
  workdir_put_script (&trial.script);
  for (size_t i = 0; i < trial.script.file_count; i++)
    {
      char name[SCRIPT_NAME];
      script_name (&trial.script, i, name);
      trial.before[i] = workdir_get (name, &trial.before_size[i]);
    }
  trial_judge_readers (&trial);
  trial_run (&trial, false);
  judge_output (&trial);
  judge_files (&trial);
  workdir_forget (&trial.output);
  for (size_t i = 0; i < trial.script.file_count; i++)
    free (trial.before[i]);
  fuzz_require (workdir_leave (), "no temporary file is left");
  return 0;
}
