/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   calls.h - system calls by name.  */

#ifndef TRACER_CALLS_H
#define TRACER_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum
{
  CALL_NAME_SIZE = 32
};

/* The name of the system call NUMBER with its ARGUMENTS, which may be NULL;
   "call-NUMBER" if it has none here, in BUFFER of CALL_NAME_SIZE.  A futex
   call that does not wait is "futex_wake": the kernel refuses none, and if one
   is not done, another thread waits for ever.  */
const char *call_name (uint64_t number, const uint64_t *arguments,
                       char *buffer);

/* Whether the first argument of the call NUMBER is the descriptor of a file
   that it reads, writes or closes.  */
bool call_has_descriptor (uint64_t number);

/* Which argument of the call NUMBER says how many bytes it moves at most, or
   -1.  */
int call_size_argument (uint64_t number);

#endif /* TRACER_CALLS_H */
