/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bench-time.c - time one command.

   usage: bench-time [-p] COMMAND [ARGUMENT]...

   Prints the seconds and the peak memory in KiB, including mapped files.  With
   -p, prints the peak of anonymous memory only, sampled every millisecond,
   which disturbs the time.  The command's standard output goes to /dev/null.
   This is a program of its own because a process inherits the peak of its
   parent: that of Python exceeds what sfmerge needs.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The KiB of anonymous memory of CHILD; 0 if unknown.  */
static long
own_memory (pid_t child)
{
  char path[64], line[256];
  long kib = 0;

  snprintf (path, sizeof path, "/proc/%ld/status", (long) child);
  FILE *file = fopen (path, "r");
  if (file == NULL)
    return 0;
  while (fgets (line, sizeof line, file) != NULL)
    if (sscanf (line, "RssAnon: %ld", &kib) == 1)
      break;
  fclose (file);
  return kib;
}

/* Wait for CHILD and sample its anonymous memory; returns the peak in KiB, or
   -1 on failure.  */
static long
watch (pid_t child, int *status, struct rusage *usage)
{
  const struct timespec pause = { .tv_nsec = 1000000 };
  long most = 0;

  for (;;)
    {
      pid_t done = wait4 (child, status, WNOHANG, usage);
      if (done != 0)
        return done < 0 ? -1 : most;
      long now = own_memory (child);
      if (now > most)
        most = now;
      nanosleep (&pause, NULL);
    }
}

static pid_t
start_command (char **argv)
{
  pid_t child = fork ();

  if (child == 0)
    {
      int null = open ("/dev/null", O_WRONLY);
      if (null >= 0)
        dup2 (null, STDOUT_FILENO);
      execvp (argv[0], argv);
      fprintf (stderr, "bench-time: %s: %s\n", argv[0], strerror (errno));
      _exit (127);
    }
  return child;
}

int
main (int argc, char **argv)
{
  struct timespec start, end;
  struct rusage usage = { 0 };
  bool own = argc > 1 && strcmp (argv[1], "-p") == 0;
  int status = 0;

  argv += own ? 2 : 1;
  if (argc < (own ? 3 : 2))
    return 2;
  clock_gettime (CLOCK_MONOTONIC, &start);
  pid_t child = start_command (argv);
  long memory = -1;
  if (child > 0 && own)
    memory = watch (child, &status, &usage);
  else if (child > 0 && wait4 (child, &status, 0, &usage) == child)
    memory = usage.ru_maxrss;
  if (memory < 0)
    {
      perror ("bench-time");
      return 1;
    }
  clock_gettime (CLOCK_MONOTONIC, &end);
  printf ("%.6f %ld\n",
          (double) (end.tv_sec - start.tv_sec)
              + (double) (end.tv_nsec - start.tv_nsec) / 1e9,
          memory);
  return WIFEXITED (status) ? WEXITSTATUS (status) : 1;
}
