/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   aarch64-cases.h - instructions of AArch64, and what they do.  */

#ifndef TESTSUITE_AARCH64_CASES_H
#define TESTSUITE_AARCH64_CASES_H

#include <stddef.h>
#include <stdint.h>

/* WORD at 0x401000, the instruction, and its effects, as unit-prove-aarch64.c
   writes them; "none": it is refused.  */
struct aarch64_case
{
  uint32_t word;
  const char *text;
  const char *effects;
};

extern const struct aarch64_case aarch64_cases[];
extern const size_t aarch64_case_count;

#endif /* TESTSUITE_AARCH64_CASES_H */
