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
inputs_read_source (struct inputs *inputs, const struct file_source *source,
                    input_fn *fn, void *data)
{
  return inputs_read (inputs, source->path, fn, data);
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
