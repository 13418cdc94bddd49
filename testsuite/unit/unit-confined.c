/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-confined.c - what processes of jobs are given, and what comes back.  */

#include "config.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "fixture-told.h"
#include "process.h"
#include "result.h"
#include "workers.h"

enum
{
  JOBS = TOLD_JOBS,
  WORKERS = 2
};

/* What run_noted writes.  */
static unsigned numbers[WORKERS_WINDOW];

static int
run_noted (void *data, size_t idx)
{
  (void) data;
  numbers[idx] = (unsigned) idx + 100;
  return STATUS_DONE;
}

static bool
below_105 (void *data, size_t idx)
{
  (void) data;
  return numbers[idx] < 105;
}

/* Whether numbers come back from the processes, and those that cannot be are
   told as lost.  */
static bool
numbers_come_back (void)
{
  struct told told = { .done = 0 };
  const struct workers_job job
      = { .run = run_noted,
          .lost = take_lost,
          .done = take_done,
          .data = &told,
          .memory = { { numbers, sizeof numbers[0] } },
          .sound = below_105,
          .shifts = true };
  bool good = workers_run (&job, JOBS, WORKERS) == STATUS_FAILED
              && told.done == JOBS && told.loss == WORKERS_UNSOUND;

  for (unsigned i = 0; i < JOBS; i++)
    good = good && numbers[i] == i + 100 && told.lost[i] == (i >= 5);
  return good;
}

/* A job that copies its input to its output, and writes to nothing else.  */
static int
run_copies (void *data, size_t idx)
{
  struct file_source source = { .path = "input" };
  char byte;
  int fd;

  (void) data;
  (void) idx;
  workers_input (0, &source);
  return workers_output (&fd) && fd >= 0 && pread (source.fd, &byte, 1, 0) == 1
                 && pwrite (source.fd, &byte, 1, 0) < 0
                 && pwrite (fd, &byte, 1, 0) == 1
                 && open ("input", O_RDONLY | O_CLOEXEC) < 0
             ? STATUS_DONE
             : STATUS_USAGE;
}

static bool
give_input (void *data, size_t idx, unsigned k, struct file_source *source)
{
  (void) data;
  (void) idx;
  *source = (struct file_source){ .path = "input", .fd = -1 };
  return k == 0;
}

static int
give_output (void *data, size_t idx, int input)
{
  FILE *file = tmpfile ();

  (void) data;
  (void) idx;
  (void) input;
  return file == NULL ? -1 : dup (fileno (file));
}

/* A file whose output cannot get its name, for one job.  */
static int
commit_but_one (void *data, size_t idx, int input, int output, int status)
{
  char in, out;

  (void) data;
  if (pread (input, &in, 1, 0) != 1 || pread (output, &out, 1, 0) != 1
      || in != out)
    return STATUS_USAGE;
  return idx == 3 ? STATUS_FAILED : status;
}

/* Whether processes get what they read and write, and nothing else, if the
   kernel can see to that.  */
static bool
files_are_given (void)
{
  struct told told = { .done = 0 };
  const struct workers_job job = { .run = run_copies,
                                   .lost = take_lost,
                                   .done = take_done,
                                   .data = &told,
                                   .input = give_input,
                                   .output = give_output,
                                   .commit = commit_but_one };
  FILE *file = fopen ("input", "w");

  if (file == NULL || fputs ("x", file) < 0 || fclose (file) != 0)
    return false;
  const bool good = !sandbox_has_landlock ()
                    || (workers_run (&job, JOBS, WORKERS) == STATUS_FAILED
                        && told.done == JOBS && told.failed == 1);
  unlink ("input");
  return good;
}

int
main (void)
{
  unit_result (numbers_come_back (),
               "confined: what processes say comes back, if it can be");
  unit_result (
      files_are_given (),
      "confined: processes have the files that they are given, and no "
      "others");
  return unit_exit ();
}
