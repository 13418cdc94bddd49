/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   walk-compare.c - the walker of examples/walk.c in frames of many shapes,
   from a signal handler, compared with what the C++ unwinder finds there.

   Prints the number of frames, of those that both agree on, and how the walk
   ended; fails where they differ.  */

#define _GNU_SOURCE 1
#define WALK_NO_MAIN 1
#include "../../../examples/walk.c"

#include <sys/mman.h>
#include <unwind.h>

enum
{
  DEPTH = 9
};

static struct walk_objects objects;
static struct walk_trace ours;
static uint64_t theirs[4 * WALK_FRAMES];
static unsigned their_count;
static volatile int sink;

/* A page that cannot be written until the handler has run.  */
static volatile int *page;
static size_t page_size;

static _Unwind_Reason_Code
note_frame (struct _Unwind_Context *context, void *data)
{
  (void) data;
  if (their_count == sizeof theirs / sizeof *theirs)
    return _URC_END_OF_STACK;
  theirs[their_count++] = _Unwind_GetIP (context);
  return _URC_NO_REASON;
}

static void
on_signal (int number, siginfo_t *info, void *context)
{
  (void) number;
  (void) info;
  walk_stack (&objects, context, &ours);
  /* The code that it interrupts calls nothing.  */
  _Unwind_Backtrace (note_frame, NULL);
  if (mprotect ((void *) page, page_size, PROT_READ | PROT_WRITE) != 0)
    _exit (2);
}

static int descend (int depth, int n);

/* A frame with saved registers and a CFA on the stack pointer.  */
static __attribute__ ((noinline)) int
plain (int depth, int n)
{
  int a = n * sink, b = n ^ sink, c = n + depth;
  int r = descend (depth - 1, n + 1);

  return r + a * b - c;
}

/* The CFA is on the frame pointer, in the middle of the function.  */
static __attribute__ ((noinline)) int
variable (int depth, int n)
{
  char p[(n & 63) + 16];

  memset (p, n, sizeof p);
  int r = descend (depth - 1, n + 1);

  return r + p[r & 15] + p[sink & 15];
}

/* A CFA offset that needs four bytes.  */
static __attribute__ ((noinline)) int
large (int depth, int n)
{
  volatile char t[50000];

  memset ((void *) t, n, sizeof t);
  int r = descend (depth - 1, n + 1);

  return r + t[n & 1023];
}

static __attribute__ ((noinline)) int
descend (int depth, int n)
{
  if (depth > 0)
    return n % 3 == 0   ? plain (depth, n) + 1
           : n % 3 == 1 ? variable (depth, n) + 1
                        : large (depth, n) + 1;
  *page = n;
  return n + 1;
}

/* Whether OURS is a part of THEIRS, which begins in the handler.  */
static bool
agree (void)
{
  unsigned from = 0;

  while (from < their_count && theirs[from] != ours.pcs[0])
    from++;
  if (their_count - from < ours.count)
    return false;
  return memcmp (theirs + from, ours.pcs, ours.count * sizeof *ours.pcs) == 0;
}

int
main (void)
{
  struct sigaction action = { .sa_flags = SA_SIGINFO };

  walk_open (&objects);
  action.sa_sigaction = on_signal;
  page_size = (size_t) sysconf (_SC_PAGESIZE);
  page = mmap (NULL, page_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED || sigaction (SIGSEGV, &action, NULL) != 0)
    return 2;
  sink += descend (DEPTH, 0);
  printf ("%u frames, %u by the unwinder, %s: %s\n", ours.count, their_count,
          agree () ? "the same" : "different", frame_end_text (ours.end));
  fflush (stdout);
  return !agree ();
}
