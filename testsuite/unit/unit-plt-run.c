/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-plt-run.c - every template for AMD64, also those of linkers and options
   that are not here, runs step by step from a page of memory, wired as a
   linker and the C library would, and its rules must be true at each
   instruction.  Then each rule is made wrong in turn, which must be
   noticed.  */

#include "config.h"

#include <stdio.h>

#if defined __x86_64__ && defined __linux__

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plt-cases.h"
#include "plt-spoil.h"
#include "plt-stepper.h"
#include "result.h"

enum
{
  AREA = 0x1000, /* where the words begin */
  LAND = 0x800,  /* where the landings begin */
  LANDING = 16,  /* bytes of one */
  ENTRIES = 2,
  SIZE = 0x2000,
  CASES_MOST = 100
};

/* A page of code in the making.  */
struct page
{
  uint8_t *bytes;
  size_t used;
  size_t words; /* of 8 bytes, at AREA */
  size_t entries[ENTRIES];
  size_t entry_count;
};

/* One way of running: the names of the code, head, entry and tail or NULL, and
   what the holes of each are, in their order:
     g, r  distance to a word that holds a number, or the resolver, which finds
           PUSHED words more on the stack than the caller left
     s     distance to a word that leads to LAZY, or to the function
     i     a number
     0     distance to the head, T: 32 bytes into it, L: 18 bytes into it.  */
struct run
{
  const char *name;
  const char *head, *head_masks;
  const char *entry, *entry_masks;
  const char *tail, *tail_masks;
  int lazy; /* offset in the entry, or HEAD, or DONE: the function */
  unsigned pushed;
};

enum
{
  DONE = -1,
  HEAD = -2
};

/* clang-format off */
static const struct run runs[] = {
  { "GNU lazy", "GNU PLT0", "gr", "lazy entry", "si0", NULL, NULL, 6, 2 },
  { "GNU resolved", "GNU PLT0", "gr", "lazy entry", "si0", NULL, NULL, DONE,
    0 },
  { "gold lazy", "gold PLT0", "gr", "lazy entry", "si0", NULL, NULL, 6, 2 },
  { "MPX lazy", "MPX PLT0", "gr", "MPX lazy entry", "i0", NULL, NULL, DONE,
    2 },
  { "MPX IBT lazy", "MPX PLT0", "gr", "MPX IBT lazy entry", "i0", NULL, NULL,
    DONE, 2 },
  { "IBT lazy", "GNU PLT0", "gr", "IBT lazy entry", "i0", NULL, NULL, DONE,
    2 },
  { "gold IBT lazy", "gold PLT0", "gr", "gold IBT lazy entry", "i0", NULL,
    NULL, DONE, 2 },
  { "mold lazy", "mold PLT0", "gr", "mold entry", "is", NULL, NULL, HEAD, 2 },
  { "mold resolved", "mold PLT0", "gr", "mold entry", "is", NULL, NULL, DONE,
    0 },
  { "mold canonical lazy", "mold PLT0", "gr", "mold canonical entry", "is",
    NULL, NULL, HEAD, 2 },
  { "lld retpoline resolved", "lld retpoline PLT0", "", "lld retpoline entry",
    "s0", NULL, NULL, DONE, 0 },
  { "lld lazy retpoline", "lld lazy retpoline PLT0", "gr",
    "lld lazy retpoline entry", "sTLi0", NULL, NULL, 17, 2 },
  { "lld lazy retpoline resolved", "lld lazy retpoline PLT0", "gr",
    "lld lazy retpoline entry", "sTLi0", NULL, NULL, DONE, 0 },
  { "IBT", NULL, NULL, "IBT entry", "s", NULL, NULL, DONE, 0 },
  { "gold IBT", NULL, NULL, "gold IBT entry", "s", NULL, NULL, DONE, 0 },
  { "MPX IBT", NULL, NULL, "MPX IBT entry", "s", NULL, NULL, DONE, 0 },
  { "old mold IBT", NULL, NULL, "old mold IBT entry", "s", NULL, NULL, DONE,
    0 },
  { "GNU 8 bytes", NULL, NULL, "GNU entry of 8 bytes", "s", NULL, NULL, DONE,
    0 },
  { "MPX 8 bytes", NULL, NULL, "MPX entry of 8 bytes", "s", NULL, NULL, DONE,
    0 },
  { "mold 8 bytes", NULL, NULL, "mold entry of 8 bytes", "s", NULL, NULL,
    DONE, 0 },
  { "GNU TLSDESC", "GNU PLT0", "gr", "lazy entry", "si0", "GNU TLSDESC", "gr",
    DONE, 1 },
  { "gold TLSDESC", "GNU PLT0", "gr", "lazy entry", "si0", "gold TLSDESC",
    "gr", DONE, 1 },
};
/* clang-format on */

