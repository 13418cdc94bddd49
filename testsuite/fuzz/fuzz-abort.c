/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fuzz-abort.c - under libFuzzer a broken promise ends the run.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"

void
fuzz_broken (const char *what)
{
  fprintf (stderr, "%s: %s\n", fuzz_name, what);
  abort ();
}
