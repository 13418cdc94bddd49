/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   threads.c - work done in parallel.

   Each thread lives for one task.  With one processor all work is done by the
   caller, in a fixed order.  */

#include "config.h"

#include <sched.h>

#include "process.h"
#include "text.h"

/* Set before there are threads.  */
static bool alone;

void
threads_alone (void)
{
  alone = true;
}

unsigned
threads_processors (void)
{
  cpu_set_t set;

  if (alone || sched_getaffinity (0, sizeof set, &set) != 0)
    return 1;
  int count = CPU_COUNT (&set);
  return count > 0 ? (unsigned) count : 1;
}

static void *
work (void *data)
{
  struct threads_task *task = data;

  task->run (task->data);
  return NULL;
}

void
threads_begin (struct threads_task *task, bool worth, void (*run) (void *data),
               void *data)
{
  *task = (struct threads_task){ .run = run, .data = data };
  task->apart = worth && threads_processors () != 1
                && pthread_create (&task->thread, NULL, work, task) == 0;
}

void
threads_end (struct threads_task *task)
{
  if (task->apart)
    pthread_join (task->thread, NULL);
  else
    task->run (task->data);
  task->apart = false;
}

struct part
{
  void (*run) (void *data, unsigned part, size_t from, size_t to);
  void *data;
  unsigned number;
  size_t from;
  size_t to;
  struct threads_task task;
};

static void
run_part (void *data)
{
  struct part *p = data;

  p->run (p->data, p->number, p->from, p->to);
}

void
threads_parts (size_t count,
               void (*run) (void *data, unsigned part, size_t from, size_t to),
               void *data)
{
  struct part parts[THREADS_PARTS_MAX];
  size_t number
      = (size_t) smaller (count / THREADS_PART_MIN, THREADS_PARTS_MAX);

  if (number > 1 && number > threads_processors ())
    number = threads_processors ();
  if (number == 0)
    number = 1;
  for (size_t i = number; i-- != 0;)
    {
      struct part *p = &parts[i];
      *p = (struct part){ .run = run,
                          .data = data,
                          .number = (unsigned) i,
                          .from = count / number * i,
                          .to = i + 1 == number ? count
                                                : count / number * (i + 1) };
      threads_begin (&p->task, i != 0, run_part, p);
    }
  for (size_t i = 0; i < number; i++)
    threads_end (&parts[i].task);
}
