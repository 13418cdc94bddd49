/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin-run.c - run sfmerge on the output of the link.

   Its messages are passed on only when the exit status is known, which tells
   errors from details.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin-child.h"
#include "plugin-elf.h"
#include "plugin-messages.h"
#include "plugin-run.h"

/* What to do with the output.  */
enum task
{
  TASK_NONE,
  TASK_LINK,
  TASK_REPAIR
};

struct plugin_job
{
  const struct plugin_options *options;
  const struct plugin_inputs *inputs;
  const char *output;
  enum task task;
  bool stripped; /* the output has no symbols */
  struct plugin_child child;
};

/* Choose the task from the output.  A file that is not regular, like
   /dev/null, or not ELF64, as with --oformat=binary, is left alone.  */
static void
look (struct plugin_job *job)
{
  struct stat st;
  struct plugin_elf elf;

  job->task = TASK_NONE;
  int fd = open (job->output, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return;
  if (fstat (fd, &st) == 0 && S_ISREG (st.st_mode)
      && plugin_elf_open (&elf, fd, 0, st.st_size))
    {
      if (elf.type == ET_REL)
        job->task = TASK_REPAIR;
      else if (elf.type == ET_EXEC || elf.type == ET_DYN)
        job->task = job->inputs->count == 0 ? TASK_REPAIR : TASK_LINK;
      job->stripped = !plugin_elf_has_type (&elf, SHT_SYMTAB);
    }
  close (fd);
}

/* Make the arguments of sfmerge.  The output is named with -o, as -i would
   wait until it is on the disk, which linkers do not do either.  */
static bool
prepare (struct plugin_job *job)
{
  static char name[] = "sfmerge", link[] = "link", repair[] = "repair";
  static char quiet[] = "--quiet", response[] = "@/dev/stdin";
  const struct plugin_options *options = job->options;
  struct plugin_child *child = &job->child;

  if (!plugin_child_open (child))
    return false;
  child->argv[child->argc++] = name;
  child->argv[child->argc++] = job->task == TASK_LINK ? link : repair;
  if (!options->verbose)
    child->argv[child->argc++] = quiet;
  for (size_t i = 0; i < options->arg_count; i++)
    if (job->task == TASK_LINK || options->args[i].for_repair)
      child->argv[child->argc++] = options->args[i].text;
  child->argv[child->argc++] = response;
  fputs ("-o\n", child->response);
  plugin_child_name (child, job->output);
  plugin_child_name (child, job->output);
  if (job->task == TASK_LINK)
    plugin_child_names (child, job->inputs);
  return plugin_child_rewind (child);
}

/* Run sfmerge to its end.  Returns its status from waitpid, or -1 if it cannot
   be run or waited for, which is reported.  */
static int
run (const struct plugin_job *job)
{
  struct sigaction before, standard = { .sa_handler = SIG_DFL };
  const char *program;
  int status = -1;
  pid_t pid;

  /* If the caller ignores SIGCHLD, waitpid gets no status.  */
  sigaction (SIGCHLD, &standard, &before);
  int error = plugin_child_start (&job->child, job->options, &program, &pid);
  while (error == 0 && waitpid (pid, &status, 0) < 0)
    if (errno != EINTR)
      error = errno;
  sigaction (SIGCHLD, &before, NULL);
  if (error == 0)
    return status;
  plugin_say (job->options->fatal ? LDPL_ERROR : LDPL_WARNING,
              "sfmerge: cannot run %s: %s", program, strerror (error));
  return -1;
}

/* Pass on LINE, a message of sfmerge, with its kind as the linker's level.  */
static void
pass_on (const struct plugin_job *job, char *line, bool failed)
{
  static const struct
  {
    const char *mark;
    enum ld_plugin_level level;
  } kinds[] = { { ": warning: ", LDPL_WARNING }, { ": note: ", LDPL_INFO } };
  /* A line without a mark is an error, or a detail due to --verbose.  */
  enum ld_plugin_level level = !failed               ? LDPL_INFO
                               : job->options->fatal ? LDPL_ERROR
                                                     : LDPL_WARNING;

  line[strcspn (line, "\n")] = '\0';
  for (size_t i = 0; i < 2; i++)
    {
      char *mark = strstr (line, kinds[i].mark);
      if (mark == NULL)
        continue;
      level = kinds[i].level;
      char *rest = mark + strlen (kinds[i].mark);
      memmove (mark + 2, rest, strlen (rest) + 1);
      break;
    }
  plugin_say (level, "%s", line);
}

/* Pass on the messages of sfmerge and report a failure; returns whether it
   succeeded.  */
static bool
tell (const struct plugin_job *job, int status)
{
  enum ld_plugin_level level = job->options->fatal ? LDPL_ERROR : LDPL_WARNING;
  char *line = NULL;
  size_t size = 0;
  bool done = WIFEXITED (status) && WEXITSTATUS (status) == 0;

  rewind (job->child.messages);
  while (getline (&line, &size, job->child.messages) > 0)
    pass_on (job, line, !done);
  free (line);
  if (done)
    return true;
  if (WIFSIGNALED (status))
    plugin_say (level,
                "sfmerge: %s is as the linker wrote it: sfmerge was "
                "ended by signal %d",
                job->output, WTERMSIG (status));
  else
    plugin_say (level,
                "sfmerge: %s is as the linker wrote it: sfmerge %s "
                "ended with status %d",
                job->output, job->task == TASK_LINK ? "link" : "repair",
                WEXITSTATUS (status));
  if (job->task == TASK_LINK && job->stripped && !job->options->has_map)
    plugin_say (LDPL_INFO,
                "sfmerge: it has no symbols; -Map=FILE for the linker and "
                "from-map=FILE for the plugin tell where functions are; or "
                "strip it after the link, or link through the wrapper "
                "(sfmerge run)");
  return false;
}

bool
plugin_run (const struct plugin_options *options,
            const struct plugin_inputs *inputs, const char *output)
{
  struct plugin_job job
      = { .options = options, .inputs = inputs, .output = output };
  bool done = false;

  look (&job);
  if (job.task == TASK_NONE)
    return true;
  /* /dev/stdin, from which sfmerge gets its arguments, is a link to it.  */
  if (access ("/proc/self/fd", X_OK) != 0)
    {
      plugin_say (options->fatal ? LDPL_ERROR : LDPL_WARNING,
                  "sfmerge: %s is as the linker wrote it: the plugin needs "
                  "/proc, which is not mounted here; link through the wrapper "
                  "(sfmerge run), which does not need it",
                  output);
      return false;
    }
  /* The linker writes its map through a stream that it flushes later.  */
  fflush (NULL);
  if (prepare (&job))
    {
      int status = run (&job);
      done = status != -1 && tell (&job, status);
    }
  else
    plugin_say (options->fatal ? LDPL_ERROR : LDPL_WARNING,
                "sfmerge: cannot make a temporary file: %s", strerror (errno));
  plugin_child_close (&job.child);
  return done;
}
