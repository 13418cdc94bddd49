/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-plugin.c - the linker plugin's options and messages.  */

#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin.h"
#include "result.h"

/* A key that comes again counts with its last value; one whose name begins
   like another's is another.  */
static void
test_options (void)
{
  static const char *const given[]
      = { "for=a",      "force",          "for=b", "share-rows=never",
          "share-rows", "fatal-warnings", "fatal", "fatal",
          "force" };
  static const char *const kept[]
      = { "--for=b", "--force", "--share-rows", "--fatal-warnings" };
  struct plugin_options options = { 0 };
  bool good = true;

  for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
    good = good && plugin_options_take (&options, given[i]);
  good = good && options.fatal && options.targeted && options.arg_count == 4;
  for (size_t i = 0; i < options.arg_count; i++)
    {
      good = good && strcmp (options.args[i], kept[i]) == 0;
      free (options.args[i]);
    }
  unit_result (good, "each option is kept once");
}

static char said[256];

static enum ld_plugin_status hear (int level, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

static enum ld_plugin_status
hear (int level, const char *format, ...)
{
  va_list ap;

  (void) level;
  va_start (ap, format);
  vsnprintf (said, sizeof said, format, ap);
  va_end (ap);
  return LDPS_OK;
}

/* The linker prints what it gets: what is not seen in a name must not turn the
   message into another one.  */
static void
test_messages (void)
{
  plugin_messages_to (hear);
  plugin_say (LDPL_INFO, "%s: %%S", "\x1b[1m\xc2\x9b\xe2\x80\xae\xff%B");
  unit_result (strcmp (said, "\\x1b[1m\\xc2\\x9b\\xe2\\x80\\xae\\xff%B: %S")
                   == 0,
               "a message has names that can be seen");
}

int
main (void)
{
  test_options ();
  test_messages ();
  return unit_exit ();
}
