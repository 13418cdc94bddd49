/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-code.h - what is proven of code.  */

#ifndef TESTSUITE_FIXTURE_CODE_H
#define TESTSUITE_FIXTURE_CODE_H

#include <stdbool.h>

/* CODE is hexadecimal.  FUNCTIONS are the symbols: OFFSET for a global one,
   "L" before it for a local one, "O" for data, "Y" for a function that the
   loader calls, "F" for a function that call frame
   information names, with its size after a colon, which "H0" hides from the
   prover; "E" for where the program begins; and what fixture-found.h has.
   TABLE is what is at 0x401400, words of 32 bits in hexadecimal.  SAID: the
   ranges and their rows, then the functions that fail, and how many bytes are
   decided, of those that were reached.  */
struct code_trial
{
  const char *name;
  const char *code;
  const char *functions;
  const char *table;
  const char *said;
};

/* Test TRIAL, in code of AMD64 or, if ARM, of AArch64.  */
void code_test (const struct code_trial *trial, bool arm);

#endif /* TESTSUITE_FIXTURE_CODE_H */
