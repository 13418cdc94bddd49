/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   workers-notes.c - what a process notes of its jobs, in a file of its own.

   Not in shared memory: a process that a file has taken over could write there
   what others are said to have done.  */

#include "config.h"

#include <errno.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include "paged.h"
#include "workers-internal.h"

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

bool
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
