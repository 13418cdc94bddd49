/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   walk.h - unwind the running program by its own .sframe.  */

#ifndef WALK_H
#define WALK_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct walk_frame
{
  uint64_t pc, sp, fp;
};

/* Find the program's .sframe; false after a message.  */
bool walk_begin (void);

/* Go from FRAME to its caller's, if the section covers it.  EXACT: the
   instruction at pc comes next, and is not after a call.  */
bool walk_one (struct walk_frame *frame, bool exact);

/* Unwind from here with .sframe and with the C++ unwinder, and compare.
   Returns the number of frames.  */
int walk_here (void);

/* Print what was compared; the exit status.  */
int walk_end (void);

#ifdef __cplusplus
}
#endif

#endif
