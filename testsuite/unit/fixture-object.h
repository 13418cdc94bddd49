/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-object.h - a small object with SFrame and .eh_frame.

   .text has functions of 0x10, 0x20 and 0x10 bytes, .text.b in a group one of
   0x20.  .sframe describes all but the third, .eh_frame all.  */

#ifndef TESTSUITE_FIXTURE_OBJECT_H
#define TESTSUITE_FIXTURE_OBJECT_H

#include "fixture-image.h"

enum
{
  /* Where contents are, and numbers of sections beside those of
     fixture-image.h.  */
  OBJECT_SFRAME = 0x1000,
  OBJECT_RELA_SFRAME = 0x1200,
  OBJECT_GROUP = 0x1400,
  OBJECT_EH_FRAME = 0x1800,
  OBJECT_RELA_EH_FRAME = 0x1a00,
  OBJECT_TEXT = 0x2000,
  OBJECT_TEXT_B = 0x2100,
  OBJECT_STRINGS = 0x2200,
  SEC_TEXT_B = 3,
  SEC_RELA_SFRAME = 6,
  SEC_EH_FRAME = 7,
  SEC_RELA_EH_FRAME = 8,
  SEC_GROUP = 9,
  SEC_STRINGS = 10
};

/* An object for AMD64, or big-endian AArch64, bent by BEND.  False: a word of
   BEND is not known.  */
bool fixture_object (struct fixture *fixture, bool big_endian,
                     const char *bend);

#endif /* TESTSUITE_FIXTURE_OBJECT_H */
