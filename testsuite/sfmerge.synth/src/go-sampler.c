/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   go-sampler.c - stops the threads of a program of Go at random moments, and
   walks the stack of each twice: by SFrame, with the walker of
   examples/frame.h, and by the chain of frame pointers, which Go keeps.

   usage: go-sampler SAMPLES MICROS PROGRAM [ARGUMENT]...

   A sample is one of a thread that runs.  Each return address of the chain
   must be one of SFrame's walk, in the same order; that has more of them where
   a function has no frame, or has not made it yet.  What is printed: a line of
   counts, and a line for each address where walks ended, with how they ended
   and how often.  */

#include "../../../examples/traced.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum
{
  DEEPEST = 4096, /* frames of a stack that are walked */
  PLACES = 4096,  /* addresses where walks ended; a power of two */
  THREADS = 256,
  TRIES = 64, /* threads that are looked at for one that runs */
  SHOWN = 5   /* stacks that differ, in full */
};

/* The return addresses of a stack.  */
struct stack
{
  uint64_t pcs[DEEPEST];
  unsigned count;
};

struct place
{
  uint64_t addr;
  enum frame_end end;
  unsigned long count;
};

static struct process process;
static struct place places[PLACES];
static struct stack ours, chain;
static unsigned long ends[FRAME_BROKEN + 1], samples, frames, wrong, chained;
static uint64_t seed = 1;
static pid_t child;
static bool begun, over; /* the program has, and has ended */

static uint64_t
random_below (uint64_t limit)
{
  seed = seed * UINT64_C (6364136223846793005) + 1442695040888963407;
  return (seed >> 33) % limit;
}

/* Walk the stack of *FRAME, which becomes the last one, by SFrame.  *LAST:
   where it ended.  */
static enum frame_end
walk (struct frame *frame, uint64_t *last)
{
  enum frame_end end = FRAME_CALLER;

  ours.count = 0;
  while (end == FRAME_CALLER && ours.count < DEEPEST)
    {
      *last = frame_lookup (frame);
      const struct object *object = process_object (&process, *last);
      end = object != NULL && object->described ? frame_step (
                &object->image.section, frame, process_read, &process)
                                                : FRAME_NOT_DESCRIBED;
      if (end == FRAME_CALLER)
        ours.pcs[ours.count++] = frame->pc;
    }
  return end;
}

/* Walk it by frame pointers, from FP on, from SP to TOP.  Where a thread or a
   stack begins, FP is that of another one.  */
static void
walk_chain (uint64_t fp, uint64_t sp, uint64_t top)
{
  uint64_t pair[2];

  chain.count = 0;
  while (fp >= sp && fp < top && chain.count < DEEPEST
         && process_read (&process, fp, pair, sizeof pair) && pair[1] != 0)
    {
      chain.pcs[chain.count++] = pair[1];
      sp = fp + sizeof pair;
      fp = pair[0];
    }
}

/* Whether all of the chain is in the other walk, in its order.  */
static bool
is_in_order (void)
{
  unsigned at = 0;

  for (unsigned i = 0; i < chain.count; i++, at++)
    {
      while (at < ours.count && ours.pcs[at] != chain.pcs[i])
        at++;
      if (at == ours.count)
        return false;
    }
  return true;
}

static void
note_place (uint64_t addr, enum frame_end end)
{
  size_t at = (size_t) (addr * UINT64_C (0x9e3779b97f4a7c15) >> 32);

  for (unsigned tries = 0; tries < PLACES; tries++, at++)
    {
      struct place *place = &places[at % PLACES];
      if (place->count == 0)
        *place = (struct place){ .addr = addr, .end = end };
      if (place->addr == addr && place->end == end)
        {
          place->count++;
          return;
        }
    }
}

static void
print (const char *whose, const struct stack *stack)
{
  printf ("%s", whose);
  for (unsigned i = 0; i < stack->count; i++)
    printf (" 0x%" PRIx64, stack->pcs[i]);
  printf ("\n");
}

/* Take a sample of the thread TID, which is stopped.  */
static void
take (pid_t tid)
{
  struct frame frame;
  uint64_t last = 0;

  if (!process_frame (tid, &frame))
    return;
  const struct frame first = frame;
  const enum frame_end end = walk (&frame, &last);
  samples++;
  frames += ours.count + 1;
  ends[end]++;
  note_place (last, end);
  /* Where a walk was cut, the chain is longer.  */
  if (end != FRAME_OUTERMOST)
    return;
  chained++;
  walk_chain (first.registers[FRAME_FP], first.registers[FRAME_SP],
              frame.registers[FRAME_SP]);
  if (is_in_order ())
    return;
  if (wrong++ < SHOWN)
    {
      printf ("wrong at 0x%" PRIx64 "\n", first.pc);
      print ("sframe", &ours);
      print ("chain", &chain);
    }
}

