/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-bend.h - bend a fixture by words, so that a case is one line.

   A word is a letter, a number, a name and a value, all but the name
   hexadecimal.  P1.flags=6 is the field of a program header, S3.size=10 that
   of a section; both are added if there are not so many.  B1800.20=77 is so
   many bytes, W3c00.8=16 a word of so many bytes, Y1200.2=3 a symbol at an
   offset, of a type and in a section, C0.0=0 the number of sections, and
   X0.0=1 whether it is an executable.  */

#ifndef TESTSUITE_FIXTURE_BEND_H
#define TESTSUITE_FIXTURE_BEND_H

#include "fixture-image.h"

/* Bend FIXTURE by the words of TEXT; false if one is not known.  */
bool fixture_bend (struct fixture *fixture, const char *text);

#endif /* TESTSUITE_FIXTURE_BEND_H */
