/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-damage.h - what the last look at an output says once it is
   damaged.  */

#ifndef TESTSUITE_FIXTURE_DAMAGE_H
#define TESTSUITE_FIXTURE_DAMAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "image-change.h"

/* An image that is bent, the mode and the size of the content for make_room,
   and words that damage the output, or what the change says of it.

   In the output, P and S are fields of headers, B bytes, H a word, and
   D40.a8=5000 copies so many bytes to another place.  Small letters: they are
   not listed as written.  I is a word of the image with inserted zeros, N the
   new number of a section, M a member of the change.  */
struct damage
{
  const char *bend;
  enum phdr_mode mode;
  size_t size;
  const char *words;
};

/* What is said of the output once it is damaged; NULL: it is right.  */
const char *damage_said (const struct damage *damage, bool big_endian);

#endif /* TESTSUITE_FIXTURE_DAMAGE_H */
