/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wrap-find.c - find the wrapped linker, and sfmerge.

   Wrappers must not run themselves, or each other, for ever.  So each adds its
   device and inode to an environment variable, and does not run a program
   listed there.  A program that is no wrapper is not in the list, but may run
   one, such as a script that runs the ld of PATH: the length of the list ends
   that.  */

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
#include "text.h"
#include "wrap.h"

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
search (const char *directories, const char *name, const char *callers,
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

/* NAME beside the program that called this one, if that is Clang, which tells
   its directory to nobody and looks there before PATH; or NULL.  */
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
      path = search (getenv ("COMPILER_PATH"), name, callers, pool);
      if (path == NULL)
        path = beside_clang (name, callers, pool);
      if (path == NULL)
        path = search (getenv ("PATH"), name, callers, pool);
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

char *
wrap_find_sfmerge (struct pool *pool, const struct diag_sink *sink)
{
  const char *wanted = getenv ("SFMERGE");
  struct stat st;

  if (wanted != NULL && wanted[0] != '\0')
    {
      char *found = strchr (wanted, '/') == NULL
                        ? search (getenv ("PATH"), wanted, "", pool)
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
  char *path = search (getenv ("PATH"), "sfmerge", "", pool);
  if (path == NULL)
    diag (sink, DIAG_ERROR, NULL,
          "there is no sfmerge, neither %s nor in PATH", own);
  return path;
}
