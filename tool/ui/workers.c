/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   workers.c - independent jobs in parallel, in processes of their own.

   Theory of operation.  A process does a shift: one job, or some with
   consecutive numbers.  It gets two temporary files for their output to stdout
   and stderr, and notes in a third one after each job how it went and where
   its output ends [workers-shift.c].  Shifts end in any order, but their
   output is copied in the order of the numbers, so that the number of workers
   does not affect it [workers_show_front].  If a shift ends early, another
   process does the rest, beginning with the job that failed: a job is lost
   only if it was the first of its process, so none is lost because of what
   others left.  */

#include "config.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workers-internal.h"

/* The first job not shown has the exit status STATUS.  */
static void
workers_take_status (struct crew *crew, int status)
{
  if (status > crew->exit_status)
    crew->exit_status = status;
  workers_close_files (crew, crew->first);
  crew->job->done (crew->job->data, crew->first++, status);
}

/* Copy [AT, END) of FROM to TO; returns 0, or the errno of a failed read.  */
static int
copy (FILE *from, off_t at, off_t end, FILE *to)
{
  char text[1 << 14];

  while (at < end)
    {
      const off_t left = end - at;
      const size_t most
          = left < (off_t) sizeof text ? (size_t) left : sizeof text;
      const ssize_t got = pread (fileno (from), text, most, at);
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        return got < 0 ? errno : EIO;
      if (fwrite (text, 1, (size_t) got, to) != (size_t) got)
        {
          if (to == stdout)
            report_stdout_lost (errno);
          return 0;
        }
      at += got;
    }
  return 0;
}

/* Where the output of a job ends that did not note it: at the end of FILE.  If
   that is not known, 1: reading past the end will fail.  */
static off_t
end_of (FILE *file)
{
  struct stat st;
  return fstat (fileno (file), &st) == 0 ? st.st_size : 1;
}

/* Show what the first job, of SHIFT, wrote to its standard output, or to its
   standard error if MESSAGES: [FROM, TO).  Returns 0, or the errno if that
   cannot be read.  */
static int
show_output (const struct shift *shift, bool messages, const off_t *from,
             const off_t *to)
{
  if (from[messages] < to[messages])
    progress_clear_shown ();
  if (messages)
    return copy (shift->err, from[1], to[1], stderr);
  const int error = copy (shift->out, from[0], to[0], stdout);
  report_stdout_flush ();
  return error;
}

/* Report that the first job was lost, by LOSS and NUMBER.  */
static void
lose_first (struct crew *crew, enum workers_loss loss, int number)
{
  const struct workers_job *job = crew->job;

  progress_clear_shown ();
  workers_take_status (crew, job->lost (job->data, crew->first, loss, number));
}

/* Give the output of the first job its name; returns the status of the job,
   which has STATUS.  */
static int
commit (struct crew *crew, int status)
{
  const struct workers_job *job = crew->job;
  const int *fds = workers_files (crew, crew->first)->fds;

  return job->commit == NULL || fds[WORKERS_OUTPUT] < 0
             ? status
             : job->commit (job->data, crew->first, fds[0],
                            fds[WORKERS_OUTPUT], status);
}

/* Show what the first job, with STATUS, wrote to the files of SHIFT, [FROM,
   TO), and set FROM to TO.  If a commit gives its output file a name, the
   job's messages come before those of the commit, and its standard output is
   shown only if the commit succeeds.  */
static void
show_done (struct crew *crew, const struct shift *shift, off_t *from,
           const off_t *to, int status)
{
  int error = 0, ended = status;

  if (crew->job->commit != NULL)
    {
      error = show_output (shift, true, from, to);
      ended = error == 0 ? commit (crew, status) : status;
      if (error == 0 && ended == status)
        error = show_output (shift, false, from, to);
    }
  else
    {
      error = show_output (shift, false, from, to);
      if (error == 0)
        error = show_output (shift, true, from, to);
    }
  memcpy (from, to, 2 * sizeof *from);
  if (error != 0)
    lose_first (crew, WORKERS_NO_OUTPUT, error);
  else
    workers_take_status (crew, ended);
}

/* Show the first job, with which SHIFT began and which it has not noted.  */
static void
show_unnoted (struct crew *crew, const struct shift *shift, off_t *from)
{
  const int code = WEXITSTATUS (shift->status);

  if (!WIFEXITED (shift->status))
    lose_first (crew, WORKERS_KILLED, WTERMSIG (shift->status));
  else if ((code & OUTPUT_LOST) != 0)
    lose_first (crew, WORKERS_NO_OUTPUT, code & (OUTPUT_LOST - 1));
  else if ((code & UNCONFINED) != 0)
    lose_first (crew, WORKERS_UNCONFINED, code & (UNCONFINED - 1));
  else
    show_done (crew, shift, from,
               (off_t[]){ end_of (shift->out), end_of (shift->err) }, code);
}

/* Leave the jobs of SHIFT, the first one, that are not shown to another
   process.  */
static void
leave_rest (struct crew *crew, const struct shift *shift)
{
  if (crew->first < shift->end)
    *workers_front (crew)
        = (struct shift){ .first = crew->first, .end = shift->end };
}

