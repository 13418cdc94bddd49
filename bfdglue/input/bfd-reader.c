/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-reader.c - the context in which inputs are read: its life, and reports
   of libbfd's failures; which archives and members of thin archives were read.

   No linker takes a member twice.  But an archive may be given twice on the
   command line, if archives need each other, and a thin archive may name one
   file a thousand times, for 60 bytes each.  A function that is counted twice
   is missing once in the image, and each copy takes memory.  Files are
   identified by device and inode, as a file has many paths ("a.o", ".//a.o");
   size and time guard against filesystems with unreliable inode numbers.  */

#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bfd-internal.h"

/* Pass a message to the caller's sink, with the process's stderr.  */
static void
pass (void *data, enum diag_severity kind, const char *file, const char *place,
      const char *text)
{
  struct inputs *inputs = data;

  stderr_release (&inputs->libbfd_stderr);
  inputs->user->fn (inputs->user->data, kind, file, place, text);
  stderr_hold (&inputs->libbfd_stderr);
}

struct inputs *
inputs_new (const struct diag_sink *sink)
{
  struct inputs *inputs = calloc (1, sizeof *inputs);
  if (inputs == NULL)
    return NULL;
  inputs->user = sink;
  inputs->outward = (struct diag_sink){ .fn = pass, .data = inputs };
  inputs->sink = &inputs->outward;
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

/* The status for BFD's last error.  */
static sfm_status
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
  return diag_fail (inputs->sink, status, file, "libbfd cannot %s: %s", what,
                    why);
}

sfm_status
inputs_keep (struct inputs *inputs, const char *text, const char **kept)
{
  *kept = pool_copy (&inputs->kept, text, strlen (text));
  return *kept != NULL ? SFM_OK : diag_nomem (inputs->sink, text);
}

void
inputs_watch (struct inputs *inputs, const struct input_watch *watch)
{
  inputs->watch = watch;
  inputs->libbfd_stderr.watch = watch;
}

sfm_status
inputs_first_time (struct inputs *inputs, enum input_given what,
                   const struct file_id *id, uint64_t where, bool *first)
{
  uint64_t key[FILE_ID_PARTS + 1] = { 0 };
  uint32_t number;

  memcpy (key, id->parts, sizeof id->parts);
  key[FILE_ID_PARTS] = where;
  *first = string_set_find (&inputs->seen, key, sizeof key) == STRING_SET_NONE;
  if (inputs->watch != NULL && (*first || what == INPUT_GIVEN_OBJECT))
    inputs->watch->given (inputs->watch->data, what, id, where);
  if (!*first)
    return SFM_OK;
  const char *text = pool_copy (&inputs->kept, key, sizeof key);
  if (text == NULL
      || !string_set_add (&inputs->seen, text, sizeof key, &number))
    return diag_nomem (inputs->sink, NULL);
  return SFM_OK;
}

void
inputs_left (struct inputs *inputs)
{
  if (inputs->watch != NULL)
    inputs->watch->left (inputs->watch->data);
}
