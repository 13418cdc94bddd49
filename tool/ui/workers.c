/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   workers.c - independent jobs side by side, each in a process of its own.

   Theory of operation.  Each job gets two temporary files for its output to
   stdout and stderr.  Jobs end in any order, but their output is copied in the
   order of their numbers, so that the number of workers does not affect
   it.  */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "threads.h"
#include "workers.h"

enum
{
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
  struct slot slots[WORKERS_WINDOW]; /* job N is in slot N % WORKERS_WINDOW */
  size_t first;                      /* the first job not shown yet */
  size_t next;                       /* the first job not started yet */
  unsigned running;
  int exit_status;
};

/* The first job not shown has the exit status STATUS.  */
static void
take_status (struct crew *crew, int status)
{
  if (status > crew->exit_status)
    crew->exit_status = status;
  crew->job->done (crew->job->data, crew->first++, status);
}

/* In the child: end when PARENT does.  If that is killed, nobody wants the
   result any more; a process that writes a file removes what is temporary.  */
static void
end_with (pid_t parent)
{
#ifdef __linux__
  prctl (PR_SET_PDEATHSIG, SIGTERM);
#endif
  /* It may have ended before.  */
  if (getppid () != parent)
    raise (SIGTERM);
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
  struct slot *slot = &crew->slots[idx % WORKERS_WINDOW];
  pid_t self = getpid ();

  *slot = (struct slot){ .out = tmpfile (), .err = tmpfile () };
  report_stdout_flush ();
  fflush (stderr);
  if (slot->out != NULL && slot->err != NULL)
    slot->pid = fork ();
  if (slot->pid == 0 && slot->out != NULL && slot->err != NULL)
    {
      end_with (self);
      run_child (crew, slot, idx);
    }
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
      struct slot *slot = &crew->slots[i % WORKERS_WINDOW];
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

/* Whether anything was written to FILE.  */
static bool
has_text (FILE *file)
{
  struct stat st;
  return fstat (fileno (file), &st) != 0 || st.st_size != 0;
}

/* Show the output of SLOT; returns 0, or the errno if it cannot be read.  */
static int
show_output (const struct workers_job *job, const struct slot *slot)
{
  if (has_text (slot->out) || has_text (slot->err))
    job->clear (job->data);
  int error = copy (slot->out, stdout);

  report_stdout_flush ();
  return error != 0 ? error : copy (slot->err, stderr);
}

/* Report that the first job was lost, by LOSS and NUMBER.  */
static void
lose_first (struct crew *crew, enum workers_loss loss, int number)
{
  const struct workers_job *job = crew->job;

  job->clear (job->data);
  take_status (crew, job->lost (job->data, crew->first, loss, number));
}

/* Show the output of the first job, which has ended.  */
static void
show_first (struct crew *crew)
{
  struct slot *slot = &crew->slots[crew->first % WORKERS_WINDOW];
  int error;

  if (slot->error != 0)
    lose_first (crew, WORKERS_NO_STATUS, slot->error);
  else if (!WIFEXITED (slot->status))
    lose_first (crew, WORKERS_KILLED, WTERMSIG (slot->status));
  else if ((WEXITSTATUS (slot->status) & OUTPUT_LOST) != 0)
    lose_first (crew, WORKERS_NO_OUTPUT,
                WEXITSTATUS (slot->status) & (OUTPUT_LOST - 1));
  else if ((error = show_output (crew->job, slot)) != 0)
    lose_first (crew, WORKERS_NO_OUTPUT, error);
  else
    take_status (crew, WEXITSTATUS (slot->status));
  close_files (slot);
}

/* Do all jobs that are left in this process.  */
static void
run_here (struct crew *crew, size_t count)
{
  const struct workers_job *job = crew->job;

  while (crew->first < count)
    {
      job->clear (job->data);
      take_status (crew, job->run (job->data, crew->first));
    }
}

int
workers_run (const struct workers_job *job, size_t count, unsigned workers)
{
  struct crew crew = { .job = job };
  bool able = job->apart || (workers > 1 && count > 1);

  while (able && crew.first < count)
    {
      while (able && crew.next < count && crew.running < workers
             && crew.next - crew.first < WORKERS_WINDOW)
        {
          able = start (&crew, crew.next);
          crew.next += able;
        }
      if (crew.running != 0)
        wait_any (&crew);
      while (crew.first < crew.next
             && crew.slots[crew.first % WORKERS_WINDOW].ended)
        show_first (&crew);
      /* A job that cannot be started may be startable after others end.  */
      able = able || crew.first < crew.next;
    }
  run_here (&crew, count);
  return crew.exit_status;
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

void *
workers_share (size_t size)
{
  void *memory = mmap (NULL, WORKERS_WINDOW * size, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

  return memory != MAP_FAILED ? memory : NULL;
}

void
workers_unshare (void *memory, size_t size)
{
  if (memory != NULL)
    munmap (memory, WORKERS_WINDOW * size);
}
