/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   result.h - the lines of a unit program that unit.exp reads, and the
   program's exit status.  */

#ifndef TESTSUITE_RESULT_H
#define TESTSUITE_RESULT_H

#include <stdbool.h>

/* Print "PASS: NAME" or "FAIL: NAME".  */
void unit_result (bool passed, const char *name);

/* The same with a name that FORMAT makes.  */
void unit_result_of (bool passed, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

/* Print that the test NAME cannot run here.  */
void unit_skip (const char *name);

/* From now on TEXT, which may change, is shown beside a failure.  */
void unit_last_said (const char *text);

/* What main returns: whether something has failed.  */
int unit_exit (void);

#endif /* TESTSUITE_RESULT_H */
