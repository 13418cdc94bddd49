/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-threads.c - work is done in parallel where the machine can, once, and
   by the caller where it shall be.  */

#include "config.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "process.h"
#include "result.h"

enum
{
  ELEMENTS = 100000,
  PARTS_MAX = 8
};

static unsigned char done[ELEMENTS];
static atomic_uint elsewhere; /* parts that another thread has run */

/* Whether this is not the thread that the process began with.  */
static bool
is_other_thread (void)
{
  return syscall (SYS_gettid) != getpid ();
}

static void
note_thread (void *data)
{
  *(bool *) data = is_other_thread ();
}

static void
run (void *data, unsigned part, size_t from, size_t to)
{
  (void) data;
  for (size_t i = from; i < to; i++)
    done[i]++;
  elsewhere += part < PARTS_MAX && is_other_thread ();
}

/* Whether each of COUNT elements is in one part, as many of which as WANTED
   run in threads of their own.  */
static bool
are_parts (size_t count, unsigned wanted)
{
  bool good = true;

  memset (done, 0, sizeof done);
  elsewhere = 0;
  threads_parts (count, run, NULL);
  for (size_t i = 0; i < ELEMENTS; i++)
    good &= done[i] == (i < count);
  return good && elsewhere == wanted;
}

/* Whether a task is run in a thread of its own.  */
static bool
is_begun (bool worth)
{
  struct threads_task task;
  bool other = false;

  threads_begin (&task, worth, note_thread, &other);
  threads_end (&task);
  return other;
}

int
main (void)
{
  const unsigned processors = threads_processors ();

  if (processors < 2)
    {
      puts ("SKIP: there is one processor only");
      return 0;
    }
  unit_result (is_begun (true), "a task has a thread of its own");
  unit_result (!is_begun (false), "but not if it is not worth one");
  unit_result (are_parts (10, 0), "few elements are one part");
  unit_result (are_parts (ELEMENTS, processors < 6 ? processors - 1 : 5),
               "many are parts, one each processor");
  threads_alone ();
  unit_result (threads_processors () == 1 && !is_begun (true)
                   && are_parts (ELEMENTS, 0),
               "one of several processes has no threads");
  return unit_exit ();
}
