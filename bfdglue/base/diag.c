/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diag.c - how this folder tells the user something without printing.  */

#include "config.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "diag.h"

/* Room for a sentence with two long names; longer ones are cut, as a message
   must not need memory.  */
enum
{
  SAY_TEXT = 1024,
  SAY_PLACE = 128
};

static void
say_nothing (void *data, enum say_kind kind, const char *file,
             const char *place, const char *text)
{
  (void) data;
  (void) kind;
  (void) file;
  (void) place;
  (void) text;
}

const struct say say_silent = { .fn = say_nothing };

void
say (const struct say *sink, enum say_kind kind, const char *file,
     const char *format, ...)
{
  char text[SAY_TEXT];
  va_list ap;

  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  sink->fn (sink->data, kind, file, "", text);
}

void
say_at (const struct say *sink, enum say_kind kind, const char *file,
        const char *section, uint64_t offset, const char *format, ...)
{
  char text[SAY_TEXT], place[SAY_PLACE];
  va_list ap;

  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  snprintf (place, sizeof place, "(%s+0x%" PRIx64 ")", section, offset);
  sink->fn (sink->data, kind, file, place, text);
}

sfm_status
say_diag (const struct say *sink, enum say_kind kind, const char *file,
          const char *section, const struct sfm_diag *diag)
{
  if (diag->status == SFM_ERR_NOMEM)
    return say_nomem (sink, file);
  say_at (sink, kind, file, section, diag->offset, "%s", diag->text);
  return diag->status;
}

sfm_status
say_nomem (const struct say *sink, const char *file)
{
  sink->fn (sink->data, SAY_ERROR, file, "", sfm_status_text (SFM_ERR_NOMEM));
  return SFM_ERR_NOMEM;
}
