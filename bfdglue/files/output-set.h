/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-set.h - several files that are replaced together, or none.

   Theory of operation.  Each output is written to a temporary file beside its
   target [output_set_add]; all are renamed at the end [output_set_commit].
   Where there are several, a temporary file and its target exchange their
   names, so that the old files still exist if a later one cannot be replaced,
   and take their names back.  Messages wait until no temporary file is left
   [output_set_end]: a reader of messages that has gone away, or that does not
   read on, must not decide what becomes of the files.  */

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
  struct diag_queue later;
  const struct diag_sink *sink;
};

/* Make SET an empty one, which must stay where it is and which tells SINK what
   happens.  output_set_end is due.  */
void output_set_begin (struct output_set *set, const struct diag_sink *sink);

/* Add SIZE bytes at DATA for TARGET, which target_open made and which SET
   takes, whatever is returned.  OPTIONS and the file that it names must stay;
   no two targets may be one file.  Statuses: IO, NOMEM.  */
sfm_status output_set_add (struct output_set *set, struct target *target,
                           const uint8_t *data, size_t size,
                           const struct output_options *options) SFM_CHECKED;

/* Give all outputs their names.  Statuses: IO: none was replaced, but for
   those that a file system without an exchange of names had replaced by then,
   which are named; USAGE: a file that was to be replaced has changed.  */
sfm_status output_set_commit (struct output_set *set) SFM_CHECKED;

/* Remove the temporary files that are left, tell what happened and release
   what SET has.  NOMEM: not all could be told.  */
sfm_status output_set_end (struct output_set *set);

#endif /* BFDGLUE_OUTPUT_SET_H */
