/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   input-queue.c - how objects come to the caller: at once, or from a thread
   beside the caller's; and which files and members were read.

   Theory of operation.  The thread owns libbfd.  It reads an object into one
   of QUEUE_OBJECTS records, which takes all that belongs to it, and hands the
   record over [pass]; the caller's thread gives it to the caller's function
   [input_queue_take].  The messages of the thread are kept with the object
   after them, so that everything comes in the order of one thread.  A record
   is cleared by the thread that fills it, as only that may call libbfd.

   The caller is woken for half of the records, or all that there are at the
   end: to wake it for each object costs more than reading the object.  */

#include "config.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "inputs-internal.h"
#include "process.h"

/* Copy what the caller may keep of the .sframe sections of OBJECT.  */
static sfm_status
keep_sframes (struct inputs *inputs, struct object *object)
{
  struct input_sframe *sframes
      = (struct input_sframe *) (uintptr_t) object->out.sframes;

  for (size_t i = 0; i < object->out.sframe_count; i++)
    {
      struct input_sframe *s = &sframes[i];
      uint8_t *bytes = pool_alloc (&inputs->given, s->size);
      if (strcmp (s->name, ".sframe") == 0)
        s->name = ".sframe";
      else
        s->name = pool_copy (&inputs->given, s->name, strlen (s->name));
      if (bytes == NULL || s->name == NULL)
        return diag_nomem (inputs->user, object->out.name);
      memcpy (bytes, s->bytes, s->size);
      s->bytes = bytes;
    }
  return SFM_OK;
}

/* Call the caller's function for OBJECT, in the caller's thread.  */
static sfm_status
give (struct inputs *inputs, struct object *object)
{
  const struct pool_mark mark = pool_mark (&inputs->given);

  object->sink = inputs->user;
  object->released = false;
  object->out.released = &object->released;
  TRY (keep_sframes (inputs, object));
  const sfm_status status = file_bytes_settle (
      &object->file, object->out.name, inputs->fn (inputs->data, &object->out),
      object->sink);
  if (object->released)
    pool_rewind (&inputs->given, &mark);
  return status;
}

struct input_queue
{
  struct object objects[QUEUE_OBJECTS];
  uint8_t *buffers; /* of all objects */
  struct inputs *inputs;
  inputs_paths_fn *read;
  char *const *paths;
  size_t count;
  struct threads_task task;
  sfm_status status; /* of the reading, once ENDED */

  /* Under LOCK.  */
  pthread_mutex_t lock;
  pthread_cond_t changed;
  size_t filled; /* how many objects were handed over */
  size_t taken;  /* how many of them the caller has done with */
  bool ended;    /* the thread hands nothing over any more */
  bool stopped;  /* the caller takes nothing any more */
};

/* Make the next record that of the thread.  */
static void
use_next (struct input_queue *q)
{
  struct object *object = &q->objects[q->filled % QUEUE_OBJECTS];

  object_clear (object);
  q->inputs->object = object;
}

/* Hand over the record of the thread, and wait until another one is free.  */
static sfm_status
pass (struct input_queue *q)
{
  pthread_mutex_lock (&q->lock);
  q->filled++;
  if (q->filled - q->taken >= QUEUE_OBJECTS / 2)
    pthread_cond_signal (&q->changed);
  while (q->filled - q->taken == QUEUE_OBJECTS && !q->stopped)
    pthread_cond_wait (&q->changed, &q->lock);
  const bool stopped = q->stopped;
  pthread_mutex_unlock (&q->lock);
  if (stopped)
    return SFM_END;
  use_next (q);
  return SFM_OK;
}

void
input_queue_settle (struct inputs *inputs)
{
  struct input_queue *q = inputs->queue;

  if (q == NULL)
    return;
  pthread_mutex_lock (&q->lock);
  pthread_cond_signal (&q->changed);
  while (q->taken != q->filled && !q->stopped)
    pthread_cond_wait (&q->changed, &q->lock);
  pthread_mutex_unlock (&q->lock);
}

bool
input_queue_wanted (struct inputs *inputs)
{
  struct input_queue *q = inputs->queue;
  bool wanted = true;

  if (q != NULL)
    {
      pthread_mutex_lock (&q->lock);
      wanted = !q->stopped;
      pthread_mutex_unlock (&q->lock);
    }
  return wanted;
}

/* What the thread does.  The last record has the messages after all
   objects.  */
static void
read_beside (void *data)
{
  struct input_queue *q = data;
  sfm_status status = q->read (q->inputs, q->paths, q->count);

  q->inputs->object->given = false;
  pthread_mutex_lock (&q->lock);
  q->filled++;
  q->ended = true;
  q->status = status;
  pthread_cond_signal (&q->changed);
  pthread_mutex_unlock (&q->lock);
}

/* Set *OBJECT to the next record.  False: there are no more.  */
static bool
take (struct input_queue *q, struct object **object)
{
  pthread_mutex_lock (&q->lock);
  while (q->filled == q->taken && !q->ended)
    pthread_cond_wait (&q->changed, &q->lock);
  const bool any = q->filled != q->taken;
  *object = &q->objects[q->taken % QUEUE_OBJECTS];
  pthread_mutex_unlock (&q->lock);
  return any;
}

