/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bench-time.c - time one command.

   usage: bench-time COMMAND [ARGUMENT]...

   Prints the seconds, and the KiB of memory that it had at the most.  Its
   standard output goes to /dev/null.  A process begins with the peak of the
   one that made it, which for Python's would be more than sfmerge needs.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
  struct timespec start, end;
  struct rusage usage;
  int status;

  if (argc < 2)
    return 2;
  clock_gettime (CLOCK_MONOTONIC, &start);
  pid_t child = fork ();
  if (child == 0)
    {
      int null = open ("/dev/null", O_WRONLY);
      if (null >= 0)
        dup2 (null, STDOUT_FILENO);
      execvp (argv[1], argv + 1);
      fprintf (stderr, "bench-time: %s: %s\n", argv[1], strerror (errno));
      _exit (127);
    }
  if (child < 0 || wait4 (child, &status, 0, &usage) < 0)
    {
      perror ("bench-time");
      return 1;
    }
  clock_gettime (CLOCK_MONOTONIC, &end);
  printf ("%.6f %ld\n",
          (double) (end.tv_sec - start.tv_sec)
              + (double) (end.tv_nsec - start.tv_nsec) / 1e9,
          usage.ru_maxrss);
  return WIFEXITED (status) ? WEXITSTATUS (status) : 1;
}
