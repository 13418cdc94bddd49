/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-installed.c - what is found beside a program, by how the two were
   configured and where the program is.  No file of the cases exists but the
   build trees.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "installed.h"
#include "result.h"

static const struct
{
  const char *name;
  const char *self;     /* where the program is */
  const char *existing; /* where it was to be */
  const char *part;
  const char *found;
} cases[] = {
  { "as configured", "/no/usr/bin/a", "/no/usr/bin/a", "/no/usr/libexec/a/b",
    "/no/usr/libexec/a/b" },
  { "moved", "/no/opt/x/bin/a", "/no/usr/bin/a", "/no/usr/libexec/a/b",
    "/no/opt/x/libexec/a/b" },
  { "below DESTDIR", "/no/d/no/usr/bin/a", "/no/usr/bin/a",
    "/no/usr/lib/t/a/b", "/no/d/no/usr/lib/t/a/b" },
  { "from deep down", "/no/x/lib/t/a/b", "/no/usr/lib/t/a/b", "/no/usr/bin/a",
    "/no/x/bin/a" },
  { "the same directory", "/no/x/bin/a", "/no/usr/bin/a", "/no/usr/bin/b",
    "/no/x/bin/b" },
  { "a directory of the same beginning", "/no/x/lib/a", "/no/usr/lib/a",
    "/no/usr/libexec/b", "/no/x/libexec/b" },
  { "a part below", "/no/x/a", "/no/usr/a", "/no/usr/a-parts/b",
    "/no/x/a-parts/b" },
  { "a file as directory", "/no/x/a", "/no/usr/a", "/no/usr/a/b",
    "/no/x/a/b" },
  { "nothing in common", "/no/x/opt/bin/a", "/opt/bin/a", "/usr/share/b",
    "/no/x/usr/share/b" },
  { "names of nothing", "/no/x/bin/a", "//no/./usr//bin/./a",
    "/no/usr/./share//b", "/no/x/share//b" },
  { "at the root", "/bin-no/a", "/no/usr/bin/a", "/no/usr/share/b",
    "/share/b" },
  { "not as deep", "/a-no", "/no/usr/bin/a", "/no/usr/share/b", "/share/b" },
  { "not known", NULL, "/no/usr/bin/a", "/no/usr/share/b", "/no/usr/share/b" },
};

static void
expect (const char *name, const char *self, const struct installed *existing,
        const struct installed *part, const char *wanted)
{
  char *found = installed_beside (self, existing, part);

  if (found == NULL || strcmp (found, wanted) != 0)
    printf ("%s, not %s\n", found == NULL ? "nothing" : found, wanted);
  unit_result (found != NULL && strcmp (found, wanted) == 0, name);
  free (found);
}

/* In the current directory, which is empty; a build tree keeps its file.  */
static void
test_build_tree (void)
{
  const struct installed wrapper = { "/no/usr/libexec/a/b", "tool/wrap/b" };
  const struct installed program = { "/no/usr/bin/a", "a" };
  char here[2048], self[2100], found[2100];

  if (getcwd (here, sizeof here) == NULL)
    exit (1);
  snprintf (self, sizeof self, "%s/a", here);
  snprintf (found, sizeof found, "%.*s/libexec/a/b",
            (int) (strrchr (here, '/') - here), here);
  expect ("no build tree", self, &program, &wrapper, found);
  FILE *mark = fopen ("config.status", "wx");
  if (mark == NULL)
    exit (1);
  fclose (mark);
  snprintf (found, sizeof found, "%s/tool/wrap/b", here);
  expect ("a build tree", self, &program, &wrapper, found);
  expect ("a build tree, from its depth", found, &wrapper, &program, self);
  /* Installed into the build tree.  */
  snprintf (self, sizeof self, "%s/bin/a", here);
  snprintf (found, sizeof found, "%s/libexec/a/b", here);
  expect ("installed into a build tree", self, &program, &wrapper, found);
  expect ("the same, back", found, &wrapper, &program, self);
  remove ("config.status");
}

/* The configured path is taken as it is if the program is there, though it is
   a symbolic link.  */
static void
test_linked (void)
{
  char here[2048], self[2100], existing[2100];

  if (getcwd (here, sizeof here) == NULL || mkdir ("real", 0700) != 0
      || symlink ("real", "bin") != 0)
    exit (1);
  snprintf (self, sizeof self, "%s/real/a", here);
  snprintf (existing, sizeof existing, "%s/bin/a", here);
  FILE *file = fopen (self, "w");
  if (file == NULL)
    exit (1);
  fclose (file);
  const struct installed program = { existing, "a" };
  const struct installed part = { "/no/elsewhere/b", "b" };
  expect ("configured through a symbolic link", self, &program, &part,
          part.path);
  remove (self);
  remove ("bin");
  remove ("real");
}

int
main (void)
{
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      const struct installed existing = { cases[i].existing, "build/of/own" };
      const struct installed part = { cases[i].part, "build/of/part" };
      expect (cases[i].name, cases[i].self, &existing, &part, cases[i].found);
    }
  test_build_tree ();
  test_linked ();
  return unit_exit ();
}
