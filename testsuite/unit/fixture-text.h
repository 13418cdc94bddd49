/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-text.h - a text that describes what was found, to be compared.  */

#ifndef TESTSUITE_FIXTURE_TEXT_H
#define TESTSUITE_FIXTURE_TEXT_H

/* The text, cut off where it is full.  */
extern char fixture_text[2000];

/* Empty it.  From now on it is shown beside a failure.  */
void text_begin (void);

/* Add what FORMAT makes.  */
void text_add (const char *format, ...)
    __attribute__ ((format (printf, 1, 2)));

#endif /* TESTSUITE_FIXTURE_TEXT_H */
