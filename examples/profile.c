/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   profile.c - a profiler whose stacks are walked by SFrame.

   usage: profile [-r] [-d DIR] [-F HZ] COMMAND [ARGUMENT]...
          profile [-r] [-d DIR] -i FILE

   The first form runs COMMAND, and lets the kernel take HZ samples a second
   (99) of it and its children: the registers and 8 KiB of the stack.  The
   second takes the samples of FILE, which 'perf record --call-graph dwarf' has
   written.  DIR has detached files for objects without SFrame (detached.h).

   On standard output are folded stacks, as programs that draw flame graphs
   take them: "program;main;function COUNT".  With -r each sample is a line
   instead: process, thread, addresses from the innermost frame on, and how the
   walk has ended.  Return addresses are less 1, those of the calls.  */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <inttypes.h>
#include <search.h>
#include <signal.h>
#include <sys/wait.h>

#include "mapped.h"
#include "samples.h"

enum
{
  MOST_FRAMES = 127, /* as of perf */
  MOST_CHILDREN = 4096,
  MOST_TEXT = 16384 /* bytes of a folded stack */
};

/* A process whose first mappings are its parent's.  */
struct child
{
  uint32_t pid;
  uint32_t parent;
};

struct profile
{
  struct samples samples;
  struct file *files;
  struct mapping *mappings; /* the latest first */
  struct child children[MOST_CHILDREN];
  unsigned child_count;
  const char *dir; /* -d */
  bool raw;        /* -r */
  void *stacks;    /* of tsearch */
  unsigned long ends[FRAME_BROKEN + 1];
};

/* A stack, and how often it was there.  */
struct stack
{
  unsigned long count;
  char text[];
};

/* The mapping that has ADDR in the process PID or the one that it was forked
   from, or NULL.  */
static struct mapping *
find_mapping (const struct profile *p, uint32_t pid, uint64_t addr)
{
  for (unsigned i = p->child_count;;)
    {
      for (struct mapping *m = p->mappings; m != NULL; m = m->next)
        if (m->pid == pid && addr >= m->from && addr < m->to)
          return m;
      while (i != 0 && p->children[i - 1].pid != pid)
        i--;
      if (i == 0)
        return NULL;
      pid = p->children[--i].parent;
    }
}

/* Set FRAME to the registers that SAMPLE has.  */
static void
first_frame (const struct profile *p, const struct sample *sample,
             struct frame *frame)
{
  const uint64_t *value = sample->regs;

  *frame = (struct frame){ .exact = true };
  for (unsigned bit = 0; bit < 64; bit++)
    {
      if (!(p->samples.regs >> bit & 1))
        continue;
#if defined __x86_64__
      static const uint8_t order[] = { 0, 3, 2, 1, 4, 5, 6, 7 };

      if (bit == PERF_REG_X86_IP)
        frame->pc = *value;
      else if (bit < PERF_REG_X86_IP)
        frame_set (frame, order[bit], *value);
      else if (bit >= PERF_REG_X86_R8 && bit <= PERF_REG_X86_R15)
        frame_set (frame, bit - PERF_REG_X86_R8 + 8, *value);
#elif defined __aarch64__
      if (bit == PERF_REG_ARM64_PC)
        frame->pc = *value;
      else if (bit < PERF_REG_ARM64_PC)
        frame_set (frame, bit, *value);
#elif defined __s390x__
      if (bit == PERF_REG_S390_PC)
        frame->pc = *value;
      else if (bit <= PERF_REG_S390_R15)
        frame_set (frame, bit, *value);
#endif
      value++;
    }
}

/* The part of a stack that a sample has, from ADDR on.  */
struct dump
{
  const struct sample *sample;
  uint64_t addr;
};

static bool
read_dump (void *data, uint64_t addr, void *buffer, size_t size)
{
  const struct dump *dump = data;
  const uint64_t at = addr - dump->addr;

  if (at > dump->sample->stack_size || size > dump->sample->stack_size - at)
    return false;
  memcpy (buffer, dump->sample->stack + at, size);
  return true;
}

static int
compare_stacks (const void *a, const void *b)
{
  const struct stack *x = a, *y = b;

  return strcmp (x->text, y->text);
}

/* Count the stack of the COUNT addresses PCS of the process PID.  */
static void
fold (struct profile *p, uint32_t pid, const uint64_t *pcs, unsigned count)
{
  struct stack *stack = malloc (sizeof *stack + MOST_TEXT);
  size_t used = 0;

  if (stack == NULL)
    return;
  stack->count = 1;
  for (unsigned i = count; i-- > 0 && used < MOST_TEXT;)
    {
      const struct mapping *m = find_mapping (p, pid, pcs[i]);
      const char *name = m == NULL ? NULL : mapping_name (m, pcs[i]);
      const char *path = m == NULL ? "unknown" : m->file->path;
      const char *slash = strrchr (path, '/');

      used += (size_t) snprintf (stack->text + used, MOST_TEXT - used,
                                 name != NULL ? "%s%s" : "%s[%s]",
                                 i + 1 == count ? "" : ";",
                                 name != NULL    ? name
                                 : slash != NULL ? slash + 1
                                                 : path);
    }
  struct stack **found = tsearch (stack, &p->stacks, compare_stacks);
  if (found != NULL && *found != stack)
    {
      (*found)->count++;
      free (stack);
    }
}

