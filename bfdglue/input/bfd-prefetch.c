/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-prefetch.c - open many input files before their turn, and read the small
   ones.

   Theory of operation.  A thread fills a ring of slots with the bytes of files
   [fill], while the caller's thread, the only one that calls libbfd, takes
   them out in the order of the command line [read_slot].  The thread queues
   its messages about a file in the file's slot, and they are reported when the
   file's turn comes.  So the messages and the first failure are those of
   reading one file after the other, which is what happens without a second
   processor.  Opening and reading files of 30 KB is a fourteenth of a link
   that finds them in the page cache.  */

#include "config.h"

#include <stdlib.h>

#if defined HAVE_THREADS_H && !defined __STDC_NO_THREADS__
#include <threads.h>
#define USE_THREADS 1
#endif

#include "bfd-internal.h"
#include "diag-queue.h"
#include "threads.h"

#ifdef USE_THREADS
struct slot
{
  struct bytes_file file;
  struct diag_queue messages;
  sfm_status status; /* of opening it */
  uint8_t buffer[FILE_BUFFER];
};

struct ahead
{
  char *const *paths;
  size_t count;
  size_t filled; /* files put into slots */
  size_t taken;  /* files taken out again */
  bool stop;     /* no more files are wanted */
  mtx_t lock;    /* for FILLED, TAKEN and STOP */
  cnd_t changed;
  struct slot slots[PREFETCH_SLOTS];
};

/* The thread: fill slot after slot.  */
static void
fill (void *data)
{
  struct ahead *a = data;

  for (size_t i = 0; i < a->count; i++)
    {
      struct slot *slot = &a->slots[i % PREFETCH_SLOTS];
      mtx_lock (&a->lock);
      while (!a->stop && i - a->taken == PREFETCH_SLOTS)
        cnd_wait (&a->changed, &a->lock);
      const bool stop = a->stop;
      mtx_unlock (&a->lock);
      if (stop)
        return;
      slot->status = bytes_open (a->paths[i], a->paths[i], slot->buffer,
                                 &slot->file, &slot->messages.sink);
      mtx_lock (&a->lock);
      a->filled = i + 1;
      cnd_signal (&a->changed);
      mtx_unlock (&a->lock);
    }
}

/* Read file number IDX from its slot, when it is there.  */
static sfm_status
read_slot (struct inputs *inputs, struct ahead *a, size_t idx, input_fn *fn,
           void *data)
{
  struct slot *slot = &a->slots[idx % PREFETCH_SLOTS];

  mtx_lock (&a->lock);
  while (a->filled <= idx)
    cnd_wait (&a->changed, &a->lock);
  mtx_unlock (&a->lock);
  sfm_status status = diag_queue_flush (&slot->messages, inputs->user);
  if (status == SFM_OK)
    status = slot->status;
  if (status == SFM_OK)
    status = inputs_read_bytes_file (inputs, a->paths[idx], &slot->file, fn,
                                     data);
  bytes_close (&slot->file);
  mtx_lock (&a->lock);
  a->taken = idx + 1;
  a->stop = status != SFM_OK;
  cnd_signal (&a->changed);
  mtx_unlock (&a->lock);
  return status;
}

/* Read the files of A, if there can be a thread that opens them; return
   whether there was, and set *STATUS.  */
static bool
read_ahead (struct inputs *inputs, struct ahead *a, input_fn *fn, void *data,
            sfm_status *status)
{
  struct threads_task thread;
  size_t idx = 0;

  for (size_t i = 0; i < PREFETCH_SLOTS; i++)
    diag_queue_begin (&a->slots[i].messages);
  threads_begin (&thread, true, fill, a);
  /* There is no thread, and threads_end would fill slots that nobody
     empties.  */
  if (thread.worker == NULL)
    return false;
  for (; idx < a->count && *status == SFM_OK; idx++)
    *status = read_slot (inputs, a, idx, fn, data);
  threads_end (&thread);
  /* Close the files that were opened in vain.  */
  for (; idx < a->filled; idx++)
    {
      (void) diag_queue_flush (&a->slots[idx % PREFETCH_SLOTS].messages,
                               &diag_silent);
      bytes_close (&a->slots[idx % PREFETCH_SLOTS].file);
    }
  return true;
}

/* The same for the COUNT files PATHS.  */
static bool
prefetch (struct inputs *inputs, char *const *paths, size_t count,
          input_fn *fn, void *data, sfm_status *status)
{
  bool done = false;

  if (count <= PREFETCH_MIN || threads_processors () == 1)
    return false;
  struct ahead *a = calloc (1, sizeof *a);
  if (a == NULL)
    return false;
  a->paths = paths;
  a->count = count;
  if (mtx_init (&a->lock, mtx_plain) == thrd_success)
    {
      if (cnd_init (&a->changed) == thrd_success)
        {
          done = read_ahead (inputs, a, fn, data, status);
          cnd_destroy (&a->changed);
        }
      mtx_destroy (&a->lock);
    }
  free (a);
  return done;
}
#endif

sfm_status
inputs_read_all (struct inputs *inputs, char *const *paths, size_t count,
                 input_fn *fn, void *data)
{
  sfm_status status = SFM_OK;

#ifdef USE_THREADS
  if (prefetch (inputs, paths, count, fn, data, &status))
    return status;
#endif
  for (size_t i = 0; i < count && status == SFM_OK; i++)
    status = inputs_read (inputs, paths[i], fn, data);
  return status;
}
