/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diag.c - messages to the user, without printing.  */

#include "config.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "diag.h"

/* Room for a sentence with two long names.  Longer ones are truncated, as a
   message must not need memory.  */
enum
{
  DIAG_TEXT_SIZE = 1024,
  DIAG_PLACE_SIZE = 128
};

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
diag (const struct diag_sink *sink, enum diag_severity kind, const char *file,
      const char *format, ...)
{
  char text[DIAG_TEXT_SIZE];
  va_list ap;

  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  sink->fn (sink->data, kind, file, "", text);
}

void
diag_at (const struct diag_sink *sink, enum diag_severity kind,
         const char *file, const char *section, uint64_t offset,
         const char *format, ...)
{
  char text[DIAG_TEXT_SIZE], place[DIAG_PLACE_SIZE];
  va_list ap;

  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
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
diag_nomem (const struct diag_sink *sink, const char *file)
{
  sink->fn (sink->data, DIAG_ERROR, file, "", sfm_status_text (SFM_ERR_NOMEM));
  return SFM_ERR_NOMEM;
}
