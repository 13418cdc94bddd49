/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-room-free.c - what limits where the section goes in an image, and
   what must follow the program headers' growth.  */

#include "config.h"

#include "fixture-room.h"
#include "result.h"

/* The section after the program headers, and no PT_GNU_SFRAME.  */
#define EARLY                                                                 \
  "S2.offset=e8 S2.addr=4000e8 S2.size=100 P2.type=4 P2.offset=1400 "         \
  "P2.addr=401400 P2.filesz=10 P2.memsz=10 Be8.100=11 B1000.100=0 "

/* PT_PHDR and .interp instead of PT_GNU_SFRAME and PT_LOAD, and that in third
   place.  */
#define FIRST_PHDR                                                            \
  "P0.type=6 P0.offset=40 P0.addr=400040 P0.filesz=e0 P0.memsz=e0 "           \
  "P0.align=8 P0.flags=4 P2.type=1 P2.flags=4 P2.offset=0 "                   \
  "P2.addr=400000 P2.paddr=400000 P2.filesz=1800 P2.memsz=1800 "              \
  "P2.align=1000 P3.type=3 P3.offset=120 P3.addr=400120 "                     \
  "P3.paddr=400120 P3.filesz=1c P3.memsz=1c S6.type=1 S6.flags=2 "            \
  "S6.offset=120 S6.addr=400120 S6.size=1c B120.1c=44 "