/* Whether the thread TID runs.  */
static bool
runs (pid_t tid)
{
  char path[64], text[512], *after;

  snprintf (path, sizeof path, "/proc/%d/task/%d/stat", (int) child,
            (int) tid);
  FILE *file = fopen (path, "r");
  const size_t size
      = file == NULL ? 0 : fread (text, 1, sizeof text - 1, file);
  if (file != NULL)
    fclose (file);
  text[size] = '\0';
  after = strrchr (text, ')');
  return after != NULL && after[1] == ' ' && after[2] == 'R';
}

/* A thread that runs, chosen at random; 0: there is none.  */
static pid_t
choose (void)
{
  pid_t threads[THREADS];
  unsigned count = 0;
  char path[64];

  snprintf (path, sizeof path, "/proc/%d/task", (int) child);
  DIR *dir = opendir (path);
  for (const struct dirent *entry;
       dir != NULL && count < THREADS && (entry = readdir (dir)) != NULL;)
    if (entry->d_name[0] != '.')
      threads[count++] = (pid_t) strtol (entry->d_name, NULL, 10);
  if (dir != NULL)
    closedir (dir);
  for (unsigned i = 0; count != 0 && i < TRIES; i++)
    {
      const pid_t tid = threads[random_below (count)];
      if (runs (tid))
        return tid;
    }
  return 0;
}

/* Let what has stopped go on, until WANTED does, if that is not 0; then it
   stays.  Returns whether it has.  */
static bool
attend_all (pid_t wanted)
{
  int status;

  for (;;)
    {
      const pid_t tid
          = waitpid (-1, &status, wanted != 0 ? __WALL : __WALL | WNOHANG);
      if (tid <= 0)
        {
          over |= tid < 0;
          return false;
        }
      if (!WIFSTOPPED (status))
        {
          over |= tid == child;
          if (tid == wanted || over)
            return false;
          continue;
        }
      const bool event = status >> 16 != 0;
      begun |= status >> 16 == PTRACE_EVENT_EXEC;
      if (tid == wanted && event && WSTOPSIG (status) == SIGTRAP)
        return true;
      ptrace (PTRACE_CONT, tid, NULL,
              (void *) (intptr_t) (event ? 0 : WSTOPSIG (status)));
    }
}

/* Begin the program of ARGV, stopped before its first instruction.  */
static bool
begin (char **argv)
{
  int status;

  child = fork ();
  if (child == 0)
    {
      raise (SIGSTOP);
      execvp (argv[0], argv);
      _exit (127);
    }
  return child > 0 && waitpid (child, &status, WUNTRACED) == child
         && ptrace (PTRACE_SEIZE, child, NULL,
                    (void *) (intptr_t) (PTRACE_O_TRACECLONE
                                         | PTRACE_O_TRACEEXEC
                                         | PTRACE_O_EXITKILL))
                == 0
         && kill (child, SIGCONT) == 0;
}

static void
wait_random (uint64_t micros)
{
  const uint64_t wait = (micros / 2 + random_below (micros)) * 1000;
  const struct timespec time = { .tv_sec = (time_t) (wait / 1000000000),
                                 .tv_nsec = (long) (wait % 1000000000) };
  nanosleep (&time, NULL);
}

static void
report (void)
{
  printf ("counts samples %lu frames %lu outermost %lu undescribed %lu "
          "broken %lu compared %lu wrong %lu\n",
          samples, frames, ends[FRAME_OUTERMOST], ends[FRAME_NOT_DESCRIBED],
          ends[FRAME_BROKEN], chained, wrong);
  for (unsigned i = 0; i < PLACES; i++)
    if (places[i].count != 0)
      printf ("place %lu 0x%" PRIx64 " %s\n", places[i].count, places[i].addr,
              frame_end_text (places[i].end));
}

int
main (int argc, char **argv)
{
  if (argc < 4)
    return 2;
  const unsigned long most = strtoul (argv[1], NULL, 10);
  const uint64_t micros = strtoul (argv[2], NULL, 10);

  if (!begin (argv + 3))
    {
      perror ("go-sampler");
      return 1;
    }
  while (!over && samples < most)
    {
      attend_all (0);
      wait_random (micros);
      attend_all (0);
      const pid_t tid = begun && !over ? choose () : 0;
      if (tid == 0 || ptrace (PTRACE_INTERRUPT, tid, NULL, NULL) != 0
          || !attend_all (tid))
        continue;
      process.pid = tid;
      if (process.count == 0)
        process_find_objects (&process);
      take (tid);
      ptrace (PTRACE_CONT, tid, NULL, NULL);
    }
  if (!over)
    kill (child, SIGKILL);
  report ();
  return 0;
}
