/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   workers.c - independent jobs side by side, in processes of their own.

   Theory of operation.  A process does a shift: one job, or some with
   consecutive numbers.  It gets two temporary files for their output to stdout
   and stderr, and notes in a third one after each job how it went and where
   its output ends [workers-shift.c, workers-notes.c].  Shifts end in any
   order, but their output is copied in the order of the numbers, so that the
   number of workers does not affect it [workers-show.c].  Of a shift that ends
   early, another process does the rest, beginning with the job that failed: a
   job is lost only if it was the first of its process, so none is lost by what
   others left behind.  */

#include "config.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "file-bytes.h"
#include "workers-internal.h"

/* How far a job may be ahead of the first whose output is not shown.  A job
   alone has six descriptors, those of a shift share three.  */
static size_t
find_window (const struct workers_job *job)
{
  const size_t most = job->shifts ? WORKERS_WINDOW : WORKERS_ALONE;
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) != 0)
    return most;
  const rlim_t able = limit.rlim_cur / (job->shifts ? 4 : 8);
  return able == 0 ? 1 : able < most ? (size_t) able : most;
}

/* The end of the next shift.  Each process gets some before the window is
   full, and the last are short, so that all processes end at about the same
   time.  */
static size_t
end_of_next (const struct crew *crew)
{
  const size_t most = WORKERS_WINDOW / 2 / crew->workers;
  const size_t share = (crew->count - crew->next) / 2 / crew->workers;
  const size_t room = crew->first + crew->window - crew->next;
  size_t size = crew->job->shifts ? most : 1;

  if (size > share)
    size = share;
  if (size > room)
    size = room;
  return crew->next + (size != 0 ? size : 1);
}

/* Start what can be.  False if something could not be started.  */
static bool
start_more (struct crew *crew)
{
  const struct shift *front = workers_front (crew);

  if (crew->first < crew->next && front->pid == 0
      && !workers_start (crew, front->first, front->end))
    return false;
  while (crew->next < crew->count && crew->running < crew->workers
         && crew->next - crew->first < crew->window)
    {
      const size_t end = end_of_next (crew);
      if (!workers_start (crew, crew->next, end))
        return false;
      crew->next = end;
    }
  return true;
}

/* Process PID has ended with STATUS.  If ERROR is not 0, all processes have
   ended, with unknown statuses.  */
static void
take_end (struct crew *crew, pid_t pid, int status, int error)
{
  struct shift *shift;

  for (size_t i = crew->first; i < crew->next; i = shift->end)
    {
      shift = &crew->shifts[i % WORKERS_WINDOW];
      if (shift->pid == 0 || shift->ended || (error == 0 && shift->pid != pid))
        continue;
      shift->ended = true;
      shift->error = error;
      shift->status = status;
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

/* Do the first job, which is dealt out but cannot be started, in this
   process.  */
static void
run_front_here (struct crew *crew)
{
  const struct workers_job *job = crew->job;
  const struct shift shift = *workers_front (crew);

  job->clear (job->data);
  const int status = job->run (job->data, crew->first);
  unpacking_end_turn ();
  workers_take_front (crew, &shift, status);
}

/* Do all jobs that are left in this process.  */
static void
run_here (struct crew *crew)
{
  const struct workers_job *job = crew->job;

  while (crew->first < crew->count)
    {
      job->clear (job->data);
      workers_take_status (crew, job->run (job->data, crew->first));
    }
}

int
workers_run (const struct workers_job *job, size_t count, unsigned workers)
{
  struct crew crew = {
    .job = job, .workers = workers, .count = count, .window = find_window (job)
  };
  bool able = job->apart || (workers > 1 && count > 1);

  able = able && unpacking_share (workers);
  while (able && crew.first < count)
    {
      able = start_more (&crew);
      if (crew.running != 0)
        wait_any (&crew);
      else if (!able && crew.first < crew.next
               && !workers_front (&crew)->ended)
        run_front_here (&crew);
      while (crew.first < crew.next && workers_front (&crew)->ended)
        workers_show_front (&crew);
      /* A job that cannot be started may be startable after others end.  */
      able = able || crew.first < crew.next;
    }
  workers_close_spare (&crew);
  unpacking_unshare ();
  run_here (&crew);
  return crew.exit_status;
}
