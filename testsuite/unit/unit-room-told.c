/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-room-told.c - where a section goes that has little room beside what
   moves, and all that is said on the way.  */

#include "config.h"

#include "fixture-room.h"
#include "result.h"

static const struct room_functions cases[] = {
  { { STUFFED "P1.align=3000", PHDR_MOVE, 3,
      "slot 1000+3b8 P4 120+40>13b8 of 6000 S2=1000+3b2 S6=13b8+1c "
      "S7=13d8+20" },
    34,
    4 },
  { { STUFFED "P1.align=3000", PHDR_PAGES, 3,
      "slot 1000+3b8 P4 120+40>13b8 of 6000 S2=1000+3b2 S6=13b8+1c "
      "S7=13d8+20" },
    34,
    4 },
  { { STUFFED, PHDR_SLOT, 3,
      "segment 1000+400 P5 P4=3000@403000+50 120+40>3010 zeros 3000+80 of "
      "6080 S2=1000+3e8 S4=3080+2c S5=3480+18 S6=3010+1c S7=3030+20" },
    35,
    1 },
  { { FULL RESERVE "S6.name=16 S6.type=1 S6.flags=2 S6.offset=1600 "
                   "S6.addr=401600 S6.size=200 S2.name=0",
      PHDR_SLOT, 3,
      "segment 3010+99a P2 P3=3000@403000+9aa zeros 3000+9c0 of 69c0 "
      "S4=39c0+2b S5=3dc0+18 S6=3010+99a renamed" },
    90,
    0 },
  { { RESERVE "S6.name=16 S6.type=1 S6.flags=2 S6.offset=1600 "
              "S6.addr=401600 S6.size=200 Y1100.0=2",
      PHDR_SLOT, 3,
      " the merged section needs 406 bytes, but there is room for 256: "
      "symbols mark the end of its section" },
    14,
    0 },
  { { "Y1100.0=2", PHDR_SLOT, 3,
      " the merged section needs 406 bytes, but there is room for 256: "
      "symbols mark the end of its section" },
    14,
    0 },
  { { "Y1100.0=2 P2.type=4 P2.offset=1400 P2.addr=401400 P2.filesz=10 "
      "P2.memsz=10",
      PHDR_PAGES, 3,
      "none 1000+100 of 6000: symbols mark the end of its section" },
    4,
    0 },
  { { "Y1100.0=2 P2.type=4 P2.offset=1400 P2.addr=401400 P2.filesz=10 "
      "P2.memsz=10",
      PHDR_MOVE, 3,
      "none 1000+100 of 6000: symbols mark the end of its section" },
    4,
    0 },
  { { STUCK "S2.name=0", PHDR_MOVE, 3,
      "tail 1500+a21 P2 zeros 1800+1000 of 7240 S1=3000+800 S4=4000+2a "
      "S5=4400+18 S7=2800+20" },
    95,
    0 },
  { { STUCK "S2.name=0 P1.addr=7fffffffffff0000", PHDR_PAGES, 3,
      "tail 1500+a21 P2 zeros 1800+1000 of 7240 S1=3000+800 S4=4000+2a "
      "S5=4400+18 S7=2800+20" },
    95,
    0 },
  { { STUCK, PHDR_PAGES, 3,
      "tail 1500+454 P2 zeros 1800+1000 of 7000 S1=3000+800 S2=1500+454 "
      "S4=4000+2a S5=4400+18 S7=2800+20" },
    36,
    4 },
  { { STUCK, PHDR_PAGES, 3, "none 1000+400 of 6000 S2=1000+3e8" }, 36, 100 },
  { { STUCK, PHDR_SLOT, 3, "none 1000+400 of 6000 S2=1000+3e8" }, 36, 4 },
  { { FULL "P1.memsz=80000000", PHDR_SLOT, 2,
      " the merged section needs 2498 bytes, but there is room for 1024: from "
      "a new segment 1 function would be too far for version 2, but not for "
      "--to=v3; link it with the object that 'sfmerge reserve' makes" },
    95,
    0 },
  { { "C0.0=0 A0.0=1", PHDR_SLOT, 3, "tail 1800+41e P2 of 6000" }, 38, 0 },
  { { "C0.0=0", PHDR_NONE, 3, "none 1000+100 of 6000" }, 5, 0 },
  { { STUFFED "P1.align=3000 S2.size=48 S3.offset=1048 S3.addr=401048 "
              "S3.size=3f8 B1048.3f8=22",
      PHDR_SLOT, 3,
      "none 1000+48 of 6000: no 64 bytes are free for what follows the "
      "program headers S2=1000+37" },
    1,
    1 },
  { { RESERVE "S6.name=16 S6.type=1 S6.flags=2 S6.offset=1600 "
              "S6.addr=401600 S6.size=10 S2.name=0",
      PHDR_MOVE, 3,
      "segment 3010+2a4c P2 P3=3000@403000+2a5c zeros 3000+2a80 of 8a80 "
      "S4=5a80+29 S5=5e80+18 S6=3010+2a4c renamed" },
    400,
    0 },
  { { NOTE "S7.type=1", PHDR_MOVE, 0x60,
      "moved-phdrs 1000+400 P5 P4=6000@406000+150 of 6150:  follows the "
      "program headers S2=1000+60" },
    0,
    0 },
  { { NOTE "S7.type=1", PHDR_MOVE, 0x900,
      "moved-phdrs 6150+900 P5 P4=6000@406000+a50 of 6a50:  follows the "
      "program headers S2=6150+900" },
    0,
    0 },
  { { "P2.type=0", PHDR_SLOT, 0x60, "slot 1000+400 P2 of 6000 S2=1000+60" },
    0,
    0 },
  { { "P2.type=6 P2.offset=40 P2.addr=400040 P2.filesz=e0 P2.memsz=e0 "
      "P3.type=2 P3.offset=3800 P3.addr=403800 P3.filesz=20 P3.memsz=20",
      PHDR_SLOT, 0x60, "slot 1000+400 P2 of 6000 S2=1000+60" },
    0,
    0 },
  { { "P2.type=6474e553 P2.offset=1400 P2.addr=401400 P2.filesz=20 "
      "P2.memsz=20 P3.type=4 P3.offset=1400 P3.addr=401400 P3.filesz=20 "
      "P3.memsz=20",
      PHDR_SLOT, 0x60, "slot 1000+400 P3 of 6000 S2=1000+60" },
    0,
    0 },
  { { STUCK "P1.align=10000000 P1.addr=10002000", PHDR_PAGES, 0x900,
      " no room for the 2304 bytes of .sframe:  follows the program headers" },
    0,
    0 },
  { { NOTE "S7.type=1 P1.type=4", PHDR_MOVE, 0x60,
      "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
    0,
    0 },
  { { NOTE "S7.type=1 B5fff.1=1", PHDR_MOVE, 0x60,
      "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
    0,
    0 },
  { { STUFFED "P1.align=3000 S10.flags=2 S10.offset=13f9 S10.addr=4013f9 "
              "S10.size=7 S10.align=1 B13f9.7=1",
      PHDR_SLOT, 3,
      "slot 1000+3b8 P4 120+40>13b8 of 6000 S2=1000+3b2 S6=13b8+1c "
      "S7=13d8+20" },
    33,
    3 },
};

static const struct room_functions told[] = {
  { { STUFFED "P1.align=3000", PHDR_MOVE, 3,
      "D no bytes are inserted: no read-only segment can grow; D no bytes are "
      "inserted: no read-only segment can grow; D its section: 1054 bytes "
      "needed, room for 1024; D its section, without 2 functions: 1000 bytes "
      "needed, room for 1024; D beside a program header, without 4 functions: "
      "946 bytes needed, room for 952; D PT_GNU_SFRAME is program header 4, "
      "which is new; D 0x40 bytes after the program headers moved from "
      "0x400120 to 0x4013b8" },
    34,
    4 },
  { { STUFFED "P1.align=3000", PHDR_PAGES, 3,
      "D no bytes are inserted: no read-only segment can grow; D no bytes are "
      "inserted: no read-only segment can grow; D its section: 1054 bytes "
      "needed, room for 1024; D its section, without 2 functions: 1000 bytes "
      "needed, room for 1024; D beside a program header, without 4 functions: "
      "946 bytes needed, room for 952; D PT_GNU_SFRAME is program header 4, "
      "which is new; D 0x40 bytes after the program headers moved from "
      "0x400120 to 0x4013b8" },
    34,
    4 },
  { { STUFFED, PHDR_SLOT, 3,
      "D its section: 1000 bytes needed, room for 1024; D new segment: 0x50 "
      "bytes at 0x403000, program header 4; D PT_GNU_SFRAME is program header "
      "5, which is new; D 0x40 bytes after the program headers moved from "
      "0x400120 to 0x403010; D 0x80 bytes inserted at offset 0x3000, after "
      "the bytes of program header 1" },
    35,
    1 },
  { { FULL RESERVE "S6.name=16 S6.type=1 S6.flags=2 S6.offset=1600 "
                   "S6.addr=401600 S6.size=200 S2.name=0",
      PHDR_SLOT, 3,
      "D the reserve: 2458 bytes needed, room for 512; D new segment: 0x9aa "
      "bytes at 0x403000, program header 3; D PT_GNU_SFRAME is program header "
      "2, as before; D 0x9c0 bytes inserted at offset 0x3000, after the bytes "
      "of program header 1" },
    90,
    0 },
  { { RESERVE "S6.name=16 S6.type=1 S6.flags=2 S6.offset=1600 "
              "S6.addr=401600 S6.size=200 Y1100.0=2",
      PHDR_SLOT, 3,
      "D its section: 406 bytes needed, room for 256; D no new segment: "
      "symbols mark the end of its section; E the merged section needs 406 "
      "bytes, but there is room for 256: symbols mark the end of its "
      "section" },
    14,
    0 },
  { { "Y1100.0=2", PHDR_SLOT, 3,
      "D its section: 406 bytes needed, room for 256; D no new segment: "
      "symbols mark the end of its section; E the merged section needs 406 "
      "bytes, but there is room for 256: symbols mark the end of its "
      "section" },
    14,
    0 },
  { { "Y1100.0=2 P2.type=4 P2.offset=1400 P2.addr=401400 P2.filesz=10 "
      "P2.memsz=10",
      PHDR_PAGES, 3, "D its section: 136 bytes needed, room for 256" },
    4,
    0 },
  { { "Y1100.0=2 P2.type=4 P2.offset=1400 P2.addr=401400 P2.filesz=10 "
      "P2.memsz=10",
      PHDR_MOVE, 3, "D its section: 136 bytes needed, room for 256" },
    4,
    0 },
  { { STUCK "S2.name=0", PHDR_MOVE, 3,
      "D 0x1000 bytes inserted at offset 0x1800, after the bytes of program "
      "header 0; D the section goes to the free end of a segment; D "
      "PT_GNU_SFRAME is program header 2, as before" },
    95,
    0 },
  { { STUCK "S2.name=0 P1.addr=7fffffffffff0000", PHDR_PAGES, 3,
      "D 0x1000 bytes inserted at offset 0x1800, after the bytes of program "
      "header 0; D the section goes to the free end of a segment; D "
      "PT_GNU_SFRAME is program header 2, as before" },
    95,
    0 },
  { { STUCK, PHDR_PAGES, 3,
      "D 0x1000 bytes inserted at offset 0x1800, after the bytes of program "
      "header 0; D its section: 1108 bytes needed, room for 1024; D the "
      "section goes to the free end of a segment; D PT_GNU_SFRAME is program "
      "header 2, as before" },
    36,
    4 },
  { { STUCK, PHDR_PAGES, 3,
      "D its section: 3700 bytes needed, room for 1024; D its section, "
      "without 100 functions: 1000 bytes needed, room for 1024" },
    36,
    100 },
  { { STUCK, PHDR_SLOT, 3,
      "D its section: 1108 bytes needed, room for 1024; D its section, "
      "without 4 functions: 1000 bytes needed, room for 1024" },
    36,
    4 },
  { { FULL "P1.memsz=80000000", PHDR_SLOT, 2,
      "D its section: 2498 bytes needed, room for 1024; D no new segment: "
      "from a new segment 1 function would be too far for version 2, but not "
      "for --to=v3; E the merged section needs 2498 bytes, but there is room "
      "for 1024: from a new segment 1 function would be too far for version "
      "2, but not for --to=v3; link it with the object that 'sfmerge reserve' "
      "makes" },
    95,
    0 },
  { { "C0.0=0 A0.0=1", PHDR_SLOT, 3,
      "D its section: 1054 bytes needed, room for 256; D the section goes to "
      "the free end of a segment; D PT_GNU_SFRAME is program header 2, as "
      "before" },
    38,
    0 },
  { { "C0.0=0", PHDR_NONE, 3,
      "D its section: 163 bytes needed, room for 256" },
    5,
    0 },
  { { STUFFED "P1.align=3000 S2.size=48 S3.offset=1048 S3.addr=401048 "
              "S3.size=3f8 B1048.3f8=22",
      PHDR_SLOT, 3,
      "D its section: 82 bytes needed, room for 72; D its section, without 1 "
      "function: 55 bytes needed, room for 72" },
    1,
    1 },
  { { RESERVE "S6.name=16 S6.type=1 S6.flags=2 S6.offset=1600 "
              "S6.addr=401600 S6.size=10 S2.name=0",
      PHDR_MOVE, 3,
      "D the reserve: 10828 bytes needed, room for 2560; D new segment: "
      "0x2a5c bytes at 0x403000, program header 3; D PT_GNU_SFRAME is program "
      "header 2, as before; D 0x2a80 bytes inserted at offset 0x3000, after "
      "the bytes of program header 1" },
    400,
    0 },
  { { NOTE "S7.type=1", PHDR_MOVE, 0x60,
      "D its section: 96 bytes needed, room for 1024; N its program headers "
      "moved to offset 0x6000; strip would damage it: run strip before; D new "
      "segment: 0x150 bytes at 0x406000, program header 4; D PT_GNU_SFRAME is "
      "program header 5, which is new" },
    0,
    0 },
  { { NOTE "S7.type=1", PHDR_MOVE, 0x900,
      "D its section: 2304 bytes needed, room for 1024; N its program headers "
      "moved to offset 0x6000; strip would damage it: run strip before; D new "
      "segment: 0xa50 bytes at 0x406000, program header 4; D PT_GNU_SFRAME is "
      "program header 5, which is new" },
    0,
    0 },
  { { "P2.type=0", PHDR_SLOT, 0x60,
      "D its section: 96 bytes needed, room for 1024; D PT_GNU_SFRAME is "
      "program header 2, in the place of PT_NULL" },
    0,
    0 },
  { { "P2.type=6 P2.offset=40 P2.addr=400040 P2.filesz=e0 P2.memsz=e0 "
      "P3.type=2 P3.offset=3800 P3.addr=403800 P3.filesz=20 P3.memsz=20",
      PHDR_SLOT, 0x60,
      "D its section: 96 bytes needed, room for 1024; D PT_GNU_SFRAME is "
      "program header 2, in the place of PT_PHDR, which a shared object does "
      "not need" },
    0,
    0 },
  { { "P2.type=6474e553 P2.offset=1400 P2.addr=401400 P2.filesz=20 "
      "P2.memsz=20 P3.type=4 P3.offset=1400 P3.addr=401400 P3.filesz=20 "
      "P3.memsz=20",
      PHDR_SLOT, 0x60,
      "D its section: 96 bytes needed, room for 1024; D PT_GNU_SFRAME is "
      "program header 3, in the place of a PT_NOTE that PT_GNU_PROPERTY "
      "repeats" },
    0,
    0 },
  { { STUCK "P1.align=10000000 P1.addr=10002000", PHDR_PAGES, 0x900,
      "N no bytes are inserted: the file would grow by 0x10000000 bytes, more "
      "than 0x200000 (--grow=large-pages allows it); N no bytes are inserted: "
      "the file would grow by 0x10000000 bytes, more than 0x200000 "
      "(--grow=large-pages allows it); D its section: 2304 bytes needed, room "
      "for 1024; D no new segment:  follows the program headers; E no room "
      "for the 2304 bytes of .sframe:  follows the program headers" },
    0,
    0 },
  { { NOTE "S7.type=1 P1.type=4", PHDR_MOVE, 0x60,
      "D no bytes are inserted: it is loaded as one piece; D no bytes are "
      "inserted: it is loaded as one piece; D its section: 96 bytes needed, "
      "room for 1024" },
    0,
    0 },
  { { NOTE "S7.type=1 B5fff.1=1", PHDR_MOVE, 0x60,
      "D no bytes are inserted: something is appended to it at 0x5fff "
      "(--force would move that); D no bytes are inserted: something is "
      "appended to it at 0x5fff (--force would move that); D its section: 96 "
      "bytes needed, room for 1024" },
    0,
    0 },
};

int
main (void)
{
  room_try_functions (cases, sizeof cases / sizeof cases[0]);
  room_try_told (told, sizeof told / sizeof told[0]);
  return unit_exit ();
}
