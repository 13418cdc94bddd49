/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-reader.c - the context in which inputs are read: its life, and reports
   of libbfd's failures.  */

#include "config.h"

#include <errno.h>
#include <stdlib.h>

#include "bfd-internal.h"

struct inputs *
inputs_new (const struct diag_sink *sink)
{
  struct inputs *inputs = malloc (sizeof *inputs);
  if (inputs == NULL)
    return NULL;
  *inputs = (struct inputs){ .sink = sink };
  if (!stderr_open (&inputs->libbfd_stderr))
    {
      free (inputs);
      return NULL;
    }
  inputs->usable = bfd_init () == BFD_INIT_MAGIC;
  /* BFD clears the hash table of sections twice for each target it tries; with
     the default of 4,051 entries that is 64 % of all its work for an object.
     The table grows for objects with many sections.  */
  bfd_hash_set_default_size (31);
  return inputs;
}

void
inputs_free (struct inputs *inputs)
{
  if (inputs == NULL)
    return;
  stderr_close (&inputs->libbfd_stderr);
  string_set_free (&inputs->seen);
  pool_free (&inputs->kept);
  pool_free (&inputs->bytes);
  pool_free (&inputs->scratch);
  free (inputs);
}

const struct input_counts *
inputs_counts (const struct inputs *inputs)
{
  return &inputs->counts;
}

sfm_status
reader_status (void)
{
  switch (bfd_get_error ())
    {
    case bfd_error_no_memory:
      return SFM_ERR_NOMEM;
    case bfd_error_system_call:
      return errno == ENOMEM ? SFM_ERR_NOMEM : SFM_ERR_IO;
    case bfd_error_file_truncated:
      return SFM_ERR_TRUNC;
    case bfd_error_file_too_big:
      return SFM_ERR_LIMIT;
    default:
      return SFM_ERR_CORRUPT;
    }
}

sfm_status
reader_failed (struct inputs *inputs, const char *file, const char *what)
{
  sfm_status status = reader_status ();
  const char *why = bfd_get_error () == bfd_error_no_error
                        ? "damaged file"
                        : bfd_errmsg (bfd_get_error ());

  stderr_report (&inputs->libbfd_stderr, inputs->sink, file);
  if (status == SFM_ERR_NOMEM)
    return diag_nomem (inputs->sink, file);
  diag (inputs->sink, DIAG_ERROR, file, "libbfd cannot %s: %s", what, why);
  return status;
}
