/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-wrap-run.c - what the wrapper runs, and what it shows, for linkers that
   are scripts.  */

#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fixture-failing.h"
#include "fixture-files.h"
#include "result.h"
#include "wrap.h"

/* Scripts: each notes what it is run with.  */
#define NOTES "#!/bin/sh\necho \"${0##*/} $*\" >>log\n"
#define SFMERGE                                                               \
  NOTES "[ $1 != strip ] || cp \"$6\" \"$4\" 2>/dev/null"                     \
        " || { echo \"cannot copy $6\" >>log; exit 1; }\n"
#define SAYS(text) "echo '" text "' >&2\n"
#define GOLD(file) SAYS (file "(.sframe+0x10): error: relocation refers to x")

/* A link by LINKER, whose file has SCRIPT after NOTES; a.o, b.o and lib.a are
   there.  WANTED is what was run, how it ended, and what was shown, before and
   after a bar that which sfmerge makes untrue; the temporary directory is @.
   MEMORY: it is tried without memory, too.  */
struct wrapped
{
  const char *linker, *script, *args, *wanted;
  bool memory;
};

static const struct wrapped links[] = {
  { "ld", "", "-o x a.o", "ld -o x a.o\nend 0 0: ", true },
  { "ld", SAYS ("warning") "exit 3\n", "a.o", "ld a.o\nend 3 0: warning\n",
    false },
  { "ld", "kill -9 $$\n", "a.o", "ld a.o\nend 0 9: ", false },
  { "ld", "printf whole >&2\n", "a.o", "ld a.o\nend 0 0: whole", false },
  /* It is not known to fail because of .sframe.  */
  { "ld", SAYS (".sframe: bad") "exit 1\n", "a.o",
    "ld a.o\nend 1 0: .sframe: bad\n", false },
  /* With the script that discards it, which is not installed here.  */
  { "ld",
    "[ $1 = -T ] && exit 0\n" SAYS ("a.o: bad reloc (.sframe+0x1)") "exit 1\n",
    "-o x a.o", "ld -o x a.o\nld -T discard.ld -o x a.o\nend 0 0: ", true },
  { "ld",
    "[ $1 = -T ] && exit 0\n" SAYS (
        "x: input SFrame sections with different format versions") "exit 1\n",
    "a.o", "ld a.o\nld -T discard.ld a.o\nend 0 0: ", false },
  { "ld",
    "[ $1 = -T ] && exit 0\n" SAYS (
        "error: section type mismatch for .sframe") "exit 1\n",
    "a.o", "ld a.o\nld -T discard.ld a.o\nend 0 0: ", false },
  /* The first messages are those of the link.  */
  { "ld",
    "[ $1 = -T ] && echo again >&2 && exit 2\n" SAYS ("bad (.sframe)") "exit 1"
                                                                       "\n",
    "a.o", "ld a.o\nld -T discard.ld a.o\nend 2 0: bad (.sframe)\n", false },
  { "ld",
    "[ $1 = -T ] && echo again >&2 && exit 0\n" SAYS (
        "bad (.sframe)") "exit 1\n",
    "a.o", "ld a.o\nld -T discard.ld a.o\nend 0 0: again\n", false },
  { "rust-lld", "[ $3 = -T ] && exit 0\n" SAYS ("bad (.sframe)") "exit 1\n",
    "-flavor gnu a.o",
    "rust-lld -flavor gnu a.o\nrust-lld -flavor gnu -T discard.ld a.o\n"
    "end 0 0: ",
    false },
  { "rust-lld", SAYS ("bad (.sframe)") "exit 1\n", "-flavor",
    "rust-lld -flavor\nrust-lld -T discard.ld -flavor\n"
    "end 1 0: bad (.sframe)\n",
    false },
  /* These show their messages themselves, and nothing is done about them.  */
  { "mold", SAYS ("bad (.sframe)") "exit 1\n", "a.o",
    "mold a.o\nend 1 0: bad (.sframe)\n", false },
  { "ld.wild", SAYS ("bad (.sframe)") "exit 1\n", "a.o",
    "ld.wild a.o\nend 1 0: bad (.sframe)\n", false },
  /* gold gets copies.  */
  { "gold", "case $* in */a.o*) exit 0;; esac\n" GOLD ("a.o") "exit 1\n",
    "a.o b.o",
    "gold a.o b.o\nsfmerge strip --quiet -o @/0/a.o -- a.o\n"
    "gold @/0/a.o b.o\nend 0 0: ",
    true },
  { "gold",
    "case $* in */b.o*) exit 0;; */a.o*)\n" GOLD (
        "b.o") "exit 1;; esac\n" GOLD ("a.o") "exit 1\n",
    "a.o b.o",
    "gold a.o b.o\nsfmerge strip --quiet -o @/0/a.o -- a.o\n"
    "gold @/0/a.o b.o\nsfmerge strip --quiet -o @/1/b.o -- b.o\n"
    "gold @/0/a.o @/1/b.o\nend 0 0: ",
    false },
  /* Both at once, one of them twice.  */
  { "gold",
    "case $* in */b.o*) exit 0;; esac\n" GOLD ("a.o") GOLD ("b.o")
        GOLD ("a.o") "exit 1\n",
    "a.o b.o",
    "gold a.o b.o\nsfmerge strip --quiet -o @/0/a.o -- a.o\n"
    "sfmerge strip --quiet -o @/1/b.o -- b.o\n"
    "gold @/0/a.o @/1/b.o\nend 0 0: ",
    false },
  /* A member of a library that -l has found.  */
  { "gold", "case $* in -L*) exit 0;; esac\n" GOLD ("lib.a(m.o)") "exit 1\n",
    "a.o -l:lib.a",
    "gold a.o -l:lib.a\nsfmerge strip --quiet -o @/0/lib.a -- lib.a\n"
    "gold -L@/0 a.o -l:lib.a\nend 0 0: ",
    false },
  { "gold", GOLD ("lib.b(m.o)") "exit 1\n", "a.o",
    "gold a.o\nsfmerge strip --quiet -o @/0/lib.b(m.o) -- lib.b(m.o)\n"
    "cannot copy lib.b(m.o)\nstatus\nend 1 0: "
    "lib.b(m.o)(.sframe+0x10): error: relocation refers to x\n",
    false },
  /* What it says of a copy, it says of the file.  */
  { "gold",
    "case $* in */a.o*) echo \"$1: w: $1\" >&2; exit 0;; esac\n" GOLD (
        "a.o") "exit 1\n",
    "a.o",
    "gold a.o\nsfmerge strip --quiet -o @/0/a.o -- a.o\ngold @/0/a.o\n"
    "end 0 0: a.o: w: a.o\n",
    false },
  { "gold",
    "case $* in */a.o*) echo \"${1%/0/a.o}/1: w\" >&2; exit 0;; esac\n" GOLD (
        "a.o") "exit 1\n",
    "a.o",
    "gold a.o\nsfmerge strip --quiet -o @/0/a.o -- a.o\ngold @/0/a.o\n"
    "end 0 0: @/1: w\n",
    false },
  /* It still fails: for the same file, for another reason.  */
  { "gold", GOLD ("a.o") "exit 1\n", "a.o",
    "gold a.o\nsfmerge strip --quiet -o @/0/a.o -- a.o\ngold @/0/a.o\n"
    "end 1 0: a.o(.sframe+0x10): error: relocation refers to x\n",
    false },
  { "gold",
    "case $* in */a.o*) echo no >&2; exit 1;; esac\n" GOLD ("a.o") "exit 1\n",
    "a.o",
    "gold a.o\nsfmerge strip --quiet -o @/0/a.o -- a.o\ngold @/0/a.o\n"
    "end 1 0: a.o(.sframe+0x10): error: relocation refers to x\n",
    false },
  /* What is untrue.  */
  { "ld",
    SAYS ("ld: error in a.o(.sframe); no .sframe will be created")
        SAYS ("ld: error in a.o(.eh_frame); no table") SAYS ("(.sframe); "),
    "a.o",
    "ld a.o\nend 0 0: ld: error in a.o(.eh_frame); no table\n(.sframe); \n"
    "|ld: error in a.o(.sframe); no .sframe will be created\n",
    false },
};

