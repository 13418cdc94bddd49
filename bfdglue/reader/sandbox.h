/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   sandbox.h - what a reader process may still do.  */

#ifndef BFDGLUE_SANDBOX_H
#define BFDGLUE_SANDBOX_H

/* Give up what a process that only reads files does not need.  Descriptor KEPT
   stays open.  What the kernel does not have is left out: the bounds of memory
   and processor time are on every system.  */
void sandbox_enter (int kept);

/* Let the process have READER_SECONDS of processor time from here on, if it
   has used one since the last time.  */
void sandbox_allow_time (void);

#endif /* BFDGLUE_SANDBOX_H */
