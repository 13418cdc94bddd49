/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   diff-compare.h - the differences between two files.  */

#ifndef TOOL_DIFF_COMPARE_H
#define TOOL_DIFF_COMPARE_H

#include "diff-file.h"

/* Kinds of functions that differ.  */
enum diff_class
{
  DIFF_LOST, /* the old unit describes it; the new one has it and does not */
  DIFF_CHANGED, /* both describe it, but differently */
  DIFF_GAINED, /* the new unit describes it; the old one has it and does not */
  DIFF_GONE,   /* only the old unit has it, and describes it */
  DIFF_NEW,    /* only the new one */
  DIFF_CLASSES
};

/* A function that differs: in the old unit, in the new one or in both.  */
struct diff_item
{
  const struct diff_function *old;
  const struct diff_function *now;
};

struct diff_list
{
  struct diff_item *items; /* the largest first, then by name and place */
  size_t count;
  size_t capacity;
};

/* Two units and how they differ.  */
struct diff_pair
{
  const struct diff_unit *old;
  const struct diff_unit *now;
  bool by_address; /* functions were matched by address; else by name and, */
  size_t by_place; /* ... so many of them, by section and offset */
  struct diff_list lists[DIFF_CLASSES];
  size_t same;
  size_t alike; /* changed ones of the same size */
  bool coverage_lower;
  bool form_differs; /* versions, flags or the number of pieces */
};

/* Sums over the pairs of two files.  */
struct diff_totals
{
  size_t counts[DIFF_CLASSES];
  size_t same;
  bool coverage_lower;
  bool form_differs;
};

/* Called for each pair of two files, which it may keep no pointer to.  */
typedef void diff_pair_fn (void *data, const struct diff_pair *pair);

/* Compare OLD with NOW, which were read, call FN with DATA for each pair of
   units, in the order of the names of members, and add up TOTALS.  Statuses:
   UNSUPP (files of different kinds), NOMEM.  */
sfm_status diff_compare (const struct diff_file *old,
                         const struct diff_file *now, diff_pair_fn *fn,
                         void *data, struct diff_totals *totals,
                         const struct diag_sink *sink) SFM_CHECKED;

/* diff-match.c: set the twins of the functions of PAIR's units, and how they
   were found.  Statuses: NOMEM, which was not said.  */
sfm_status diff_match (struct diff_pair *pair, struct diff_unit *old,
                       struct diff_unit *now) SFM_CHECKED;

#endif /* TOOL_DIFF_COMPARE_H */
