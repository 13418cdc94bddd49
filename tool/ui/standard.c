/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   standard.c - "-" for standard input and output.

   Files are opened by name, more than once, and by libbfd; so standard input
   that is not a file is copied to a nameless one, which takes its place and is
   called /dev/stdin.  */

#include "config.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "options.h"
#include "output-file.h"
#include "paged.h"
#include "report.h"

enum
{
  CHUNK = 1 << 16
};

/* The most that is read: larger images are not linked, and a device may never
   end.  */
#define INPUT_MAX (UINT64_C (4) << 30)

static bool
is_standard (const char *arg)
{
  return arg != NULL && strcmp (arg, "-") == 0;
}

/* How much may be kept: the limit of file sizes, beyond which a write raises a
   signal, also holds for files in memory.  */
static uint64_t
most (void)
{
  struct rlimit limit;

  return getrlimit (RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < INPUT_MAX
             ? limit.rlim_cur
             : INPUT_MAX;
}

/* Copy standard input to FD.  False: errno says why.  */
static bool
copy (int fd)
{
  static uint8_t chunk[CHUNK];
  const uint64_t end = most ();
  uint64_t size = 0;

  for (;;)
    {
      const ssize_t got = read (STDIN_FILENO, chunk, sizeof chunk);
      if (got == 0)
        return true;
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return false;
      if ((uint64_t) got > end - size)
        {
          errno = EFBIG;
          return false;
        }
      if (!output_data (fd, chunk, (size_t) got))
        return false;
      size += (uint64_t) got;
    }
}

/* Make standard input a file that can be opened again.  False: errno says why
   not.  */
static bool
prepare_input (void)
{
  struct stat st;

  if (fstat (STDIN_FILENO, &st) == 0 && S_ISREG (st.st_mode)
      && lseek (STDIN_FILENO, 0, SEEK_CUR) == 0)
    return true;
  const int fd = memory_file_new (0);
  if (fd == 0)
    {
      errno = ENOMEM;
      return false;
    }
  /* The output gets the mode of its input: that of a new file, not of one
     that anyone may write.  */
  const mode_t mask = umask (0);
  (void) umask (mask);
  const bool done = fchmod (fd, 0666 & ~mask) == 0 && copy (fd)
                    && lseek (fd, 0, SEEK_SET) == 0
                    && dup2 (fd, STDIN_FILENO) == STDIN_FILENO;
  memory_file_close (fd);
  return done;
}

int
standard_input (const char *command, const char **arg, const char *why_not)
{
  if (!is_standard (*arg))
    return OPTIONS_GO_ON;
  if (why_not != NULL)
    return report_usage ("%s: standard input ('-') cannot be %s", command,
                         why_not);
  if (isatty (STDIN_FILENO))
    return report_usage ("%s: standard input ('-') is a terminal", command);
  if (!prepare_input ())
    return report_unread ("%s: cannot read standard input ('-'): %s", command,
                          strerror (errno));
  *arg = "/dev/stdin";
  return OPTIONS_GO_ON;
}

int
standard_inputs (const char *command, char **args, size_t count,
                 const char *why_not)
{
  static char name[] = "/dev/stdin";
  int status = OPTIONS_GO_ON;

  for (size_t i = 0; i < count && status == OPTIONS_GO_ON; i++)
    {
      const char *arg = args[i];
      status = standard_input (command, &arg, why_not);
      if (arg != args[i])
        args[i] = name;
    }
  return status;
}

int
standard_output (const char *command, const char **output, const char *why_not)
{
  if (!is_standard (*output))
    return OPTIONS_GO_ON;
  if (why_not != NULL)
    return report_usage ("%s: standard output ('-') cannot be %s", command,
                         why_not);
  if (isatty (STDOUT_FILENO))
    return report_usage ("%s: standard output ('-') is a terminal, which is "
                         "not for ELF files",
                         command);
  *output = output_standard;
  return OPTIONS_GO_ON;
}
