/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-failing.h - memory that is short, and an engine that builds wrong
   sections.

   Programs with this fixture are linked with $(failing_ldflags).  */

#ifndef TESTSUITE_FIXTURE_FAILING_H
#define TESTSUITE_FIXTURE_FAILING_H

#include <stdbool.h>

#include "sfmerge.h"

/* Do what TRIAL says, and return how that ended; *RIGHT: what came of it is
   what the trial expects.  Only what is between failing_begin and failing_end
   meets what is tested here.  */
typedef sfm_status failing_trial (const void *trial, bool *right);

void failing_begin (void);
void failing_end (void);

/* Let each allocation of TRIAL fail once: that must be a lack of memory, or
   right.  */
void failing_memory (const char *name, failing_trial *run, const void *trial);

/* Test that what comes of TRIAL, which is NAME of GROUP, is right, and then
   without memory.  */
void failing_test (const char *group, const char *name, failing_trial *run,
                   const void *trial);

/* Let each bit of what the engine builds last be wrong once: some must be
   refused, and the others right.  RUN has been called for TRIAL already.  */
void failing_engine (const char *name, failing_trial *run, const void *trial);

#endif /* TESTSUITE_FIXTURE_FAILING_H */
