/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-set.h - several files that are replaced together, or none.

   Theory of operation.  Each output is written to a temporary file beside its
   target [output_set_add]; at the end all are renamed [output_set_commit].  If
   there are several, each temporary file exchanges names with its target: the
   old files still exist if a later one cannot be replaced, and get their names
   back.  Messages wait until no temporary file is left [output_set_end]: a
   reader of messages that has gone away, or that does not read on, must not
   decide what becomes of the files.  */

#ifndef BFDGLUE_OUTPUT_SET_H
#define BFDGLUE_OUTPUT_SET_H

#include "output-file.h"
#include "output-target.h"
#include "diag-queue.h"

struct output;

struct output_set
{
  struct output **outputs;
  size_t count;
  size_t capacity;
  const struct output *source; /* the last output with data */
  int fd;                      /* of its temporary file, until it is filled */
  int held; /* the same until the next one or the end: nobody else gets its
               inode meanwhile; -1: there is none */
  struct diag_queue later;
  const struct diag_sink *sink;
};

/* Make SET empty.  It must not be moved and needs output_set_end, which passes
   the messages to SINK.  */
void output_set_begin (struct output_set *set, const struct diag_sink *sink);

/* Add the SIZE bytes at DATA for TARGET, from target_open.  SET takes TARGET,
   whatever the status, but not DATA.  OPTIONS and OPTIONS->like must outlive
   SET; no two targets may be the same file.  Statuses: IO, NOMEM.  */
sfm_status output_set_add (struct output_set *set, struct target *target,
                           const uint8_t *data, size_t size,
                           const struct output_options *options) SFM_CHECKED;

/* The two halves of that: an output with an empty temporary file, and its
   DATA, which another thread may write while nobody else uses SET.  */
sfm_status output_set_open (struct output_set *set, struct target *target,
                            const struct output_options *options) SFM_CHECKED;
sfm_status output_set_fill (struct output_set *set, const uint8_t *data,
                            size_t size) SFM_CHECKED;

/* The same for the file open as FROM, which has its content already and, if it
   can be, becomes the temporary file.  */
sfm_status
output_set_add_filled (struct output_set *set, struct target *target, int from,
                       const struct output_options *options) SFM_CHECKED;

/* Add TARGET, which is another name of the file that the last output with data
   replaces, and becomes one of that output.  SET takes TARGET, whatever the
   status.  Statuses: IO, NOMEM.  */
sfm_status
output_set_add_name (struct output_set *set, struct target *target,
                     const struct output_options *options) SFM_CHECKED;

/* Give all outputs their names.  Statuses: IO: none was replaced, except those
   that messages name, on a file system that cannot exchange names; USAGE: a
   target has changed, and none was replaced; NOMEM: a message was dropped, and
   none was replaced.  */
sfm_status output_set_commit (struct output_set *set) SFM_CHECKED;

/* Remove the temporary files that are left, report all messages and release
   SET.  NOMEM: some messages were dropped.  */
sfm_status output_set_end (struct output_set *set);

#endif /* BFDGLUE_OUTPUT_SET_H */
