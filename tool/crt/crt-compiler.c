/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   crt-compiler.c - ask a compiler where it has a file.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "crt.h"
#include "crt-limits.h"

/* Divide COMPILER at spaces into ARGV, and add LAST.  Statuses: NOMEM, LIMIT,
   USAGE (no word).  */
static sfm_status
make_argv (const char *compiler, char *last, struct pool *pool, char **argv,
           const struct diag_sink *sink)
{
  char *text = pool_copy (pool, compiler, strlen (compiler));
  size_t count = 0;

  if (text == NULL)
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
  argv[count++] = last;
  argv[count] = NULL;
  return SFM_OK;
}

/* Run ARGV with OUTPUT as its standard output.  0, or an errno.  */
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

/* Run ARGV and set *SIZE to what it prints to TEXT, of CRT_PATH_MAX bytes.  */
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
      *size = read_all (pipes[0], text, CRT_PATH_MAX);
      while (waitpid (pid, &state, 0) < 0 && errno == EINTR)
        continue;
    }
  close (pipes[0]);
  if (error != 0)
    return diag_fail (sink, SFM_ERR_IO, argv[0], "cannot run: %s",
                      strerror (error));
  if (!WIFEXITED (state) || WEXITSTATUS (state) != 0)
    return diag_fail (sink, SFM_ERR_IO, argv[0],
                      "fails when it is asked by -print-file-name");
  return SFM_OK;
}

sfm_status
crt_ask (const char *compiler, const char *name, struct pool *pool,
         const char **path, const struct diag_sink *sink)
{
  static const char question[] = "-print-file-name=";
  char *argv[CRT_WORDS_MAX + 2], text[CRT_PATH_MAX];
  char *last = pool_alloc (pool, sizeof question + strlen (name));
  size_t size = 0;

  *path = NULL;
  if (last == NULL)
    return diag_nomem (sink, NULL);
  memcpy (last, question, sizeof question - 1);
  memcpy (last + sizeof question - 1, name, strlen (name) + 1);
  TRY (make_argv (compiler, last, pool, argv, sink));
  TRY (run (argv, text, &size, sink));
  while (size != 0 && (text[size - 1] == '\n' || text[size - 1] == '\r'))
    size--;
  /* Without such a file a compiler prints the name alone.  */
  if (size == 0 || text[0] != '/' || size == CRT_PATH_MAX)
    return SFM_OK;
  *path = pool_copy (pool, text, size);
  return *path != NULL ? SFM_OK : diag_nomem (sink, NULL);
}
