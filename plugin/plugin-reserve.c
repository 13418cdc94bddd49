/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-reserve.c - room in the output for what will be merged.

   Linkers lay out what the tables of the inputs take.  The room for longer
   entries and for the linker's own functions is what the headers of all inputs
   but one took, which is too little for few large inputs: from version 1 to 3
   a function grows by a byte.  More can go behind the end of the file if there
   is a program header for it, in the place of the interpreter's name, which
   moves; but shared objects and static executables have none, and gold makes
   no PT_GNU_SFRAME, which needs a header too.  An object of zeros helps in all
   of these, as it does on a command line; the interface of plug-ins can add
   it.  Elsewhere it would only make the file longer.

   The object has no name in any folder, so that nothing is left behind
   whatever happens to the linker, which opens it by its number in /proc.
   Linkers may do so more than once, so it stays open.

   What goes wrong here is not said: then sfmerge link has no room, or fails
   for the same reason, and says it.  */

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

/* Copy all that comes from the pipe FROM into TO; the count of bytes, or -1.
   Also when it cannot be written, the pipe is emptied: the child waits.  */
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

/* Run sfmerge reserve, with its output into TO.  Returns the size of what it
   made, or -1.  */
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

/* Make the object, of INPUTS, in FD.  */
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
  /* Not one of the standard files, which a linker may have closed and yet
     write to.  */
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