/* Tell the thread that the record taken last may be used again or, if STOP,
   that no other will be taken.  */
static void
done (struct input_queue *q, bool stop)
{
  pthread_mutex_lock (&q->lock);
  q->taken++;
  q->stopped |= stop;
  if (stop || q->filled - q->taken < QUEUE_OBJECTS / 2)
    pthread_cond_signal (&q->changed);
  pthread_mutex_unlock (&q->lock);
}

sfm_status
input_queue_take (struct inputs *inputs)
{
  struct input_queue *q = inputs->queue;
  sfm_status status = SFM_OK;
  struct object *object;

  while (status == SFM_OK && take (q, &object))
    {
      status = diag_queue_flush (&object->messages, inputs->user);
      if (status == SFM_OK && object->given)
        status = give (inputs, object);
      done (q, status != SFM_OK);
    }
  threads_end (&q->task);
  if (status == SFM_OK)
    status = q->status;
  input_queue_free (inputs);
  return status;
}

void
input_queue_begin (struct inputs *inputs, inputs_paths_fn *read,
                   char *const *paths, size_t count)
{
  struct input_queue *q
      = threads_processors () > 1 ? malloc (sizeof *q) : NULL;

  if (q == NULL)
    return;
  *q = (struct input_queue){ .inputs = inputs,
                             .read = read,
                             .paths = paths,
                             .count = count,
                             .buffers = malloc (QUEUE_OBJECTS * FILE_BUFFER) };
  pthread_mutex_init (&q->lock, NULL);
  pthread_cond_init (&q->changed, NULL);
  for (size_t i = 0; i < QUEUE_OBJECTS; i++)
    {
      struct object *object = &q->objects[i];
      diag_queue_begin (&object->messages);
      object->messages.sink.terse = inputs->user->terse;
      object->sink = &object->messages.sink;
      object->buffer = q->buffers + i * FILE_BUFFER;
      object->file = FILE_BYTES_NONE;
    }
  inputs->queue = q;
  use_next (q);
  if (q->buffers != NULL)
    threads_begin (&q->task, true, read_beside, q);
  if (!q->task.apart)
    input_queue_free (inputs);
}

void
input_queue_free (struct inputs *inputs)
{
  struct input_queue *q = inputs->queue;

  if (q == NULL)
    return;
  pthread_mutex_lock (&q->lock);
  q->stopped = true;
  pthread_cond_signal (&q->changed);
  pthread_mutex_unlock (&q->lock);
  if (q->task.apart)
    threads_end (&q->task);
  for (size_t i = 0; i < QUEUE_OBJECTS; i++)
    {
      object_clear (&q->objects[i]);
      pool_free (&q->objects[i].pool);
      (void) diag_queue_flush (&q->objects[i].messages, &diag_silent);
    }
  pthread_mutex_destroy (&q->lock);
  pthread_cond_destroy (&q->changed);
  free (q->buffers);
  free (q);
  inputs->queue = NULL;
  inputs->object = &inputs->alone;
}

/* Which files and members were read.

   No linker takes a member twice.  But an archive may be given twice on the
   command line, if archives need each other, and a thin archive may name one
   file a thousand times, for 60 bytes each.  A function that is counted twice
   is missing once in the image, and each copy takes memory.  Files are
   identified by device and inode, as a file has many paths ("a.o", ".//a.o");
   size and time guard against filesystems with unreliable inode numbers.  */

sfm_status
inputs_keep (struct inputs *inputs, const char *text, const char **kept)
{
  *kept = pool_copy (&inputs->kept, text, strlen (text));
  return *kept != NULL ? SFM_OK : diag_nomem (inputs->object->sink, text);
}

sfm_status
inputs_first_time (struct inputs *inputs, const struct file_id *id,
                   uint64_t where, bool *first)
{
  uint64_t key[FILE_ID_PARTS + 1] = { 0 };
  uint32_t number;

  memcpy (key, id->parts, sizeof id->parts);
  key[FILE_ID_PARTS] = where;
  *first = string_set_find (&inputs->seen, key, sizeof key) == STRING_SET_NONE;
  if (!*first)
    return SFM_OK;
  const char *text = pool_copy (&inputs->kept, key, sizeof key);
  if (text == NULL
      || !string_set_add (&inputs->seen, text, sizeof key, &number))
    return diag_nomem (inputs->object->sink, NULL);
  return SFM_OK;
}

sfm_status
inputs_object (struct inputs *inputs, const struct input_object *input,
               const struct file_bytes *bytes)
{
  struct object *object = inputs->object;

  object->out = *input;
  object->out.outer = inputs->outer;
  TRY (file_bytes_settle (&object->file, object->out.name,
                          object_read (object, inputs->reader, bytes),
                          object->sink));
  if (!object->given)
    return SFM_OK;
  return inputs->queue != NULL ? pass (inputs->queue) : give (inputs, object);
}
