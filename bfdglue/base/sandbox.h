/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   sandbox.h - what a process that reads untrusted bytes may still do.  */

#ifndef BFDGLUE_SANDBOX_H
#define BFDGLUE_SANDBOX_H

#include <stdint.h>

/* Give up what a process that only reads files does not need.  Descriptors
   KEPT and INPUT, which may be -1, stay open; the process may take MEMORY
   bytes of address space beyond what it begins with, and SECONDS of processor
   time.  What the kernel does not have is left out: these bounds are on every
   system.  */
void sandbox_enter (int kept, int input, uint64_t memory, unsigned seconds);

#endif /* BFDGLUE_SANDBOX_H */
