/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   synth-rust.c - calls the library in Rust.  */

#include <stdint.h>
#include <stdio.h>

extern uint64_t rust_part (void);

int
main (void)
{
  printf ("%d\n", (int) rust_part ());
  return 0;
}
