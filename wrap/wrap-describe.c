/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-describe.c - read the linker's command line, find the linker, and have
   sfmerge describe what it wrote.  */

#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diag.h"
#include "installed.h"
#include "options.h"
#include "text.h"
#include "wrap.h"

/* Find the wrapped linker, and sfmerge.

   Wrappers must not run themselves, or each other, for ever.  So each adds its
   device and inode to an environment variable, and does not run a program
   listed there.  A program that is not a wrapper is not in the list, but may
   run one, such as a script that runs the ld of PATH: the limit on the list's
   length ends that.  */

#define CALLERS "SFMERGE_WRAPPERS"

enum
{
  /* A linker whose plugin runs a compiler that links is two deep.  */
  CALLERS_MAX = 16
};

/* Whether PATH is an executable file; if it exists, *ST is its status.  Else
   errno has a reason.  */
static bool
is_program (const char *path, struct stat *st)
{
  if (path == NULL || stat (path, st) != 0)
    return false;
  errno = EISDIR;
  return S_ISREG (st->st_mode) && access (path, X_OK) == 0;
}

/* The text that identifies the file ST in CALLERS.  */
static char *
mark_of (const struct stat *st, struct pool *pool)
{
  return text_format (pool, ":%" PRIu64 "/%" PRIu64 ":", (uint64_t) st->st_dev,
                      (uint64_t) st->st_ino);
}

/* Whether PATH is a program whose mark is not in CALLERS.  */
static bool
is_other (const char *path, const char *callers, struct pool *pool)
{
  struct stat st;
  const char *mark = is_program (path, &st) ? mark_of (&st, pool) : NULL;

  return mark != NULL && strstr (callers, mark) == NULL;
}

/* The first program NAME in DIRECTORIES, which colons separate, whose mark is
   not in CALLERS, or NULL.  */
static char *
search_path (const char *directories, const char *name, const char *callers,
             struct pool *pool)
{
  while (directories != NULL && *directories != '\0')
    {
      size_t size = strcspn (directories, ":");
      char *path = text_format (pool, "%.*s/%s", size == 0 ? 1 : (int) size,
                                size == 0 ? "." : directories, name);
      if (is_other (path, callers, pool))
        return path;
      directories += size;
      if (*directories == ':')
        directories++;
    }
  return NULL;
}

/* NAME in the directory of the program that called this one, if that is Clang,
   which looks there before PATH but does not pass its directory on; or
   NULL.  */
static char *
beside_clang (const char *name, const char *callers, struct pool *pool)
{
  char *link = text_format (pool, "/proc/%jd/exe", (intmax_t) getppid ());
  char *caller = link != NULL ? realpath (link, NULL) : NULL;
  char *path = NULL;

  if (caller != NULL
      && text_begins (caller + path_base_offset (caller), "clang"))
    path = text_format (pool, "%.*s%s", (int) path_base_offset (caller),
                        caller, name);
  free (caller);
  return path != NULL && is_other (path, callers, pool) ? path : NULL;
}

/* Append this program's mark to CALLERS and set the environment variable;
   returns all marks, or NULL on failure, which is reported.  */
static char *
add_mark (const char *callers, struct pool *pool, const struct diag_sink *sink)
{
  struct stat self;
  unsigned count = 0;

  for (const char *at = callers; (at = strchr (at, '/')) != NULL; at++)
    count++;
  if (count >= CALLERS_MAX)
    {
      diag (sink, DIAG_ERROR, NULL,
            "linker wrappers ran %u times for one link: a program that they "
            "take for the linker runs them again",
            count);
      return NULL;
    }
  if (!installed_self_status (&self))
    {
      diag (sink, DIAG_ERROR, NULL,
            "cannot find this program's own file, without which it may run "
            "itself as the linker: is /proc mounted?");
      return NULL;
    }
  const char *mark = mark_of (&self, pool);
  char *all = mark == NULL ? NULL : text_format (pool, "%s%s", callers, mark);
  if (all != NULL && setenv (CALLERS, all, 1) == 0)
    return all;
  diag_nomem (sink, NULL);
  return NULL;
}

char *
wrap_find_linker (const char *name, struct pool *pool, bool *inner,
                  const struct diag_sink *sink)
{
  const char *callers = getenv (CALLERS);
  const char *wanted = getenv ("SFMERGE_LD");
  char *path = NULL;

  *inner = callers != NULL;
  callers = add_mark (callers == NULL ? "" : callers, pool, sink);
  if (callers == NULL)
    return NULL;
  bool named = wanted != NULL && wanted[0] != '\0';
  if (named && strchr (wanted, '/') != NULL)
    {
      if (is_other (wanted, callers, pool))
        path = pool_copy (pool, wanted, strlen (wanted));
    }
  else
    {
      name = named ? wanted : name;
      path = search_path (getenv ("COMPILER_PATH"), name, callers, pool);
      if (path == NULL)
        path = beside_clang (name, callers, pool);
      if (path == NULL)
        path = search_path (getenv ("PATH"), name, callers, pool);
    }
  if (path == NULL && named)
    diag (sink, DIAG_ERROR, NULL, "SFMERGE_LD names no linker: %s", wanted);
  else if (path == NULL)
    diag (sink, DIAG_ERROR, NULL,
          "there is no %s in PATH but this one, which runs another", name);
  return path;
}

