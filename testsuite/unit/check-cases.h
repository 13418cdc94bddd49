/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-cases.h - sections and what the checker must say about them.  */

#ifndef CHECK_CASES_H
#define CHECK_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One section.  HEX are its bytes.  EDITS change some: "OFFSET=VALUE ...",
   both hexadecimal, where OFFSET "cut" takes VALUE bytes from the end.
   EXPECTED are the findings in order, as "NAME@OFFSET:FDE.ROW ...", OFFSET
   hexadecimal, without what a finding has not.  */
struct check_case
{
  const char *name;
  const char *hex;
  const char *edits;
  const char *expected;
  uint64_t section_addr;
  bool object;
  bool section_anchor;
};

/* Valid sections first: the first VALID_COUNT expect nothing.  */
extern const struct check_case check_cases[];
extern const size_t check_case_count;
extern const size_t check_valid_count;

#endif /* CHECK_CASES_H */
