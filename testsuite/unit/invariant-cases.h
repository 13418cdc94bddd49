/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   invariant-cases.h - each invariant of the format, how to break it, and what
   the checker must then find.  */

#ifndef INVARIANT_CASES_H
#define INVARIANT_CASES_H

#include "invariant-base.h"

/* What a case is for, or-ed: versions, and ABIs.  */
enum
{
  FOR_V1 = 0x1,
  FOR_V2 = 0x2,
  FOR_V3 = 0x4,
  FOR_OLD = FOR_V1 | FOR_V2,
  FOR_NEW = FOR_V2 | FOR_V3,
  FOR_ALL = FOR_V1 | FOR_V2 | FOR_V3,
  FOR_AMD64 = 0x10,
  FOR_AARCH64 = 0x20,
  FOR_S390X = 0x40,
  FOR_ANY = FOR_AMD64 | FOR_AARCH64 | FOR_S390X,
  FOR_FLEX = FOR_AMD64 | FOR_S390X
};

/* Where a finding is, in the terms of struct base; with "func", "row" and
   "detail" of the case.  */
enum invariant_place
{
  AT_HEADER, /* DETAIL bytes from the start */
  AT_FIELD,
  AT_SIZE,
  AT_FRE_OFF,
  AT_INFO,
  AT_INFO2,
  AT_REP_SIZE,
  AT_PADDING,
  AT_ROWS, /* the first row */
  AT_ROW,
  AT_ROW_INFO,
  AT_WORD,     /* number DETAIL of the row */
  AT_FRES_END, /* DETAIL bytes before the end of the FREs */
  AT_END,
  AT_SECOND /* DETAIL bytes from the second header */
};

/* One way to break one rule.  */
struct invariant_case
{
  const char *rule; /* of doc/internals.md, section 8 */
  const char *name;
  unsigned where; /* FOR_* */
  enum sfm_finding_id id;
  enum invariant_place place;
  uint32_t func; /* or SFM_NO_INDEX */
  uint32_t row;  /* or SFM_NO_INDEX */
  uint32_t detail;
  /* Change what there is; after base_layout, what is said of it.  Either may
     be NULL.  */
  void (*change) (struct base *b);
  void (*diag) (struct base *b);
};

extern const struct invariant_case invariant_cases[];
extern const size_t invariant_case_count;

#endif /* INVARIANT_CASES_H */