/* Bits of the rows of each case that were wrong in some run.  */
static unsigned noticed[CASES_MOST];

static const struct plt_case *
case_called (const char *name)
{
  for (size_t i = 0; i < plt_case_count; i++)
    if (plt_cases[i].machine == 'x' && strcmp (plt_cases[i].name, name) == 0)
      return &plt_cases[i];
  return NULL;
}

/* Put a word that holds VALUE on PAGE; returns where it is.  */
static size_t
add_word (struct page *page, uint64_t value)
{
  size_t at = AREA + 8 * page->words++;

  memcpy (page->bytes + at, &value, sizeof value);
  return at;
}

/* Where the code that WHAT of RUN, in code that begins at BEGIN, leads to,
   or is the distance to.  */
static size_t
target_of (struct page *page, const struct run *run, char what, size_t begin)
{
  uint64_t base = (uint64_t) (uintptr_t) page->bytes;
  size_t lazy = run->lazy == DONE   ? LAND
                : run->lazy == HEAD ? 0
                                    : begin + (size_t) run->lazy;

  switch (what)
    {
    case 'g':
      return add_word (page, 0x1234);
    case 'r':
      return add_word (page, base + LAND + run->pushed * LANDING);
    case 's':
      return add_word (page, base + lazy);
    case 'T':
      return 32;
    case 'L':
      return 18;
    default:
      return 0;
    }
}

/* Append the code called NAME, whose holes are HOLES.  */
static void
add_code (struct page *page, const struct run *run, const char *name,
          const char *masks)
{
  uint8_t code[PLT_CASE_MOST], mask[PLT_CASE_MOST];
  size_t begin = page->used;
  size_t size = plt_case_code (case_called (name), code, mask);

  memcpy (page->bytes + begin, code, size);
  for (size_t i = 0; i < size; i++)
    if (mask[i] == 0)
      {
        char what = *masks++;
        int32_t value = 7;
        if (what != 'i')
          value = (int32_t) (target_of (page, run, what, begin)
                             - (begin + i + sizeof value));
        memcpy (page->bytes + begin + i, &value, sizeof value);
        i += sizeof value - 1;
      }
  page->used += size;
}

/* Landings, for 0, 1 and 2 words to be taken off: LEA 8*N(%rsp),%rsp; RET.  */
static void
add_landings (struct page *page)
{
  for (unsigned i = 0; i < 3; i++)
    {
      const uint8_t code[]
          = { 0x48, 0x8d, 0x64, 0x24, (uint8_t) (8 * i), 0xc3 };
      memcpy (page->bytes + LAND + i * LANDING, code, sizeof code);
    }
}

/* Make the code of RUN on PAGE.  */
static void
make_page (struct page *page, const struct run *run)
{
  if (run->head != NULL)
    add_code (page, run, run->head, run->head_masks);
  for (unsigned i = 0; i < ENTRIES; i++)
    {
      if (run->tail == NULL)
        page->entries[page->entry_count++] = page->used;
      add_code (page, run, run->entry, run->entry_masks);
    }
  if (run->tail != NULL)
    {
      page->entries[page->entry_count++] = page->used;
      add_code (page, run, run->tail, run->tail_masks);
    }
  add_landings (page);
}

/* The child: call the entries between two breakpoints.  */
static _Noreturn void
call_entries (const struct page *page)
{
  if (ptrace (PTRACE_TRACEME, 0, NULL, NULL) != 0)
    _exit (2);
  raise (SIGSTOP);
  __asm__ volatile("int3");
  for (size_t i = 0; i < page->entry_count; i++)
    {
      const uint8_t *entry = page->bytes + page->entries[i];
      __asm__ volatile("lea -256(%%rsp), %%rsp\n\tcall *%0\n\t"
                       "lea 256(%%rsp), %%rsp"
                       :
                       : "r"(entry)
                       : "r11", "memory", "cc");
    }
  __asm__ volatile("int3");
  _exit (0);
}

/* Start the child and let it come to its first breakpoint; -1 if it does
   not.  */
