/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   sampler.c - a shared object to preload: a timer interrupts the program, and
   each time its stack is walked twice, by the walker of examples/walk.c and by
   libgcc's unwinder.

   SAMPLER_REPORT names the file that the result is written to at exit,
   SAMPLER_MICROS is the time between two samples.  SAMPLER_STEPS is a number
   of instructions that follow each sample one by one, each of them a sample
   too: a timer alone rarely finds a program between two instructions of a
   prologue.  A frame is its PC, stack
   pointer and, where SFrame says it, frame pointer; all must be equal.  The
   report has a line of counts, a line for each address where walks ended, and
   the first stacks that differ in full.  */

#define _GNU_SOURCE 1
#define WALK_NO_MAIN 1
#include "../../../examples/walk.c"

#include <stdlib.h>
#include <time.h>
#include <unwind.h>

enum
{
  DEEPEST = 4096, /* frames of a stack that are walked */
  PLACES = 8192,  /* addresses where walks ended; a power of two */
  SHOWN = 5,      /* stacks that differ, in full */
  /* An enum frame_end of our own: the rules need a register that SFrame does
     not restore, so that only the interrupted frame has it.  */
  FRAME_REGISTER = FRAME_BROKEN + 1
};

/* How two walks of a stack compare.  The first three are of one stack as far
   as both go.  */
enum verdict
{
  EQUAL,
  SHORTER, /* SFrame's */
  LONGER,
  WRONG,
  VERDICTS
};

static const char *const verdict_names[]
    = { "equal", "shorter", "longer", "wrong" };
static const char *const end_names[]
    = { "deep", "outermost", "undescribed", "broken", "register" };

struct stack
{
  struct frame frames[DEEPEST];
  unsigned count;
};

/* An address where SFrame's walks ended, and how.  */
struct place
{
  uint64_t addr;
  enum verdict verdict;
  unsigned end;
  unsigned long count;
};

static struct walk_objects objects;
static unsigned long long loads;
static struct stack ours, theirs;
static bool begun; /* THEIRS: the handler's own frames are passed */
static struct place places[PLACES];
static unsigned long counts[VERDICTS], samples, frames, lost;
static unsigned deepest;
static struct
{
  struct stack ours, theirs;
  unsigned end;
} shown[SHOWN];
static timer_t timer;
static long interval, steps, steps_left;
static pid_t owner;

/* How often objects were loaded and unloaded.  */
static int
note_loads (struct dl_phdr_info *info, size_t size, void *data)
{
  unsigned long long *count = data;

  (void) size;
  *count = info->dlpi_adds + info->dlpi_subs;
  return 1;
}

static _Unwind_Reason_Code
note_frame (struct _Unwind_Context *context, void *data)
{
  int exact = 0;
  struct frame frame
      = { .pc = (uint64_t) _Unwind_GetIPInfo (context, &exact) };

  (void) data;
  frame.exact = exact != 0;
  frame_set (&frame, FRAME_SP, (uint64_t) _Unwind_GetCFA (context));
  frame_set (&frame, FRAME_FP,
             (uint64_t) _Unwind_GetGR (context, (int) FRAME_FP));
  if (!begun
      && (!exact || frame.pc != ours.frames[0].pc
          || frame.registers[FRAME_SP] != ours.frames[0].registers[FRAME_SP]))
    return _URC_NO_REASON;
  begun = true;
  if (frame.pc == 0 || theirs.count == DEEPEST)
    return _URC_END_OF_STACK;
  theirs.frames[theirs.count++] = frame;
  return _URC_NO_REASON;
}

static bool
same_frame (const struct frame *a, const struct frame *b)
{
  uint64_t fp;

  return a->pc == b->pc && a->exact == b->exact
         && a->registers[FRAME_SP] == b->registers[FRAME_SP]
         && (!frame_get (a, FRAME_FP, &fp) || fp == b->registers[FRAME_FP]);
}

static enum verdict
compare (void)
{
  for (unsigned i = 0; i < ours.count && i < theirs.count; i++)
    if (!same_frame (&ours.frames[i], &theirs.frames[i]))
      return WRONG;
  return theirs.count == 0            ? WRONG
         : ours.count < theirs.count  ? SHORTER
         : ours.count == theirs.count ? EQUAL
                                      : LONGER;
}

