/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   no-bfd.c - the reader of objects and archives in a build without libbfd: it
   reports that libbfd is missing.  No name is demangled.  */

#include "config.h"

#include <stdlib.h>

#include "demangle.h"
#include "input-watch.h"

struct inputs
{
  const struct diag_sink *sink;
};

struct inputs *
inputs_new (const struct diag_sink *sink)
{
  struct inputs *inputs = malloc (sizeof *inputs);

  if (inputs != NULL)
    *inputs = (struct inputs){ .sink = sink };
  return inputs;
}

sfm_status
inputs_read (struct inputs *inputs, const char *path, input_fn *fn, void *data)
{
  (void) fn;
  (void) data;
  return diag_fail (inputs->sink, SFM_ERR_UNSUPP, path,
                    "cannot be read: this sfmerge was built without libbfd, "
                    "which reads objects and archives");
}

sfm_status
inputs_read_bytes (struct inputs *inputs, const char *path,
                   const uint8_t *bytes, size_t size, input_fn *fn, void *data)
{
  (void) bytes;
  (void) size;
  return inputs_read (inputs, path, fn, data);
}

void
inputs_watch (struct inputs *inputs, const struct input_watch *watch)
{
  (void) inputs;
  (void) watch;
}

void
inputs_free (struct inputs *inputs)
{
  free (inputs);
}

const bool demangle_available = false;

char *
demangle (const char *name)
{
  (void) name;
  return NULL;
}
