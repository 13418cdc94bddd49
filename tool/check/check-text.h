/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-text.h - functions that the check-text*.c files share.  */

#ifndef TOOL_CHECK_TEXT_H
#define TOOL_CHECK_TEXT_H

#include "check-file.h"

enum
{
  CHECK_TEXT_LINE = 1024, /* bytes of a line and its NUL */
  CHECK_SYMBOL_MAX = 256  /* of a function's name in such a line */
};

/* check-text-put.c: append FORMAT... to the output, cut off at
   CHECK_TEXT_LINE.  */
void check_put (struct check *check, const char *format, ...)
    DIAG_PRINTF (2, 3);

/* check-text-coverage.c: append the lines about COVERAGE, and the line about
   the comparison AGAINST.  */
void check_put_coverage (struct check *check, const struct coverage *coverage);

/* The line about what synth would make.  */
void check_put_fill (struct check *check, const struct synth_counts *fill);
void check_put_against (struct check *check,
                        const struct input_comparison *against);

#endif /* TOOL_CHECK_TEXT_H */
