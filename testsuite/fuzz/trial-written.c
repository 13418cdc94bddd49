/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   trial-written.c - what a command has written: check finds nothing wrong, and
   the same command changes nothing.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "fuzz.h"
#include "report.h"
#include "trial.h"

/* Run check on the COUNT files PATHS; its exit status, what it says is in
   OUTPUT.  */
static int
check_files (const char *rows, char **paths, int count,
             struct workdir_output *output)
{
  static char program[] = "sfmerge", check[] = "check", all[] = "-v",
              end[] = "--";
  char option[16],
      *argv[SCRIPT_FILES + 6] = { program, check, all, option, end };

  snprintf (option, sizeof option, "%s", rows);
  for (int i = 0; i < count; i++)
    argv[5 + i] = paths[i];
  return workdir_run (commands_run, 5 + count, argv, 1, output);
}

/* Whether each kind of error in TEXT, what check says, is in KNOWN too.  All
   that is wrong with relocations is one: where they are in the wrong places,
   what they name is seen only when that is fixed.  */
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
         || (trial_has_option (trial, "plt")
             && is_known (text, "\n  error: plt-wrong-rows"))
         || ((strstr (said, " left out: ") != NULL
              || strstr (said, "functions after it may go unconfirmed") != NULL
              || strstr (said, " contradict .eh_frame; they are not") != NULL)
             && is_known (text, "\n  error: plt-only"
                                "\n  error: describes-nothing"
                                "\n  error: shifted"));
}

/* What check says of the file that TRIAL has made.  Some of what is wrong with
   objects cannot be fixed without a loss, and stays: so no kind of error may
   be new.  And check, which asks libbfd, may be unable to read what repair,
   which does not, has rightly left as it is.  A file for a machine without an
   ABI is an error once it has no .sframe.  */
void
trial_judge_written (const struct trial *trial)
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
      || strstr (output.err, "SFrame has no ABI for ") != NULL
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
  trial_run (trial);
  return trial->status == STATUS_DONE ? workdir_get (trial->made, size) : NULL;
}

/* Run the command again, on its own output, which it does not change.  What
   was damaged may take two runs: the first drops what is nowhere in the code,
   and the second finds what that stood in the way of, or refuses what it has
   lost the evidence for.  A section that was not sorted shows that its linker
   did not merge, which a sorted one may have.  */
void
trial_judge_repeated (struct trial *trial)
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
                || strstr (trial->output.err, "where it was linked to") != NULL
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
