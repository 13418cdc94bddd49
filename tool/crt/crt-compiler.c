/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   crt-compiler.c - ask a compiler what it links.

   The answer is the command of a link that -### prints.  -print-file-name
   knows nothing of files that specs name: of a musl-gcc it tells those of the
   GNU C library.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "crt-limits.h"
#include "crt.h"
#include "options.h"
#include "text.h"

/* Divide COMPILER at spaces into ARGV, and add FLAGS, unless it is NULL, and
   the question.  Statuses: NOMEM, LIMIT, USAGE (no word).  */
static sfm_status
make_argv (const char *compiler, const char *flags, struct pool *pool,
           char **argv, const struct diag_sink *sink)
{
  /* It is asked for a link of an empty program, which it does not make.  */
  static char question[] = "-###", is[] = "-x", c[] = "c",
              empty[] = "/dev/null";
  char *text = pool_copy (pool, compiler, strlen (compiler));
  char *more = flags == NULL ? NULL : pool_copy (pool, flags, strlen (flags));
  size_t count = 0;

  if (text == NULL || (flags != NULL && more == NULL))
    return diag_nomem (sink, NULL);
  for (;;)
    {
      text += strspn (text, " ");
      if (*text == '\0')
        break;
      if (count == CRT_WORDS_MAX)
        return diag_fail (sink, SFM_ERR_LIMIT, compiler,
                          "a compiler of more than %d words",
                          (int) CRT_WORDS_MAX);
      argv[count++] = text;
      text += strcspn (text, " ");
      if (*text != '\0')
        *text++ = '\0';
    }
  if (count == 0)
    return diag_fail (sink, SFM_ERR_USAGE, NULL, "no compiler is named");
  char *const rest[] = { question, is, c, empty, more, NULL };
  memcpy (argv + count, rest, sizeof rest);
  return SFM_OK;
}

/* Run ARGV with OUTPUT as its standard output and error.  0, or an errno.  */
static int
spawn (char **argv, int output, pid_t *pid)
{
  extern char **environ;
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init (&actions);

  if (error != 0)
    return error;
  error = posix_spawn_file_actions_adddup2 (&actions, output, STDOUT_FILENO);
  if (error == 0)
    error = posix_spawn_file_actions_adddup2 (&actions, output, STDERR_FILENO);
  if (error == 0)
    error = posix_spawnp (pid, argv[0], &actions, NULL, argv, environ);
  posix_spawn_file_actions_destroy (&actions);
  return error;
}

/* Read what FD has to TEXT, of SIZE bytes; more is skipped.  Returns how
   much there is.  */
static size_t
read_all (int fd, char *text, size_t size)
{
  char rest[512];
  size_t used = 0;

  for (;;)
    {
      const bool full = used == size;
      ssize_t got = read (fd, full ? rest : text + used,
                          full ? sizeof rest : size - used);
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        return used;
      if (!full)
        used += (size_t) got;
    }
}

/* Run ARGV and set *SIZE to what it prints to TEXT, of CRT_TEXT_MAX bytes.  */
static sfm_status
run (char **argv, char *text, size_t *size, const struct diag_sink *sink)
{
  int pipes[2], state = 0;
  pid_t pid;

  if (pipe2 (pipes, O_CLOEXEC) != 0)
    return diag_errno (sink, argv[0], "asking");
  const int error = spawn (argv, pipes[1], &pid);
  close (pipes[1]);
  if (error == 0)
    {
      *size = read_all (pipes[0], text, CRT_TEXT_MAX);
      while (waitpid (pid, &state, 0) < 0 && errno == EINTR)
        continue;
    }
  close (pipes[0]);
  if (error != 0)
    return diag_fail (sink, SFM_ERR_IO, argv[0], "cannot run: %s",
                      strerror (error));
  if (!WIFEXITED (state) || WEXITSTATUS (state) != 0)
    return diag_fail (sink, SFM_ERR_IO, argv[0],
                      "fails when it is asked by -###");
  return SFM_OK;
}

/* The last command in TEXT, ended by a NUL; NULL: there is none.  GCC and
   Clang put a space before each; other lines begin with none.  */
static char *
last_command (char *text)
{
  char *last = NULL;

  for (char *line = text; line != NULL && *line != '\0';)
    {
      char *end = strchr (line, '\n');
      if (end != NULL)
        *end++ = '\0';
      if (*line == ' ')
        last = line;
      line = end;
    }
  return last;
}

/* The value of the word at *AT, which begins with the option NAME: the rest of
   it, or the next word; NULL: there is none.  WORDS end with NULL.  */
static const char *
option_value (char ***at, const char *name)
{
  const char *rest = **at + strlen (name);

  if (*rest != '\0')
    return *rest == '=' ? rest + 1 : rest;
  return (*at)[1] == NULL ? NULL : *++*at;
}

/* Put what the command WORDS links into LINK.  */
static void
take_words (char **words, struct crt_link *link)
{
  static const char loader[] = "-dynamic-linker";

  for (char **at = words; *at != NULL; at++)
    {
      /* Long options may have two dashes.  */
      const bool two = text_begins (*at, "--");
      const char *value;
      if (text_begins (*at, "-L"))
        {
          value = option_value (&at, "-L");
          if (value != NULL)
            link->dirs[link->dir_count++] = value;
        }
      else if (text_begins (*at + two, loader))
        link->loader = option_value (&at, two ? "--dynamic-linker" : loader);
      else if (**at != '-')
        link->files[link->file_count++] = *at;
    }
}

sfm_status
crt_ask (const char *compiler, const char *flags, struct pool *pool,
         struct crt_link *link, const struct diag_sink *sink)
{
  char *argv[CRT_WORDS_MAX + 6], **words;
  char *text = pool_alloc (pool, CRT_TEXT_MAX + 1);
  size_t size = 0;
  int count;

  if (text == NULL)
    return diag_nomem (sink, NULL);
  TRY (make_argv (compiler, flags, pool, argv, sink));
  TRY (run (argv, text, &size, sink));
  text[size] = '\0';
  const char *command = last_command (text);
  TRY (response_split (command == NULL ? "" : command, &count, &words, pool,
                       sink));
  *link = (struct crt_link){
    .dirs = pool_alloc (pool, ((size_t) count + 1) * sizeof *link->dirs),
    .files = pool_alloc (pool, ((size_t) count + 1) * sizeof *link->files),
  };
  if (link->dirs == NULL || link->files == NULL)
    return diag_nomem (sink, NULL);
  take_words (words, link);
  if (link->dir_count != 0 || link->loader != NULL)
    return SFM_OK;
  return diag_fail (sink, SFM_ERR_IO, argv[0],
                    "does not say by -### what it links");
}
