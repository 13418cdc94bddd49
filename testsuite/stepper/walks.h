/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   walks.h - how many stacks can be walked to their ends, and where the others
   are left.  */

#ifndef STEPPER_WALKS_H
#define STEPPER_WALKS_H

#include "libraries.h"

/* Walk the stack of the thread TID of P, which is stopped.  */
void walks_add (struct process *p, pid_t tid);

/* Print what was counted to FILE: the sum, and a line for each address at
   which walks have stopped, the most frequent first.  */
void walks_print (FILE *file);

#endif /* STEPPER_WALKS_H */
