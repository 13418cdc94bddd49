/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diag.c - messages to the user, without printing.  */

#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "diag.h"
#include "base-limits.h"

static void
diag_nothing (void *data, enum diag_severity kind, const char *file,
              const char *place, const char *text)
{
  (void) data;
  (void) kind;
  (void) file;
  (void) place;
  (void) text;
}

const struct diag_sink diag_silent = { .fn = diag_nothing };

void
diag_at (const struct diag_sink *sink, enum diag_severity kind,
         const char *file, const char *section, uint64_t offset,
         const char *format, ...)
{
  /* What is longer is cut off, as a message must not need memory.  */
  char text[DIAG_TEXT_SIZE], place[DIAG_PLACE_SIZE] = "";
  va_list args;

  if (sink->terse && kind == DIAG_DETAIL)
    return;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  if (section != NULL)
    snprintf (place, sizeof place, "(%s+0x%" PRIx64 ")", section, offset);
  sink->fn (sink->data, kind, file, place, text);
}

sfm_status
diag_engine (const struct diag_sink *sink, enum diag_severity kind,
             const char *file, const char *section,
             const struct sfm_diag *diag)
{
  if (diag->status == SFM_ERR_NOMEM)
    return diag_nomem (sink, file);
  diag_at (sink, kind, file, section, diag->offset, "%s", diag->text);
  return diag->status;
}

sfm_status
diag_errno (const struct diag_sink *sink, const char *file, const char *doing)
{
  if (errno == ENOMEM)
    return diag_nomem (sink, file);
  return diag_fail (sink, SFM_ERR_IO, file, "%s: %s", doing, strerror (errno));
}

sfm_status
diag_nomem (const struct diag_sink *sink, const char *file)
{
  sink->fn (sink->data, DIAG_ERROR, file, "", sfm_status_text (SFM_ERR_NOMEM));
  return SFM_ERR_NOMEM;
}
