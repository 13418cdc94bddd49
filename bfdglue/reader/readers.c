/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   readers.c - inputs, read by processes of their own.

   Theory of operation.  The files are dealt out to the processes in turn
   [reader_of_file].  Each puts what it finds into its channel, and this
   process takes it out in the order of the command line [read_file], so that a
   reader is ahead by as much as its ring holds.  If a reader ends before its
   files do, the object that it had open is reported, and another process goes
   on after it [replace_process].  */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "numbers.h"
#include "readers-internal.h"
#include "threads.h"

struct readers *
readers_new (const struct readers_options *options,
             const struct diag_sink *sink)
{
  struct readers *r = calloc (1, sizeof *r);

  if (r == NULL)
    return NULL;
  r->options = *options;
  r->sink = sink;
  if (!options->trusted || (r->here = inputs_new (sink)) != NULL)
    return r;
  free (r);
  return NULL;
}

/* End the processes, at once if NOW.  */
static void
stop_all (struct readers *r, bool now)
{
  for (size_t i = 0; i < r->count; i++)
    reader_stop (&r->processes[i], now);
  r->count = 0;
}

void
readers_free (struct readers *r)
{
  if (r == NULL)
    return;
  stop_all (r, true);
  inputs_free (r->here);
  free (r->now.open);
  free (r->record);
  string_set_free (&r->seen);
  pool_free (&r->kept);
  pool_free (&r->bytes);
  pool_free (&r->scratch);
  free (r);
}

/* Start the processes for FILES.  */
static void
start_all (struct readers *r, const struct reader_files *files)
{
  const size_t blocks = (files->count + READER_FILES - 1) / READER_FILES;
  const size_t most = (size_t) smaller (threads_processors (), READERS_MAX);
  struct reader_start start = { .count = (size_t) smaller (blocks, most) };

  r->files = *files;
  r->error = 0;
  for (; start.number < start.count && r->error == 0; start.number++)
    {
      start.file = start.number * READER_FILES;
      if (reader_start (&r->processes[start.number], files, &start))
        r->count++;
      else
        r->error = errno;
    }
  if (r->error != 0)
    stop_all (r, true);
}

void
readers_start (struct readers *r, char *const *paths, size_t count)
{
  const struct reader_files files = { .paths = paths,
                                      .count = count,
                                      .code = r->options.code,
                                      .terse = r->sink->terse };
  if (r->here == NULL)
    start_all (r, &files);
}

/* ------------------------------------------------------------------ */
/* Reading                                                             */

/* Report that PROCESS has ended, or has handed back what cannot be if BAD, and
   start another one that goes on after what it read last.  */
static sfm_status
replace_process (struct readers *r, struct reader_process *process, bool bad)
{
  struct progress *now = &r->now;
  struct reader_start start
      = { .number = (size_t) (process - r->processes), .count = r->count };
  const char *name
      = now->open != NULL ? now->open : reader_path (&r->files, now->file);
  char why[LAST_WORDS_SIZE];

  if (bad)
    kill (process->pid, SIGKILL);
  reader_end (process, why, sizeof why);
  r->lost = true;
  /* A duplicate was reported where it came first.  */
  if (!now->dropped)
    diag (r->sink, DIAG_ERROR, name,
          "cannot be read: libbfd ended the process that reads it (%s)",
          bad ? "it handed back damaged data" : why);
  /* Nothing is known of what is at fault.  */
  if (!now->begun)
    return SFM_ERR_IO;
  start.file = now->file;
  start.objects = now->objects;
  if (now->open == NULL)
    {
      now->ended = true;
      start.file++;
      start.objects = 0;
    }
  free (now->open);
  now->open = NULL;
  if (reader_start (process, &r->files, &start))
    return SFM_OK;
  return diag_errno (r->sink, name,
                     "cannot start another process to go on after it");
}

/* Read file number IDX.  */
static sfm_status
read_file (struct readers *r, size_t idx)
{
  struct reader_process *process
      = &r->processes[reader_of_file (idx, r->count)];

  r->now = (struct progress){ .file = idx };
  while (!r->now.ended)
    {
      sfm_status status = readers_take (r, process);
      if (status == SFM_END || status == SFM_ERR_CORRUPT)
        status = replace_process (r, process, status == SFM_ERR_CORRUPT);
      if (status != SFM_OK)
        return status;
    }
  return r->now.status;
}

/* Read the files that the processes were started for.  */
static sfm_status
read_all (struct readers *r, input_fn *fn, void *data)
{
  sfm_status status = SFM_OK;

  if (r->error != 0)
    {
      errno = r->error;
      return diag_errno (r->sink, reader_path (&r->files, 0),
                         "cannot start a process that reads it");
    }
  r->fn = fn;
  r->data = data;
  for (size_t i = 0; i < r->files.count && status == SFM_OK; i++)
    status = read_file (r, i);
  if (status == SFM_OK && r->lost)
    status = SFM_ERR_CORRUPT;
  stop_all (r, status != SFM_OK);
  return status;
}

sfm_status
readers_read_all (struct readers *r, char *const *paths, size_t count,
                  input_fn *fn, void *data)
{
  if (r->here != NULL)
    {
      sfm_status status = SFM_OK;
      for (size_t i = 0; i < count && status == SFM_OK; i++)
        status = inputs_read (r->here, paths[i], fn, data);
      return status;
    }
  if (r->count == 0 && r->error == 0)
    readers_start (r, paths, count);
  return read_all (r, fn, data);
}

sfm_status
readers_read_one (struct readers *r, const struct file_source *source,
                  input_fn *fn, void *data)
{
  const struct reader_files files = { .count = 1,
                                      .only = source,
                                      .code = r->options.code,
                                      .terse = r->sink->terse };

  if (r->here != NULL)
    return inputs_read_source (r->here, source, fn, data);
  start_all (r, &files);
  return read_all (r, fn, data);
}
