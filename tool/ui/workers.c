/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   workers.c - independent jobs side by side, each in a process of its own.

   Theory of operation.  Each job gets two temporary files for its output to
   stdout and stderr.  Jobs end in any order, but their output is copied in the
   order of their numbers, so that the number of workers does not affect it.
   To bound the files that pile up after a slow job, no job is started that is
   WINDOW or more ahead of the first unfinished one.  */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "threads.h"
#include "workers.h"

enum
{
  WINDOW = 64,

  /* Exit status of a process whose output was lost; the low bits are the
     errno.  */
  OUTPUT_LOST = 0x80
};

/* A job that was started and whose output is not shown yet.  */
struct slot
{
  pid_t pid;
  FILE *out;
  FILE *err;
  bool ended;
  int error;  /* errno of waitpid if the status is unknown, or 0 */
  int status; /* from waitpid */
};

struct crew
{
  const struct workers_job *job;
  struct slot slots[WINDOW]; /* job N is in slot N % WINDOW */
  size_t first;              /* the first job not shown yet */
  size_t next;               /* the first job not started yet */
  unsigned running;
  int exit_status;
};

static void
take_status (struct crew *crew, int status)
{
  if (status > crew->exit_status)
    crew->exit_status = status;
}

/* In the child: do job number IDX, writing to the files of SLOT.  */
static void
run_child (const struct crew *crew, const struct slot *slot, size_t idx)
{
  int status = STATUS_FAILED, error = 0;

  threads_alone ();
  report_streams_fresh ();
  if (dup2 (fileno (slot->out), STDOUT_FILENO) >= 0
      && dup2 (fileno (slot->err), STDERR_FILENO) >= 0)
    {
      status = crew->job->run (crew->job->data, idx);
      error = report_streams_flush ();
    }
  else
    error = errno;
  if (error != 0)
    status = OUTPUT_LOST | (error < OUTPUT_LOST ? error : EIO);
  /* Not exit: the atexit handlers belong to the parent.  */
  _exit (status);
}

static void
close_files (struct slot *slot)
{
  if (slot->out != NULL)
    fclose (slot->out);
  if (slot->err != NULL)
    fclose (slot->err);
}

/* Start job number IDX.  False if there are not enough processes, files or
   memory.  */
static bool
start (struct crew *crew, size_t idx)
{
  struct slot *slot = &crew->slots[idx % WINDOW];

  *slot = (struct slot){ .out = tmpfile (), .err = tmpfile () };
  fflush (stdout);
  fflush (stderr);
  if (slot->out != NULL && slot->err != NULL)
    slot->pid = fork ();
  if (slot->pid == 0 && slot->out != NULL && slot->err != NULL)
    run_child (crew, slot, idx);
  if (slot->pid <= 0)
    {
      close_files (slot);
      return false;
    }
  crew->running++;
  return true;
}

/* Process PID has ended with STATUS.  If ERROR is not 0, all processes have
   ended, with unknown statuses.  */
static void
take_end (struct crew *crew, pid_t pid, int status, int error)
{
  for (size_t i = crew->first; i < crew->next; i++)
    {
      struct slot *slot = &crew->slots[i % WINDOW];
      if (slot->ended || (error == 0 && slot->pid != pid))
        continue;
      slot->ended = true;
      slot->error = error;
      slot->status = status;
      crew->running--;
    }
}

/* Wait until a process ends.  If SIGCHLD is ignored, waitpid waits for all of
   them and then fails.  */
static void
wait_any (struct crew *crew)
{
  int status = 0;
  pid_t pid = waitpid (-1, &status, 0);

  if (pid >= 0)
    take_end (crew, pid, status, 0);
  else if (errno != EINTR)
    take_end (crew, pid, status, errno);
}

/* Copy all of FROM to TO; returns 0, or the errno of a failed read.  */
static int
copy (FILE *from, FILE *to)
{
  char text[1 << 14];
  size_t size;

  if (fseek (from, 0, SEEK_SET) != 0)
    return errno;
  while ((size = fread (text, 1, sizeof text, from)) > 0)
    if (fwrite (text, 1, size, to) != size)
      {
        if (to == stdout)
          report_stdout_lost (errno);
        return 0;
      }
  return ferror (from) ? errno : 0;
}

/* Show the output of SLOT; returns 0, or the errno if it cannot be read.  */
static int
show_output (const struct slot *slot)
{
  int error = copy (slot->out, stdout);

  fflush (stdout);
  return error != 0 ? error : copy (slot->err, stderr);
}

/* Report that the first job was lost, by LOSS and NUMBER.  */
static void
lose_first (struct crew *crew, enum workers_loss loss, int number)
{
  const struct workers_job *job = crew->job;

  take_status (crew, job->lost (job->data, crew->first, loss, number));
}

/* Show the output of the first job, which has ended.  */
static void
show_first (struct crew *crew)
{
  const struct workers_job *job = crew->job;
  struct slot *slot = &crew->slots[crew->first % WINDOW];
  int error;

  if (slot->error != 0)
    lose_first (crew, WORKERS_NO_STATUS, slot->error);
  else if (!WIFEXITED (slot->status))
    lose_first (crew, WORKERS_KILLED, WTERMSIG (slot->status));
  else if ((WEXITSTATUS (slot->status) & OUTPUT_LOST) != 0)
    lose_first (crew, WORKERS_NO_OUTPUT,
                WEXITSTATUS (slot->status) & (OUTPUT_LOST - 1));
  else if ((error = show_output (slot)) != 0)
    lose_first (crew, WORKERS_NO_OUTPUT, error);
  else
    take_status (crew, WEXITSTATUS (slot->status));
  close_files (slot);
  job->progress (job->data, ++crew->first);
}

/* Do all jobs from FIRST on in this process.  */
static int
run_here (const struct workers_job *job, size_t first, size_t count)
{
  int exit_status = STATUS_DONE;

  for (size_t i = first; i < count; i++)
    {
      int status = job->run (job->data, i);
      if (status > exit_status)
        exit_status = status;
      job->progress (job->data, i + 1);
    }
  return exit_status;
}

int
workers_run (const struct workers_job *job, size_t count, unsigned workers)
{
  struct crew crew = { .job = job };
  bool able = workers > 1 && count > 1;

  while (able && crew.first < count)
    {
      while (able && crew.next < count && crew.running < workers
             && crew.next - crew.first < WINDOW)
        {
          able = start (&crew, crew.next);
          crew.next += able;
        }
      if (crew.running != 0)
        wait_any (&crew);
      while (crew.first < crew.next && crew.slots[crew.first % WINDOW].ended)
        show_first (&crew);
      /* A job that cannot be started may be startable after others end.  */
      able = able || crew.first < crew.next;
    }
  take_status (&crew, run_here (job, crew.first, count));
  return crew.exit_status;
}
