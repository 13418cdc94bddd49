/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-workers.c - jobs in processes of their own: what is lost is reported,
   and nothing that does not come is waited for.

   Waits are counted: each ends a process, or tells that none is left.  */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fixture-told.h"
#include "result.h"
#include "workers.h"

enum
{
  JOBS = TOLD_JOBS,
  WORKERS = 2,
  WAITS_MOST = JOBS + 1,
  FILE_LIMIT = 4096,
  CHILD_FAILED = 99
};

static bool write_only;

/* How many processes at a time.  */
static unsigned workers = WORKERS;

/* Whether a process does several jobs.  */
static bool shifts;

/* In place of the C library's: a process that waits more often than there is
   something to wait for ends.  */
pid_t
waitpid (pid_t pid, int *status, int options)
{
  static unsigned waits;

  if (pid == -1 && ++waits > WAITS_MOST)
    _exit (CHILD_FAILED);
  return wait4 (pid, status, options, NULL);
}

/* In place of the C library's: a file that cannot be read, if WRITE_ONLY.  */
FILE *
tmpfile (void)
{
  char name[] = "tmp-XXXXXX";
  int fd = mkstemp (name);

  if (fd < 0)
    return NULL;
  if (!write_only)
    {
      unlink (name);
      return fdopen (fd, "w+");
    }
  close (fd);
  FILE *file = fopen (name, "w");
  unlink (name);
  return file;
}

static void
result (bool good, const char *name)
{
  unit_result_of (good, "workers: %s", name);
}

static int
run_short (void *data, size_t idx)
{
  (void) data;
  printf ("%zu\n", idx);
  return STATUS_DONE;
}

/* Whether RUN, with SIGCHLD as HOW, comes to an end with STATUS, and all jobs
   are lost TIMES times by LOSS and NUMBER.  */
static bool
ends_so (int (*run) (void *, size_t), void (*how) (int), int status,
         unsigned times, enum workers_loss loss, int number)
{
  struct told told = { .done = 0 };
  const struct workers_job job = { .run = run,
                                   .lost = take_lost,
                                   .done = take_done,
                                   .data = &told,
                                   .apart = workers == 1,
                                   .shifts = shifts };

  signal (SIGCHLD, how);
  bool good = workers_run (&job, JOBS, workers) == status;
  for (size_t i = 0; i < JOBS; i++)
    good = good && told.lost[i] == times;
  return good && told.done == JOBS
         && told.failed == (status == STATUS_DONE ? 0 : JOBS)
         && (times == 0 || (told.loss == loss && told.number == number));
}

/* Call TEST in a process of its own, which counts its waits.  */
static bool
in_child (bool (*test) (void))
{
  int status = 0;

  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    {
      if (freopen ("/dev/null", "w", stdout) == NULL)
        _exit (CHILD_FAILED);
      _exit (test () ? EXIT_SUCCESS : EXIT_FAILURE);
    }
  return child > 0 && waitpid (child, &status, 0) == child
         && WIFEXITED (status) && WEXITSTATUS (status) == EXIT_SUCCESS;
}

static bool
nothing_lost (void)
{
  return ends_so (run_short, SIG_DFL, STATUS_DONE, 0, WORKERS_KILLED, 0);
}

static int
run_killed (void *data, size_t idx)
{
  (void) data;
  (void) idx;
  raise (SIGKILL);
  return STATUS_DONE;
}

static bool
killed (void)
{
  return ends_so (run_killed, SIG_DFL, STATUS_FAILED, 1, WORKERS_KILLED,
                  SIGKILL);
}

static bool
killed_alone (void)
{
  workers = 1;
  return killed ();
}

/* Print IDX; a process that did another job before is killed in the
   middle.  */
static int
run_once (void *data, size_t idx)
{
  static unsigned before;

  (void) data;
  printf ("%zu", idx);
  fflush (stdout);
  if (before++ != 0)
    raise (SIGKILL);
  puts ("");
  return STATUS_DONE;
}

/* The same, where job 3 is killed whatever was before.  */
static int
run_but_one (void *data, size_t idx)
{
  if (idx == 3)
    raise (SIGKILL);
  return run_short (data, idx);
}

/* Whether RUN, done in shifts, shows the numbers of all jobs in their order
   and loses the COUNT jobs that WHICH is the first of.  */
static bool
shows (int (*run) (void *, size_t), size_t which, unsigned count)
{
  struct told told = { .done = 0 };
  const struct workers_job job = { .run = run,
                                   .lost = take_lost,
                                   .done = take_done,
                                   .data = &told,
                                   .shifts = true };
  FILE *file = tmpfile ();
  bool good = file != NULL && dup2 (fileno (file), STDOUT_FILENO) >= 0;
  size_t number;

  good = good
         && workers_run (&job, JOBS, WORKERS)
                == (count == 0 ? STATUS_DONE : STATUS_FAILED)
         && told.done == JOBS && told.failed == count && fflush (stdout) == 0;
  rewind (file);
  for (size_t i = 0; i < JOBS; i++)
    good = good
           && (i - which < count
                   ? told.lost[i] == 1
                   : told.lost[i] == 0 && fscanf (file, "%zu\n", &number) == 1
                         && number == i);
  return good && getc (file) == EOF;
}

