/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-bend.h - bend a fixture by words, so that a case is one line.

   A word is a letter, a number, a name and a value, all but the name
   hexadecimal.  P1.flags=6 is the field of a program header, S3.size=10 that
   of a section; both are added if there are not so many.  B1800.20=77 is so
   many bytes, W3c00.8=16 a word of so many bytes, Y1200.2=3 a symbol at an
   offset, of a type and in a section, C0.0=0 the number of sections, X0.0=1
   whether it is an executable, T0.0=900 and T1.0=200 where the program headers
   and the section headers are, and H3c.2=0 a word that is written after all
   headers.  A change is told by R1000.0=1100 a piece that may be overwritten,
   by K0.0=1 the kind of the section and by A0.0=1 that it is forced.  */

#ifndef TESTSUITE_FIXTURE_BEND_H
#define TESTSUITE_FIXTURE_BEND_H

#include "fixture-image.h"

/* Bend FIXTURE by the words of TEXT; false if one is not known.  */
bool fixture_bend (struct fixture *fixture, const char *text);

/* The place and size of field NAME in a program header, if LETTER is P, or in
   that of a section, if it is S; false if there is none.  */
bool fixture_field (char letter, const char *name, size_t *at, unsigned *size);

#endif /* TESTSUITE_FIXTURE_BEND_H */
