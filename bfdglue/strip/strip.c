/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   strip.c - remove SFrame from an object or an image.

   Theory of operation.  What goes is found by headers alone [strip_find], so
   that a damaged .sframe can be removed, too.  Everything that could refer to
   it is looked through [strip_users].  Then the bytes of the file are divided
   into blocks that stay together and what is between them [strip_layout].  The
   blocks are copied, each as far to the front as the alignment of what begins
   in it allows; then the headers and tables are patched [strip_write].  What
   is not known stays in its block, so nothing has to be known but headers.  */

#include "config.h"

#include <stdlib.h>

#include "strip.h"

static sfm_status
strip (struct strip *s, bool no_verify)
{
  TRY (strip_find (s));
  if (s->result->sections == 0 && s->result->segments == 0)
    return SFM_OK;
  s->result->refused = true;
  TRY (strip_users (s));
  strip_number (s);
  TRY (strip_layout (s));
  TRY (strip_write (s));
  if (!no_verify)
    TRY (strip_verify (s));
  s->result->refused = false;
  return SFM_OK;
}

sfm_status
strip_elf (const char *name, const uint8_t *bytes, size_t size, bool no_verify,
           uint8_t **out, size_t *out_size, struct strip_result *result,
           const struct diag_sink *sink)
{
  struct image image;
  struct strip s = { .image = &image, .sink = sink, .result = result };

  *out = NULL;
  *out_size = 0;
  *result = (struct strip_result){ 0 };
  TRY (image_open_any (name, bytes, size, &image, sink));
  sfm_status status = strip (&s, no_verify);
  if (status == SFM_OK)
    {
      *out = s.out;
      *out_size = s.size;
    }
  else
    free (s.out);
  byte_changes_free (&s.changes);
  pool_free (&s.pool);
  image_close (&image);
  return status;
}
