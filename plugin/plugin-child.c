/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-child.c - run sfmerge as a child process.

   A child, because sfmerge contains libbfd, and a second libbfd in the process
   of GNU ld would replace ld's own: their functions have the same names.  */

#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>

#include "installed.h"
#include "plugin.h"

/* Run PROGRAM with MESSAGES, which is above 2, as its standard files 1 and 2;
   returns 0 or an error number.  Standard input is closed: nothing of it is
   sfmerge's.  */
static int
spawn (char *const *argv, const char *program, int messages, pid_t *pid)
{
  posix_spawn_file_actions_t actions;
  extern char **environ;
  int error = posix_spawn_file_actions_init (&actions);

  if (error != 0)
    return error;
  error = posix_spawn_file_actions_addopen (&actions, 0, "/dev/null", O_RDONLY,
                                            0);
  for (int fd = 1; fd < 3 && error == 0; fd++)
    error = posix_spawn_file_actions_adddup2 (&actions, messages, fd);
  if (error == 0)
    error = posix_spawnp (pid, program, &actions, NULL, argv, environ);
  posix_spawn_file_actions_destroy (&actions);
  return error;
}

/* The sfmerge of the same installation or build tree as this plugin; NULL:
   unknown.  Determined once per process.  */
static const char *
own_program (void)
{
  static char *program;
  Dl_info info;

  if (program == NULL && dladdr (&program, &info) != 0)
    {
      char *self = realpath (info.dli_fname, NULL);
      program = installed_beside (self, &installed_plugin, &installed_program);
      free (self);
    }
  return program;
}

int
plugin_child_start (char *const *argv, FILE *to,
                    const struct plugin_options *options, const char **program,
                    pid_t *pid)
{
  /* In a linker started with closed standard files, the file may have one of
     the numbers 0 to 2.  */
  const int messages = fcntl (fileno (to), F_DUPFD_CLOEXEC, 3);
  const char *own
      = options->program != NULL ? options->program : own_program ();

  *program = own != NULL ? own : "sfmerge";
  if (messages < 0)
    return errno;
  int error = spawn (argv, *program, messages, pid);
  /* If the plugin was moved alone, PATH may have sfmerge.  */
  if (error == ENOENT && options->program == NULL)
    error = spawn (argv, *program = "sfmerge", messages, pid);
  close (messages);
  return error;
}
