/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-text.h - what the parts of check's text share.  */

#ifndef TOOL_CHECK_TEXT_H
#define TOOL_CHECK_TEXT_H

#include "check-file.h"

enum
{
  CHECK_TEXT_LINE = 1024 /* bytes of a line with its end */
};

/* check-text-put.c: append FORMAT..., not more than a line, to the output.  */
void check_put (struct check *check, const char *format, ...)
    DIAG_PRINTF (2, 3);

/* check-text-coverage.c: the lines about COVERAGE, and that about the
   inputs.  */
void check_put_coverage (struct check *check, const struct coverage *coverage);
void check_put_against (struct check *check,
                        const struct input_comparison *against);

#endif /* TOOL_CHECK_TEXT_H */
