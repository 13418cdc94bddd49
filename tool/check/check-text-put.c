/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-text-put.c - append formatted text to check's output.  */

#include "config.h"

#include <stdarg.h>
#include <stdio.h>

#include "check-file.h"

void
check_put (struct check *check, const char *format, ...)
{
  char line[CHECK_TEXT_LINE];
  va_list ap;

  va_start (ap, format);
  vsnprintf (line, sizeof line, format, ap);
  va_end (ap);
  outbuf_text (&check->out, line);
}
