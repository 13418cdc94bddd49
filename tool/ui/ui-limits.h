/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   ui-limits.h - what a worker process may take: what each number bounds, and
   how it was found.  */

#ifndef TOOL_UI_LIMITS_H
#define TOOL_UI_LIMITS_H

#include <stdint.h>

enum
{
  /* Bytes of address space for each byte of the inputs of a process.  synth
     takes 12 for images that are all code, and check 9.  */
  WORKER_MEMORY_FACTOR = 64,

  /* Seconds of processor time for a process, and bytes of its inputs for each
     second more.  No file of a system takes more than a second for 8 MiB.  */
  WORKER_SECONDS = 120,
  WORKER_BYTES_A_SECOND = 1 << 17
};

/* Bytes of address space that each process gets in addition: a compressed file
   may be unpacked to 256 MiB.  */
#define WORKER_MEMORY (UINT64_C (16) << 30)

#endif /* TOOL_UI_LIMITS_H */
