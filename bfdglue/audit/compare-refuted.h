/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   compare-refuted.h - functions of inputs whose rows the image's call frame
   information contradicts.  */

#ifndef BFDGLUE_COMPARE_REFUTED_H
#define BFDGLUE_COMPARE_REFUTED_H

#include "compare-inputs.h"
#include "pool.h"

/* All zero: none.  */
struct refuted_functions
{
  struct found_function *all;
  size_t count;
  size_t capacity;
  struct pool pool; /* their pieces */
};

/* Add FOUND, which is refuted.  False: no memory.  */
bool refuted_keep (struct refuted_functions *refuted,
                   const struct found_function *found);

/* Report FIND_ROWS_CONTRADICT with both rules for each of REFUTED in the image
   of AUDIT, and once for what RESULT counts beside them.  */
void refuted_report (const struct refuted_functions *refuted,
                     const struct image_context *audit,
                     const struct comparison_names *names,
                     const struct input_comparison *result,
                     const struct finding_sink *sink);

void refuted_free (struct refuted_functions *refuted);

#endif /* BFDGLUE_COMPARE_REFUTED_H */