/* The sfmerge of the same installation or build tree as this program, or NULL:
   no memory.  */
static char *
installed_sfmerge (struct pool *pool)
{
  char *self = installed_self ();
  char *path = installed_beside (self, &installed_wrapper, &installed_program);
  char *copy = path == NULL ? NULL : pool_copy (pool, path, strlen (path));

  free (self);
  free (path);
  return copy;
}

/* The path of sfmerge: SFMERGE, else the one of this program's
   installation, else the one in PATH.  NULL if there is none, which is
   reported.  */
static char *
wrap_find_sfmerge (struct pool *pool, const struct diag_sink *sink)
{
  const char *wanted = getenv ("SFMERGE");
  struct stat st;

  if (wanted != NULL && wanted[0] != '\0')
    {
      char *found = strchr (wanted, '/') == NULL
                        ? search_path (getenv ("PATH"), wanted, "", pool)
                    : is_program (wanted, &st)
                        ? pool_copy (pool, wanted, strlen (wanted))
                        : NULL;
      if (found != NULL)
        return found;
      diag (sink, DIAG_ERROR, wanted, "SFMERGE names no program: %s",
            strerror (errno));
      return NULL;
    }
  char *own = installed_sfmerge (pool);
  if (own == NULL)
    {
      diag_nomem (sink, NULL);
      return NULL;
    }
  if (is_program (own, &st))
    return own;
  char *path = search_path (getenv ("PATH"), "sfmerge", "", pool);
  if (path == NULL)
    diag (sink, DIAG_ERROR, NULL,
          "there is no sfmerge, neither %s nor in PATH", own);
  return path;
}

sfm_status
wrap_line_read (int argc, char **argv, struct pool *pool,
                struct wrap_line *line, const struct diag_sink *sink)
{
  *line = (struct wrap_line){ .args = { .count = 0 } };
  TRY (response_expand (&argc, &argv, pool, sink));
  for (int i = 1; i < argc; i++)
    text_list_add (&line->args, argv[i]);
  if (line->args.failed)
    return diag_nomem (sink, NULL);
  for (int i = 1; i < argc; i++)
    i += linker_option_take (&line->out, argv[i],
                             i + 1 < argc ? argv[i + 1] : NULL);
  if (line->out.name == NULL)
    line->out.name = "a.out";
  return SFM_OK;
}

/* Whether WORD, up to an equals sign, is the option NAME, or an abbreviation
   for getopt_long.  */
static bool
is_option (const char *word, const char *name)
{
  const size_t size = strcspn (word, "=");

  return size > 2 && strncmp (word, name, size) == 0;
}

sfm_status
wrap_options (struct wrap_link *link)
{
  const char *text = getenv ("SFMERGE_OPTIONS");
  int count;

  TRY (response_split (text == NULL ? "" : text, &count, &link->options,
                       &link->pool, &link->report->sink));
  for (int i = 0; i < count; i++)
    {
      const char *word = link->options[i];
      link->fatal |= is_option (word, "--fatal-warnings")
                     || is_option (word, "--require");
      link->targeted |= is_option (word, "--to") || is_option (word, "--for");
      link->verbose
          |= strcmp (word, "-v") == 0 || strcmp (word, "--verbose") == 0;
    }
  return SFM_OK;
}

sfm_status
wrap_sfmerge (struct wrap_link *link, struct text_list *args)
{
  const struct diag_sink *sink = &link->report->sink;
  const char *sfmerge = wrap_find_sfmerge (&link->pool, sink);
  char **argv = text_list_end (args);
  struct child_end end = { .status = 0 };
  sfm_status status = sfmerge == NULL ? SFM_ERR_IO
                      : argv == NULL
                          ? diag_nomem (sink, NULL)
                          : child_run (sfmerge, argv, NULL, &end, sink);

  text_list_free (args);
  if (status != SFM_OK || (end.status == 0 && end.signal == 0))
    return status;
  /* If it failed, it has said why, unless a signal ended it.  */
  if (end.signal != 0 && child_signal () == 0)
    diag (sink, DIAG_ERROR, sfmerge, "was ended by a signal: %s",
          strsignal (end.signal));
  return SFM_ERR_UNSUPP;
}

sfm_status
wrap_describe (struct wrap_link *link)
{
  const char *output = link->line.out.name;
  const char *words[LINKER_WORDS];
  struct text_list args = { 0 };

  if (output[0] == '-')
    output = text_format (&link->pool, "./%s", output);
  text_list_add (&args, "sfmerge");
  text_list_add (&args, "repair");
  if (!link->verbose)
    text_list_add (&args, "--quiet");
  const size_t count
      = linker_output_words (&link->line.out, link->targeted, words);
  for (size_t i = 0; i < count; i++)
    text_list_add (&args, words[i]);
  for (char **option = link->options; *option != NULL; option++)
    text_list_add (&args, *option);
  text_list_add (&args, "--in-place");
  text_list_add (&args, "--overwrite");
  text_list_add (&args, "--");
  text_list_add (&args, output);
  return wrap_sfmerge (link, &args);
}
