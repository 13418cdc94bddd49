/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   walk.c - a stack walker for signal handlers, as in a profiler or a crash
   handler, by the SFrame sections of the program and its shared objects.

   It is used in three steps.  walk_open, at the start of the program and after
   dlopen, finds the sections; it takes locks.  walk_stack, in the handler,
   writes down addresses; it allocates nothing, takes no lock, and reads the
   stack so that a broken one cannot harm.  walk_print, later, looks for
   names.

   The program here, which can be left out by -DWALK_NO_MAIN, has a profiler's
   timer interrupt it in the innermost of some functions and prints who called
   it.  Compiled with -Wa,--gsframe, linked with -lsfmerge -rdynamic and
   finished by "sfmerge link".  */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

#include "frame.h"

enum
{
  WALK_OBJECTS = 64,
  WALK_FRAMES = 64
};

struct walk_objects
{
  int memory; /* /proc/self/mem */
  struct sfm_image images[WALK_OBJECTS];
  unsigned count;
};

struct walk_trace
{
  uint64_t pcs[WALK_FRAMES];
  unsigned count;
  enum frame_end end;
};

static int
walk_add_object (struct dl_phdr_info *info, size_t size, void *data)
{
  struct walk_objects *objects = data;
  struct sfm_image *image = &objects->images[objects->count];

  (void) size;
  if (objects->count == WALK_OBJECTS)
    return 1;
  if (sfm_image_find (info->dlpi_phdr, info->dlpi_phnum, info->dlpi_addr, NULL,
                      NULL, image, NULL)
          == SFM_OK
      && image->section.piece.abi == FRAME_ABI)
    objects->count++;
  return 0;
}

/* Find the sections of all objects that are loaded now.  OBJECTS is zero, or
   was opened before.  */
static void
walk_open (struct walk_objects *objects)
{
  objects->count = 0;
  if (objects->memory <= 0)
    objects->memory = open ("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  dl_iterate_phdr (walk_add_object, objects);
}

/* Read this process's own memory.  Unlike a plain read it fails where a broken
   stack leads to memory that is not there.  A profiler that knows the bounds
   of its threads' stacks can compare with them instead, which is faster.  DATA
   is the struct walk_objects.  */
static bool
walk_read (void *data, uint64_t addr, void *buffer, size_t size)
{
  const struct walk_objects *objects = data;
  struct iovec local = { .iov_base = buffer, .iov_len = size };
  struct iovec remote
      = { .iov_base = (void *) (uintptr_t) addr, .iov_len = size };

  if (process_vm_readv (getpid (), &local, 1, &remote, 1, 0) == (ssize_t) size)
    return true;
  /* Sandboxes and emulators may not have the call.  */
  return errno == ENOSYS
         && pread (objects->memory, buffer, size, (off_t) addr)
                == (ssize_t) size;
}

/* The frame that a signal has interrupted.  */
static void
walk_first_frame (const ucontext_t *context, struct frame *frame)
{
  *frame = (struct frame){ .exact = true };
#if defined __x86_64__
  static const int order[]
      = { REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
          REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
          REG_R12, REG_R13, REG_R14, REG_R15 };

  for (unsigned i = 0; i < 16; i++)
    frame_set (frame, i, (uint64_t) context->uc_mcontext.gregs[order[i]]);
  frame->pc = (uint64_t) context->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
  for (unsigned i = 0; i < 31; i++)
    frame_set (frame, i, context->uc_mcontext.regs[i]);
  frame_set (frame, FRAME_SP, context->uc_mcontext.sp);
  frame->pc = context->uc_mcontext.pc;
#elif defined __s390x__
  for (unsigned i = 0; i < 16; i++)
    frame_set (frame, i, context->uc_mcontext.gregs[i]);
  frame->pc = context->uc_mcontext.psw.addr;
#endif
}

/* The object whose code has ADDR, or NULL.  */
static const struct sfm_image *
walk_find (const struct walk_objects *objects, uint64_t addr)
{
  for (unsigned i = 0; i < objects->count; i++)
    if (addr >= objects->images[i].text_start
        && addr < objects->images[i].text_end)
      return &objects->images[i];
  return NULL;
}

/* Make FRAME its caller's.  Async-signal-safe.  After a failure FRAME is what
   it was.  */
static enum frame_end
walk_step (struct walk_objects *objects, struct frame *frame)
{
  const struct sfm_image *image = walk_find (objects, frame_lookup (frame));

  return image == NULL
             ? FRAME_NOT_DESCRIBED
             : frame_step (&image->section, frame, walk_read, objects);
}

/* Write the PC of the frame of CONTEXT, the third argument of a signal
   handler, and of its callers to TRACE.  Async-signal-safe.  */
static void
walk_stack (struct walk_objects *objects, const void *context,
            struct walk_trace *trace)
{
  const int kept = errno;
  struct frame frame;

  walk_first_frame (context, &frame);
  trace->count = 0;
  do
    {
      trace->pcs[trace->count++] = frame.pc;
      trace->end = walk_step (objects, &frame);
    }
  while (trace->end == FRAME_CALLER && trace->count < WALK_FRAMES);
  errno = kept;
}

#ifndef WALK_NO_MAIN

/* Print TRACE.  dladdr knows the names that are exported; those of others are
   in the symbol table, which addr2line reads.  */
static void
walk_print (const struct walk_trace *trace)
{
  for (unsigned i = 0; i < trace->count; i++)
    {
      const uint64_t pc = trace->pcs[i], addr = i == 0 ? pc : pc - 1;
      Dl_info info = { .dli_fname = NULL };

      if (dladdr ((const void *) (uintptr_t) addr, &info) == 0)
        info.dli_fname = "?";
      printf ("#%u 0x%llx %s in %s\n", i, (unsigned long long) pc,
              info.dli_sname != NULL ? info.dli_sname : "?", info.dli_fname);
    }
  printf ("%s\n", frame_end_text (trace->end));
}

/* What the handler works with.  */
static struct walk_objects objects;
static struct walk_trace trace;
static volatile sig_atomic_t waiting, done;

static void
on_signal (int number, siginfo_t *info, void *context)
{
  (void) number;
  (void) info;
  if (waiting && !done)
    {
      walk_stack (&objects, context, &trace);
      done = 1;
    }
}

/* Some functions to be in.  Not static, so that dladdr knows them.  */
int innermost (int n);
int middle (int n);
int outer (int n);

__attribute__ ((noinline)) int
innermost (int n)
{
  waiting = 1;
  while (!done)
    n++;
  return n;
}

__attribute__ ((noinline)) int
middle (int n)
{
  volatile char room[1000] = { 0 };

  return innermost (n + room[n]) + 1;
}

__attribute__ ((noinline)) int
outer (int n)
{
  return middle (n + 1) * 2;
}

int
main (void)
{
  const struct itimerval timer = { .it_interval = { .tv_usec = 1000 },
                                   .it_value = { .tv_usec = 1000 } };
  struct sigaction action = { .sa_flags = SA_SIGINFO | SA_RESTART };

  walk_open (&objects);
  printf ("%u %s an SFrame section\n", objects.count,
          objects.count == 1 ? "object has" : "objects have");
  action.sa_sigaction = on_signal;
  if (sigaction (SIGPROF, &action, NULL) != 0
      || setitimer (ITIMER_PROF, &timer, NULL) != 0)
    {
      perror ("walk");
      return 1;
    }
  const int n = outer (1);
  walk_print (&trace);
  return n == 0;
}

#endif
