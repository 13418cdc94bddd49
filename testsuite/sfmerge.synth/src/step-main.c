/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   step-main.c - calls the functions of step-code.s again and again: from each
   other, and while signals are handled, whose handlers call them too.

     step-main ROUNDS [THREADS]

   THREADS others do the same meanwhile, one if it is not given, at most
   THREADS_MAX.  Prints "right" if all results are.  */

#define _GNU_SOURCE 1

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

long step_leaf (long number);
long step_push (long number);
long step_other_use (long number);
long step_frame (long number);
long step_align (long number);
long step_recursive (int number);
long step_table (int number);
long step_tail (long number);
long step_back (long number, long (*function) (long));
void step_signal (int number);

enum
{
  THREADS_MAX = 8
};

static int rounds;
/* The kernel may let another thread handle what this one has raised.  */
static atomic_int handled;

static void
handle (int number)
{
  (void) number;
  if (step_push (7) == 10)
    handled++;
}

/* Called by assembly, with a frame of the compiler's.  */
static long
in_the_middle (long number)
{
  volatile char space[64] = { 1 };

  return step_back (number, step_frame) + space[0];
}

static bool
one_round (long i)
{
  bool good = step_leaf (i) == i + 1 && step_push (i) == i + 3
              && step_other_use (i) == 2 * i + 1 && step_align (i) == i
              && step_recursive (9) == 45 && step_tail (i) == i + 3
              && step_back (i, step_leaf) == i + 1;

  (void) step_frame (i);
  good &= step_back (16, in_the_middle) != 0;
  for (int j = 0; j < 5; j++)
    (void) step_table (j);
  return good;
}

static void *
run (void *good)
{
  for (int i = 0; i < rounds && *(bool *) good; i++)
    *(bool *) good = one_round (i);
  return NULL;
}

/* Whether all results are right, of COUNT threads beside this one too.  */
static bool
run_all (unsigned count)
{
  bool good[THREADS_MAX + 1];
  pthread_t threads[THREADS_MAX];

  for (unsigned i = 0; i <= count; i++)
    good[i] = true;
  for (unsigned i = 0; i < count; i++)
    if (pthread_create (&threads[i], NULL, run, &good[i]) != 0)
      return false;
  run (&good[count]);
  for (int i = 0; i < rounds; i++)
    step_signal (i % 2 == 0 ? SIGUSR1 : SIGUSR2);
  for (unsigned i = 0; i < count; i++)
    {
      pthread_join (threads[i], NULL);
      good[count] &= good[i];
    }
  return good[count];
}

int
main (int argc, char **argv)
{
  static char other_stack[65536];
  const stack_t stack
      = { .ss_sp = other_stack, .ss_size = sizeof other_stack };
  struct sigaction action = { .sa_handler = handle };
  const unsigned long count = argc > 2 ? strtoul (argv[2], NULL, 10) : 1;

  rounds = argc > 1 ? (int) strtol (argv[1], NULL, 10) : 10;
  if (count > THREADS_MAX || sigaltstack (&stack, NULL) != 0)
    return 1;
  sigaction (SIGUSR1, &action, NULL);
  /* Only this thread has another stack; a handler in others is on theirs.  */
  action.sa_flags = SA_ONSTACK;
  sigaction (SIGUSR2, &action, NULL);
  const bool good = run_all ((unsigned) count) && handled == rounds;
  puts (good ? "right" : "wrong");
  return !good;
}
