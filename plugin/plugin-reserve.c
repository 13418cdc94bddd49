/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-reserve.c - reserve space in the output for the merged section.

   Linkers allocate the sum of the input sections.  The merged section has only
   one header, so the headers of the other inputs leave space for longer
   entries and for PLT functions.  This is too little for few large inputs:
   from version 1 to 3 a function grows by a byte.  A larger section can go to
   the end of the file if there is space for one more program header, for which
   the interpreter's name makes way.  But shared objects and static executables
   have no interpreter, and gold makes no PT_GNU_SFRAME, which needs a header
   too.  In all these cases an object of zeros helps, as on a command line, and
   the plugin interface can add it.  In other cases it would only make the file
   longer.

   The object is an unnamed file, so that none is left over however the linker
   ends.  The linker opens it as /proc/self/fd/N, perhaps more than once, so it
   stays open.

   Failures here are not reported: sfmerge link then lacks space, or fails for
   the same reason, and reports it.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin-child.h"
#include "plugin-elf.h"
#include "plugin-reserve.h"

/* Copy from the pipe FROM to TO until the end; returns the number of bytes, or
   -1.  The pipe is read to its end even after a failed write, as the child
   waits.  */
static off_t
copy (int from, int to)
{
  char bytes[4096];
  off_t size = 0;

  for (;;)
    {
      ssize_t got = read (from, bytes, sizeof bytes);
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        return got < 0 ? -1 : size;
      if (size >= 0)
        size = write (to, bytes, (size_t) got) == got ? size + got : -1;
    }
}

/* Run sfmerge reserve with its output in TO; returns the output's size, or
   -1.  */
static off_t
run (struct plugin_child *child, const struct plugin_options *options, int to)
{
  struct sigaction before, standard = { .sa_handler = SIG_DFL };
  const char *program;
  int ends[2], status = -1;
  off_t size = -1;
  pid_t pid;

  if (pipe2 (ends, O_CLOEXEC) != 0)
    return -1;
  child->output = ends[1];
  sigaction (SIGCHLD, &standard, &before);
  int error = plugin_child_start (child, options, &program, &pid);
  close (ends[1]);
  if (error == 0)
    {
      size = copy (ends[0], to);
      while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
        continue;
    }
  close (ends[0]);
  sigaction (SIGCHLD, &before, NULL);
  return WIFEXITED (status) && WEXITSTATUS (status) == 0 ? size : -1;
}

/* Write the reserve object for INPUTS to FD.  */
static bool
make (const struct plugin_options *options, const struct plugin_inputs *inputs,
      int fd)
{
  static char name[] = "sfmerge", command[] = "reserve", quiet[] = "--quiet",
              needed[] = "--if-needed", output[] = "--output=/dev/stdout",
              response[] = "@/dev/stdin";
  struct plugin_child child
      = { .argv = { name, command, quiet, needed, output, response },
          .argc = 6 };
  struct plugin_elf elf;
  bool made = false;

  if (plugin_child_open (&child))
    {
      plugin_child_names (&child, inputs);
      off_t size
          = plugin_child_rewind (&child) ? run (&child, options, fd) : -1;
      made = size > 0 && plugin_elf_open (&elf, fd, 0, size)
             && elf.type == ET_REL;
    }
  plugin_child_close (&child);
  return made;
}

const char *
plugin_reserve (const struct plugin_options *options,
                const struct plugin_inputs *inputs)
{
  static char path[sizeof "/proc/self/fd/" + 3 * sizeof (int)];
  FILE *file = tmpfile ();

  if (file == NULL)
    return NULL;
  /* Not one of the standard files, to which a linker that closed it may still
     write.  */
  int fd = fcntl (fileno (file), F_DUPFD_CLOEXEC, 3);
  fclose (file);
  if (fd < 0)
    return NULL;
  snprintf (path, sizeof path, "/proc/self/fd/%d", fd);
  if (make (options, inputs, fd) && access (path, R_OK) == 0)
    return path;
  close (fd);
  return NULL;
}
