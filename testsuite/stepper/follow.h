/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   follow.h - a frame that is followed, instruction by instruction, until it
   returns.  */

#ifndef STEPPER_FOLLOW_H
#define STEPPER_FOLLOW_H

#include "libraries.h"

struct follow_options
{
  unsigned steps; /* after which a sample is given up */
  unsigned most;  /* samples of one function */
};

/* Where the samples come from.  */
enum follow_why
{
  FOLLOW_TIMER,
  FOLLOW_BREAK
};

/* If a row is judged where the thread TID of P is stopped, take a sample:
   follow the thread until its frame returns, and compare.  What is wrong is
   printed to FILE.  Whether one was taken.  */
bool follow_frame (struct process *p, pid_t tid, enum follow_why why,
                   const struct follow_options *options, FILE *file);

#endif /* STEPPER_FOLLOW_H */
