/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-step.c - run a program, which has two breakpoint instructions of its
   own, and step from one to the other through its linker-generated code.

   usage: plt-step [--spoil] PROGRAM

   Prints a line for each section of such code, with the instructions that
   ran, and what is wrong, if anything.  With --spoil all that is said of the
   code that ran is made wrong in turn, and each run must notice; the number
   of such runs follows.  */

#include "config.h"

#include <stdio.h>

#if defined __x86_64__ && defined __linux__

#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include "code-ranges.h"
#include "elf-image.h"
#include "plt-spoil.h"
#include "plt-stepper.h"

enum
{
  AREAS = 8
};

static void
print_text (void *data, enum diag_severity kind, const char *file,
            const char *place, const char *text)
{
  (void) data;
  (void) kind;
  printf ("%s%s: %s\n", file == NULL ? "" : file, place, text);
}

/* The thunk of lld's lazy retpolines, after a PLT0 whose second instruction
   is a load of %r11, is reached with different CFAs.  */
static void
find_mask (struct stepped *area, const uint8_t *bytes)
{
  static const uint8_t load[] = { 0x4c, 0x8b, 0x1d };

  if (area->size >= 48 && memcmp (bytes + 6, load, sizeof load) == 0)
    {
      area->hole = 32;
      area->hole_size = 16;
    }
}

static const struct diag_sink sink = { .fn = print_text };

/* Describe the linker-generated sections of CODE; returns how many.  */
static size_t
list_areas (const struct code_ranges *code, struct stepped *areas)
{
  size_t count = 0;

  for (size_t i = 0; i < code->section_count && count < AREAS; i++)
    {
      const struct code_range *r = &code->sections[i];
      if (!r->loaded
          || code_ranges_plt_section (code, r->addr, r->size) == NULL)
        continue;
      const uint8_t *bytes = code_range_bytes (code, r);
      if (!stepped_make (&areas[count], r->section->name, r->addr, bytes,
                         (size_t) r->size))
        continue;
      find_mask (&areas[count++], bytes);
    }
  return count;
}

/* The word at ADDRESS in CHILD, or 0.  */
static uint64_t
word_at (pid_t child, uint64_t address)
{
  errno = 0;
  long word
      = ptrace (PTRACE_PEEKDATA, child, (void *) (uintptr_t) address, NULL);
  return errno != 0 ? 0 : (uint64_t) word;
}

/* Where CHILD, which execve has stopped, has its first instruction, or 0: its
   stack begins with the arguments, the environment and the auxiliary vector,
   each with an end.  /proc would tell too, where it is.  */
static uint64_t
entry_of (pid_t child)
{
  struct user_regs_struct regs;
  uint64_t word;

  if (ptrace (PTRACE_GETREGS, child, NULL, &regs) != 0)
    return 0;
  uint64_t at = regs.rsp + 8 * (word_at (child, regs.rsp) + 2);
  while (word_at (child, at) != 0)
    at += 8;
  for (at += 8; (word = word_at (child, at)) != 0; at += 16)
    if (word == AT_ENTRY)
      return word_at (child, at + 8);
  return 0;
}

/* Start PROGRAM, let it come to its first breakpoint and set *ENTRY.  */
static pid_t
start (char **argv, uint64_t *entry)
{
  int status;

  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    {
      if (ptrace (PTRACE_TRACEME, 0, NULL, NULL) == 0)
        execv (argv[0], argv);
      _exit (127);
    }
  /* Stopped by execve, then by the breakpoint.  */
  for (unsigned i = 0; i < 2; i++)
    {
      if (child < 0 || (i != 0 && ptrace (PTRACE_CONT, child, NULL, NULL) != 0)
          || waitpid (child, &status, 0) != child || !WIFSTOPPED (status)
          || WSTOPSIG (status) != SIGTRAP)
        return -1;
      if (i == 0)
        *entry = entry_of (child);
    }
  return child;
}

static const char *
run (char **argv, const struct image *image, struct stepped *areas,
     size_t count)
{
  uint64_t entry;
  int status;
  pid_t child = start (argv, &entry);

  if (child < 0)
    return "it does not come to a breakpoint";
  /* It lies so much higher than its headers say.  */
  const char *problem = entry != 0 ? stepper_run (child, areas, count,
                                                  entry - image_entry (image))
                                   : "it has no entry";
  if (problem == NULL
      && (ptrace (PTRACE_CONT, child, NULL, NULL) != 0
          || waitpid (child, &status, 0) != child || !WIFEXITED (status)
          || WEXITSTATUS (status) != 0))
    problem = "it ended badly";
  if (problem != NULL)
    {
      kill (child, SIGKILL);
      waitpid (child, NULL, 0);
    }
  return problem;
}

/* Make all that is said of the AREAS, which ran well, wrong in turn, and count
   in *TRIED.  */
static const char *
run_wrong (char **argv, const struct image *image, struct stepped *areas,
           size_t count, unsigned *tried)
{
  static char text[120];

  for (size_t i = 0; i < count; i++)
    {
      struct spoil spoil = { .at = NULL };
      for (; spoil_next (&areas[i], &spoil); ++*tried)
        if (run (argv, image, areas, count) == NULL)
          {
            snprintf (text, sizeof text,
                      "%s of %s+%#" PRIx64 " is not noticed",
                      spoil_name (&spoil), areas[i].name, spoil.off);
            return text;
          }
    }
  return NULL;
}

int
main (int argc, char **argv)
{
  struct image image;
  struct code_ranges code;
  struct stepped areas[AREAS];

  bool spoil = argc > 2 && strcmp (argv[1], "--spoil") == 0;
  char **program = argv + 1 + spoil;
  unsigned tried = 0;

  if (argc != 2 + spoil
      || image_open (*program, ALLOW_IMAGES, &image, &sink) != SFM_OK
      || code_ranges_read (&image, &code, &sink) != SFM_OK)
    return 2;
  size_t count = list_areas (&code, areas);
  const char *problem = run (program, &image, areas, count);
  if (problem == NULL && spoil)
    problem = run_wrong (program, &image, areas, count, &tried);
  for (size_t i = 0; i < count; i++)
    {
      printf ("%s %zu\n", areas[i].name, stepped_seen (&areas[i]));
      stepped_free (&areas[i]);
    }
  if (spoil)
    printf ("noticed %u\n", tried);
  if (problem != NULL)
    printf ("wrong: %s\n", problem);
  code_ranges_free (&code);
  image_close (&image);
  return problem != NULL;
}

#else

int
main (void)
{
  puts ("unsupported");
  return 77;
}

#endif
