/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   trial-readers.c - inputs read by processes of their own, and by this one.

   Coverage is counted in this process alone, so that the fuzzer learns from
   the run without processes.  What the run with them says and writes has to be
   the same.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "fuzz.h"
#include "trial.h"

/* Add the file NAME to the sum at DATA, in which the order of files does not
   count.  */
static void
add_file (void *data, const char *name)
{
  uint64_t *sum = data;
  size_t size;
  uint8_t *bytes = workdir_get (name, &size);

  if (bytes == NULL)
    return;
  uLong named
      = crc32 (0, (const Bytef *) (const void *) name, (uInt) strlen (name));
  *sum += (uint64_t) crc32 (named, bytes, (uInt) size) << 20;
  *sum += size;
  free (bytes);
}

static uint64_t
sum_of_files (void)
{
  uint64_t sum = 0;

  workdir_each (add_file, &sum);
  return sum;
}

/* Whether TRIAL is one of those that are run in both ways: all with
   FUZZ_READERS in the environment, else one of sixteen, by the sum of their
   bytes, as processes take ten times as long as the rest (63 runs a second
   instead of 1,000).  */
static bool
is_chosen (const struct trial *trial)
{
  const struct script *script = &trial->script;
  uLong sum = crc32 (0, (const Bytef *) (const void *) script->lines,
                     (uInt) script->lines_size);

  for (size_t i = 0; i < script->file_count; i++)
    sum = crc32 (sum, script->files[i].bytes, (uInt) script->files[i].size);
  return sum % 16 == 0 || getenv ("FUZZ_READERS") != NULL;
}

/* Whether TRIAL judges results by processes of its own, as --for and the
   advice of check do: one of the ways cannot start any.  */
static bool
judges_results (const struct trial *trial)
{
  bool found = strcmp (trial->argv[1], "check") == 0;

  for (int i = 1; i < trial->argc; i++)
    found |= strncmp (trial->argv[i], "--for", 5) == 0;
  return found;
}

void
trial_judge_readers (struct trial *trial)
{
  struct trial apart = *trial;
  uint64_t sums[2];

  if (!is_chosen (trial) || judges_results (trial))
    return;
  for (int i = 0; i < 2; i++)
    {
      trial_run (i == 0 ? &apart : trial, i == 0);
      sums[i] = sum_of_files ();
      fuzz_require (workdir_leave (), "no temporary file is left");
      workdir_enter ();
      workdir_put_script (&trial->script);
    }
  /* What a sanitizer says in a reader process is told as that one's last
     words.  */
  trial_require (&apart, strstr (apart.output.err, "anitizer") == NULL,
                 "a process that reads inputs does so without a report");
  trial_require (&apart,
                 apart.status == trial->status
                     && strcmp (apart.output.err, trial->output.err) == 0,
                 "processes that read inputs change no message");
  trial_require (trial, strcmp (apart.output.out, trial->output.out) == 0,
                 "processes that read inputs change nothing printed");
  trial_require (trial, sums[0] == sums[1],
                 "processes that read inputs change no file");
  workdir_forget (&apart.output);
}