static pid_t
start_child (const struct page *page)
{
  int status;

  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    call_entries (page);
  if (child < 0 || waitpid (child, &status, 0) != child || !WIFSTOPPED (status)
      || ptrace (PTRACE_CONT, child, NULL, NULL) != 0
      || waitpid (child, &status, 0) != child || !WIFSTOPPED (status)
      || WSTOPSIG (status) != SIGTRAP)
    return -1;
  return child;
}

/* Let CHILD go on to its end, which must be a good one.  */
static const char *
end_child (pid_t child)
{
  int status;

  if (ptrace (PTRACE_CONT, child, NULL, NULL) != 0
      || waitpid (child, &status, 0) != child)
    return "it is gone";
  return WIFEXITED (status) && WEXITSTATUS (status) == 0 ? NULL
                                                         : "it ended badly";
}

/* Step through CODE on PAGE once.  */
static const char *
step_once (struct page *page, struct stepped *code)
{
  pid_t child = start_child (page);

  if (child < 0)
    return "no child";
  const char *problem = stepper_run (child, code, 1, 0);
  if (problem == NULL)
    return end_child (child);
  kill (child, SIGKILL);
  waitpid (child, NULL, 0);
  return problem;
}

/* The case whose row number ROW is that of SPOIL in the code of RUN.  */
static size_t
spoiled_case (const struct page *page, const struct run *run,
              const struct spoil *spoil)
{
  const char *name = run->entry;

  if (spoil->off == 0 && run->head != NULL)
    name = run->head;
  else if (run->tail != NULL && spoil->off == page->entries[0])
    name = run->tail;
  return (size_t) (case_called (name) - plt_cases);
}

/* Make all that is said of CODE, which ran well, wrong in turn.  */
static const char *
try_wrong (const struct run *run, struct page *page, struct stepped *code)
{
  static char text[80];
  struct spoil spoil = { .at = NULL };

  while (spoil_next (code, &spoil))
    {
      if (step_once (page, code) == NULL)
        {
          snprintf (text, sizeof text, "%s at +%#lx is not noticed",
                    spoil_name (&spoil), (unsigned long) spoil.off);
          return text;
        }
      noticed[spoiled_case (page, run, &spoil)] |= 1U << spoil.row;
    }
  return step_once (page, code);
}

static const char *
try_run (const struct run *run, struct page *page)
{
  struct stepped code;
  const char *problem = NULL;

  make_page (page, run);
  if (!stepped_make (&code, run->name, (uint64_t) (uintptr_t) page->bytes,
                     page->bytes, page->used))
    problem = "it is refused";
  if (run->head != NULL && case_called (run->head)->covered != 0)
    {
      code.hole = case_called (run->head)->covered;
      code.hole_size = 16;
    }
  if (problem == NULL)
    problem = step_once (page, &code);
  if (problem == NULL && stepped_seen (&code) < 1)
    problem = "nothing ran";
  if (problem == NULL)
    problem = try_wrong (run, page, &code);
  stepped_free (&code);
  return problem;
}

/* Whether some run has noticed a wrong one for each row of each case.  */
static void
test_noticed (void)
{
  const char *missed = NULL;

  for (size_t i = 0; i < plt_case_count; i++)
    if (plt_cases[i].machine == 'x'
        && noticed[i] != (1U << plt_cases[i].row_count) - 1)
      missed = plt_cases[i].name;
  unit_result_of (missed == NULL,
                  "run: a wrong row is noticed, each of each template%s%s",
                  missed == NULL ? "" : ": ", missed == NULL ? "" : missed);
}

int
main (void)
{
  if (plt_case_count > CASES_MOST)
    {
      unit_result (false, "run: there are more cases than room for them");
      return unit_exit ();
    }
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
    {
      struct page page
          = { .bytes = mmap (NULL, SIZE, PROT_READ | PROT_WRITE | PROT_EXEC,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) };
      if (page.bytes == MAP_FAILED)
        {
          unit_skip ("run: no memory that is writable and executable");
          return 0;
        }
      const char *problem = try_run (&runs[i], &page);
      unit_result_of (problem == NULL, "run: %s%s%s", runs[i].name,
                      problem == NULL ? "" : ": ",
                      problem == NULL ? "" : problem);
      munmap (page.bytes, SIZE);
    }
  test_noticed ();
  return unit_exit ();
}

#else

int
main (void)
{
  unit_skip ("run: the machine is not x86-64 with Linux");
  return 0;
}

#endif
