/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   compare-inputs.h - an image's .sframe compared with that of the objects it
   was linked from.  */

#ifndef BFDGLUE_COMPARE_INPUTS_H
#define BFDGLUE_COMPARE_INPUTS_H

#include "audit.h"
#include "found-function.h"

/* Functions of the inputs.  */
struct input_comparison
{
  size_t functions; /* all: those counted by GONE, UNPLACED, and at least one
                       for each of LIVE */
  size_t live;      /* addresses of the image where one is */
  size_t same;      /* ... and described there alike */
  size_t missing;   /* ... and not described */
  size_t different; /* ... and described otherwise */
  size_t gone;      /* not in the image: discarded, folded, not extracted,
                       rewritten, dead, empty, a copy of a live one */
  size_t unplaced;  /* where they are is not known */
};

/* What names the inputs: the name and *SECTION of number INPUT.  */
struct comparison_names
{
  const char *(*name) (const void *data, uint32_t input, const char **section);
  const void *data;
};

struct comparison;

/* Begin to compare AUDIT's image, which must outlive the comparison, with its
   inputs.  NULL: no memory.  */
struct comparison *comparison_begin (const struct audit_image *audit);
void comparison_end (struct comparison *comparison);

/* For each of the image's own functions, whether a piece that stands describes
   it: of functions alike, those are the ones to take first.  */
const bool *comparison_preferred (const struct comparison *comparison);

/* Keep FOUND; COMPARISON is a struct comparison.  A function may be told of
   more than once.  False: no memory.  */
bool comparison_keep (void *comparison, const struct found_function *found);

/* Compare what was kept with what the image's pieces say as they stand in the
   file (pieces-visible.h), by the rules at every address, however rows are
   written.  The caller has set AGAINST's functions and unplaced, the rest is
   filled in.  Report FIND_MISSING and FIND_DIFFERENT for each, and
   FIND_UNPLACED once for all that are not found.  */
void comparison_compare (struct comparison *comparison,
                         const struct comparison_names *names,
                         struct input_comparison *against,
                         const struct finding_sink *sink);

#endif /* BFDGLUE_COMPARE_INPUTS_H */