static char text[2000];

/* Add the file NAME to the text.  */
static void
add_file (const char *name)
{
  const size_t used = strlen (text);
  FILE *file = fopen (name, "re");

  if (file == NULL)
    return;
  const size_t size = fread (text + used, 1, sizeof text - used - 1, file);
  text[used + size] = '\0';
  fclose (file);
}

/* Replace each OLD in the text, with the word before it if WORD, by NEW, which
   is no longer.  */
static void
replace (const char *old, const char *new, bool word)
{
  for (char *at = text; (at = strstr (at, old)) != NULL;)
    {
      char *rest = at + strlen (old);
      while (word && at != text && at[-1] != ' ')
        at--;
      memmove (at + strlen (new), rest, strlen (rest) + 1);
      memcpy (at, new, strlen (new));
      at += strlen (new);
    }
}

/* Write what is said to the file "said" from now on, or to where it went
   before, *OLD.  */
static void
divert (int *old)
{
  fflush (stderr);
  if (*old >= 0)
    {
      dup2 (*old, STDERR_FILENO);
      close (*old);
      *old = -1;
      return;
    }
  const int fd = open ("said", O_CREAT | O_APPEND | O_WRONLY, 0600);
  *old = dup (STDERR_FILENO);
  dup2 (fd, STDERR_FILENO);
  close (fd);
}

