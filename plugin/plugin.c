/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plugin.c - the linker plugin: the functions that GNU ld and gold call.

   It observes a link and claims no file, so the link is the same as without
   it.  When the linker is done, sfmerge describes its output
   [plugin_run].

   Both linkers call the cleanup hook after they have closed the output, but
   also after a failed link: gold even with an output that looks complete and
   is deleted later.  No hook and no field reports the failure, but the exit
   status does.  Both linkers exit right after the cleanup, so the hook only
   registers an exit handler (on_exit), which does the work if the status is 0.
   GNU ld unloads its plugins after the cleanup; this one is linked with -z
   nodelete.  */

#include "config.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "installed.h"
#include "linker-options.h"
#include "plugin.h"

/* Run sfmerge on the output of the link.

   Its messages are passed on only when the exit status is known, which tells
   errors from details.  */

/* Run sfmerge as a child process.

   A child, because sfmerge contains libbfd, and a second libbfd in the process
   of GNU ld would replace ld's own: their functions have the same names.  */

/* Run PROGRAM with MESSAGES, which is above 2, as its standard files 1 and 2;
   returns 0 or an error number.  Standard input is closed: sfmerge must not
   read it.  */
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

/* Start the program of OPTIONS, else the sfmerge of this plugin's
   installation, else that in PATH, with ARGV; it writes to the file TO.
   *PROGRAM is set to its name and *PID to the child.  Returns 0 or an error
   number.  */
static int
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

enum
{
  /* The user's options, and what is added before and after.  */
  ARGS = PLUGIN_ARGS + 12
};

struct plugin_job
{
  const struct plugin_options *options;
  const char *output;
  char *argv[ARGS]; /* borrowed; not changed */
  size_t argc;
  FILE *messages; /* of sfmerge; it has no name, so that none is left over
                     however the linker ends */
};

/* Whether the output is a regular file, and ELF64.  One like /dev/null, or of
   --oformat=binary, is left alone.  */
static bool
is_elf (const char *path)
{
  const int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  unsigned char ident[EI_NIDENT];
  struct stat st;

  if (fd < 0)
    return false;
  const bool is = fstat (fd, &st) == 0 && S_ISREG (st.st_mode)
                  && read (fd, ident, sizeof ident) == (ssize_t) sizeof ident
                  && memcmp (ident, ELFMAG, SELFMAG) == 0
                  && ident[EI_CLASS] == ELFCLASS64;
  close (fd);
  return is;
}

/* What the linker's arguments say about the output.  They are read from /proc;
   if that fails, or response files have some, the answer is unknown.  */
static struct linker_output
read_options (void)
{
  struct linker_output output = { .name = NULL };
  FILE *file = fopen ("/proc/self/cmdline", "re");
  char *words[2] = { NULL, NULL };
  size_t sizes[2] = { 0, 0 };
  bool taken = false; /* the word was the argument of the one before */
  unsigned turn = 0;

  output.unknown = file == NULL;
  if (file != NULL && getdelim (&words[0], &sizes[0], '\0', file) > 0)
    for (bool more = true; more; turn ^= 1)
      {
        more = getdelim (&words[turn ^ 1], &sizes[turn ^ 1], '\0', file) > 0;
        output.unknown |= words[turn][0] == '@';
        taken = !taken
                && linker_option_take (&output, words[turn],
                                       more ? words[turn ^ 1] : NULL);
      }
  free (words[0]);
  free (words[1]);
  if (file != NULL)
    fclose (file);
  return output;
}

/* Make the arguments of sfmerge, as the wrapper does.  */
static void
prepare (struct plugin_job *job)
{
  static char name[] = "sfmerge", repair[] = "repair", quiet[] = "--quiet";
  static char in_place[] = "--in-place", overwrite[] = "--overwrite";
  static char end[] = "--";
  struct linker_output line = read_options ();
  const char *words[LINKER_WORDS];
  const struct plugin_options *options = job->options;
  char *output = (char *) (size_t) job->output;

  job->argv[job->argc++] = name;
  job->argv[job->argc++] = repair;
  if (!options->verbose)
    job->argv[job->argc++] = quiet;
  line.relocatable = options->relocatable;
  const size_t count = linker_output_words (&line, options->targeted, words);
  for (size_t i = 0; i < count; i++)
    job->argv[job->argc++] = (char *) (size_t) words[i];
  for (size_t i = 0; i < options->arg_count; i++)
    job->argv[job->argc++] = options->args[i];
  job->argv[job->argc++] = in_place;
  job->argv[job->argc++] = overwrite;
  job->argv[job->argc++] = end;
  job->argv[job->argc++] = output;
}

/* Run sfmerge to its end.  Returns its status from waitpid, or -1 if it cannot
   be run or waited for, which is reported.  */
