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

/* Show the output [FROM, TO) of the first job, of SHIFT; returns 0, or the
   errno if it cannot be read.  */
static int
show_output (const struct workers_job *job, const struct shift *shift,
             const off_t *from, const off_t *to)
{
  if (from[0] < to[0] || from[1] < to[1])
    job->clear (job->data);
  int error = copy (shift->out, from[0], to[0], stdout);

  report_stdout_flush ();
  return error != 0 ? error : copy (shift->err, from[1], to[1], stderr);
}

/* Report that the first job was lost, by LOSS and NUMBER.  */
static void
lose_first (struct crew *crew, enum workers_loss loss, int number)
{
  const struct workers_job *job = crew->job;

  job->clear (job->data);
  workers_take_status (crew, job->lost (job->data, crew->first, loss, number));
}

/* Show the output of the first job, from FROM of SHIFT on, which becomes its
   end; it has STATUS.  */
static void
show_done (struct crew *crew, const struct shift *shift, off_t *from,
           const off_t *to, int status)
{
  const int error = show_output (crew->job, shift, from, to);

  memcpy (from, to, 2 * sizeof *from);
  if (error != 0)
    lose_first (crew, WORKERS_NO_OUTPUT, error);
  else
    workers_take_status (crew, status);
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
      const struct note note = crew->notes[crew->first % WORKERS_WINDOW];
      if (shift.error != 0)
        lose_first (crew, WORKERS_NO_STATUS, shift.error);
      else if (note.done)
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
  workers_close (&shift);
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
  };

  diag (sink, DIAG_ERROR, path, "%s: %s", texts[loss],
        loss == WORKERS_KILLED ? strsignal (number) : strerror (number));
}
