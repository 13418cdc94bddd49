/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-child.c - run sfmerge as a child process.

   A child, because sfmerge contains libbfd, and a second libbfd in the process
   of GNU ld would replace ld's own: their functions have the same names.

   The child reads the inputs as a response file on its standard input, and
   writes its messages to another file.  Both files are unnamed, so that none
   is left over however the linker ends.  */

#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "installed.h"
#include "plugin-child.h"

bool
plugin_child_open (struct plugin_child *child)
{
  child->output = -1;
  child->response = tmpfile ();
  child->messages = child->response != NULL ? tmpfile () : NULL;
  return child->messages != NULL;
}

/* Each byte that could end or quote NAME is preceded by a backslash.  A name
   that would be taken for an option or a response file is prefixed with
   "./".  */
void
plugin_child_name (struct plugin_child *child, const char *name)
{
  if (name[0] == '-' || name[0] == '@')
    fputs ("./", child->response);
  for (; *name != '\0'; name++)
    {
      if (strchr (" \t\n\v\f\r\\'\"", *name) != NULL)
        putc ('\\', child->response);
      putc (*name, child->response);
    }
  putc ('\n', child->response);
}

void
plugin_child_names (struct plugin_child *child,
                    const struct plugin_inputs *inputs)
{
  for (size_t i = 0; i < inputs->count; i++)
    plugin_child_name (child, inputs->names[i]);
}

bool
plugin_child_rewind (struct plugin_child *child)
{
  return fflush (child->response) == 0 && !ferror (child->response)
         && fseek (child->response, 0, SEEK_SET) == 0;
}

/* Run PROGRAM with FROM[0] to FROM[2] as standard files 0 to 2; returns 0 or
   an error number.  All three are above 2 beforehand: in a linker started with
   closed standard files, the files to pass may have the numbers 0 to 2.  */
static int
spawn (const struct plugin_child *child, const char *program,
       const int from[3], pid_t *pid)
{
  posix_spawn_file_actions_t actions;
  extern char **environ;
  int error = posix_spawn_file_actions_init (&actions);

  if (error != 0)
    return error;
  for (int fd = 0; fd < 3 && error == 0; fd++)
    error = posix_spawn_file_actions_adddup2 (&actions, from[fd], fd);
  if (error == 0)
    error = posix_spawnp (pid, program, &actions, NULL, child->argv, environ);
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
plugin_child_start (const struct plugin_child *child,
                    const struct plugin_options *options, const char **program,
                    pid_t *pid)
{
  int messages = fileno (child->messages);
  const int files[3]
      = { fileno (child->response),
          child->output < 0 ? messages : child->output, messages };
  int from[3] = { -1, -1, -1 }, error = 0;

  for (int i = 0; i < 3 && error == 0; i++)
    if ((from[i] = fcntl (files[i], F_DUPFD_CLOEXEC, 3)) < 0)
      error = errno;
  const char *own
      = options->program != NULL ? options->program : own_program ();
  *program = own != NULL ? own : "sfmerge";
  if (error == 0)
    error = spawn (child, *program, from, pid);
  /* If the plugin was moved alone, PATH may have sfmerge.  */
  if (error == ENOENT && options->program == NULL)
    error = spawn (child, *program = "sfmerge", from, pid);
  for (int i = 0; i < 3; i++)
    if (from[i] >= 0)
      close (from[i]);
  return error;
}

void
plugin_child_close (struct plugin_child *child)
{
  if (child->response != NULL)
    fclose (child->response);
  if (child->messages != NULL)
    fclose (child->messages);
}
