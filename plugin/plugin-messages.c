/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-messages.c - telling the user through the linker.  */

#include "config.h"

#include <stdarg.h>
#include <stdio.h>

#include "plugin-messages.h"

enum
{
  /* Two paths at their longest and a sentence.  */
  TEXT_SIZE = 2 * 4096 + 512
};

/* A plug-in is one a process, and its hooks take no argument of its own.  */
static ld_plugin_message message;

void
plugin_messages_to (ld_plugin_message hook)
{
  message = hook;
}

void
plugin_say (enum ld_plugin_level level, const char *format, ...)
{
  char text[TEXT_SIZE];
  va_list ap;

  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  /* Never TEXT as the format: GNU ld's own has %B, %S and more, and a path
     may have any of them.  */
  if (message != NULL)
    message ((int) level, "%s", text);
  else
    fprintf (stderr, "sfmerge plugin: %s\n", text);
}
