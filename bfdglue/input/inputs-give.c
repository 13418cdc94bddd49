/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   inputs-give.c - give an object to the caller.  */

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