/* Count a walk that ended at ADDR.  */
static void
note_place (uint64_t addr, enum verdict verdict, unsigned end)
{
  size_t at = (size_t) (addr * UINT64_C (0x9e3779b97f4a7c15) >> 32);

  for (unsigned tries = 0; tries < PLACES; tries++, at++)
    {
      struct place *place = &places[at % PLACES];
      if (place->count == 0)
        *place
            = (struct place){ .addr = addr, .verdict = verdict, .end = end };
      if (place->addr == addr && place->verdict == verdict
          && place->end == end)
        {
          place->count++;
          return;
        }
    }
  lost++;
}

/* Whether RULE needs a register that FRAME has not.  */
static bool
lacks (const struct frame *frame, const struct sfm_rule *rule)
{
  uint64_t value;

  return (rule->kind == SFM_RULE_VALUE || rule->kind == SFM_RULE_MEMORY)
         && rule->reg != SFM_REG_CFA && !frame_get (frame, rule->reg, &value);
}

/* How a walk has ended that says END at FRAME.  */
static unsigned
refine (const struct frame *frame, unsigned end)
{
  const uint64_t addr = frame_lookup (frame);
  const struct sfm_image *image = walk_find (&objects, addr);
  struct sfm_rules rules;
  struct sfm_diag diag;

  return end == FRAME_BROKEN && image != NULL
                 && sfm_find_rules (&image->section, addr, NULL, &rules, &diag)
                        == SFM_OK
                 && (lacks (frame, &rules.cfa) || lacks (frame, &rules.ra))
             ? FRAME_REGISTER
             : end;
}

/* Ask for one more signal.  The time is from the end of a walk to the next, so
   that the program gets on however long walks take; it is never quite the
   same, so that samples do not follow a loop of the program.  */
static void
rearm (void)
{
  static uint64_t seed = 1;

  seed = seed * UINT64_C (6364136223846793005) + 1442695040888963407;
  const long wait = interval / 2 + (long) (seed >> 33) % interval;
  const struct itimerspec once
      = { .it_value
          = { .tv_sec = wait / 1000000000, .tv_nsec = wait % 1000000000 } };
  (void) timer_settime (timer, 0, &once, NULL);
}

/* Whether the program of CONTEXT, interrupted by signal NUMBER, is to stop
   after its next instruction.  It is not if that is a system call, which may
   block the signal: then the kernel would end the program.  */
static bool
step (int number, ucontext_t *context)
{
  bool more = false;

#if defined __x86_64__
  enum
  {
    TRAP_FLAG = 0x100
  };
  const uint64_t pc = (uint64_t) context->uc_mcontext.gregs[REG_RIP];
  uint8_t code[2];

  steps_left = number == SIGTRAP ? steps_left - 1 : steps;
  more = steps_left > 0 && walk_read (&objects, pc, code, sizeof code)
         && !(code[0] == 0x0f && code[1] == 0x05);
  context->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
  if (more)
    context->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
#endif
  return more;
}

static void
on_signal (int number, siginfo_t *info, void *context)
{
  const int kept = errno;
  enum frame_end end = FRAME_CALLER;
  unsigned long long now = 0;
  struct frame frame;

  (void) info;
  dl_iterate_phdr (note_loads, &now);
  if (now != loads)
    walk_open (&objects);
  loads = now;
  walk_first_frame (context, &frame);
  ours.count = theirs.count = 0;
  while (ours.count < DEEPEST && end == FRAME_CALLER)
    {
      ours.frames[ours.count++] = frame;
      end = walk_step (&objects, &frame);
    }
  begun = false;
  _Unwind_Backtrace (note_frame, NULL);

  const enum verdict verdict = compare ();
  if (verdict == WRONG && counts[WRONG] < SHOWN)
    {
      shown[counts[WRONG]].ours = ours;
      shown[counts[WRONG]].theirs = theirs;
      shown[counts[WRONG]].end = end;
    }
  counts[verdict]++;
  samples++;
  frames += ours.count;
  if (ours.count > deepest)
    deepest = ours.count;
  note_place (frame_lookup (&ours.frames[ours.count - 1]), verdict,
              refine (&ours.frames[ours.count - 1], end));
  if (!step (number, context))
    rearm ();
  errno = kept;
}

