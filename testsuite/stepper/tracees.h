/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   tracees.h - the threads of the process: they run while one is looked at.  */

#ifndef STEPPER_TRACEES_H
#define STEPPER_TRACEES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/user.h>

/* Run COMMAND, traced, and stopped where it begins.  Returns its PID, or 0: it
   cannot be traced.  */
pid_t tracees_start (char **command);

/* Why tracees_next has returned.  */
enum tracees_event
{
  TRACEES_TIMER, /* the thread was stopped because the timer has run down */
  TRACEES_BREAK, /* it is at a breakpoint, which is gone */
  TRACEES_END    /* the process has ended, with a status as of waitpid */
};

/* Let the process run until one of this happens to the thread *TID, which is
   stopped then: tracees_go lets it go on.  The timer stops a random one of the
   threads that run after a random time of about MICROSECONDS; 0: never.  */
enum tracees_event tracees_next (unsigned microseconds, pid_t *tid,
                                 int *status);

/* Let the thread TID go on.  */
void tracees_go (pid_t tid);

/* What one step of a thread was.  */
enum tracees_step
{
  STEP_DONE,    /* an instruction */
  STEP_HANDLER, /* no instruction: it has entered the handler of a signal */
  STEP_ENDED    /* the thread is gone */
};

/* Let the thread TID, which is stopped, do one instruction.  The others run
   meanwhile.  */
enum tracees_step tracees_step (pid_t tid);

/* End the process.  */
void tracees_kill (void);

#endif /* STEPPER_TRACEES_H */