static void
take_sample (struct profile *p, const struct sample *sample)
{
  enum frame_end end = FRAME_CALLER;
  uint64_t pcs[MOST_FRAMES];
  unsigned count = 0;
  struct frame frame;

  first_frame (p, sample, &frame);
  struct dump dump = { sample, frame.registers[FRAME_SP] };
  while (end == FRAME_CALLER && count < MOST_FRAMES)
    {
      pcs[count] = frame_lookup (&frame);
      const struct mapping *m = find_mapping (p, sample->pid, pcs[count++]);
      end = m != NULL && m->described
                ? frame_step (&m->image.section, &frame, read_dump, &dump)
                : FRAME_NOT_DESCRIBED;
    }
  p->ends[end]++;
  if (!p->raw)
    {
      fold (p, sample->pid, pcs, count);
      return;
    }
  printf ("%" PRIu32 " %" PRIu32, sample->pid, sample->tid);
  for (unsigned i = 0; i < count; i++)
    printf (" %" PRIx64, pcs[i]);
  printf (" %s\n", frame_end_text (end));
}

/* A process has mapped OFFSET of the file PATH to [ADDR, ADDR + SIZE).  */
static void
take_mapping (struct profile *p, uint32_t pid, uint64_t addr, uint64_t size,
              uint64_t offset, const char *path)
{
  struct mapping *m = calloc (1, sizeof *m);

  if (m == NULL || (m->file = file_of (&p->files, path, p->dir)) == NULL)
    {
      free (m);
      return;
    }
  m->pid = pid;
  m->from = addr;
  m->to = addr + size;
  m->next = p->mappings;
  p->mappings = m;
  mapping_open (m, offset);
}

static void
take_record (void *data, const union record *record)
{
  struct profile *p = data;
  const uint64_t *words = record->words;
  const uint32_t *halves = (const uint32_t *) (const void *) words;
  const size_t names
      = record->header.type == PERF_RECORD_MMAP2 ? 9 : 5; /* in words */
  struct sample sample;

  switch (record->header.type)
    {
    case PERF_RECORD_SAMPLE:
      if (samples_decode (&p->samples, record, &sample))
        take_sample (p, &sample);
      break;
    case PERF_RECORD_MMAP:
    case PERF_RECORD_MMAP2:
      if (record->header.size > names * 8
          && memchr (&words[names], 0, record->header.size - names * 8)
                 != NULL)
        take_mapping (p, halves[2], words[2], words[3], words[4],
                      (const char *) &words[names]);
      break;
    case PERF_RECORD_FORK:
      if (record->header.size >= 16 && halves[2] != halves[3]
          && p->child_count < MOST_CHILDREN)
        p->children[p->child_count++]
            = (struct child){ .pid = halves[2], .parent = halves[3] };
      break;
    case PERF_RECORD_LOST:
      if (record->header.size >= 24)
        p->samples.lost += words[2];
      break;
    default:
      break;
    }
}

/* Run COMMAND, and take its samples.  */
static bool
run (struct profile *p, char **command, unsigned hz)
{
  int go[2], status;

  if (pipe (go) != 0)
    return false;
  const pid_t pid = fork ();
  if (pid == 0)
    {
      char byte;

      close (go[1]);
      if (read (go[0], &byte, 1) == 1)
        {
          close (go[0]);
          execvp (command[0], command);
          perror (command[0]);
        }
      _exit (127);
    }
  close (go[0]);
  const bool good = pid > 0 && samples_open_process (&p->samples, pid, hz);
  if (good && write (go[1], "", 1) != 1)
    return false;
  close (go[1]);
  while (pid > 0 && waitpid (pid, &status, WNOHANG) == 0)
    {
      poll (p->samples.polls, p->samples.count, 100);
      samples_round (&p->samples, take_record, p);
    }
  samples_round (&p->samples, take_record, p);
  return good;
}

static void
print_stack (const void *node, VISIT visit, int depth)
{
  const struct stack *const *stack = node;

  (void) depth;
  if (visit == postorder || visit == leaf)
    printf ("%s %lu\n", (*stack)->text, (*stack)->count);
}

int
main (int argc, char **argv)
{
  static struct profile profile;
  const char *input = NULL;
  unsigned hz = 99;
  int option;

  while ((option = getopt (argc, argv, "+rd:F:i:")) != -1)
    switch (option)
      {
      case 'r':
        profile.raw = true;
        break;
      case 'd':
        profile.dir = optarg;
        break;
      case 'F':
        hz = (unsigned) strtoul (optarg, NULL, 10);
        break;
      case 'i':
        input = optarg;
        break;
      default:
        return 2;
      }
  if ((input == NULL) != (optind < argc) || hz == 0)
    {
      fprintf (stderr,
               "usage: profile [-r] [-d DIR] [-F HZ] COMMAND [ARGUMENT]...\n"
               "       profile [-r] [-d DIR] -i FILE\n");
      return 2;
    }
  const bool good = input == NULL
                        ? run (&profile, argv + optind, hz)
                        : samples_open_file (&profile.samples, input);
  if (!good)
    perror ("profile");
  if (good && input != NULL)
    samples_round (&profile.samples, take_record, &profile);
  twalk (profile.stacks, print_stack);
  for (unsigned i = 0; i <= FRAME_BROKEN; i++)
    if (profile.ends[i] != 0)
      fprintf (stderr, "%lu samples: %s\n", profile.ends[i],
               frame_end_text ((enum frame_end) i));
  if (profile.samples.lost != 0)
    fprintf (stderr, "%" PRIu64 " records lost\n", profile.samples.lost);
  return good ? 0 : 1;
}