/* Show what the first shift, which has ended, has done.  */
static void
workers_show_front (struct crew *crew)
{
  const struct shift shift = *workers_front (crew);
  off_t from[2] = { 0, 0 };

  while (crew->first < shift.end)
    {
      enum note_state state;
      struct note note;
      if (shift.error != 0)
        lose_first (crew, WORKERS_NO_STATUS, shift.error);
      else if ((state = workers_take_note (crew, &shift, crew->first, &note))
               == NOTE_UNSOUND)
        lose_first (crew, WORKERS_UNSOUND, EBADMSG);
      else if (state == NOTE_UNREAD)
        lose_first (crew, WORKERS_NO_OUTPUT, errno);
      else if (state == NOTE_TAKEN)
        /* A tool that the process runs under may have changed its status.  */
        show_done (crew, &shift, from, note.ends,
                   crew->first + 1 == shift.end && WIFEXITED (shift.status)
                       ? WEXITSTATUS (shift.status)
                       : note.status);
      else if (crew->first == shift.first)
        show_unnoted (crew, &shift, from);
      else
        break;
    }
  workers_close (crew, &shift);
  leave_rest (crew, &shift);
}

void
workers_say_lost (const struct diag_sink *sink, const char *path,
                  enum workers_loss loss, int number)
{
  static const char *const texts[] = {
    [WORKERS_KILLED] = "its process was ended by a signal",
    [WORKERS_NO_STATUS] = "cannot wait for its process",
    [WORKERS_NO_OUTPUT] = "cannot keep in a temporary file what was found",
    [WORKERS_UNSOUND] = "its process says what cannot be",
    [WORKERS_UNSTARTED] = "cannot start a process for it",
    [WORKERS_UNCONFINED] = "cannot confine its process",
  };

  diag (sink, DIAG_ERROR, path, "%s: %s", texts[loss],
        loss == WORKERS_KILLED ? strsignal (number) : strerror (number));
}

size_t
workers_able (size_t most, unsigned each)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) != 0)
    return most;
  const rlim_t able = limit.rlim_cur / each;
  return able == 0 ? 1 : able < most ? (size_t) able : most;
}

/* How far a job may be ahead of the first whose output is not shown.  A job
   alone has six descriptors; those of a shift share three, besides their
   inputs.  The rest is for spare files and for directories.  */
static size_t
find_window (const struct workers_job *job)
{
  return job->shifts ? workers_able (WORKERS_WINDOW, 8)
                     : workers_able (WORKERS_ALONE, 16);
}

/* The end of the next shift.  Each process gets some before the window is
   full, and the last are short, so that all processes end at about the same
   time.  */
static size_t
end_of_next (const struct crew *crew)
{
  const size_t most = WORKERS_WINDOW / 2 / crew->workers;
  const size_t share = (crew->end - crew->next) / 2 / crew->workers;
  const size_t room = crew->first + crew->window - crew->next;
  size_t size = crew->job->shifts ? most : 1;

  if (size > share)
    size = share;
  if (size > room)
    size = room;
  return crew->next + (size != 0 ? size : 1);
}

/* Start what can be started.  False with errno set if something could not.  */
static bool
start_more (struct crew *crew)
{
  const struct shift *front = workers_front (crew);

  if (crew->first < crew->next && front->pid == 0
      && !workers_start (crew, front->first, front->end))
    return false;
  while (crew->next < crew->end && crew->running < crew->workers
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

/* Do the first job in this process; but give it up if it needs a process of
   its own, which cannot be started for the reason ERROR.  */
static void
run_first_here (struct crew *crew, int error)
{
  const struct workers_job *job = crew->job;

  if (crew->apart)
    {
      lose_first (crew, WORKERS_UNSTARTED, error);
      return;
    }
  progress_clear_shown ();
  const int status = job->run (job->data, crew->first);
  unpacking_end_turn ();
  workers_take_status (crew, status);
}

/* run_first_here after the first shift could not be started; its jobs then
   count as dealt out.  */
static void
run_front_here (struct crew *crew, int error)
{
  const struct shift shift = *workers_front (crew);

  if (crew->next < shift.end)
    crew->next = shift.end;
  run_first_here (crew, error);
  leave_rest (crew, &shift);
}

int
workers_run (const struct workers_job *job, size_t end, unsigned workers)
{
  struct crew crew
      = { .job = job,
          .apart = job->apart || (job->input != NULL && geteuid () == 0),
          .workers = workers,
          .first = job->first,
          .next = job->first,
          .end = end,
          .window = find_window (job) };
  const bool processes = crew.apart || (workers > 1 && end - job->first > 1);
  const bool shared = processes && unpacking_share (workers);
  const int error = errno;

  while (shared && crew.first < end)
    {
      const bool started = start_more (&crew);
      /* A process that cannot be started now may be startable after others
         end.  */
      if (crew.running != 0)
        wait_any (&crew);
      else if (!started)
        run_front_here (&crew, errno);
      while (crew.first < crew.next && workers_front (&crew)->ended)
        workers_show_front (&crew);
    }
  while (crew.spare_count != 0)
    fclose (crew.spare[--crew.spare_count]);
  unpacking_unshare ();
  while (crew.first < end)
    run_first_here (&crew, error);
  return crew.exit_status;
}
