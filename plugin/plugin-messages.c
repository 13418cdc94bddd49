/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-messages.c - messages through the linker.  */

#include "config.h"

#include <stdarg.h>
#include <stdio.h>

#include "plugin.h"
#include "text.h"

enum
{
  /* For two paths of maximal length and a sentence.  */
  TEXT_SIZE = 2 * 4096 + 512
};

/* There is one instance of the plugin per process, and hooks have no user data
   argument.  */
static ld_plugin_message message;

void
plugin_messages_to (ld_plugin_message hook)
{
  message = hook;
}

void
plugin_say (enum ld_plugin_level level, const char *format, ...)
{
  char text[TEXT_SIZE], safe[4 * TEXT_SIZE];
  va_list ap;

  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  printable (text, safe, sizeof safe);
  /* SAFE must not be the format: GNU ld's formats have %B, %S and more, and a
     path may contain any of these.  */
  if (message != NULL)
    message ((int) level, "%s", safe);
  else
    fprintf (stderr, "sfmerge plugin: %s\n", safe);
}
