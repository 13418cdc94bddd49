/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   output-ahead.h - an output that is written while it is still verified.

   Its temporary file is filled by another thread, and gets the name of the
   target, or is removed, when the verification is over.  Writing an image
   takes about as long as verifying it.  */

#ifndef BFDGLUE_OUTPUT_AHEAD_H
#define BFDGLUE_OUTPUT_AHEAD_H

#include "output-set.h"
#include "threads.h"

/* All zero: nothing was begun.  */
struct output_ahead
{
  bool begun;
  const uint8_t *data; /* borrowed */
  size_t size;
  struct output_options options;
  struct output_set set;
  struct threads_task task;
  sfm_status status; /* of the thread */
};

/* Begin to write the SIZE bytes at DATA, which must not change, for PATH, if a
   thread is worth it and PATH can be replaced.  AHEAD must not be moved.  */
void output_ahead_begin (struct output_ahead *ahead, const char *path,
                         const uint8_t *data, size_t size,
                         const struct output_options *options);

/* The same as output_write, with what AHEAD has begun to write if that is
   DATA for PATH.  Statuses: those of output_write.  */
sfm_status output_ahead_write (struct output_ahead *ahead, const char *path,
                               const uint8_t *data, size_t size,
                               const struct output_options *options,
                               const struct diag_sink *sink) SFM_CHECKED;

/* Remove what AHEAD has written.  */
void output_ahead_drop (struct output_ahead *ahead);

#endif /* BFDGLUE_OUTPUT_AHEAD_H */
