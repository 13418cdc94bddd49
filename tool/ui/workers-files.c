/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   workers-files.c - the files of jobs, and processes that own nothing else.

   What a job reads and writes is opened before its process starts, with the
   rights of the user.  The process then gives up all that it has, so that a
   file that takes it over gains nothing: it can print, and fill its output.
   The memory and time that it may take depend on the size of its inputs.  */

#include "config.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file-bytes.h"
#include "process.h"
#include "ui-limits.h"
#include "workers-internal.h"

/* Those of the job that this process does, if it was given any.  */
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

void
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

void
workers_use_files (const struct crew *crew, size_t idx)
{
  own = crew->files[idx % WORKERS_WINDOW];
}

/* Own nothing but the descriptors that BOX keeps; the inputs have SIZE
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

bool
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
