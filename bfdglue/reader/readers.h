/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   readers.h - inputs, read with libbfd by processes of their own.

   libbfd crashes on some damaged objects, and is not thread-safe.  A
   reader process that dies costs the object that it read: one message, and the
   status at the end.  All other objects are read, and objects and messages
   come in the same order as from one process.  */

#ifndef BFDGLUE_READERS_H
#define BFDGLUE_READERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "input.h"
#include "sfmerge.h"

struct readers_options
{
  bool trusted; /* read in this process */
  bool code;    /* input_code_read will be called */
};

struct readers;

/* A reader of inputs, which reports to SINK.  NULL: no memory.  */
struct readers *readers_new (const struct readers_options *options,
                             const struct diag_sink *sink);

/* Start to read the COUNT files PATHS, which readers_read_all is then called
   with.  It may be called early, as a process is cheapest to start while this
   one is small.  A failure is reported by readers_read_all.  */
void readers_start (struct readers *readers, char *const *paths, size_t count);

/* Read the COUNT files PATHS, and call FN as input.h says, up to the first
   file that cannot be read.  Objects whose reader process dies are reported
   and skipped.  Statuses: those of inputs_read; CORRUPT (a process died);
   IO (a process cannot be started); what FN returned.  */
sfm_status readers_read_all (struct readers *readers, char *const *paths,
                             size_t count, input_fn *fn,
                             void *data) SFM_CHECKED;

/* readers_read_all for the file SOURCE.  If it has bytes, it is an object.  */
sfm_status readers_read_one (struct readers *readers,
                             const struct file_source *source, input_fn *fn,
                             void *data) SFM_CHECKED;

/* End all processes.  What input.h calls kept lives until here.  */
void readers_free (struct readers *readers);

#endif /* BFDGLUE_READERS_H */
