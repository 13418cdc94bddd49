/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   stepper.c - judge the rows that 'synth --fill=code' has made by what the
   processor does.

     prove-step [OPTION]... COMMAND [ARGUMENT]...

     -d DIR      judge rows in objects of which there is another one in DIR,
                 with the same name: of code that the other one's section does
                 not describe
     -w          judge nothing; count the stacks that can be walked to their
                 ends by the sections of all objects
     -b          also stop at each row when it is first reached
     -t TIME     stop a thread after a random time of about TIME microseconds
     -n COUNT    end the command after COUNT samples
     -m COUNT    take at most COUNT samples of one function
     -s COUNT    give a sample up after COUNT instructions
     -S SEED     of the random numbers
     -o FILE     write what was found to FILE, not to standard output

   COMMAND is the program itself, no script that runs it.  What it loads
   later is found; other programs that it runs are not looked at.  Only what is
   in the memory of the process counts, and program headers.

   At a sample the row predicts the CFA, the return address and the caller's
   FP; the thread is stepped until its frame returns, and then SP, PC and FP
   must be that.  follow.c has the details.

   Exit status: 0 if nothing is wrong, 1 if something is or there was no
   sample, 2 for wrong usage, 77 if nothing can be traced here.  */

#include "config.h"

#include <errno.h>
#include <limits.h>
#include <unistd.h>

#include "breaks.h"
#include "follow.h"
#include "libraries.h"
#include "tracees.h"
#include "walks.h"

enum
{
  STATUS_RIGHT = 0,
  STATUS_WRONG = 1,
  STATUS_USAGE = 2,
  STATUS_UNABLE = 77
};

static struct
{
  const char *dir;
  FILE *file;
  bool walk;
  bool breaks;
  unsigned time;
  unsigned samples;
  struct follow_options follow;
} options = { .time = 1000,
              .samples = UINT_MAX,
              .follow = { .steps = 100000, .most = UINT_MAX } };

/* The thread TID of P is stopped because of EVENT.  Whether it gave a
   sample.  */
static bool
take_sample (struct process *p, pid_t tid, enum tracees_event event)
{
  if (options.walk)
    {
      walks_add (p, tid);
      return true;
    }
  const bool taken = follow_frame (
      p, tid, event == TRACEES_TIMER ? FOLLOW_TIMER : FOLLOW_BREAK,
      &options.follow, options.file);
  if (options.breaks && event == TRACEES_TIMER)
    breaks_insert (tid);
  return taken;
}

/* Run COMMAND to its end, or until there are enough samples.  */
static int
attend (char **command)
{
  static struct process process;
  unsigned samples = 0;
  int status;

  process.pid = tracees_start (command);
  if (process.pid == 0)
    {
      fprintf (stderr, "prove-step: cannot trace %s\n", command[0]);
      return STATUS_UNABLE;
    }
  libraries_begin (&process, options.dir);
  pid_t tid = process.pid;
  if (options.breaks)
    {
      /* The program itself is there.  */
      libraries_find ();
      breaks_insert (tid);
    }
  while (samples < options.samples)
    {
      tracees_go (tid);
      const enum tracees_event event
          = tracees_next (options.time, &tid, &status);
      if (event == TRACEES_END)
        break;
      samples += take_sample (&process, tid, event);
    }
  tracees_kill ();
  if (options.walk)
    {
      walks_print (options.file);
      return samples != 0 ? STATUS_RIGHT : STATUS_WRONG;
    }
  const struct library_counts sum = libraries_print (options.file);
  return samples != 0 && sum.wrong == 0 ? STATUS_RIGHT : STATUS_WRONG;
}

/* Read the number VALUE.  */
static bool
read_number (const char *value, unsigned *number)
{
  char *end;

  errno = 0;
  const unsigned long long read = strtoull (value, &end, 10);
  *number = (unsigned) read;
  return errno == 0 && end != value && *end == '\0' && read <= UINT_MAX;
}

/* Take option LETTER with VALUE.  */
static bool
take (int letter, const char *value)
{
  unsigned seed;

  switch (letter)
    {
    case 'd':
      options.dir = value;
      return true;
    case 'w':
      return options.walk = true;
    case 'b':
      return options.breaks = true;
    case 't':
      return read_number (value, &options.time) && options.time != 0;
    case 'n':
      return read_number (value, &options.samples);
    case 'm':
      return read_number (value, &options.follow.most);
    case 's':
      return read_number (value, &options.follow.steps);
    case 'S':
      if (!read_number (value, &seed))
        return false;
      srandom (seed);
      return true;
    case 'o':
      return (options.file = fopen (value, "we")) != NULL;
    default:
      return false;
    }
}

int
main (int argc, char **argv)
{
  int letter;

  options.file = stdout;
  /* The options of the command are its own.  */
  while ((letter = getopt (argc, argv, "+d:wbt:n:m:s:S:o:")) != -1)
    if (!take (letter, optarg))
      break;
  if (letter != -1 || optind == argc || (options.dir == NULL) != options.walk)
    {
      fprintf (stderr, "usage: prove-step (-d DIR | -w) [-b] [-t TIME] "
                       "[-n COUNT] [-m COUNT] [-s COUNT]\n"
                       "                  [-S SEED] [-o FILE] COMMAND "
                       "[ARGUMENT]...\n");
      return STATUS_USAGE;
    }
  const int status = attend (argv + optind);
  return fflush (options.file) == 0 ? status : STATUS_WRONG;
}
