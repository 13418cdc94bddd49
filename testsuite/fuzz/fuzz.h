/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz.h - what fuzz targets and those that run them share.

   A target is one file with the entry point of libFuzzer.  It is linked with
   libFuzzer and fuzz-abort.c, or with replay.c, which has a main.  */

#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* The name of the target.  */
extern const char fuzz_name[];

/* WHAT should hold and does not.  */
void fuzz_broken (const char *what);

static inline void
fuzz_require (bool holds, const char *what)
{
  if (!holds)
    fuzz_broken (what);
}

#endif /* FUZZ_H */
