/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   workers-show.c - show the output of shifts that have ended, and what was
   lost.  */

#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "workers-internal.h"

void
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

/* Where the output of a job ends that did not note it: all of FILE.  If that
   is not known, reading past the end will tell.  */
static off_t
end_of (FILE *file)
{
  struct stat st;
  return fstat (fileno (file), &st) == 0 ? st.st_size : 1;
}

/* Show what the first job, of SHIFT, has printed, [FROM, TO), or if MESSAGES
   what it has said; returns 0, or the errno if it cannot be read.  */
static int
show_output (const struct workers_job *job, const struct shift *shift,
             bool messages, const off_t *from, const off_t *to)
{
  if (from[messages] < to[messages])
    job->clear (job->data);
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

  job->clear (job->data);
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

/* Show the output of the first job, from FROM of SHIFT on, which becomes its
   end; it has STATUS.  What it has said comes before what is said of its
   output, and what it has printed only if that has its name.  */
static void
show_done (struct crew *crew, const struct shift *shift, off_t *from,
           const off_t *to, int status)
{
  const struct workers_job *job = crew->job;
  int error = 0, ended = status;

  if (job->commit != NULL)
    {
      error = show_output (job, shift, true, from, to);
      ended = error == 0 ? commit (crew, status) : status;
      if (error == 0 && ended == status)
        error = show_output (job, shift, false, from, to);
    }
  else
    {
      error = show_output (job, shift, false, from, to);
      if (error == 0)
        error = show_output (job, shift, true, from, to);
    }
  memcpy (from, to, 2 * sizeof *from);
  if (error != 0)
    lose_first (crew, WORKERS_NO_OUTPUT, error);
  else
    workers_take_status (crew, ended);
}

/* Show the first job, which SHIFT has begun with and has not noted.  */
static void
show_unnoted (struct crew *crew, const struct shift *shift, off_t *from)
{
  const int code = WEXITSTATUS (shift->status);

  if (!WIFEXITED (shift->status))
    lose_first (crew, WORKERS_KILLED, WTERMSIG (shift->status));
  else if ((code & OUTPUT_LOST) != 0)
    lose_first (crew, WORKERS_NO_OUTPUT, code & (OUTPUT_LOST - 1));
  else
    show_done (crew, shift, from,
               (off_t[]){ end_of (shift->out), end_of (shift->err) }, code);
}

/* Leave what is not shown of SHIFT, the first one, for another process.  */
static void
leave_rest (struct crew *crew, const struct shift *shift)
{
  if (crew->first < shift->end)
    *workers_front (crew)
        = (struct shift){ .first = crew->first, .end = shift->end };
}

void
workers_take_front (struct crew *crew, const struct shift *shift, int status)
{
  workers_take_status (crew, status);
  leave_rest (crew, shift);
}

void
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
  };

  diag (sink, DIAG_ERROR, path, "%s: %s", texts[loss],
        loss == WORKERS_KILLED ? strsignal (number) : strerror (number));
}
