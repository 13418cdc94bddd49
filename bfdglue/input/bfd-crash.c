/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bfd-crash.c - the end of a process in which libbfd crashes.

   libbfd 2.40 crashes on some damaged objects, and calls abort where it finds
   its own data inconsistent.  GNU ld dies of the same files.  What the user
   needs is the name of the file and no litter.  Everything here may be called
   in a signal handler.  */

#include "config.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "bfd-crash.h"
#include "output-file.h"
#include "text.h"

enum
{
  EXIT_UNREADABLE = 2, /* as for other inputs that cannot be read */
  NAME_SHOWN = 1024,   /* bytes of a name in the message */
  STACK = 64 * 1024    /* for the handler: libbfd may have used up its own */
};

static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
enum
{
  CRASHES = sizeof crashes / sizeof crashes[0]
};

static struct sigaction previous[CRASHES];
static _Thread_local const char *volatile reading;
static char stack[STACK];

static void
put (const char *text)
{
  if (write (STDERR_FILENO, text, strlen (text)) < 0)
    return;
}

static void
take_crash (int number)
{
  char shown[NAME_SHOWN];
  const char *name = reading;

  /* Another thread, or another time: the signal comes again, when this
     returns.  */
  if (name == NULL)
    {
      for (size_t i = 0; i < CRASHES; i++)
        if (crashes[i] == number)
          sigaction (number, &previous[i], NULL);
      raise (number);
      return;
    }
  put ("sfmerge: ");
  put (printable (name, shown, sizeof shown));
  put (": cannot be read: libbfd crashed while it read this file\n");
  cleanup_remove ();
  _exit (EXIT_UNREADABLE);
}

/* Handle crashes from here on, those of this thread on a stack of their
   own.  */
static void
arm (void)
{
  struct sigaction action
      = { .sa_handler = take_crash, .sa_flags = SA_ONSTACK };
  const stack_t own = { .ss_sp = stack, .ss_size = sizeof stack };

  sigaltstack (&own, NULL);
  sigfillset (&action.sa_mask);
  for (size_t i = 0; i < CRASHES; i++)
    sigaction (crashes[i], &action, &previous[i]);
}

void
bfd_crash_names (const char *name)
{
  static bool armed;

  if (!armed)
    arm ();
  armed = true;
  reading = name;
}
