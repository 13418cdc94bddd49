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
/* NOTE, and nothing free but the rest of the section's bytes.  */
#define STUFFED                                                               \
  NOTE FULL "S9.flags=2 S9.offset=1500 S9.addr=401500 S9.size=300 "           \
            "B1500.300=88 S1.size=1000 B2800.800=33 "
/* .sframe_reserve in place of two other names, which section 6 or 8 has.  */
#define RESERVE                                                               \
  "S4.name=0 S5.name=0 B3016.1=2e B3017.1=73 B3018.1=66 B3019.1=72 "          \
  "B301a.1=61 B301b.1=6d B301c.1=65 B301d.1=5f B301e.1=72 B301f.1=65 "        \
  "B3020.1=73 B3021.1=65 B3022.1=72 B3023.1=76 B3024.1=65 B3025.1=0 "
#define RESERVE_6                                                             \
  RESERVE "S6.name=16 S6.type=1 S6.flags=2 S6.offset=1600 S6.addr=401600 "
#define RESERVE_8                                                             \
  RESERVE "S8.name=16 S8.type=1 S8.flags=2 S8.offset=1600 S8.addr=401600 "
/* .dynsym or .hash after the three program headers, and the tag for it.  */
#define TAGGED                                                                \
  "P2.type=2 P2.offset=3800 P2.addr=403800 P2.filesz=40 P2.memsz=40 "         \
  "S6.flags=2 S6.offset=e8 S6.addr=4000e8 S6.size=30 Be8.30=61 "              \
  "W3808.8=4000e8 "
#define DYNSYM TAGGED "S6.type=b S6.entsize=18 W3800.8=6 "
#define HASHED TAGGED "S6.type=5 W3800.8=4 "
/* A section after the three program headers that cannot move, and something
   that is not loaded after the first segment; STUCK: the second segment is
   writable.  */
#define TAKEN                                                                 \
  "S6.type=1 S6.flags=2 S6.offset=e8 S6.addr=4000e8 S6.size=8 Be8.8=11 "      \
  "B1800.20=77 S7.offset=1800 S7.size=20 "
#define STUCK TAKEN "P1.flags=7 "
/* Instead of PT_GNU_SFRAME, .interp and a note in the first section.  */
#define ORDERED                                                               \
  "P2.type=3 P2.offset=120 P2.addr=400120 P2.paddr=400120 P2.filesz=1c "      \
  "P2.memsz=1c P3.type=4 P3.offset=140 P3.addr=400140 P3.paddr=400140 "       \
  "P3.filesz=20 P3.memsz=20 S1.type=7 S1.flags=2 S1.addr=400120 "             \
  "S1.offset=120 S1.size=40 B120.1c=44 B140.20=55 "

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
