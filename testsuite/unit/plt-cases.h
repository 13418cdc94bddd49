/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plt-cases.h - what linkers' code looks like and what is true of it, written
   down apart from the engine's tables.  */

#ifndef UNIT_PLT_CASES_H
#define UNIT_PLT_CASES_H

#include <stddef.h>
#include <stdint.h>

enum
{
  PLT_CASE_ROWS = 3,
  PLT_CASE_MOST = 48 /* bytes of the longest one */
};

struct plt_case_row
{
  uint32_t start;
  int64_t cfa; /* from SP */
  int64_t ra;  /* from the CFA; 0: where it is on entry */
};

struct plt_case
{
  const char *name;
  char machine;     /* 'x', 'a' or 's'; 'v': stubs of 'a' */
  char place;       /* 'h'ead, 'e'ntry or 't'ail */
  uint32_t covered; /* bytes with a rule; 0: all */
  unsigned row_count;
  struct plt_case_row rows[PLT_CASE_ROWS];
  /* Bytes as "f3" or "??"; for 'a' and 'v' words as VALUE/MASK.  */
  const char *code;
};

extern const struct plt_case plt_cases[];
extern const size_t plt_case_count;

/* The bytes of C's code, in CODE, and which of their bits are fixed, in MASK;
   returns their number.  */
size_t plt_case_code (const struct plt_case *c, uint8_t *code, uint8_t *mask);

#endif /* UNIT_PLT_CASES_H */