static int
run_sfmerge (const struct plugin_job *job)
{
  struct sigaction before, standard = { .sa_handler = SIG_DFL };
  const char *program;
  int status = -1;
  pid_t pid;

  /* If the caller ignores SIGCHLD, waitpid gets no status.  */
  sigaction (SIGCHLD, &standard, &before);
  int error = plugin_child_start (job->argv, job->messages, job->options,
                                  &program, &pid);
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

  rewind (job->messages);
  while (getline (&line, &size, job->messages) > 0)
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
                "sfmerge: %s is as the linker wrote it: sfmerge repair ended "
                "with status %d",
                job->output, WEXITSTATUS (status));
  return false;
}

/* Have sfmerge repair describe OUTPUT, which the linker has just finished, if
   it is an ELF file.  Returns whether it succeeded or had nothing to do;
   failures are reported.  */
static bool
plugin_run (const struct plugin_options *options, const char *output)
{
  struct plugin_job job = { .options = options, .output = output };

  if (!is_elf (output))
    return true;
  /* The linker writes its map through a stream that it flushes later.  */
  fflush (NULL);
  const int fd = memfd_create ("messages", MFD_CLOEXEC);
  if (fd >= 0)
    job.messages = fdopen (fd, "w+");
  if (job.messages != NULL)
    {
      prepare (&job);
      const int status = run_sfmerge (&job);
      const bool done = status != -1 && tell (&job, status);
      fclose (job.messages);
      return done;
    }
  plugin_say (options->fatal ? LDPL_ERROR : LDPL_WARNING,
              "sfmerge: cannot make a temporary file: %s", strerror (errno));
  return false;
}

/* The only link of this process.  */
static struct
{
  struct plugin_options options;
  const char *output;
  bool registered;
} link_watched;

/* The linker needs a hook that looks at files.  */
static enum ld_plugin_status
claim_file (const struct ld_plugin_input_file *file, int *claimed)
{
  (void) file;
  *claimed = 0;
  return LDPS_OK;
}

/* Exit handler: the linker exits with STATUS.  */
static void
at_exit (int status, void *unused)
{
  (void) unused;
  if (status != 0 || plugin_run (&link_watched.options, link_watched.output)
      || !link_watched.options.fatal)
    return;
  /* Delete the output, as linkers do on failure.  exit must not be called
     again.  _exit skips other exit handlers, which the process no longer
     needs.  */
  unlink (link_watched.output);
  fflush (NULL);
  _exit (EXIT_FAILURE);
}

static enum ld_plugin_status
cleanup (void)
{
  if (link_watched.output != NULL && on_exit (at_exit, NULL) != 0)
    plugin_say (LDPL_WARNING,
                "sfmerge: out of memory; %s is as the linker wrote it",
                link_watched.output);
  return LDPS_OK;
}

/* Read an item of the transfer vector that describes the link.  */
static bool
take_tag (const struct ld_plugin_tv *t)
{
  switch ((int) t->tv_tag)
    {
    case LDPT_OUTPUT_NAME:
      link_watched.output = t->tv_u.tv_string;
      return true;
    case LDPT_LINKER_OUTPUT:
      link_watched.options.relocatable = t->tv_u.tv_val == LDPO_REL;
      return true;
    case LDPT_OPTION:
      return plugin_options_take (&link_watched.options, t->tv_u.tv_string);
    default:
      return true;
    }
}

enum ld_plugin_status onload (struct ld_plugin_tv *tv);

/* The first call by the linker; TV is its transfer vector.  */
enum ld_plugin_status
onload (struct ld_plugin_tv *tv)
{
  ld_plugin_register_claim_file register_claim_file = NULL;
  ld_plugin_register_cleanup register_cleanup = NULL;
  bool good = true;

  /* The message hook first: the other items may need it.  */
  for (const struct ld_plugin_tv *t = tv; t->tv_tag != LDPT_NULL; t++)
    if (t->tv_tag == LDPT_MESSAGE)
      plugin_messages_to (t->tv_u.tv_message);
  for (const struct ld_plugin_tv *t = tv; t->tv_tag != LDPT_NULL; t++)
    {
      good &= take_tag (t);
      if (t->tv_tag == LDPT_REGISTER_CLAIM_FILE_HOOK)
        register_claim_file = t->tv_u.tv_register_claim_file;
      if (t->tv_tag == LDPT_REGISTER_CLEANUP_HOOK)
        register_cleanup = t->tv_u.tv_register_cleanup;
    }
  if (!good)
    return LDPS_ERR;
  /* gold loads a plugin that is given twice as two, which are this one.  */
  if (link_watched.registered)
    return LDPS_OK;
  link_watched.registered = true;
  if (register_claim_file == NULL || register_cleanup == NULL)
    {
      plugin_say (LDPL_FATAL, "sfmerge: the linker's plugin interface lacks "
                              "what the plugin needs");
      return LDPS_ERR;
    }
  const enum ld_plugin_status status = register_claim_file (claim_file);
  return status == LDPS_OK ? register_cleanup (cleanup) : status;
}
