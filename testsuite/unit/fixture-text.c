/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-text.c - a text that describes what was found, to be compared.  */

#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "fixture-text.h"
#include "result.h"

char fixture_text[2000];

void
text_begin (void)
{
  fixture_text[0] = '\0';
  unit_last_said (fixture_text);
}

void
text_add (const char *format, ...)
{
  const size_t size = strlen (fixture_text);
  va_list args;

  va_start (args, format);
  vsnprintf (fixture_text + size, sizeof fixture_text - size, format, args);
  va_end (args);
}