/* Run LINK, and make the text.  */
static sfm_status
run_link (struct wrap_link *link)
{
  struct child_end end = { .status = 0 };
  int old = -1;

  unlink ("log");
  unlink ("said");
  divert (&old);
  failing_begin ();
  sfm_status status = wrap_line_read (link->argc, link->argv, &link->pool,
                                      &link->line, &link->report->sink);
  if (status == SFM_OK)
    status = wrap_run (link, &end);
  failing_end ();
  wrap_show (link, false);
  fputs ("|", stderr);
  wrap_show (link, true);
  wrap_copies_remove (link);
  divert (&old);
  text[0] = '\0';
  add_file ("log");
  const size_t size = strlen (text);
  snprintf (text + size, sizeof text - size,
            "%send %d %d: ", status == SFM_OK ? "" : "status\n", end.status,
            end.signal);
  add_file ("said");
  if (link->directory != NULL)
    replace (link->directory, "@", false);
  replace ("/discard.ld", "discard.ld", true);
  return status;
}

/* Do what TRIAL says; right is the text that it wants.  */
static sfm_status
run (const void *trial, bool *right)
{
  const struct wrapped *t = trial;
  char words[100], *argv[10] = { (char *) (uintptr_t) t->linker };
  struct report report;
  struct wrap_link link = { .argv = argv, .argc = 1, .report = &report };
  char script[1000], linker[40], *state = NULL;

  snprintf (script, sizeof script, NOTES "%s", t->script);
  fixture_make (t->linker, script, 0700);
  snprintf (linker, sizeof linker, "./%s", t->linker);
  snprintf (words, sizeof words, "%s", t->args);
  for (char *word = strtok_r (words, " ", &state); word != NULL;
       word = strtok_r (NULL, " ", &state))
    argv[link.argc++] = word;
  link.linker = linker;
  report_init (&report);
  const sfm_status status = run_link (&link);
  free (link.errors.bytes);
  text_list_free (&link.copied);
  text_list_free (&link.line.args);
  pool_free (&link.pool);
  unlink (t->linker);
  /* The bar is there if anything follows.  */
  char *bar = strrchr (text, '|');
  if (bar != NULL && bar[1] == '\0')
    *bar = '\0';
  *right = strcmp (text, t->wanted) == 0;
  return status;
}

int
main (void)
{
  if (!fixture_enter ())
    return unit_exit ();
  unit_last_said (text);
  fixture_make ("sfmerge", SFMERGE, 0700);
  fixture_make ("a.o", "a", 0600);
  fixture_make ("b.o", "b", 0600);
  fixture_make ("lib.a", "l", 0600);
  setenv ("SFMERGE", "./sfmerge", 1);
  setenv ("TMPDIR", ".", 1);
  for (size_t i = 0; i < sizeof links / sizeof links[0]; i++)
    {
      char name[60];
      bool right = false;
      snprintf (name, sizeof name, "%s, %zu: %s", links[i].linker, i,
                links[i].args);
      run (&links[i], &right);
      unit_result (right, name);
      if (links[i].memory)
        failing_memory (name, run, &links[i]);
    }
  unit_result (fixture_clean (), "nothing is left");
  fixture_leave ();
  return unit_exit ();
}
