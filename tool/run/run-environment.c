/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   run-environment.c - the environment in which links go through the linker
   wrapper.

   GCC and Clang look for programs in COMPILER_PATH before all directories of
   their own, but after those of -B.  What is in COMPILER_PATH already stays,
   and the wrapper looks there for the linker to run.  PATH is for those that
   call ld by its name.  It gets a directory that has no other linker: programs
   that look which linkers are installed would find some that are not.

   Nothing is removed: GCC_EXEC_PREFIX, for example, tells GCC where its own
   parts are.  */

#include "config.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diag.h"
#include "paged.h"
#include "process.h"
#include "run-environment.h"
#include "text.h"

#define OPTIONS "SFMERGE_OPTIONS"
#define RUST_OPTION "-Clinker-features=-lld"
#define RUST_FLAGS "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUSTFLAGS"

/* Set the environment variable NAME to VALUE; NULL: no memory.  */
static sfm_status
set (const char *name, const char *value, const struct diag_sink *sink)
{
  if (value == NULL || setenv (name, value, 1) != 0)
    return diag_nomem (sink, NULL);
  return SFM_OK;
}

/* Let the list of directories in the variable NAME, whose value is OLD, begin
   with DIRECTORY.  */
static sfm_status
prepend (const char *name, const char *old, const char *directory,
         struct pool *pool, const struct diag_sink *sink)
{
  const size_t size = strlen (directory);

  /* An empty member of a list would be the current directory.  */
  if (old == NULL || old[0] == '\0')
    return set (name, directory, sink);
  if (strncmp (old, directory, size) == 0
      && (old[size] == ':' || old[size] == '\0'))
    return SFM_OK;
  return set (name, text_format (pool, "%s:%s", directory, old), sink);
}

sfm_status
run_environment_paths (const char *wrap, struct pool *pool,
                       const struct diag_sink *sink)
{
  const char *path = getenv ("PATH");

  if (strchr (wrap, ':') != NULL)
    return diag_fail (sink, SFM_ERR_UNSUPP, wrap,
                      "COMPILER_PATH cannot name it, because of the colon");
  TRY (prepend ("COMPILER_PATH", getenv ("COMPILER_PATH"), wrap, pool, sink));
  /* Without PATH, programs are found in directories that the C library
     knows.  */
  if (path == NULL)
    return SFM_OK;
  const char *directory = text_format (pool, "%s/path", wrap);
  if (directory == NULL)
    return diag_nomem (sink, NULL);
  return prepend ("PATH", path, directory, pool, sink);
}

/* Make the file PATH, a template for mkostemp.  */
static bool
make_file (char *path)
{
  const int fd = path != NULL ? mkostemp (path, O_CLOEXEC) : -1;

  if (fd >= 0)
    close (fd);
  return fd >= 0;
}

sfm_status
run_environment_links (char **path, const char **outer, struct pool *pool,
                       const struct diag_sink *sink)
{
  const char *above = getenv (LINK_COUNT);

  *outer = above != NULL ? pool_copy (pool, above, strlen (above)) : NULL;
  *path = temporary_template (pool, "sfmerge-links");
  if (make_file (*path))
    return set (LINK_COUNT, *path, sink);
  *path = NULL;
  return SFM_OK;
}

/* rustc 1.90 and later link programs for this machine with an lld of their
   own, by an option of the compiler driver that nothing in the environment
   precedes.  Older ones do not know how to be told.  */
sfm_status
run_environment_rust (const struct diag_sink *sink)
{
  static const char *const others[]
      = { RUST_FLAGS, "RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS" };
  unsigned major = 0, minor = 0;

  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    if (getenv (others[i]) != NULL)
      return SFM_OK;
  FILE *version = popen ("rustc --version 2>/dev/null", "re");
  if (version == NULL)
    return SFM_OK;
  const bool known = fscanf (version, "rustc %u.%u", &major, &minor) == 2;
  pclose (version);
  return known && (major > 1 || minor >= 90)
             ? set (RUST_FLAGS, RUST_OPTION, sink)
             : SFM_OK;
}

const char *
run_rust_option (char *const *argv)
{
  const char *flags = getenv (RUST_FLAGS);

  if (flags == NULL || strcmp (flags, RUST_OPTION) != 0
      || strcmp (argv[0] + path_base_offset (argv[0]), "rustc") != 0)
    return NULL;
  for (size_t i = 1; argv[i] != NULL; i++)
    if (text_begins (argv[i], "--target")
        || strstr (argv[i], "linker-features") != NULL)
      return NULL;
  return RUST_OPTION;
}

/* Append TEXT to OUT so that a response file keeps it as part of one argument;
   returns the end of it.  */
static char *
put_quoted (char *out, const char *text)
{
  for (; *text != '\0'; text++)
    {
      if (strchr (" \t\n\v\f\r\\'\"", *text) != NULL)
        *out++ = '\\';
      *out++ = *text;
    }
  *out = '\0';
  return out;
}

sfm_status
run_environment_option (const char *name, const char *arg, struct pool *pool,
                        const struct diag_sink *sink)
{
  const char *old = getenv (OPTIONS);
  const size_t size = strlen (name) + (arg == NULL ? 0 : 2 * strlen (arg)) + 4;
  char *text = pool_alloc (pool, size);

  if (text == NULL)
    return diag_nomem (sink, NULL);
  char *end = text + snprintf (text, size, "--%s", name);
  if (arg != NULL)
    {
      *end++ = '=';
      put_quoted (end, arg);
    }
  if (old != NULL && old[0] != '\0')
    text = text_format (pool, "%s %s", old, text);
  return set (OPTIONS, text, sink);
}

void
run_environment_tell (const struct diag_sink *sink)
{
  static const char *const names[]
      = { "COMPILER_PATH", "PATH", OPTIONS, RUST_FLAGS };

  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    {
      const char *value = getenv (names[i]);
      if (value != NULL)
        diag (sink, DIAG_DETAIL, NULL, "%s=%s", names[i], value);
    }
}
