/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   installed.c - paths of the installed parts of sfmerge.

   The paths that configure was given are those of one installation.  A build
   tree has other ones, and an installation may be below DESTDIR or may have
   been moved.  So the paths depend on where the calling part itself is.  In a
   build tree they are that tree's.  At its configured path they are the
   configured ones, which may be connected by symbolic links.  Elsewhere they
   follow from the relative path between the configured directories.  */

#include "config.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "installed.h"

const struct installed installed_program = { INSTALLED_PROGRAM, "sfmerge" };
const struct installed installed_plugin
    = { INSTALLED_PLUGIN, "plugin/" LT_OBJDIR "sfmerge-plugin.so" };
const struct installed installed_wrapper
    = { INSTALLED_WRAPPER, "wrap/bin/ld" };
const struct installed installed_command
    = { INSTALLED_COMMAND, "tool/scripts/sfmerge-" };
const struct installed installed_script = { INSTALLED_SCRIPT, "aids/keep.ld" };

/* The first SIZE bytes of DIRECTORY, "/" and NAME, from malloc.  NULL: no
   memory.  */
static char *
join_path (const char *directory, size_t size, const char *name)
{
  char *path;

  return asprintf (&path, "%.*s/%s", (int) size, directory, name) < 0 ? NULL
                                                                      : path;
}

/* The path of the program NAME in PATH, from malloc and without symbolic
   links; NULL: there is none.  */
static char *
in_path (const char *name)
{
  const char *path = getenv ("PATH");
  char *found = NULL;

  while (found == NULL && path != NULL && *path != '\0')
    {
      size_t size = strcspn (path, ":");
      char *file
          = join_path (size == 0 ? "." : path, size == 0 ? 1 : size, name);
      if (file != NULL && access (file, X_OK) == 0)
        found = realpath (file, NULL);
      free (file);
      path += size + (path[size] == ':');
    }
  return found;
}

char *
installed_self (void)
{
  char *path = realpath ("/proc/self/exe", NULL);

  /* Without /proc, it is the path that was given to execve.  It leads nowhere
     if a descriptor was given, and only the caller's word remains.  */
  if (path == NULL)
    {
      const char *name = (const char *) (uintptr_t) getauxval (AT_EXECFN);
      path = name == NULL ? NULL : realpath (name, NULL);
    }
  const char *called = program_invocation_name;
  if (path == NULL && called != NULL)
    path = strchr (called, '/') != NULL ? realpath (called, NULL)
                                        : in_path (called);
  return path;
}

bool
installed_self_status (struct stat *st)
{
  /* Not by its path, which is gone if the program was replaced meanwhile.  */
  if (stat ("/proc/self/exe", st) == 0)
    return true;
  char *path = installed_self ();
  bool known = path != NULL && stat (path, st) == 0;
  free (path);
  return known;
}

/* The path of PART if SELF is the file CALLER of a build tree; NULL if not, or
   if there is no memory.  */
static char *
in_build_tree (const char *self, const struct installed *caller,
               const struct installed *part)
{
  size_t size = strlen (self), tail = strlen (caller->build) + 1;

  if (size < tail || self[size - tail] != '/'
      || strcmp (self + size - tail + 1, caller->build) != 0)
    return NULL;
  char *mark = join_path (self, size - tail, "config.status");
  bool built = mark != NULL && access (mark, F_OK) == 0;
  free (mark);
  return built ? join_path (self, size - tail, part->build) : NULL;
}

static bool
same_file (const char *a, const char *b)
{
  struct stat one, two;

  return stat (a, &one) == 0 && stat (b, &two) == 0 && one.st_dev == two.st_dev
         && one.st_ino == two.st_ino;
}

/* The first component of PATH that is not ".", and its length in *SIZE; 0:
   there is none.  */
static const char *
component (const char *path, size_t *size)
{
  for (;; path++)
    {
      path += strspn (path, "/");
      *size = strcspn (path, "/");
      if (*size != 1 || *path != '.')
        return path;
    }
}

/* The relative path from the directory of the file FROM to the file TO: the
   number of directories to leave, and the rest of the path in *DOWN.  */
static unsigned
relative_path (const char *from, const char *to, const char **down)
{
  size_t from_size, to_size, next_size;
  unsigned up = 0;

  from = component (from, &from_size);
  to = component (to, &to_size);
  while (from_size == to_size && memcmp (from, to, to_size) == 0)
    {
      const char *next = component (from + from_size, &next_size);
      /* The last component is the file.  */
      if (next_size == 0)
        break;
      from = next;
      from_size = next_size;
      to = component (to + to_size, &to_size);
    }
  *down = to;
  for (from = component (from + from_size, &from_size); from_size != 0;
       from = component (from + from_size, &from_size))
    up++;
  return up;
}

char *
installed_beside (const char *self, const struct installed *caller,
                  const struct installed *part)
{
  const char *down;

  char *path = self == NULL ? NULL : in_build_tree (self, caller, part);
  if (path != NULL)
    return path;
  if (self == NULL || same_file (self, caller->path))
    return join_path ("", 0, part->path + strspn (part->path, "/"));
  unsigned up = relative_path (caller->path, part->path, &down);
  size_t size = strlen (self);
  for (unsigned i = 0; i <= up; i++)
    while (size > 0 && self[--size] != '/')
      continue;
  return join_path (self, size, down);
}