static bool
done_again (void)
{
  return shows (run_once, 0, 0);
}

static bool
one_lost (void)
{
  return shows (run_but_one, 3, 1);
}

/* The tests before, with several jobs for each process.  */
static bool
shifts_killed (void)
{
  shifts = true;
  return killed ();
}

static bool
shifts_without_status (void)
{
  shifts = true;
  return ends_so (run_short, SIG_IGN, STATUS_FAILED, 1, WORKERS_NO_STATUS,
                  ECHILD);
}

/* The pipe of end_with_parent.  */
static int ends[2];

static int
run_stays (void *data, size_t idx)
{
  (void) data;
  (void) idx;
  while (write (ends[1], "", 1) == 1)
    pause ();
  return STATUS_FAILED;
}

/* In a child: do jobs that do not end by themselves.  */
static void
run_forever (void)
{
  struct told told = { .done = 0 };
  const struct workers_job job = {
    .run = run_stays, .lost = take_lost, .done = take_done, .data = &told
  };

  close (ends[0]);
  workers_run (&job, JOBS, WORKERS);
}

/* Whether the processes end when the one that started them is killed: then
   nobody holds the other end of the pipe any more.  */
static bool
end_with_parent (void)
{
  unsigned started = 0;
  char byte;

  if (pipe (ends) != 0)
    return false;
  pid_t child = fork ();
  if (child == 0)
    {
      run_forever ();
      _exit (EXIT_FAILURE);
    }
  close (ends[1]);
  while (child > 0 && started < WORKERS && read (ends[0], &byte, 1) == 1)
    started++;
  return started == WORKERS && kill (child, SIGKILL) == 0
         && read (ends[0], &byte, 1) == 0;
}

static bool
no_status (void)
{
  return ends_so (run_short, SIG_IGN, STATUS_FAILED, 1, WORKERS_NO_STATUS,
                  ECHILD);
}

/* Write more than FILE_LIMIT to STREAM, in two parts.  */
static int
write_much (FILE *stream)
{
  for (int i = 0; i < 2 * FILE_LIMIT; i++)
    putc (i % 64 == 63 ? '\n' : 'x', stream);
  return STATUS_DONE;
}

static int
run_much (void *data, size_t idx)
{
  (void) data;
  (void) idx;
  return write_much (stdout);
}

static int
run_much_said (void *data, size_t idx)
{
  (void) data;
  (void) idx;
  return write_much (stderr);
}

/* Whether RUN, which writes too much, is told, by ERROR.  */
static bool
told_lost (int (*run) (void *, size_t), int error)
{
  struct rlimit limit = { FILE_LIMIT, FILE_LIMIT };

  signal (SIGXFSZ, SIG_IGN);
  return setrlimit (RLIMIT_FSIZE, &limit) == 0
         && ends_so (run, SIG_DFL, STATUS_FAILED, 1, WORKERS_NO_OUTPUT, error);
}

static bool
output_lost (void)
{
  return told_lost (run_much, EFBIG);
}

/* Of what others than report.c write, the number of the error is lost.  */
static bool
messages_lost (void)
{
  return told_lost (run_much_said, EIO);
}

/* Write somewhat more than half of FILE_LIMIT.  */
static int
run_half (void *data, size_t idx)
{
  (void) data;
  (void) idx;
  for (int i = 0; i < FILE_LIMIT / 2 + 64; i++)
    putc (i % 64 == 63 ? '\n' : 'x', stdout);
  return STATUS_DONE;
}

/* What is too much for the files of a shift is not for those of a job.  */
static bool
shifts_cut (void)
{
  struct rlimit limit = { FILE_LIMIT, FILE_LIMIT };

  shifts = true;
  signal (SIGXFSZ, SIG_IGN);
  return setrlimit (RLIMIT_FSIZE, &limit) == 0
         && ends_so (run_half, SIG_DFL, STATUS_DONE, 0, WORKERS_NO_OUTPUT, 0);
}

static bool
unreadable (void)
{
  write_only = true;
  return ends_so (run_short, SIG_DFL, STATUS_FAILED, 1, WORKERS_NO_OUTPUT,
                  EBADF);
}

int
main (void)
{
  result (in_child (nothing_lost), "all is well");
  result (in_child (killed), "processes that are killed are told");
  result (in_child (killed_alone), "so is one alone, apart");
  result (in_child (end_with_parent), "processes end with their parent");
  result (in_child (no_status), "with SIGCHLD ignored, all are told");
  result (in_child (output_lost), "output that is cut is told");
  result (in_child (messages_lost), "messages that are cut are told");
  result (in_child (unreadable), "files that cannot be read are told");
  result (in_child (done_again), "what fails after other jobs is done again");
  result (in_child (one_lost), "the other jobs of a process are not lost");
  result (in_child (shifts_killed), "in shifts, killed ones are told");
  result (in_child (shifts_without_status),
          "in shifts with SIGCHLD ignored, all are told");
  result (in_child (shifts_cut), "in shifts, only output that is cut is lost");
  return unit_exit ();
}
