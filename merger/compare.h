/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   compare.h - whether two walks over effective rows agree.  */

#ifndef MERGER_COMPARE_H
#define MERGER_COMPARE_H

#include "effective.h"

/* Walk A and B to the end or to the first difference, whose row start goes to
   *START.  */
sfm_status compare_effective (struct effective *a, struct effective *b,
                              bool *equal, uint32_t *start,
                              struct sfm_diag *diag);

#endif /* MERGER_COMPARE_H */
