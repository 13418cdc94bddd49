/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   inputs-object.c - an object of a file or archive, and which archives and
   members of thin archives were read.

   No linker takes a member twice.  But an archive may be given twice on the
   command line, if archives need each other, and a thin archive may name one
   file a thousand times, for 60 bytes each.  A function that is counted twice
   is missing once in the image, and each copy takes memory.  Files are
   identified by device and inode, as a file has many paths ("a.o", ".//a.o");
   size and time guard against filesystems with unreliable inode numbers.  */

#include "config.h"

#include <string.h>

#include "inputs-internal.h"

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

sfm_status
inputs_give (struct inputs *inputs, struct object *object)
{
  const struct pool_mark mark = pool_mark (&inputs->given);

  object->sink = inputs->user;
  object->released = false;
  object->out.released = &object->released;
  TRY (keep_sframes (inputs, object));
  const sfm_status status = inputs->fn (inputs->data, &object->out);
  if (object->released)
    pool_rewind (&inputs->given, &mark);
  return status;
}

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
               const uint8_t *bytes, size_t size)
{
  struct object *object = inputs->object;

  object->out = *input;
  object->out.outer = inputs->outer;
  TRY (object_read (object, inputs->reader, bytes, size));
  if (!object->given)
    return SFM_OK;
  return inputs->queue != NULL ? input_queue_pass (inputs)
                               : inputs_give (inputs, object);
}
