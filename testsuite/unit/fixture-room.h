/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixture-room.h - what is chosen and changed for a bent image, in words.  */

#ifndef TESTSUITE_FIXTURE_ROOM_H
#define TESTSUITE_FIXTURE_ROOM_H

#include "fixture-bend.h"
#include "image-change.h"

/* Instead of PT_GNU_SFRAME, .interp and a note after the four program
   headers.  */
#define NOTE                                                                  \
  "P2.type=3 P2.offset=120 P2.addr=400120 P2.paddr=400120 P2.filesz=1c "      \
  "P2.memsz=1c P3.type=4 P3.offset=140 P3.addr=400140 P3.paddr=400140 "       \
  "P3.filesz=20 P3.memsz=20 S6.type=1 S6.flags=2 S6.addr=400120 "             \
  "S6.offset=120 S6.size=1c S7.type=7 S7.flags=2 S7.addr=400140 "             \
  "S7.offset=140 S7.size=20 B120.1c=44 B140.20=55 "
/* Something that is not loaded after the first segment.  */
#define FULL "B1800.20=77 S8.offset=1800 S8.size=20 "

/* An image that is bent, and for so many bytes of content what make_room
   chooses and the change does: the kind; the place of the section; the numbers
   of its program header and of the new PT_LOAD with its offset, address and
   size; what moves, and where to; inserted zeros; the size of the file; why
   there is no more; sections and symbols that differ.  If nothing is changed,
   the message.  */
struct room_case
{
  const char *bend;
  enum phdr_mode mode;
  size_t size;
  const char *wanted;
};

/* The same for a section of functions, of version 2 or 3, as ROOM.SIZE says:
   so many, and then so many that may be left out.  */
struct room_functions
{
  struct room_case room;
  unsigned needed, optional;
};

/* Try all COUNT CASES, each for AMD64 and big-endian AArch64.  */
void room_try (const struct room_case *cases, size_t count);
void room_try_functions (const struct room_functions *cases, size_t count);

/* The same, but WANTED are all messages.  */
void room_try_told (const struct room_functions *cases, size_t count);

#endif /* TESTSUITE_FIXTURE_ROOM_H */
