/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-found.h - what leads to functions in an image, besides symbols.

   Each is a word "MARK ADDRESS[:NUMBER[:TEXT]]" without the space, with
   hexadecimal numbers and addresses from the start of the code:

     I0 J0             an entry of DT_INIT_ARRAY or DT_FINI_ARRAY
     S0 T0             DT_INIT, DT_FINI
     R0:8              a relocation of type 8 with this addend, or
     R10:7:abort       one for a symbol, at this offset from FOUND_GOT
     W0:10[:0e10]      an FDE for 16 bytes, with instructions
     G0:8[:ersln]      a function of Go, which resumes 8 bytes later unless
                       that is 0, and which ends, returns, sets SP, relinks,
                       or has no program; v: the table does not count
     K10 N10           a section ".plt", or another one, from here on
     Q10               a section ".plt" up to here
     Z10               the bytes of the segment end here; it goes on
     M0 V0             the image is not moved; its data can be written  */

#ifndef TESTSUITE_FIXTURE_FOUND_H
#define TESTSUITE_FIXTURE_FOUND_H

#include "fixture-image.h"
#include "go-table.h"

enum
{
  FOUND_CODE = 0x2000, /* offsets in the image */
  FOUND_GOT = 0x1700
};

struct found_word
{
  char mark;     /* or 0 */
  unsigned at;   /* the address, */
  unsigned more; /* the number, */
  char text[24];
};

/* Read the next word at *TEXT to W.  False: there is none.  */
bool found_next (const char **text, struct found_word *w);

/* Put W in FIXTURE; found_begin starts over, and found_end writes what FIXTURE
   needs before it is opened.  */
void found_begin (void);
void found_add (struct fixture *fixture, const struct found_word *w);
void found_end (struct fixture *fixture);

/* The table of Go, of the open FIXTURE with SIZE bytes of code, or NULL.  */
struct go_table *found_go (const struct fixture *fixture, size_t size);

#endif /* TESTSUITE_FIXTURE_FOUND_H */