/* What print_object looks for.  */
struct wanted
{
  FILE *file;
  uint64_t addr;
};

static int
print_object (struct dl_phdr_info *info, size_t size, void *data)
{
  const struct wanted *wanted = data;
  const uint64_t addr = wanted->addr - info->dlpi_addr;

  (void) size;
  for (unsigned i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *header = &info->dlpi_phdr[i];
      if (header->p_type == PT_LOAD && addr >= header->p_vaddr
          && addr - header->p_vaddr < header->p_memsz)
        return fprintf (wanted->file, " 0x%llx %s\n",
                        (unsigned long long) addr,
                        info->dlpi_name[0] != 0 ? info->dlpi_name : "program");
    }
  return 0;
}

/* Print where ADDR is, and end the line.  */
static void
print_addr (FILE *file, uint64_t addr)
{
  struct wanted wanted = { .file = file, .addr = addr };

  if (dl_iterate_phdr (print_object, &wanted) == 0)
    fprintf (file, " 0x%llx nowhere\n", (unsigned long long) addr);
}

static void
print_stack (FILE *file, const char *whose, const struct stack *stack)
{
  for (unsigned i = 0; i < stack->count; i++)
    {
      const struct frame *frame = &stack->frames[i];
      uint64_t fp = 0;
      const bool known = frame_get (frame, FRAME_FP, &fp);

      fprintf (file, "%s %u sp 0x%llx fp %s0x%llx", whose, i,
               (unsigned long long) frame->registers[FRAME_SP],
               known ? "" : "unknown ", (unsigned long long) fp);
      print_addr (file, frame->pc);
    }
}

/* Write the report.  Not in a child that was forked, which has no timer.  */
static void __attribute__ ((destructor)) finish (void)
{
  const char *path = getenv ("SAMPLER_REPORT");

  if (owner == 0 || getpid () != owner)
    return;
  timer_delete (timer);
  FILE *file = fopen (path, "w");
  if (file == NULL)
    return;
  fprintf (file, "counts samples %lu frames %lu deepest %u lost %lu", samples,
           frames, deepest, lost);
  for (unsigned i = 0; i < VERDICTS; i++)
    fprintf (file, " %s %lu", verdict_names[i], counts[i]);
  fprintf (file, "\n");
  for (unsigned i = 0; i < PLACES; i++)
    if (places[i].count != 0)
      {
        fprintf (file, "place %s %s %lu", verdict_names[places[i].verdict],
                 end_names[places[i].end], places[i].count);
        print_addr (file, places[i].addr);
      }
  for (unsigned i = 0; i < SHOWN && i < counts[WRONG]; i++)
    {
      fprintf (file, "stack %u: %s\n", i, frame_end_text (shown[i].end));
      print_stack (file, "sframe", &shown[i].ours);
      print_stack (file, "libgcc", &shown[i].theirs);
    }
  fclose (file);
}

static void __attribute__ ((constructor)) start (void)
{
  struct sigaction action = { .sa_flags = SA_SIGINFO | SA_RESTART };
  struct sigevent event
      = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGPROF };
  const char *micros = getenv ("SAMPLER_MICROS");
  const char *count = getenv ("SAMPLER_STEPS");

  if (getenv ("SAMPLER_REPORT") == NULL || micros == NULL)
    return;
  interval = strtol (micros, NULL, 10) * 1000;
  steps = count == NULL ? 0 : strtol (count, NULL, 10);
  /* What libgcc does once, it does now.  */
  _Unwind_Backtrace (note_frame, NULL);
  action.sa_sigaction = on_signal;
  sigaddset (&action.sa_mask, SIGPROF);
  if (interval < 2 || sigaction (SIGPROF, &action, NULL) != 0
      || sigaction (SIGTRAP, &action, NULL) != 0
      || timer_create (CLOCK_MONOTONIC, &event, &timer) != 0)
    return;
  owner = getpid ();
  rearm ();
}
