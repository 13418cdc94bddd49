/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-detail.h - what a report shows of a file, beside its numbers.

   It is of a fixed size, as it is in memory that the process which checks the
   file shares with the one that writes the report.  */

#ifndef TOOL_CHECK_DETAIL_H
#define TOOL_CHECK_DETAIL_H

#include "check-totals.h"
#include "consumer-verdict.h"
#include "coverage.h"
#include "demangler.h"
#include "finding.h"
#include "report.h"

enum
{
  /* Findings of one kind, and bytes of all findings, that are shown of a file;
     the others are counted.  A file with all kinds has about 60 of them.  */
  DETAIL_KIND = 3,
  DETAIL_TEXT = 8192,

  /* Functions without rows that are kept of a file, the largest, and bytes of
     their names.  One file may have all of a report's.  */
  DETAIL_GAPS = 50,
  DETAIL_NAME = 240,

  DETAIL_PLACE = 96 /* bytes of a place in a section */
};

struct detail_gap
{
  char name[DETAIL_NAME]; /* cut off; "": unknown */
  uint64_t addr;
  uint64_t uncovered;
};

struct check_detail
{
  char error[REPORT_ERROR_SIZE]; /* why it was not read; or "" */
  bool judged[CONSUMER_COUNT];   /* whether a consumer reads such files, */
  enum consumer_grade grades[CONSUMER_COUNT]; /* ... and the worst grade */
  uint8_t shown[FIND_COUNT];                  /* findings of each kind */
  uint64_t more;          /* findings that are not in TEXT */
  size_t used;            /* of TEXT */
  char text[DETAIL_TEXT]; /* errors and warnings, each with a NUL after it:
                             "error: NAME: TEXT" */
  size_t gap_count;
  struct detail_gap gaps[DETAIL_GAPS]; /* largest first */
};

/* Empty DETAIL, without touching more of it than necessary.  */
void detail_begin (struct check_detail *detail);

/* Add FINDING; DEMANGLER is for the name of its function, or NULL.  */
void detail_finding (struct check_detail *detail,
                     const struct finding *finding,
                     struct demangler *demangler);

/* Add the COUNT VERDICTS on a subject that has .sframe.  */
void detail_verdicts (struct check_detail *detail,
                      const struct consumer_verdict *verdicts, size_t count);

/* Add the functions without rows of COVERAGE.  DEMANGLER as above.  */
void detail_gaps (struct check_detail *detail, const struct coverage *coverage,
                  struct demangler *demangler);

/* Whether all of DETAIL, which another process made, can be: texts end, and
   numbers are in their range.  */
bool detail_is_sound (const struct check_detail *detail);

#endif /* TOOL_CHECK_DETAIL_H */
