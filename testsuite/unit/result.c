/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   result.c - the lines that unit.exp reads.  */

#include "config.h"

#include <stdarg.h>
#include <stdio.h>

#include "result.h"

static bool any_failed;
static const char *last_said;

void
unit_result (bool passed, const char *name)
{
  unit_result_of (passed, "%s", name);
}

void
unit_result_of (bool passed, const char *format, ...)
{
  va_list args;

  fputs (passed ? "PASS: " : "FAIL: ", stdout);
  va_start (args, format);
  vprintf (format, args);
  va_end (args);
  putchar ('\n');
  if (!passed && last_said != NULL)
    printf ("  last said: %s\n", last_said);
  any_failed |= !passed;
}

void
unit_skip (const char *name)
{
  printf ("SKIP: %s\n", name);
}

void
unit_last_said (const char *text)
{
  last_said = text;
}

int
unit_exit (void)
{
  return any_failed;
}
