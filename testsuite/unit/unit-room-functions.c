/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-room-functions.c - where a section of functions goes, some of which may
   be left out for lack of room.  */

#include "config.h"

#include "fixture-room.h"
#include "result.h"

enum
{
  V2 = 2,
  V3 = 3
};

static const struct room_functions cases[] = {
  /* Those that may be left out are.  */
  { { "", PHDR_NONE, V3, "none 1000+400 of 6000 S2=1000+f4" }, 4, 4 },
  { { "", PHDR_NONE, V3, "none 1000+400 of 6000 S2=1000+3e8" }, 20, 20 },
  { { "", PHDR_SLOT, V3, "tail 1500+454 P2 of 6000 S2=1500+454" }, 20, 20 },
  { { NOTE, PHDR_SLOT, V3,
      "slot 1000+400 P4 120+40>1500 of 6000 S2=1000+3e8 S6=1500+1c "
      "S7=1520+20" },
    35,
    1 },
  { { NOTE "P0.filesz=1500 P0.memsz=1500", PHDR_SLOT, V3,
      "tail 1500+4db P4 120+40>19e0 of 6000 S2=1500+4db S6=19e0+1c "
      "S7=1a00+20" },
    35,
    10 },
  /* In reach, or not.  */
  { { FULL "P1.memsz=1ffffffff", PHDR_SLOT, V2,
      " the merged section needs 2498 bytes, but there is room for 1024: from "
      "a new segment 95 functions would be too far for version 2, but not for "
      "--to=v3; link it with the object that 'sfmerge reserve' makes" },
    95,
    0 },
  { { "P1.memsz=100000000", PHDR_PAGES, V2,
      "tail 1500+afa P2 of 6000 S2=1500+afa" },
    95,
    20 },
  { { "P1.memsz=100000000", PHDR_PAGES, V2,
      "tail 1500+446 P2 of 6000 S2=1500+446" },
    37,
    4 },
  /* A reserve.  */
  { { RESERVE_6 "S6.size=100", PHDR_SLOT, V3,
      "none 1600+a00 of 6000 S2=1000+0 S6=1600+41e renamed retired 1+0" },
    38,
    0 },
  { { RESERVE_6 "S6.size=100", PHDR_NONE, V3,
      "none 1000+400 of 6000 S2=1000+346 S6=1600+0 retired 1+0" },
    10,
    20 },
  { { RESERVE_6 "S6.size=100 S2.size=10 S2.flags=0", PHDR_NONE, V3,
      "none 1600+a00 of 6000 S2=1000+0 S6=1600+88 renamed retired 1+0" },
    4,
    0 },
  { { NOTE RESERVE_8 "S8.size=200", PHDR_SLOT, V3,
      "slot 1000+198 P4 120+40>1198 of 6000 S2=1000+196 S6=1198+1c S7=11b8+20 "
      "S8=1600+0 retired 1+0" },
    14,
    0 },
  /* Nowhere.  */
  { { "C0.0=0", PHDR_SLOT, V3,
      " the merged section needs 1054 bytes, but there is room for 256: "
      "something is appended to it at 0x3001 (--force would move that)" },
    38,
    0 },
  { { RESERVE_6
      "S6.size=1e0 S2.flags=0 S3.offset=17e0 S3.addr=4017e0 S3.size=20",
      PHDR_NONE, V3,
      " the merged section needs 1648 bytes, but there is room for 480; link "
      "it "
      "with the object that 'sfmerge reserve' makes, or allow more than "
      "--grow=none" },
    60,
    0 },
};

int
main (void)
{
  room_try_functions (cases, sizeof cases / sizeof cases[0]);
  return unit_exit ();
}
