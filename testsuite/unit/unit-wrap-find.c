/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-wrap-find.c - which linker and which sfmerge the wrapper runs, as the
   environment says.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixture-files.h"
#include "fixture-image.h"
#include "result.h"
#include "wrap.h"

/* p, q and . have programs ld; p has one called other; r/ld is none, s/ld is a
   directory.  CALLERS: @ is the mark of p/ld, and # that of 15 others.  WANTED
   is the path that is found, or the message.  */
static const struct
{
  const char *callers, *ld, *compiler_path, *path, *wanted;
} finds[] = {
  { NULL, NULL, NULL, "p:q", "p/ld" },
  { NULL, NULL, NULL, "r:s:none:q", "q/ld" },
  { NULL, NULL, NULL, "q:", "q/ld" },
  { NULL, NULL, NULL, ":p", "./ld" },
  { NULL, NULL, NULL, "r::p", "./ld" },
  { NULL, NULL, NULL,
    "r:", "there is no ld in PATH but this one, which runs another" },
  { NULL, NULL, NULL, NULL,
    "there is no ld in PATH but this one, which runs another" },
  { NULL, NULL, "q:r", "p", "q/ld" },
  { NULL, NULL, "r", "p", "p/ld" },
  { NULL, "q/ld", "p", "p", "q/ld" },
  { NULL, "r/ld", "p", "p", "SFMERGE_LD names no linker: r/ld" },
  { NULL, "s/ld", "p", "p", "SFMERGE_LD names no linker: s/ld" },
  { NULL, "none/ld", "p", "p", "SFMERGE_LD names no linker: none/ld" },
  { NULL, "other", NULL, "q:p", "p/other" },
  { NULL, "other", NULL, "q", "SFMERGE_LD names no linker: other" },
  { NULL, "", NULL, "q:p", "q/ld" },
  /* p/ld has called.  */
  { "@", NULL, NULL, "p:q", "q/ld, inner" },
  { "@", NULL, "p", "p",
    "there is no ld in PATH but this one, which runs another" },
  { "@", "p/ld", NULL, "q", "SFMERGE_LD names no linker: p/ld" },
  { "", NULL, NULL, "p", "p/ld, inner" },
  { "#", NULL, NULL, "p", "p/ld, inner" },
  { "#@", NULL, NULL, "q",
    "linker wrappers ran 16 times for one link: a program that they take for "
    "the linker runs them again" },
};

/* Set the variable NAME, or unset it.  */
static void
set (const char *name, const char *value)
{
  if (value == NULL)
    unsetenv (name);
  else
    setenv (name, value, 1);
}

/* Put into MARKS what TEXT stands for.  */
static void
make_marks (const char *text, char *marks, size_t size)
{
  size_t used = 0;
  struct stat st = { .st_dev = 0 };

  stat ("p/ld", &st);
  marks[0] = '\0';
  for (; *text != '\0'; text++)
    for (unsigned i = 0; i < (*text == '#' ? 15U : 1U); i++)
      used += (size_t) snprintf (
          marks + used, size - used, ":%" PRIu64 "/%" PRIu64 ":",
          (uint64_t) st.st_dev,
          *text == '#' ? UINT64_MAX - i : (uint64_t) st.st_ino);
}

/* What was found, or run, and said.  */
static char said[2000];

static void
test_linkers (void)
{
  char marks[1000];

  for (size_t i = 0; i < sizeof finds / sizeof finds[0]; i++)
    {
      struct pool pool = { 0 };
      bool inner = false;
      fixture_said[0] = '\0';
      if (finds[i].callers != NULL)
        make_marks (finds[i].callers, marks, sizeof marks);
      set ("SFMERGE_WRAPPERS", finds[i].callers == NULL ? NULL : marks);
      set ("SFMERGE_LD", finds[i].ld);
      set ("COMPILER_PATH", finds[i].compiler_path);
      set ("PATH", finds[i].path);
      const char *found
          = wrap_find_linker ("ld", &pool, &inner, &fixture_sink);
      snprintf (said, sizeof said, "%s%s",
                found == NULL ? fixture_said + (fixture_said[0] == ' ')
                              : found,
                found != NULL && inner ? ", inner" : "");
      unit_result_of (strcmp (said, finds[i].wanted) == 0, "find %zu: %s", i,
                      finds[i].wanted);
      pool_free (&pool);
    }
}

#define QUIET "repair --quiet"
#define V3 " --to=v3"
#define GROW " --fill --grow=move-phdrs"
#define TAIL " --in-place --overwrite -- "

