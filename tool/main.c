/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   main.c - the sfmerge program: prepare the process, run the command.  */

#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>

#include "commands.h"
#include "report.h"

/* Occupy the standard descriptors that the caller closed: otherwise the output
   file would get one of these numbers, and messages would be written into it.
   Each is opened in the wrong direction, so that using it still fails.  A
   command that sfmerge run executes has them closed again.  */
static void
occupy_descriptors (void)
{
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl (fd, F_GETFD) < 0)
      open ("/dev/null", (fd == 0 ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
}

int
main (int argc, char **argv)
{
  occupy_descriptors ();
  color_decide (COLOR_AUTO);
  /* An argument of these two that begins with @ does not name a response
     file.  */
  if (argc > 1 && strcmp (argv[1], "--say") == 0)
    return report_stdout (script_say (argc - 2, argv + 2));
  if (argc > 1 && strcmp (argv[1], run_command.name) == 0)
    return report_stdout (run_command.run (argc - 1, argv + 1, &run_command));
  /* If the caller ignores SIGCHLD, workers_run cannot get the statuses of its
     processes.  */
  signal (SIGCHLD, SIG_DFL);
  return report_stdout (commands_run (argc, argv));
}