static const struct room_case cases[] = {
  /* What refers to bytes that would move.  */
  { HASHED "S7.type=5 S7.flags=2 S7.offset=e8 S7.addr=4000e8", PHDR_PAGES,
    0x60, "slot 1000+60 P3 e8+30>1060 of 6000 S2=1000+60 S6=1060+30" },
  { HASHED "S7.type=5 S7.offset=e8 S7.addr=4000e8 S6.type=1", PHDR_PAGES, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { HASHED "S1.type=5 S1.flags=0 S1.addr=4000e8", PHDR_PAGES, 0x60,
    "slot 1000+60 P3 e8+30>1060 of 6000 S2=1000+60 S6=1060+30" },
  { HASHED "S1.type=1 S1.flags=2 S1.offset=e8 S1.addr=4000e8 S1.size=0",
    PHDR_PAGES, 0x60,
    "slot 1000+60 P3 e8+30>1060 of 6000 S2=1000+60 S6=1060+30" },
  { HASHED "S1.type=5 S1.flags=2 S1.offset=e8 S1.addr=4000e8 S1.size=30 "
           "S6.type=1 S6.flags=0 S6.size=0 S6.offset=0",
    PHDR_PAGES, 0x60,
    "slot 1000+60 P3 e8+30>1060 of 6000 S2=1060+30 S1=1000+60" },
  { DYNSYM "W3800.8=1e W3808.8=0 W3810.8=6 W3818.8=4000e8", PHDR_PAGES, 0x60,
    "slot 1000+60 P3 e8+30>1060 of 6000 S2=1000+60 S6=1060+30" },
  { DYNSYM "W3810.8=c W3818.8=4000e7", PHDR_PAGES, 0x60,
    "slot 1000+60 P3 e8+30>1060 of 6000 S2=1000+60 S6=1060+30" },
  { DYNSYM "Be8.30=0 B104.1=3 W106.2=6 W108.8=4000f0", PHDR_PAGES, 0x60,
    "slot 1000+60 P3 e8+30>1060 of 6000 S2=1000+60 S6=1060+30 Y1068" },
  { DYNSYM "Be8.30=0 B104.1=3 W106.2=6 W108.8=4000e8", PHDR_PAGES, 0x60,
    "slot 1000+60 P3 e8+30>1060 of 6000 S2=1000+60 S6=1060+30 Y1060" },
  { DYNSYM "Be8.30=0 B104.1=3 W106.2=ff00 W108.8=4000f0", PHDR_PAGES, 0x60,
    "slot 1000+60 P3 e8+30>1060 of 6000 S2=1000+60 S6=1060+30" },
  { DYNSYM "P0.type=2 P0.offset=3800 P0.addr=403800 P0.filesz=40 P0.memsz=40 "
           "P2.type=1 P2.flags=4 P2.offset=0 P2.addr=400000 P2.filesz=1800 "
           "P2.memsz=1800 P2.align=1000 P2.paddr=400000",
    PHDR_PAGES, 0x60,
    "slot 1000+60 P3 e8+30>1060 of 6000 S2=1000+60 S6=1060+30" },
  { NOTE "W140.8=c W148.8=400140", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE "X0.0=1 W160.8=400140", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: the word at 0x160 names what would move "
    "S2=1000+60" },
  { "X0.0=1 T0.0=900 P0.filesz=800 P0.memsz=800 P2.type=1 P2.flags=4 "
    "P2.offset=800 P2.addr=400800 P2.paddr=400800 P2.filesz=1000 "
    "P2.memsz=1000 P2.align=1000 P3.type=4 P3.offset=9e0 P3.addr=4009e0 "
    "P3.paddr=4009e0 P3.filesz=20 P3.memsz=20 S6.type=7 S6.flags=2 "
    "S6.offset=9e0 S6.addr=4009e0 S6.size=20 B9e0.20=55 W100.8=4009e0",
    PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: the word at 0x100 names what would move "
    "S2=1000+60" },
  { "X0.0=1 T0.0=900 P0.filesz=800 P0.memsz=800 P2.type=1 P2.flags=4 "
    "P2.offset=800 P2.addr=400800 P2.paddr=400800 P2.filesz=1000 "
    "P2.memsz=1000 P2.align=1000 P3.type=4 P3.offset=9e0 P3.addr=4009e0 "
    "P3.paddr=4009e0 P3.filesz=20 P3.memsz=20 S6.type=7 S6.flags=2 "
    "S6.offset=9e0 S6.addr=4009e0 S6.size=20 B9e0.20=55 P0.filesz=900 "
    "P0.memsz=900 P2.offset=900 P2.addr=400900 P2.filesz=f00 P2.memsz=f00 "
    "P2.paddr=400900 W100.8=4009e0",
    PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: the word at 0x100 names what would move "
    "S2=1000+60" },
  /* Relocations.  */
  { NOTE "S8.type=4 S8.offset=3c00 S8.size=18 S8.info=3 W3c08.8=100000000 "
         "W3c10.8=400140",
    PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE "S8.type=4 S8.offset=3c00 S8.size=18 S8.link=0 S8.info=3 "
         "W3c08.8=100000001 W3c10.8=400140",
    PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  /* What ends the free bytes.  */
  { "P3.type=2 P3.offset=3800 P3.addr=403800 P3.filesz=20 P3.memsz=20 "
    "W3800.8=6ffffe00 W3808.8=401200",
    PHDR_NONE, 0x60, "none 1000+200 of 6000 S2=1000+60" },
  { "P3.type=2 P3.offset=3800 P3.addr=403800 P3.filesz=20 P3.memsz=20 "
    "W3800.8=6ffffeff W3808.8=401200",
    PHDR_NONE, 0x60, "none 1000+200 of 6000 S2=1000+60" },
  { "P3.type=2 P3.offset=3800 P3.addr=403800 P3.filesz=20 P3.memsz=20 "
    "W3800.8=6fffff00 W3808.8=401200",
    PHDR_NONE, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  { "P3.type=4 P3.offset=3800 P3.addr=403800 P3.filesz=20 P3.memsz=20 "
    "W3800.8=c W3808.8=401200",
    PHDR_NONE, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  { "P0.type=2 P0.offset=3800 P0.addr=403800 P0.filesz=20 P0.memsz=20 "
    "W3800.8=c W3808.8=401200 P3.type=1 P3.flags=4 P3.offset=0 P3.addr=400000 "
    "P3.filesz=1800 P3.memsz=1800 P3.align=1000",
    PHDR_NONE, 0x60, "none 1000+200 of 6000 S2=1000+60" },
  { "P3.type=60000001 P3.offset=1000 P3.addr=401000 P3.filesz=100 "
    "P3.memsz=100",
    PHDR_NONE, 0x60,
    " the output would be wrong: program header 3 has other bytes" },
  { "P3.type=60000001 P3.offset=1080 P3.addr=401080 P3.filesz=200 "
    "P3.memsz=200",
    PHDR_NONE, 0x60,
    " a segment at [0x1080, 0x1280) lies in .sframe at [0x1000, 0x1100)" },
  { "P3.type=60000001 P3.offset=1200 P3.addr=401200 P3.filesz=10 P3.memsz=10",
    PHDR_NONE, 0x60, "none 1000+200 of 6000 S2=1000+60" },
  { "S2.size=0 P2.filesz=0 P2.memsz=0 P3.type=60000001 P3.offset=1000 "
    "P3.addr=401000 P3.filesz=100 P3.memsz=100",
    PHDR_NONE, 0x60,
    " no room for the 96 bytes of .sframe; allow more than --grow=none" },
  { "P3.type=6474e551 P3.offset=1080 P3.addr=401080 P3.filesz=200 "
    "P3.memsz=200",
    PHDR_NONE, 0x60,
    " the output would be wrong: program header 3 has other bytes" },
  { "P3.type=6474e551 P3.offset=1200 P3.addr=401200 P3.filesz=10 P3.memsz=10",
    PHDR_NONE, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  { "S6.name=7 S6.flags=0 S6.offset=1200 S6.size=10 B1200.10=11", PHDR_NONE,
    0x60, "none 1000+200 of 6000 S2=1000+60 S6=1200+0 retired 1+0" },
  { "S6.name=7 S6.flags=2 S6.type=8 S6.offset=1200 S6.addr=401200 S6.size=10",
    PHDR_NONE, 0x60,
    "none 1000+200 of 6000 S2=1000+60 S6=1200+0 retired 1+0" },
  { "S6.name=7 S6.flags=2 S6.offset=10ff S6.addr=4010ff S6.size=10 "
    "B10ff.10=11",
    PHDR_NONE, 0x60,
    " .sframe at [0x10ff, 0x110f) lies in .sframe at [0x1000, 0x1100)" },
  /* Pieces that may be overwritten.  */
  { "R1000.0=1080 R1081.0=1100", PHDR_NONE, 0x60,
    "(.sframe+0x80) the bytes up to 0x81 are neither zeros nor SFrame data "
    "with a header: they may be something else's" },
  { "R1000.0=1080 R10a0.0=10c0", PHDR_NONE, 0x60,
    "(.sframe+0x80) the bytes up to 0xa0 are neither zeros nor SFrame data "
    "with a header: they may be something else's" },
  { "R1000.0=1080 B1080.80=0 P2.filesz=200 P2.memsz=200 B1180.10=1", PHDR_NONE,
    0x60, "none 1000+400 of 6000 S2=1000+60" },
  { "R1000.0=1100 P2.filesz=200 P2.memsz=200 B1180.10=1", PHDR_NONE, 0x60,
    "none 1000+400 of 6000 S2=1000+60" },
  { "R1000.0=1100 P2.filesz=200 P2.memsz=200 B1180.10=1 P2.addr=401001",
    PHDR_NONE, 0x60, "none 1000+180 of 6000 S2=1000+60" },
  { FULL "R1000.0=1100 R1800.0=1820", PHDR_PAGES, 0x900,
    "segment 3010+900 P2 P3=3000@403000+910 zeros 3000+940 of 6940 "
    "S2=3010+900 S4=3940+2b S5=3d40+18" },
  { FULL "R1000.0=1100 R3200.0=3210", PHDR_PAGES, 0x900,
    "segment 3010+900 P2 P3=3000@403000+910 zeros 3000+940 of 6940 "
    "S2=3010+900 S4=3940+2b S5=3d40+18" },
  { STUCK "R1000.0=1100 S9.name=7 S9.flags=2 S9.offset=2800 S9.addr=402800 "
          "S9.size=40 B2800.40=1 R2800.0=2840",
    PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 S1=3000+800 S2=1000+0 "
    "S4=4000+2c S5=4400+18 S7=2800+20 S9=1500+900 retired 1+0" },
  /* Symbols at the end of the section, and images without section headers.  */
  { "Y1100.3=2", PHDR_NONE, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  { "Y1100.4=2", PHDR_NONE, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  { "Y1100.6=2", PHDR_NONE, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  { "Y1100.0=fff2 S5.link=4 H3418.4=7", PHDR_NONE, 0x60,
    "none 1000+400 of 6000 S2=1000+60" },
  { "S1.name=7 S1.type=1 S1.flags=2 S1.offset=1000 S1.addr=401000 S1.size=100 "
    "S2.name=1 S2.type=1 S2.flags=6 S2.offset=2000 S2.addr=402000 S2.size=800 "
    "Y1100.0=1",
    PHDR_NONE, 0x60,
    "none 1000+100 of 6000: symbols mark the end of its section" },
  { "S1.name=7 S1.type=1 S1.flags=2 S1.offset=1000 S1.addr=401000 S1.size=100 "
    "S2.name=1 S2.type=1 S2.flags=6 S2.offset=2000 S2.addr=402000 S2.size=800 "
    "Y1100.0=1",
    PHDR_NONE, 0x101,
    " no room for the 257 bytes of .sframe: symbols mark the end of its "
    "section" },
  { "C0.0=0 P2.offset=5ff0 P2.addr=401000", PHDR_NONE, 0x10,
    " neither a section nor PT_GNU_SFRAME says where .sframe is" },
  { "C0.0=0 A0.0=1", PHDR_SLOT, 0x101, "tail 1800+101 P2 of 6000" },
  { "C0.0=0 A0.0=1 P2.type=0", PHDR_SLOT, 0x101, "tail 1800+101 P2 of 6000" },
  { "C0.0=0 A0.0=1", PHDR_MOVE, 0x1001,
    "moved-phdrs 60e0+1001 P2 P3=6000@406000+10e1 of 70e1: without section "
    "headers nothing tells what follows the program headers" },
  { "C0.0=0 A0.0=1", PHDR_PAGES, 0x1001,
    " no room for the 4097 bytes of .sframe: without section headers nothing "
    "tells what follows the program headers; use --grow=move-phdrs" },
  { "S2.size=0 S2.offset=1800 S2.addr=401800 P2.filesz=0 P2.memsz=0 "
    "P2.offset=1800 P2.addr=401800 P1.offset=1800 P1.addr=401800 "
    "P1.paddr=401800 P1.filesz=1800 P1.memsz=1800",
    PHDR_NONE, 0x60, "none 1800+800 of 6000 P2@1800 S2=1800+60" },
  { "S2.size=0 S2.offset=1800 S2.addr=401800 P2.filesz=0 P2.memsz=0 "
    "P2.offset=1800 P2.addr=401800 P0.offset=1800 P0.addr=401800 "
    "P0.paddr=401800 P0.filesz=1800 P0.memsz=1800 P0.flags=5 P1.offset=0 "
    "P1.addr=400000 P1.paddr=400000 P1.filesz=1800 P1.memsz=1800 P1.flags=4",
    PHDR_NONE, 0x60, "none 1800+800 of 6000 P2@1800 S2=1800+60" },
  /* The free ends of segments.  */
  { FULL "S6.flags=2 S6.offset=1500 S6.addr=401500 S6.size=1 S1.size=1000 "
         "B2800.800=33 P1.align=3000 S2.size=2f0 P2.filesz=2f0 P2.memsz=2f0 "
         "S9.flags=2 S9.offset=12f0 S9.addr=4012f0 S9.size=8",
    PHDR_SLOT, 0x2f8, "tail 1508+2f8 P2 of 6000 S2=1508+2f8" },
  { FULL "S6.flags=2 S6.offset=1500 S6.addr=401500 S6.size=1 S1.size=1000 "
         "B2800.800=33 P1.align=3000 S2.size=2f0 P2.filesz=2f0 P2.memsz=2f0 "
         "S9.flags=2 S9.offset=12f0 S9.addr=4012f0 S9.size=8",
    PHDR_SLOT, 0x2f7, "tail 1508+2f7 P2 of 6000 S2=1508+2f7" },
  { FULL "P1.align=3000 S9.offset=2b01 S9.size=10 B2b01.10=77 S2.size=2f0 "
         "P2.filesz=2f0 P2.memsz=2f0 S10.flags=2 S10.offset=12f0 "
         "S10.addr=4012f0 S10.size=8",
    PHDR_SLOT, 0x301, "tail 2800+301 P2 of 6000 S2=2800+301" },
  /* The best of several sections.  */
  { "S2.size=0 P2.filesz=0 P2.memsz=0 S6.flags=2 S6.offset=1000 "
    "S6.addr=401000 S6.size=100",
    PHDR_SLOT, 0x60, "tail 1500+60 P2 of 6000 P2@1500 S2=1500+60" },
  { "S6.name=7 S6.flags=2 S6.offset=1600 S6.addr=401600 S6.size=8 Y1100.0=2 "
    "B1600.8=1",
    PHDR_SLOT, 0x8,
    "none 1000+100 of 6000: symbols mark the end of its section S6=1600+0 "
    "retired 1+0" },
  /* Nothing is free for what must move.  */
  { STUFFED, PHDR_SLOT, 0x3c1,
    "segment 1000+400 P5 P4=3000@403000+50 120+40>3010 zeros 3000+80 of 6080 "
    "S2=1000+3c1 S4=3080+2c S5=3480+18 S6=3010+1c S7=3030+20" },
  { STUFFED, PHDR_SLOT, 0x400,
    "segment 1000+400 P5 P4=3000@403000+50 120+40>3010 zeros 3000+80 of 6080 "
    "S2=1000+400 S4=3080+2c S5=3480+18 S6=3010+1c S7=3030+20" },
  { STUFFED "P1.align=3000", PHDR_SLOT, 0x3c1,
    "none 1000+400 of 6000: no 64 bytes are free for what follows the program "
    "headers S2=1000+3c1" },
  { NOTE "P3.align=40 S7.align=40", PHDR_SLOT, 0x3f9,
    "slot 1000+400 P4 120+40>1520 of 6000 S2=1000+3f9 S6=1520+1c S7=1540+20" },
  { STUFFED "P1.align=3000 P3.align=40 S7.align=40", PHDR_SLOT, 0x3f9,
    "none 1000+400 of 6000: no 64 bytes are free for what follows the program "
    "headers S2=1000+3f9" },
  { NOTE "P2.align=1000 P3.align=1000 S7.align=8", PHDR_SLOT, 0x60,
    "slot 1000+120 P4 120+40>1120 of 6000 S2=1000+60 S6=1120+1c S7=1140+20" },
  { NOTE "S7.align=0", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE "S7.align=1", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  /* What follows the program headers.  */
  { NOTE "S8.flags=2 S8.offset=40 S8.addr=400040 S8.size=e0", PHDR_SLOT, 0x60,
    " the output would be wrong: section 8 () has other bytes" },
  { NOTE "S8.flags=2 S8.offset=40 S8.addr=400040 S8.size=e0 S8.size=e1",
    PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { NOTE "S8.flags=2 S8.offset=40 S8.addr=400040 S8.size=e0 S8.offset=160 "
         "S8.addr=400160 S8.size=8",
    PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE "P3.filesz=10 P3.memsz=10 S7.size=10 B150.10=0 S8.type=7 S8.flags=2 "
         "S8.offset=158 S8.addr=400158 S8.size=8 B158.8=1",
    PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+30>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+10" },
  { NOTE
    "P2.type=4 P2.offset=130 P2.addr=400130 P2.filesz=0 P2.memsz=0 S6.type=7",
    PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 P2@130 S2=1000+60 S6=1060+1c "
    "S7=1080+20" },
  { NOTE "P2.type=6474e553 P2.filesz=20 P2.memsz=20 P2.offset=140 "
         "P2.addr=400140 S6.type=7 S6.size=20 P3.offset=120 P3.addr=400120 "
         "P3.filesz=20 P3.memsz=20 B13c.4=1",
    PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+20 S7=1080+20" },
  { NOTE "P2.type=6 P2.offset=40 P2.addr=400048 S6.type=0 B120.1c=0 X0.0=1",
    PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: PT_PHDR leads to offset 0x40, address 0x400048, "
    "not to the program headers at 0x40 S2=1000+60" },
  { FIRST_PHDR "P0.addr=400048", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: PT_PHDR leads to offset 0x40, address 0x400048, "
    "not to the program headers at 0x40 S2=1000+60" },
  { FIRST_PHDR "P0.offset=48 P0.addr=400048", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: PT_PHDR leads to offset 0x48, address 0x400048, "
    "not to the program headers at 0x40 S2=1000+60" },
  { FIRST_PHDR "S6.type=9", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { FIRST_PHDR "S7.flags=2 S7.offset=13c S7.addr=40013c S7.size=20 B13c.20=1",
    PHDR_MOVE, 0x60,
    "moved-phdrs 1000+400 P5 P4=6000@406000+150 of 6150:  follows the program "
    "headers P0~0 S2=1000+60" },
  { FIRST_PHDR "S7.flags=2 S7.offset=13c S7.addr=40013c S7.size=20 B13c.20=1 "
               "P0.paddr=1000",
    PHDR_MOVE, 0x60,
    "moved-phdrs 1000+400 P5 P4=6000@406000+150 of 6150:  follows the program "
    "headers P0~0 S2=1000+60" },
  { NOTE "S6.type=e", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { NOTE "P3.offset=5ff0 P3.addr=405ff0 P3.filesz=20 P3.memsz=20", PHDR_SLOT,
    0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  /* The section itself follows them.  */
  { EARLY, PHDR_SLOT, 0x900,
    "none e8+1318 of 6000: .sframe follows the program headers S2=e8+900" },
  { EARLY "S6.flags=2 S6.offset=1e8 S6.addr=4001e8 S6.size=8", PHDR_SLOT,
    0x900, "tail 1500+900 P3 of 6000 S2=1500+900" },
  { EARLY, PHDR_PAGES, 0x900,
    "none e8+1318 of 6000: .sframe follows the program headers S2=e8+900" },
  { "T1.0=e8 P2.type=4 S2.offset=1200 S2.addr=401200 S3.offset=1300 "
    "S3.addr=401300",
    PHDR_SLOT, 0x60,
    "none 1200+100 of 6000: another header follows the program headers "
    "S2=1200+60" },
  /* Tails that are too short once aligned, and tags in a first segment.  */
  { FULL "S6.flags=2 S6.offset=1500 S6.addr=401500 S6.size=1 S1.size=1000 "
         "B2800.800=33 S2.size=2f0 P2.filesz=2f0 P2.memsz=2f0 S9.flags=2 "
         "S9.offset=12f0 S9.addr=4012f0 S9.size=8",
    PHDR_SLOT, 0x2f8, "tail 1508+2f8 P2 of 6000 S2=1508+2f8" },
  { FULL "S6.flags=2 S6.offset=1500 S6.addr=401500 S6.size=1 S1.size=1000 "
         "B2800.800=33 S2.size=2f0 P2.filesz=2f0 P2.memsz=2f0 S9.flags=2 "
         "S9.offset=12f0 S9.addr=4012f0 S9.size=8",
    PHDR_SLOT, 0x2f9,
    "segment 3010+2f9 P2 P3=3000@403000+309 zeros 3000+340 of 6340 "
    "S2=3010+2f9 S4=3340+2c S5=3740+18" },
  { FULL "S6.flags=2 S6.offset=1500 S6.addr=401500 S6.size=1 S1.size=1000 "
         "B2800.800=33 S2.size=2f0 P2.filesz=2f0 P2.memsz=2f0 S9.flags=2 "
         "S9.offset=12f0 S9.addr=4012f0 S9.size=8",
    PHDR_SLOT, 0x2ff,
    "segment 3010+2ff P2 P3=3000@403000+30f zeros 3000+340 of 6340 "
    "S2=3010+2ff S4=3340+2c S5=3740+18" },
  { NOTE "S8.type=4 S8.offset=3c00 S8.size=18 S8.info=3 S8.link=5 W3c08.8=1 "
         "W3c10.8=0 W3408.8=400140 W3406.2=7",
    PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: symbol 0 of .symtab () names what would move "
    "S2=1000+60" },
  { "P0.type=2 P0.offset=3800 P0.addr=403800 P0.paddr=403800 P0.filesz=40 "
    "P0.memsz=40 P0.align=8 P2.type=1 P2.flags=4 P2.offset=0 P2.addr=400000 "
    "P2.filesz=1800 P2.memsz=1800 P2.align=1000 P2.paddr=400000 P3.type=4 "
    "P3.offset=120 P3.addr=400120 P3.paddr=400120 P3.filesz=20 P3.memsz=20 "
    "S6.type=7 S6.flags=2 S6.offset=120 S6.addr=400120 S6.size=20 B120.20=1 "
    "W3800.8=c W3808.8=400120",
    PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: dynamic tag 0xc names what would move "
    "S2=1000+60" },
  { "P0.type=2 P0.offset=3800 P0.addr=403800 P0.paddr=403800 P0.filesz=40 "
    "P0.memsz=40 P0.align=8 P2.type=1 P2.flags=4 P2.offset=0 P2.addr=400000 "
    "P2.filesz=1800 P2.memsz=1800 P2.align=1000 P2.paddr=400000 P3.type=4 "
    "P3.offset=120 P3.addr=400120 P3.paddr=400120 P3.filesz=20 P3.memsz=20 "
    "S6.type=7 S6.flags=2 S6.offset=120 S6.addr=400120 S6.size=20 B120.20=1 "
    "W3800.8=c W3808.8=400140",
    PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: dynamic tag 0xc names what would move "
    "S2=1000+60" },
};

int
main (void)
{
  room_try (cases, sizeof cases / sizeof cases[0]);
  return unit_exit ();
}