/* What is run for the output NAME with SFMERGE and SFMERGE_OPTIONS, and the
   status and the message.  */
static const struct
{
  const char *sfmerge, *options, *name, *wanted;
} outputs[] = {
  { "./sfmerge", NULL, "x", QUIET V3 GROW TAIL "x\n0" },
  { "./sfmerge", "", "-x", QUIET V3 GROW TAIL "./-x\n0" },
  { "./sfmerge", "-v", "x", "repair" V3 GROW " -v" TAIL "x\n0" },
  { "./sfmerge", "--verbose", "x", "repair" V3 GROW " --verbose" TAIL "x\n0" },
  { "./sfmerge", "--verb", "x", QUIET V3 GROW " --verb" TAIL "x\n0" },
  { "./sfmerge", "--to=2", "x", QUIET GROW " --to=2" TAIL "x\n0" },
  { "./sfmerge", "--t --for kernel", "x",
    QUIET GROW " --t --for kernel" TAIL "x\n0" },
  { "./sfmerge", "'--for=kernel'", "x",
    QUIET GROW " --for=kernel" TAIL "x\n0" },
  { "./sfmerge", "--fatal-warnings", "x",
    QUIET V3 GROW " --fatal-warnings" TAIL "x\n0 fatal" },
  { "./sfmerge", "--fat --", "x",
    QUIET V3 GROW " --fat --" TAIL "x\n0 fatal" },
  { "./sfmerge", "--req=all", "x",
    QUIET V3 GROW " --req=all" TAIL "x\n0 fatal" },
  { "sfmerge", NULL, "x", QUIET V3 GROW TAIL "x\n0" },
  { "", NULL, "x", QUIET V3 GROW TAIL "x\n0" },
  { "none", NULL, "x",
    "9 SFMERGE names no program: No such file or directory" },
  { "./none", NULL, "x",
    "9 SFMERGE names no program: No such file or directory" },
  { "./p", NULL, "x", "9 SFMERGE names no program: Is a directory" },
  { "r/ld", NULL, "x", "9 SFMERGE names no program: Permission denied" },
  { "./sfmerge", NULL, "killed",
    QUIET V3 GROW TAIL "killed\n6 was ended by a signal: Killed" },
  { "./sfmerge", NULL, "fails", QUIET V3 GROW TAIL "fails\n6" },
};

static void
test_outputs (void)
{
  setenv ("PATH", ".:/bin:/usr/bin", 1);
  for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++)
    {
      struct report report = { .sink = fixture_sink };
      struct wrap_link link = { .report = &report };
      link.line.out.name = outputs[i].name;
      fixture_said[0] = '\0';
      unlink ("log");
      set ("SFMERGE", outputs[i].sfmerge);
      set ("SFMERGE_OPTIONS", outputs[i].options);
      sfm_status status = wrap_options (&link);
      if (status == SFM_OK)
        status = wrap_describe (&link);
      size_t size = 0;
      FILE *log = fopen ("log", "re");
      if (log != NULL)
        {
          size = fread (said, 1, sizeof said / 2, log);
          fclose (log);
        }
      snprintf (said + size, sizeof said - size, "%d%s%s", (int) status,
                fixture_said, link.fatal ? " fatal" : "");
      unit_result_of (strcmp (said, outputs[i].wanted) == 0, "%s %s of %s",
                      outputs[i].sfmerge,
                      outputs[i].options == NULL ? "" : outputs[i].options,
                      outputs[i].name);
      pool_free (&link.pool);
    }
}

int
main (void)
{
  static const char *const folders[] = { "p", "q", "r", "s", "s/ld" };
  static const char *const programs[] = { "p/ld", "p/other", "q/ld", "ld" };

  if (!fixture_enter ())
    return unit_exit ();
  for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
    mkdir (folders[i], 0700);
  for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
    fixture_make (programs[i], "", 0700);
  fixture_make ("r/ld", "", 0600);
  fixture_make ("sfmerge",
                "#!/bin/sh\necho \"$*\" >log\n"
                "case $* in *killed) kill -9 $$;; *fails) exit 1;; esac\n",
                0700);
  unit_last_said (said);
  test_linkers ();
  test_outputs ();
  for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
    unlink (programs[i]);
  unlink ("r/ld");
  for (size_t i = sizeof folders / sizeof folders[0]; i-- > 0;)
    rmdir (folders[i]);
  unit_result (fixture_clean (), "nothing is left");
  fixture_leave ();
  return unit_exit ();
}
