/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   plain.h - the engine without its short cuts.

   Usual functions are merged and checked by quicker code, which must give the
   same results.  Tests compare the two ways; nobody else has a use for the
   longer one, so these functions are not exported.  */

#ifndef MERGER_PLAIN_H
#define MERGER_PLAIN_H

#include "sfmerge.h"

/* Let M handle every function in full that is added from now on.  */
void plain_merger (struct sfm_merger *m);

/* sfm_check that checks every rule on every function.  */
sfm_status plain_check (const void *bytes, size_t size,
                        const struct sfm_check_options *options,
                        void (*found) (void *data,
                                       const struct sfm_finding *finding),
                        void *data, struct sfm_diag *diag) SFM_CHECKED;

#endif /* MERGER_PLAIN_H */
