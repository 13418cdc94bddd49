/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-stepper.h - run linker-generated code instruction by instruction and
   compare what its rows say with the true stack.  */

#ifndef UNIT_PLT_STEPPER_H
#define UNIT_PLT_STEPPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "sfmerge.h"

/* Linker-made code and the piece that describes it.  */
struct stepped
{
  const char *name;
  uint64_t addr; /* by the piece */
  uint64_t size;
  struct sfm_piece piece;
  uint8_t *bytes;     /* of the piece */
  uint64_t hole;      /* offset of code that has no one rule ... */
  uint64_t hole_size; /* ... and its bytes */
  uint8_t *seen;      /* of each byte: an instruction that ran begins there */
};

/* Describe the SIZE bytes of code at BYTES, which will run at ADDR.  False if
   there is no memory or it is refused.  */
bool stepped_make (struct stepped *code, const char *name, uint64_t addr,
                   const uint8_t *bytes, size_t size);

void stepped_free (struct stepped *code);

/* How many instructions of CODE ran.  */
size_t stepped_seen (const struct stepped *code);

/* Step CHILD, which has just stopped at a breakpoint instruction of its own,
   until the next such one, or its end.  COUNT CODES are BIAS higher than their
   pieces say.  Wherever it enters them, the CFA is SP+8 and the word at SP the
   return address, and both must stay what they are until it leaves them.
   Returns what is wrong, in a text that the next call changes, or NULL.  */
const char *stepper_run (pid_t child, const struct stepped *codes,
                         size_t count, uint64_t bias);

#endif /* UNIT_PLT_STEPPER_H */
