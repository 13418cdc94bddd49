/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   breaks.h - breakpoints at the rows that are judged, each of which stops the
   process once.  */

#ifndef STEPPER_BREAKS_H
#define STEPPER_BREAKS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* In all of these TID is a thread that is stopped.  */

/* Put breakpoints at all rows that are judged, of all libraries that have none
   yet.  */
void breaks_insert (pid_t tid);

/* Remove the breakpoint at ADDR.  Whether one is there.  */
bool breaks_lift (pid_t tid, uint64_t addr);

/* Whether one is or was at ADDR.  */
bool breaks_known (uint64_t addr);

/* Put back what was lifted from ADDR.  */
void breaks_drop (pid_t tid, uint64_t addr);

#endif /* STEPPER_BREAKS_H */
