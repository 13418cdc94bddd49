/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-room-users.c - what names bytes that are to move, and where zeros are
   inserted, an image for each.  */

#include "config.h"

#include "fixture-room.h"
#include "result.h"

/* A relocation, and a string table with "$d" for a local symbol.  */
#define RELA "S8.type=4 S8.flags=2 S8.offset=3c00 S8.size=18 S8.entsize=18 "
#define RELR "S8.type=13 S8.flags=2 S8.offset=3c00 S8.size=10 W3c00.8=402000 "
#define LABEL                                                                 \
  "B341c.1=0 W3418.4=1 S5.link=8 S8.type=3 S8.offset=3d00 S8.size=10 "        \
  "B3d01.1=24 B3d02.1=64 "

static const struct room_case cases[] = {
  { NOTE "X0.0=1", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE "X0.0=1 W2000.8=400140", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: the word at 0x2000 names what would move "
    "S2=1000+60" },
  { NOTE "X0.0=1 W2000.8=400120", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: the word at 0x2000 names what would move "
    "S2=1000+60" },
  { NOTE "X0.0=1 W2000.8=40011f", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE "X0.0=1 W2000.8=40015f", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: the word at 0x2000 names what would move "
    "S2=1000+60" },
  { NOTE "X0.0=1 W2000.8=400160", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE "X0.0=1 W2004.8=400140", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE "X0.0=1 W17f8.8=400140", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: the word at 0x17f8 names what would move "
    "S2=1000+60" },
  { NOTE "X0.0=1 W1508.8=400140", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: the word at 0x1508 names what would move "
    "S2=1000+60" },
  { NOTE "X0.0=1 W2ff8.8=400140", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: the word at 0x2ff8 names what would move "
    "S2=1000+60" },
  { NOTE "W2000.8=400140", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE "X0.0=1 P2.type=2 P2.offset=2900 P2.addr=402900 P2.filesz=20 "
         "P2.memsz=20 W2900.8=1e S6.type=7 W2908.8=400140",
    PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE "X0.0=1 P2.type=2 P2.offset=2900 P2.addr=402900 P2.filesz=20 "
         "P2.memsz=20 W2900.8=1e S6.type=7 W2920.8=400140",
    PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: the word at 0x2920 names what would move "
    "S2=1000+60" },
  { NOTE "X0.0=1 P2.type=2 P2.offset=2900 P2.addr=402900 P2.filesz=20 "
         "P2.memsz=20 W2900.8=1e S6.type=7 W28f8.8=400140",
    PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: the word at 0x28f8 names what would move "
    "S2=1000+60" },
  { NOTE "X0.0=1 P2.type=2 P2.offset=2900 P2.addr=402900 P2.filesz=20 "
         "P2.memsz=20 W2900.8=1e S6.type=7 W2918.8=400140",
    PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE "W18.8=400140", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: the entry point names what would move "
    "S2=1000+60" },
  { NOTE "W18.8=40015f", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: the entry point names what would move "
    "S2=1000+60" },
  { NOTE "W18.8=400160", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE RELA "W3c08.8=8 W3c10.8=400140", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: a relocation (number 0 of ) names what would move "
    "S2=1000+60" },
  { NOTE RELA "W3c08.8=8 W3c10.8=400160", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE RELA "W3c08.8=8 S8.size=30 W3c20.8=8 W3c28.8=400140", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: a relocation (number 1 of ) names what would move "
    "S2=1000+60" },
  { NOTE RELA "W3c08.8=8 W3c00.8=400140", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: a relocation (number 0 of ) names what would move "
    "S2=1000+60" },
  { NOTE RELA "S8.flags=0 W3c08.8=8 W3c00.8=400140", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE RELA "S8.flags=0 W3c08.8=8 W3c10.8=400140", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE RELA "S8.flags=0 S8.info=3 W3c08.8=8 W3c00.8=400140", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: a relocation (number 0 of ) names what would move "
    "S2=1000+60" },
  { NOTE RELA "S8.flags=0 S8.info=4 W3c08.8=8 W3c10.8=400140", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE RELA "S8.flags=0 S8.info=ff W3c00.8=400140", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE RELA "S8.flags=0 S8.info=2 W3c08.8=8 W3c10.8=400140", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20 "
    "retired 0+1" },
  { NOTE RELA "S8.flags=2 S8.info=2 W3c08.8=8 W3c10.8=400140", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: a relocation (number 0 of ) names what would move "
    "S2=1000+60" },
  { NOTE RELA "S8.link=5 W3c08.8=100000001 Y140.3=7", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: a relocation (number 0 of ) names what would move "
    "S2=1000+60" },
  { NOTE RELA "S8.link=5 W3c08.8=100000001 Y2000.2=1", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE RELA "S8.link=5 W3c08.8=100000001 Y140.3=7 S8.link=0", PHDR_SLOT,
    0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20 "
    "Y1080" },
  { NOTE RELA "S8.link=5 W3c08.8=100000001 Y140.3=7 S8.link=ff", PHDR_SLOT,
    0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20 "
    "Y1080" },
  { NOTE RELA "S8.link=5 W3c08.8=100000001 Y140.3=7 W3c08.8=1", PHDR_SLOT,
    0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20 "
    "Y1080" },
  { NOTE RELA "S8.link=5 W3c08.8=100000001 Y140.6=7", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE RELA "S8.link=5 W3c08.8=100000001 Y140.3=fff1", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE RELA "S8.link=5 W3c08.8=100000001 Y140.3=0", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE RELA "S8.link=5 W3c08.8=100000001 Y160.3=7", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE RELA "S8.link=5 W3c08.8=100000001 Y140.3=7 S8.flags=0", PHDR_SLOT,
    0x60,
    "none 1000+400 of 6000: a relocation (number 0 of ) names what would move "
    "S2=1000+60" },
  { NOTE RELR "W2000.8=400140", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: a relocation (entry 0 of ) names what would move "
    "S2=1000+60" },
  { NOTE RELR "W2000.8=400160", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE RELR "W3c08.8=3 W2008.8=400140", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: a relocation (entry 1 of ) names what would move "
    "S2=1000+60" },
  { NOTE RELR "W3c08.8=5 W2008.8=400140", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE RELR "W3c08.8=8000000000000001 W21f8.8=400140", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: a relocation (entry 1 of ) names what would move "
    "S2=1000+60" },
  { NOTE RELR "S8.size=18 W3c08.8=1 W3c10.8=3 W2200.8=400140", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: a relocation (entry 2 of ) names what would move "
    "S2=1000+60" },
  { NOTE RELR "S8.size=10 W3c08.8=ffffffffffffffff W2200.8=400140", PHDR_SLOT,
    0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE RELR "W3c08.8=402100 W2100.8=400140", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: a relocation (entry 1 of ) names what would move "
    "S2=1000+60" },
  { NOTE RELR "W3c00.8=502000 W2000.8=400140", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE "Y140.0=7 " LABEL, PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20 "
    "Y1080" },
  { NOTE "Y140.0=7 " LABEL "B341c.1=10", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: symbol 1 of .symtab ($d) names what would move "
    "S2=1000+60" },
  { NOTE "Y120.0=6 " LABEL, PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: symbol 1 of .symtab ($d) names what would move "
    "S2=1000+60" },
  { NOTE "Y140.0=7 " LABEL "B3d02.1=78", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: symbol 1 of .symtab ($x) names what would move "
    "S2=1000+60" },
  { NOTE "Y140.0=fff1 " LABEL, PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE "Y140.0=7 " LABEL "B3d01.2=5f B3d03.1=61 B3d04.1=62 B3d05.1=69 "
         "B3d06.1=5f B3d07.1=74 B3d08.1=61 B3d09.1=67",
    PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20 "
    "Y1080" },
  { NOTE "Y140.0=7 S5.entsize=10", PHDR_SLOT, 0x60,
    "none 1000+100 of 6000: the symbols of .symtab cannot be read "
    "S2=1000+60" },
  { STUCK, PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 S1=3000+800 S2=1500+900 "
    "S4=4000+2a S5=4400+18 S7=2800+20" },
  { STUCK "P0.flags=6", PHDR_PAGES, 0x900,
    " no room for the 2304 bytes of .sframe:  follows the program headers; "
    "use --grow=move-phdrs" },
  { STUCK "P0.flags=7", PHDR_PAGES, 0x900,
    " no room for the 2304 bytes of .sframe:  follows the program headers; "
    "use --grow=move-phdrs" },
  { STUCK "P0.flags=1", PHDR_PAGES, 0x900,
    " no room for the 2304 bytes of .sframe:  follows the program headers; "
    "use --grow=move-phdrs" },
  { STUCK "P0.memsz=1801", PHDR_PAGES, 0x900,
    " no room for the 2304 bytes of .sframe:  follows the program headers; "
    "use --grow=move-phdrs" },
  { STUCK "P1.addr=401800", PHDR_PAGES, 0x900,
    " no room for the 2304 bytes of .sframe:  follows the program headers; "
    "use --grow=move-phdrs" },
  { STUCK "P1.addr=402800", PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 S1=3000+800 S2=1500+900 "
    "S4=4000+2a S5=4400+18 S7=2800+20" },
  { STUCK "P1.align=10000 P1.addr=412000", PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+10000 of 16000 S1=12000+800 S2=1500+900 "
    "S4=13000+2a S5=13400+18 S7=11800+20" },
  { STUCK "P1.align=400000 P1.addr=802000", PHDR_PAGES, 0x900,
    " no room for the 2304 bytes of .sframe:  follows the program headers; "
    "use --grow=move-phdrs" },
  { STUCK "P1.align=18", PHDR_PAGES, 0x900,
    " no room for the 2304 bytes of .sframe:  follows the program headers; "
    "use --grow=move-phdrs" },
  { STUCK "P1.align=1800", PHDR_PAGES, 0x900,
    " no room for the 2304 bytes of .sframe:  follows the program headers" },
  { STUCK "S8.offset=17f8 S8.size=10", PHDR_PAGES, 0x900,
    " no room for the 2304 bytes of .sframe:  follows the program headers; "
    "use --grow=move-phdrs" },
  { STUCK "S8.offset=17f8 S8.size=8", PHDR_PAGES, 0x900,
    " no room for the 2304 bytes of .sframe:  follows the program headers; "
    "use --grow=move-phdrs" },
  { STUCK "P3.offset=17f8 P3.addr=4017f8 P3.filesz=10", PHDR_PAGES, 0x900,
    "segment 3010+900 P2 P4=3000@403000+910 zeros 3000+940 of 6940 "
    "S2=3010+900 S4=3940+2a S5=3d40+18" },
  { STUCK "B1520.1=1", PHDR_PAGES, 0x900,
    " no room for the 2304 bytes of .sframe:  follows the program headers; "
    "use --grow=move-phdrs" },
  { STUCK "S8.type=8 S8.flags=3 S8.offset=1800 S8.addr=401800 S8.size=10",
    PHDR_PAGES, 0x900,
    " no room for the 2304 bytes of .sframe:  follows the program headers; "
    "use --grow=move-phdrs" },
  { STUCK "S8.type=8 S8.flags=3 S8.offset=1800 S8.addr=402010 S8.size=10",
    PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 S1=3000+800 S2=1500+900 "
    "S4=4000+2b S5=4400+18 S7=2800+20 S8=2800+10" },
  { STUCK "S8.type=8 S8.flags=0 S8.offset=1800 S8.size=10", PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 S1=3000+800 S2=1500+900 "
    "S4=4000+2b S5=4400+18 S7=2800+20 S8=2800+10" },
  { STUCK "S8.flags=2 S8.offset=1810 S8.addr=402010", PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 S1=3000+800 S2=1500+900 "
    "S4=4000+2b S5=4400+18 S7=2800+20 S8=2810+0" },
  { STUCK "S8.flags=2 S8.offset=1800 S8.addr=500000", PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 S1=3000+800 S2=1500+900 "
    "S4=4000+2b S5=4400+18 S7=2800+20 S8=2800+0" },
  { STUCK "S8.flags=2 S8.offset=17ff S8.addr=500000", PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 S1=3000+800 S2=1500+900 "
    "S4=4000+2b S5=4400+18 S7=2800+20" },
  { STUCK "S8.type=0 S8.offset=1900", PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 S1=3000+800 S2=1500+900 "
    "S4=4000+2b S5=4400+18 S7=2800+20" },
  { STUCK "P1.align=400000 P1.addr=802000", PHDR_LARGE_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+400000 of 406000 S1=402000+800 S2=1500+900 "
    "S4=403000+2a S5=403400+18 S7=401800+20" },
  { STUCK "P1.align=400000 P1.addr=802000", PHDR_NONE, 0x900,
    " no room for the 2304 bytes of .sframe; allow more than --grow=none" },
  { STUCK, PHDR_SLOT, 0x900,
    " no room for the 2304 bytes of .sframe:  follows the program headers; "
    "use --grow=move-phdrs" },
  { STUCK, PHDR_MOVE, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 S1=3000+800 S2=1500+900 "
    "S4=4000+2a S5=4400+18 S7=2800+20" },
  { STUCK, PHDR_PAGES, 0xb00,
    "tail 1500+b00 P2 zeros 1800+1000 of 7000 S1=3000+800 S2=1500+b00 "
    "S4=4000+2a S5=4400+18 S7=2800+20" },
  { STUCK, PHDR_PAGES, 0xb01,
    " no room for the 2817 bytes of .sframe:  follows the program headers; "
    "use --grow=move-phdrs" },
  { STUCK, PHDR_MOVE, 0xb01,
    "moved-phdrs 60e0+b01 P2 P3=6000@406000+be1 of 6be1:  follows the program "
    "headers S2=60e0+b01" },
  { STUCK "P1.flags=5 P1.filesz=800 P1.memsz=800 S9.offset=2800 S9.size=10",
    PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 S1=3000+800 S2=1500+900 "
    "S4=4000+2c S5=4400+18 S7=2800+20 S9=3800+10" },
  { STUCK
    "S6.offset=120 S6.addr=400120 Be8.8=0 B120.8=11 P3.type=1 P3.offset=1810 "
    "P3.addr=404810 P3.paddr=404810 P3.filesz=0 P3.memsz=100 P3.align=1000",
    PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 P3@2810 S1=3000+800 S2=1500+900 "
    "S4=4000+2a S5=4400+18 S7=2800+20" },
  { STUCK
    "S6.offset=120 S6.addr=400120 Be8.8=0 B120.8=11 P3.type=1 P3.offset=1810 "
    "P3.addr=404810 P3.paddr=404810 P3.filesz=0 P3.memsz=100 P3.align=8",
    PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 P3@2810 S1=3000+800 S2=1500+900 "
    "S4=4000+2a S5=4400+18 S7=2800+20" },
  { STUCK
    "S6.offset=120 S6.addr=400120 Be8.8=0 B120.8=11 P3.type=1 P3.offset=1810 "
    "P3.addr=404810 P3.paddr=404810 P3.filesz=0 P3.memsz=100 P3.align=0",
    PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 P3@2810 S1=3000+800 S2=1500+900 "
    "S4=4000+2a S5=4400+18 S7=2800+20" },
  { STUCK
    "S6.offset=120 S6.addr=400120 Be8.8=0 B120.8=11 P3.type=1 P3.offset=1810 "
    "P3.addr=404810 P3.paddr=404810 P3.filesz=0 P3.memsz=100 P3.align=2000",
    PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+2000 of 8000 P3@3810 S1=4000+800 S2=1500+900 "
    "S4=5000+2a S5=5400+18 S7=3800+20" },
  { STUCK
    "S6.offset=120 S6.addr=400120 Be8.8=0 B120.8=11 P3.type=1 P3.offset=1810 "
    "P3.addr=404810 P3.paddr=404810 P3.filesz=0 P3.memsz=100 P3.offset=1800",
    PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 P3@2800 S1=3000+800 S2=1500+900 "
    "S4=4000+2a S5=4400+18 S7=2800+20" },
  { STUCK "S6.offset=120 S6.addr=400120 Be8.8=0 B120.8=11 P3.type=4 "
          "P3.offset=1810 P3.filesz=0 P3.memsz=0 P3.addr=402010",
    PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 P3@2810 S1=3000+800 S2=1500+900 "
    "S4=4000+2a S5=4400+18 S7=2800+20" },
  { STUCK "S6.offset=120 S6.addr=400120 Be8.8=0 B120.8=11 P3.type=4 "
          "P3.offset=1810 P3.filesz=0 P3.memsz=0 P3.addr=401010",
    PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 P3@1810 S1=3000+800 S2=1500+900 "
    "S4=4000+2a S5=4400+18 S7=2800+20" },
  { STUCK "S6.offset=120 S6.addr=400120 Be8.8=0 B120.8=11 P3.type=4 "
          "P3.offset=1810 P3.filesz=0 P3.memsz=0 P3.addr=500000",
    PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 P3@2810 S1=3000+800 S2=1500+900 "
    "S4=4000+2a S5=4400+18 S7=2800+20" },
  { STUCK
    "S6.offset=120 S6.addr=400120 Be8.8=0 B120.8=11 P3.type=4 P3.offset=1810 "
    "P3.filesz=0 P3.memsz=0 P3.offset=1800 P3.addr=500000",
    PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 P3@2800 S1=3000+800 S2=1500+900 "
    "S4=4000+2a S5=4400+18 S7=2800+20" },
  { STUCK
    "S6.offset=120 S6.addr=400120 Be8.8=0 B120.8=11 P3.type=4 P3.offset=1810 "
    "P3.filesz=0 P3.memsz=0 P3.offset=17ff P3.addr=500000",
    PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 P3@17ff S1=3000+800 S2=1500+900 "
    "S4=4000+2a S5=4400+18 S7=2800+20" },
  { STUCK
    "S6.offset=120 S6.addr=400120 Be8.8=0 B120.8=11 P3.type=4 P3.offset=1810 "
    "P3.filesz=0 P3.memsz=0 P3.offset=1800 P3.addr=401800",
    PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 P3@1800 S1=3000+800 S2=1500+900 "
    "S4=4000+2a S5=4400+18 S7=2800+20" },
  { "S6.type=4 S6.info=2 S6.offset=3c00 S6.size=30 B3c00.30=12", PHDR_SLOT,
    0x60, "none 1000+400 of 6000 S2=1000+60 retired 0+2" },
  { "S6.type=4 S6.info=2 S6.offset=3c00 S6.size=30 B3c00.30=12 S6.flags=2",
    PHDR_SLOT, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  { "S6.type=4 S6.info=2 S6.offset=3c00 S6.size=30 B3c00.30=12 S6.info=0",
    PHDR_SLOT, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  { "S6.type=4 S6.info=2 S6.offset=3c00 S6.size=30 B3c00.30=12 S6.info=3",
    PHDR_SLOT, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  { "S6.type=4 S6.info=2 S6.offset=3c00 S6.size=30 B3c00.30=12 S6.info=ff",
    PHDR_SLOT, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  { "S6.type=4 S6.info=2 S6.offset=3c00 S6.size=30 B3c00.30=12 S6.type=1",
    PHDR_SLOT, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  { "S6.type=4 S6.info=2 S6.offset=3c00 S6.size=30 B3c00.30=12 S6.size=47",
    PHDR_SLOT, 0x60, "none 1000+400 of 6000 S2=1000+60 retired 0+2" },
  { "S6.name=7 S6.flags=2 S6.offset=1050 S6.addr=401050", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000 S2=1000+60 S6=1060+0 retired 1+0" },
  { "S6.name=7 S6.flags=2 S6.offset=1050 S6.addr=401050 Y1050.3=6", PHDR_SLOT,
    0x60, "none 1000+400 of 6000 S2=1000+60 S6=1060+0 Y1060 retired 1+0" },
  { "S6.name=7 S6.flags=2 S6.offset=1050 S6.addr=401050 Y1050.3=1", PHDR_SLOT,
    0x60, "none 1000+400 of 6000 S2=1000+60 S6=1060+0 retired 1+0" },
  { "S6.name=7 S6.flags=2 S6.offset=1050 S6.addr=401050 Y1050.0=6", PHDR_SLOT,
    0x60, "none 1000+400 of 6000 S2=1000+60 S6=1060+0 retired 1+0" },
  { "S6.name=7 S6.flags=2 S6.offset=1060 S6.addr=401060", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000 S2=1000+60 retired 1+0" },
  { "S6.name=7 S6.flags=2 S6.offset=105f S6.addr=40105f", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000 S2=1000+60 S6=1060+0 retired 1+0" },
  { "S6.name=7 S6.flags=2 S6.offset=1000 S6.addr=401000", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000 S2=1000+60 retired 1+0" },
  { "S6.name=7 S6.flags=2 S6.offset=1600 S6.addr=401600 S6.size=8", PHDR_SLOT,
    0x60, "none 1600+a00 of 6000 S2=1000+0 S6=1600+60 retired 1+0" },
  { "S6.name=7 S6.flags=2 S6.offset=17f0 S6.addr=4017f0 S6.size=10", PHDR_SLOT,
    0x60, "none 17f0+810 of 6000 S2=1000+0 S6=17f0+60 retired 1+0" },
  { "S6.name=7 S6.flags=2 S6.flags=0 S6.offset=1050 S6.addr=401050", PHDR_SLOT,
    0x60, "none 1000+400 of 6000 S2=1000+60 retired 1+0" },
  { "S6.name=7 S6.flags=2 S6.flags=0 S6.offset=3c00 S6.size=10 B3c00.10=11",
    PHDR_SLOT, 0x60,
    "none 1000+400 of 6000 S2=1000+60 S6=3c00+0 retired 1+0" },
  { "S6.name=7 S6.flags=2 S6.type=8 S6.offset=1600 S6.addr=401600 S6.size=8",
    PHDR_SLOT, 0x60,
    "none 1000+400 of 6000 S2=1000+60 S6=1600+0 retired 1+0" },
  { "S6.name=7 S6.flags=2 S6.type=4 S6.offset=1600 S6.addr=401600 S6.size=8",
    PHDR_SLOT, 0x60,
    "none 1600+a00 of 6000 S2=1000+0 S6=1600+60 retired 1+0" },
  { "P2.type=0 P0.paddr=800000", PHDR_SLOT, 0x60,
    "slot 1000+400 P2 of 6000 P2~400000 S2=1000+60" },
  { NOTE "X0.0=1 W1800.8=400140", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { STUCK "P1.offset=1800 P1.addr=411800 P1.align=10000 S1.addr=412000",
    PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+10000 of 16000 S1=12000+800 S2=1500+900 "
    "S4=13000+2a S5=13400+18 S7=11800+20" },
  { "P0.type=0 P1.flags=4 P1.offset=0 P1.addr=400000 P1.paddr=400000 "
    "P1.filesz=1800 P1.memsz=1800 P3.type=1 P3.flags=5 P3.offset=2000 "
    "P3.addr=402000 P3.paddr=402000 P3.filesz=1000 P3.memsz=1000 "
    "P3.align=1000",
    PHDR_SLOT, 0xc00,
    "segment 3010+c00 P2 P4=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { NOTE "P0.offset=1000 P0.addr=401000 P0.filesz=800 P0.memsz=800", PHDR_SLOT,
    0x60,
    "none 1000+400 of 6000: the program headers are not loaded S2=1000+60" },
  { "P2.type=4 P2.offset=2a80 P2.filesz=0 P2.memsz=0 S2.offset=2900 "
    "S2.addr=402900 S3.offset=2b00 S3.addr=402b00 B1000.500=0 B2900.100=11 "
    "P0.filesz=e8 P0.memsz=e8",
    PHDR_SLOT, 0x60, "slot 2900+200 P3 of 6000 P2@2a80 S2=2900+60" },
  { "P2.type=4 P2.offset=2a80 P2.filesz=0 P2.memsz=0 S2.offset=2900 "
    "S2.addr=402900 S3.offset=2b00 S3.addr=402b00 B1000.500=0 B2900.100=11 "
    "P0.filesz=e8 P0.memsz=e9",
    PHDR_SLOT, 0x60,
    "none 2900+200 of 6000: what follows the program headers is not loaded "
    "P2@2a80 S2=2900+60" },
  { "P2.type=4 P2.offset=2a80 P2.filesz=0 P2.memsz=0 S2.offset=2900 "
    "S2.addr=402900 S3.offset=2b00 S3.addr=402b00 B1000.500=0 B2900.100=11 "
    "P0.filesz=120 P0.memsz=120",
    PHDR_SLOT, 0x60, "slot 2900+200 P3 of 6000 P2@2a80 S2=2900+60" },
  { "P2.type=4 P2.offset=2a80 P2.filesz=0 P2.memsz=0 S2.offset=2900 "
    "S2.addr=402900 S3.offset=2b00 S3.addr=402b00 B1000.500=0 B2900.100=11 "
    "P0.filesz=119 P0.memsz=119",
    PHDR_SLOT, 0x60, "slot 2900+200 P3 of 6000 P2@2a80 S2=2900+60" },
  { "P2.type=4 P2.offset=2a80 P2.filesz=0 P2.memsz=0 S2.offset=2900 "
    "S2.addr=402900 S3.offset=2b00 S3.addr=402b00 B1000.500=0 B2900.100=11 "
    "P0.filesz=e8 P0.memsz=e8 P1.addr=400900",
    PHDR_SLOT, 0x60,
    " no PT_LOAD holds the 0x100 bytes of .sframe at offset 0x2900, address "
    "0x402900" },
  { "P2.type=4 P2.offset=2a80 P2.filesz=0 P2.memsz=0 S2.offset=2900 "
    "S2.addr=402900 S3.offset=2b00 S3.addr=402b00 B1000.500=0 B2900.100=11 "
    "P0.filesz=e8 P0.memsz=e8 P0.addr=400ee0 P0.align=8",
    PHDR_SLOT, 0x60, "slot 2900+200 P3 of 6000 P2@2a80 S2=2900+60" },
  { "P2.type=4 P2.offset=2a80 P2.filesz=0 P2.memsz=0 S2.offset=2900 "
    "S2.addr=402900 S3.offset=2b00 S3.addr=402b00 B1000.500=0 B2900.100=11 "
    "P0.filesz=e8 P0.memsz=e8 P0.addr=400ee1 P0.align=1",
    PHDR_SLOT, 0x60,
    "none 2900+200 of 6000: what follows the program headers is not loaded "
    "P2@2a80 S2=2900+60" },
  { NOTE "P3.type=0 P2.type=0 S6.type=0 S7.type=0 B120.60=0 S3.flags=0",
    PHDR_SLOT, 0xc00,
    "segment 3010+c00 P3 P2=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+2a S5=4040+18" },
};

int
main (void)
{
  room_try (cases, sizeof cases / sizeof cases[0]);
  return unit_exit ();
}
