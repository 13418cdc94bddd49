/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   workers-shift.c - the process of a shift: the files that it owns, its
   start, its jobs, its notes.

   What a job reads and writes is opened before its process starts, with the
   rights of the user.  The process then gives up all that it has, so that a
   file that takes it over gains nothing: it can only print, and fill its
   output.  The memory and time that it may take depend on the size of its
   inputs.  */

#include "config.h"

#include <errno.h>
#include <signal.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include "paged.h"
#include "process.h"
#include "ui-limits.h"
#include "workers-internal.h"

/* The files of the job that this process does, if it was given any.  */
static struct job_files own;

void
workers_input (unsigned k, struct file_source *source)
{
  source->fd = own.opened ? own.fds[k] : -1;
  source->error = own.opened ? own.errors[k] : 0;
}

bool
workers_output (int *fd)
{
  *fd = own.fds[WORKERS_OUTPUT];
  errno = own.errors[WORKERS_OUTPUT];
  return own.opened && (*fd >= 0 || errno != 0);
}

/* Open the files of job IDX, unless they are open.  */
static void
workers_open_files (struct crew *crew, size_t idx)
{
  const struct workers_job *job = crew->job;
  struct job_files *files = workers_files (crew, idx);

  if (files->opened)
    return;
  *files = (struct job_files){ .opened = true };
  for (unsigned k = 0; k < WORKERS_FILES; k++)
    files->fds[k] = -1;
  if (job->input == NULL)
    return;
  for (unsigned k = 0; k < WORKERS_INPUTS; k++)
    {
      struct file_source source;
      /* The process reports why a file cannot be opened.  */
      errno = 0;
      if (job->input (job->data, idx, k, &source)
          && file_open_any (&source, source.path, &files->fds[k], &diag_silent)
                 != SFM_OK)
        files->errors[k] = errno != 0 ? errno : EIO;
    }
  if (job->output == NULL || files->fds[0] < 0)
    return;
  errno = 0;
  files->fds[WORKERS_OUTPUT] = job->output (job->data, idx, files->fds[0]);
  if (files->fds[WORKERS_OUTPUT] < 0)
    files->errors[WORKERS_OUTPUT] = errno != 0 ? errno : EIO;
}

void
workers_close_files (struct crew *crew, size_t idx)
{
  struct job_files *files = workers_files (crew, idx);

  for (unsigned k = 0; files->opened && k < WORKERS_FILES; k++)
    if (files->fds[k] >= 0)
      close (files->fds[k]);
  files->opened = false;
}

/* Give up everything but the descriptors that BOX keeps; the inputs have SIZE
   bytes.  */
static bool
confine (struct sandbox *box, uint64_t size)
{
  box->streams = true;
  box->memory = WORKER_MEMORY + WORKER_MEMORY_FACTOR * size;
  box->seconds = (unsigned) (WORKER_SECONDS + size / WORKER_BYTES_A_SECOND);
  return sandbox_enter (box);
}

static uint64_t
size_of (int fd)
{
  struct stat st;

  return fstat (fd, &st) == 0 && st.st_size > 0 ? (uint64_t) st.st_size : 0;
}

/* In the child: give up everything that SHIFT does not need.  False with errno
   set: that failed.  */
static bool
workers_confine (const struct crew *crew, const struct shift *shift)
{
  static int kept[WORKERS_WINDOW * WORKERS_FILES + 2];
  const struct workers_job *job = crew->job;
  struct sandbox box = { .kept = kept,
                         .readable = job->readable,
                         .readable_count = job->readable_count };
  uint64_t size = 0;

  if (job->input == NULL)
    return true;
  for (size_t i = shift->first; i < shift->end; i++)
    for (unsigned k = 0; k < WORKERS_FILES; k++)
      {
        const int fd = crew->files[i % WORKERS_WINDOW].fds[k];
        if (fd < 0)
          continue;
        kept[box.kept_count++] = fd;
        size += size_of (fd);
      }
  kept[box.kept_count++] = fileno (shift->notes);
  kept[box.kept_count++] = unpacking_descriptor ();
  return confine (&box, size);
}

bool
workers_confine_self (const int *fds, size_t count,
                      const char *const *readable, size_t readable_count)
{
  struct sandbox box = { .kept = fds,
                         .kept_count = count,
                         .readable = readable,
                         .readable_count = readable_count };
  uint64_t size = 0;

  for (size_t i = 0; i < count; i++)
    size += size_of (fds[i]);
  return sandbox_is_watched || confine (&box, size);
}

/* What a process notes about its jobs, in a file of its own.

   Not in shared memory: there, a process that a hostile file has taken over
   could forge the notes of others.  */

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

/* Write the note of job IDX of SHIFT.  False with errno set.  */
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
  /* Last, so that a note means that everything is there.  */
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
  if (!read_all_at (fd, note, sizeof *note, (uint64_t) at))
    return NOTE_UNREAD;
  if (!note->done)
    return NOTE_MISSING;
  at += (off_t) sizeof *note;
  for (unsigned i = 0; i < WORKERS_MEMORY; i++)
    {
      const struct workers_memory *m = &job->memory[i];
      if (m->at == NULL)
        continue;
      if (!read_all_at (fd, element (m, idx), m->size, (uint64_t) at))
        return NOTE_UNREAD;
      at += (off_t) m->size;
    }
  return note->status >= STATUS_DONE && note->status <= STATUS_USAGE
                 && (job->sound == NULL || job->sound (job->data, idx))
             ? NOTE_TAKEN
             : NOTE_UNSOUND;
}

/* In the child: end when PARENT does.  If PARENT is killed, nobody wants the
   result any more; a process that writes a file removes its temporary one.  */
static void
end_with (pid_t parent)
{
#ifdef __linux__
  prctl (PR_SET_PDEATHSIG, SIGTERM);
#endif
  /* PARENT may have ended before.  */
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

  own = crew->files[idx % WORKERS_WINDOW];
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

  if (crew->end - crew->job->first > 1)
    threads_alone ();
  if (shift->end - shift->first > 1)
    paged_keep_memory ();
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

/* An empty temporary file, in memory if no directory can hold one, or NULL
   with errno set.  */
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

/* Keep FILE for a later shift, if it can be emptied, or close it.  Making one
   took longer than everything else about a process for a small image.  */
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
  /* A process that ended otherwise may have left another one that still
     writes.  */
  const bool keep
      = shift->ended && shift->error == 0 && WIFEXITED (shift->status);

  give_file (crew, shift->out, keep);
  give_file (crew, shift->err, keep);
  give_file (crew, shift->notes, keep);
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
