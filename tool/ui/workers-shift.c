/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   workers-shift.c - the process of a shift: its start, its jobs, its
   notes.  */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "file-bytes.h"
#include "paged.h"
#include "process.h"
#include "workers-internal.h"

/* What a process notes of its jobs, in a file of its own.

   Not in shared memory: a process that a file has taken over could write there
   what others are said to have done.  */

/* The bytes of a note and what follows it.  */
static size_t
note_size (const struct workers_job *job)
{
  size_t size = sizeof (struct note);

  for (unsigned i = 0; i < WORKERS_MEMORY; i++)
    if (job->memory[i].at != NULL)
      size += job->memory[i].size;
  return size;
}

/* The element of job IDX in MEMORY.  */
static uint8_t *
element (const struct workers_memory *memory, size_t idx)
{
  return (uint8_t *) memory->at + idx % WORKERS_WINDOW * memory->size;
}

/* Read the SIZE bytes at AT of FD to BYTES.  False with errno set, to EIO if
   they are not all there.  */
static bool
take (int fd, void *bytes, size_t size, off_t at)
{
  const ssize_t got = read_at (fd, bytes, size, (uint64_t) at);

  if (got >= 0 && (size_t) got < size)
    errno = EIO;
  return got >= 0 && (size_t) got == size;
}

/* Write the note of job IDX of SHIFT.  False with errno
   set.  */
static bool
workers_put_note (const struct crew *crew, const struct shift *shift,
                  size_t idx, const struct note *note)
{
  const struct workers_job *job = crew->job;
  const int fd = fileno (shift->notes);
  off_t at = (off_t) ((idx - shift->first) * note_size (job) + sizeof *note);

  for (unsigned i = 0; i < WORKERS_MEMORY; i++)
    {
      const struct workers_memory *m = &job->memory[i];
      if (m->at == NULL)
        continue;
      if (!write_at (fd, element (m, idx), m->size, (uint64_t) at))
        return false;
      at += (off_t) m->size;
    }
  /* Last, so that a note says that all of it is there.  */
  at = (off_t) ((idx - shift->first) * note_size (job));
  return write_at (fd, note, sizeof *note, (uint64_t) at);
}

enum note_state
workers_take_note (const struct crew *crew, const struct shift *shift,
                   size_t idx, struct note *note)
{
  const struct workers_job *job = crew->job;
  const int fd = fileno (shift->notes);
  off_t at = (off_t) ((idx - shift->first) * note_size (job));
  struct stat st;

  if (fstat (fd, &st) != 0)
    return NOTE_UNREAD;
  if (st.st_size < at + (off_t) sizeof *note)
    return NOTE_MISSING;
  if (!take (fd, note, sizeof *note, at))
    return NOTE_UNREAD;
  if (!note->done)
    return NOTE_MISSING;
  at += (off_t) sizeof *note;
  for (unsigned i = 0; i < WORKERS_MEMORY; i++)
    {
      const struct workers_memory *m = &job->memory[i];
      if (m->at == NULL)
        continue;
      if (!take (fd, element (m, idx), m->size, at))
        return NOTE_UNREAD;
      at += (off_t) m->size;
    }
  return note->status >= STATUS_DONE && note->status <= STATUS_USAGE
                 && (job->sound == NULL || job->sound (job->data, idx))
             ? NOTE_TAKEN
             : NOTE_UNSOUND;
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

/* The exit status of a child whose output is lost for the reason ERROR, an
   errno.  */
static int
output_lost (int error)
{
  return OUTPUT_LOST | (error < OUTPUT_LOST ? error : EIO);
}

/* In the child: do job number IDX and note it.  Returns its status, or that of
   output_lost.  */
static int
run_one (const struct crew *crew, const struct shift *shift, size_t idx)
{
  struct note note = { .done = true };

  workers_use_files (crew, idx);
  int status = crew->job->run (crew->job->data, idx);
  int error = report_streams_flush ();

  unpacking_end_turn ();
  if (error != 0)
    return output_lost (error);
  note.status = status;
  for (int i = 0; i < 2; i++)
    {
      note.ends[i]
          = lseek (i == 0 ? STDOUT_FILENO : STDERR_FILENO, 0, SEEK_CUR);
      if (note.ends[i] < 0)
        return output_lost (errno);
    }
  return workers_put_note (crew, shift, idx, &note) ? status
                                                    : output_lost (errno);
}

/* In the child: do the jobs of SHIFT, writing to its files.  */
static void
run_shift (const struct crew *crew, const struct shift *shift)
{
  int status = 0;

  if (crew->count > 1)
    threads_alone ();
  report_streams_fresh ();
  if (dup2 (fileno (shift->out), STDOUT_FILENO) < 0
      || dup2 (fileno (shift->err), STDERR_FILENO) < 0)
    status = output_lost (errno);
  else if (!workers_confine (crew, shift))
    status = UNCONFINED | errno;
  for (size_t i = shift->first; i < shift->end && status < UNCONFINED; i++)
    status = run_one (crew, shift, i);
  /* Not exit: the atexit handlers belong to the parent.  */
  _exit (status);
}

/* An empty temporary file, in memory where no directory takes it, or NULL with
   errno set.  */
static FILE *
take_file (struct crew *crew)
{
  if (crew->spare_count != 0)
    return crew->spare[--crew->spare_count];
  FILE *file = tmpfile ();
  if (file != NULL)
    return file;
  const int fd = memory_file_new (0);
  if (fd != 0 && (file = fdopen (fd, "w+")) == NULL)
    memory_file_close (fd);
  return file;
}

/* Keep FILE for a later shift, if it can be emptied, or close it.  To make a
   file took longer than all else that a process for a small image costs.  */
static void
give_file (struct crew *crew, FILE *file, bool keep)
{
  if (file == NULL)
    return;
  if (keep && crew->spare_count < WORKERS_SPARE
      && ftruncate (fileno (file), 0) == 0
      && lseek (fileno (file), 0, SEEK_SET) == 0)
    crew->spare[crew->spare_count++] = file;
  else
    fclose (file);
}

void
workers_close (struct crew *crew, const struct shift *shift)
{
  /* What ended otherwise may have left a process that still writes.  */
  const bool keep
      = shift->ended && shift->error == 0 && WIFEXITED (shift->status);

  give_file (crew, shift->out, keep);
  give_file (crew, shift->err, keep);
  give_file (crew, shift->notes, keep);
}

void
workers_close_spare (struct crew *crew)
{
  while (crew->spare_count != 0)
    fclose (crew->spare[--crew->spare_count]);
}

bool
workers_start (struct crew *crew, size_t first, size_t end)
{
  struct shift *shift = &crew->shifts[first % WORKERS_WINDOW];
  pid_t self = getpid ();

  *shift = (struct shift){ .first = first,
                           .end = end,
                           .out = take_file (crew),
                           .err = take_file (crew),
                           .notes = take_file (crew) };
  const bool able
      = shift->out != NULL && shift->err != NULL && shift->notes != NULL;
  int error = errno;
  for (size_t i = first; i < end; i++)
    workers_open_files (crew, i);
  report_stdout_flush ();
  fflush (stderr);
  if (able)
    {
      shift->pid = fork ();
      error = errno;
    }
  if (shift->pid == 0 && able)
    {
      end_with (self);
      run_shift (crew, shift);
    }
  if (shift->pid <= 0)
    {
      shift->pid = 0;
      workers_close (crew, shift);
      errno = error;
      return false;
    }
  crew->running++;
  return true;
}
