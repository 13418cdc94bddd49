/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   tasks.h - the processes and threads that fault-at traces.

   A task is named by its place among its relatives: the first one is "0", the
   Kth that task T creates is "T.K".  Names do not depend on how the scheduler
   mixes tasks, so a fault can be aimed at the same call of the same task in
   every run.  */

#ifndef TRACER_TASKS_H
#define TRACER_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum
{
  TASK_NAME_SIZE = 64,
  TASK_CALLS = 512, /* system calls have lower numbers */
  TASK_PROGRAMS_MAX = 8
};

/* What a task runs.  */
enum task_program
{
  TASK_FOREIGN, /* a program that is not to be disturbed */
  TASK_LOADING, /* one of ours, before main */
  TASK_OURS     /* its calls count */
};

struct task
{
  pid_t pid;
  char name[TASK_NAME_SIZE];
  bool known;   /* the creator has said so; it has a name */
  bool stopped; /* waits until it is known */
  enum task_program program;
  unsigned children;
  unsigned counts[TASK_CALLS];
  unsigned last;         /* the number of its last call, if that counts */
  uint64_t entry;        /* TASK_LOADING: a breakpoint is there */
  long entry_word;       /* what was there before */
  bool spoiled;          /* the fault is in its call */
  uint64_t saved;        /* the argument that was replaced for the call */
  size_t saved_register; /* of it, or 0 */
};

/* The task PID, made if there is none.  NULL: no memory.  */
struct task *task_of (pid_t pid);

/* Task number IDX of all that there are.  NULL: there are fewer.  */
const struct task *task_number (size_t idx);

/* The task PID is gone.  */
void task_remove (pid_t pid);

/* Task CHILD was created by PARENT and runs what that does.  */
void task_adopt (struct task *parent, struct task *child);

/* Task T has executed a program: if its path is one of the COUNT PROGRAMS, a
   breakpoint is set at its main, or at its first instruction if it has no
   symbols.  False with errno set.  */
bool task_executes (struct task *t, const char *const *programs, size_t count);

/* True if T has stopped at that breakpoint, which is gone then.  */
bool task_enters (struct task *t);

/* The base name of the file that the code of T is from which was running, or
   has called it, other than libc's, in BUFFER of SIZE.  */
void task_where (const struct task *t, char *buffer, size_t size);

/* The process that T is a thread of.  */
pid_t task_process (const struct task *t);

/* A task that waits until it is known, but whose creator was killed before it
   could say so; or NULL.  */
struct task *task_orphan (void);

#endif /* TRACER_TASKS_H */
