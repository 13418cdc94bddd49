/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-make-room.c - where the section goes in an image that is bent a little,
   what changes for that, and why not more does.  */

#include "config.h"

#include "fixture-room.h"
#include "result.h"

static const struct room_case cases[] = {
  { "", PHDR_NONE, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  { "", PHDR_SLOT, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  { "", PHDR_PAGES, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  { "", PHDR_MOVE, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  { "", PHDR_NONE, 0x400, "none 1000+400 of 6000 S2=1000+400" },
  { "", PHDR_SLOT, 0x400, "none 1000+400 of 6000 S2=1000+400" },
  { "", PHDR_PAGES, 0x400, "none 1000+400 of 6000 S2=1000+400" },
  { "", PHDR_MOVE, 0x400, "none 1000+400 of 6000 S2=1000+400" },
  { "", PHDR_NONE, 0x401,
    " no room for the 1025 bytes of .sframe; allow more than --grow=none" },
  { "", PHDR_SLOT, 0x401, "tail 1500+401 P2 of 6000 S2=1500+401" },
  { "", PHDR_PAGES, 0x401, "tail 1500+401 P2 of 6000 S2=1500+401" },
  { "", PHDR_MOVE, 0x401, "tail 1500+401 P2 of 6000 S2=1500+401" },
  { "", PHDR_NONE, 0xb00,
    " no room for the 2816 bytes of .sframe; allow more than --grow=none" },
  { "", PHDR_SLOT, 0xb00, "tail 1500+b00 P2 of 6000 S2=1500+b00" },
  { "", PHDR_PAGES, 0xb00, "tail 1500+b00 P2 of 6000 S2=1500+b00" },
  { "", PHDR_MOVE, 0xb00, "tail 1500+b00 P2 of 6000 S2=1500+b00" },
  { "", PHDR_NONE, 0xb01,
    " no room for the 2817 bytes of .sframe; allow more than --grow=none" },
  { "", PHDR_SLOT, 0xb01,
    "segment 3010+b01 P2 P3=3000@403000+b11 zeros 3000+b40 of 6b40 "
    "S2=3010+b01 S4=3b40+28 S5=3f40+18" },
  { "", PHDR_PAGES, 0xb01,
    "segment 3010+b01 P2 P3=3000@403000+b11 zeros 3000+b40 of 6b40 "
    "S2=3010+b01 S4=3b40+28 S5=3f40+18" },
  { "", PHDR_MOVE, 0xb01,
    "segment 3010+b01 P2 P3=3000@403000+b11 zeros 3000+b40 of 6b40 "
    "S2=3010+b01 S4=3b40+28 S5=3f40+18" },
  { FULL, PHDR_SLOT, 0x401, "tail 2800+401 P2 of 6000 S2=2800+401" },
  { FULL, PHDR_PAGES, 0x401, "tail 2800+401 P2 of 6000 S2=2800+401" },
  { FULL, PHDR_PAGES, 0x900,
    "segment 3010+900 P2 P3=3000@403000+910 zeros 3000+940 of 6940 "
    "S2=3010+900 S4=3940+2b S5=3d40+18" },
  { FULL, PHDR_MOVE, 0x900,
    "segment 3010+900 P2 P3=3000@403000+910 zeros 3000+940 of 6940 "
    "S2=3010+900 S4=3940+2b S5=3d40+18" },
  { NOTE, PHDR_NONE, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  { NOTE, PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE, PHDR_MOVE, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE, PHDR_SLOT, 0x3c0,
    "slot 1000+3c0 P4 120+40>13c0 of 6000 S2=1000+3c0 S6=13c0+1c S7=13e0+20" },
  { NOTE, PHDR_MOVE, 0x3c0,
    "slot 1000+3c0 P4 120+40>13c0 of 6000 S2=1000+3c0 S6=13c0+1c S7=13e0+20" },
  { NOTE, PHDR_SLOT, 0x3c1,
    "slot 1000+400 P4 120+40>1500 of 6000 S2=1000+3c1 S6=1500+1c S7=1520+20" },
  { NOTE, PHDR_MOVE, 0x3c1,
    "slot 1000+400 P4 120+40>1500 of 6000 S2=1000+3c1 S6=1500+1c S7=1520+20" },
  { NOTE, PHDR_SLOT, 0x400,
    "slot 1000+400 P4 120+40>1500 of 6000 S2=1000+400 S6=1500+1c S7=1520+20" },
  { NOTE, PHDR_MOVE, 0x400,
    "slot 1000+400 P4 120+40>1500 of 6000 S2=1000+400 S6=1500+1c S7=1520+20" },
  { NOTE "S7.type=1", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { NOTE "S7.type=1", PHDR_MOVE, 0x60,
    "moved-phdrs 1000+400 P5 P4=6000@406000+150 of 6150:  follows the program "
    "headers S2=1000+60" },
  { NOTE "S7.type=1", PHDR_MOVE, 0x900,
    "moved-phdrs 6150+900 P5 P4=6000@406000+a50 of 6a50:  follows the program "
    "headers S2=6150+900" },
  { NOTE "S7.flags=3", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { NOTE "S7.flags=200002", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE "S6.offset=118 S6.addr=400118", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { NOTE "S7.addr=400148", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { NOTE "P3.addr=400148", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: a segment of type 0x4 follows the program headers "
    "S2=1000+60" },
  { NOTE "P3.offset=7ff8 P3.addr=407ff8 S7.offset=150", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers P3@6000 S2=1000+60" },
  { NOTE "S6.size=1d", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { NOTE "P2.filesz=1b", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { NOTE "P2.addr=400121", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { NOTE "P2.type=4", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { NOTE "P3.align=10 S7.align=20", PHDR_SLOT, 0x61,
    "slot 1000+80 P4 120+40>1080 of 6000 S2=1000+61 S6=1080+1c S7=10a0+20" },
  { NOTE "S7.align=1000", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { NOTE "S7.align=2000", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { NOTE "S7.align=18", PHDR_SLOT, 0x61,
    "slot 1000+68 P4 120+40>1068 of 6000 S2=1000+61 S6=1068+1c S7=1088+20" },
  { NOTE "P2.type=0", PHDR_SLOT, 0x60, "slot 1000+400 P2 of 6000 S2=1000+60" },
  { NOTE "P3.type=0 S7.type=0", PHDR_SLOT, 0x60,
    "slot 1000+400 P3 of 6000 S2=1000+60" },
  { NOTE "P2.type=6 P2.offset=40 P2.addr=400040 S6.type=0 B120.1c=0",
    PHDR_SLOT, 0x60,
    "slot 1000+60 P4 140+20>1060 of 6000 S2=1000+60 S7=1060+20" },
  { NOTE "P2.type=6 P2.offset=48 P2.addr=400048 S6.type=0 B120.1c=0",
    PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: PT_PHDR leads to offset 0x48, address 0x400048, "
    "not "
    "to the program headers at 0x40 S2=1000+60" },
  { NOTE
    "P2.type=6474e553 P2.offset=140 P2.addr=400140 P2.filesz=20 P2.memsz=20",
    PHDR_SLOT, 0x60, "slot 1000+400 P3 of 6000 S2=1000+60" },
  { NOTE
    "P2.type=6474e553 P2.offset=140 P2.addr=400140 P2.filesz=20 P2.memsz=21",
    PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { NOTE
    "P2.type=6474e553 P2.offset=140 P2.addr=400141 P2.filesz=20 P2.memsz=20",
    PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { NOTE
    "P2.type=6474e553 P2.offset=141 P2.addr=400140 P2.filesz=20 P2.memsz=20",
    PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { NOTE "P2.type=6474e550", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { NOTE "B13c.1=1", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: the byte at 0x13c after the program headers is in "
    "use S2=1000+60" },
  { NOTE "B157.1=1 P3.filesz=10 P3.memsz=10 S7.size=10", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: the byte at 0x150 after the program headers is in "
    "use S2=1000+60" },
  { NOTE "B158.1=1 P3.filesz=10 P3.memsz=10 S7.size=10", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: the byte at 0x150 after the program headers is in "
    "use S2=1000+60" },
  { NOTE "Y140.1=7", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: symbol 1 of .symtab () names what would move "
    "S2=1000+60" },
  { NOTE "Y13f.1=6", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: symbol 1 of .symtab () names what would move "
    "S2=1000+60" },
  { NOTE "Y160.1=7", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE "Y15f.1=7", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: symbol 1 of .symtab () names what would move "
    "S2=1000+60" },
  { NOTE "Y120.1=6", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: symbol 1 of .symtab () names what would move "
    "S2=1000+60" },
  { NOTE "Y11f.1=6", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20" },
  { NOTE "Y140.3=7", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20 "
    "Y1080" },
  { NOTE "Y1000.0=2", PHDR_MOVE, 0xc00,
    " no room for the 3072 bytes of .sframe: symbol 1 of .symtab () names "
    "what would move" },
  { NOTE "Y1000.3=2", PHDR_MOVE, 0xc00,
    "segment 3050+c00 P5 P4=3000@403000+c50 120+40>3010 zeros 3000+c80 of "
    "6c80 S2=3050+c00 S4=3c80+2a S5=4080+30 S6=3010+1c S7=3030+20 Y3050" },
  { NOTE "Y1100.0=2", PHDR_MOVE, 0x60,
    "none 1000+100 of 6000: symbols mark the end of its section" },
  { NOTE "Y1100.0=2", PHDR_MOVE, 0x101,
    " no room for the 257 bytes of .sframe: symbols mark the end of its "
    "section" },
  { "S2.name=0", PHDR_SLOT, 0x60, "tail 1500+60 P2 of 61c0" },
  { "S2.name=0", PHDR_MOVE, 0x900, "tail 1500+900 P2 of 61c0" },
  { NOTE "S2.name=0", PHDR_SLOT, 0x60,
    "tail 1500+60 P4 120+40>1560 of 6240 S6=1560+1c S7=1580+20" },
  { NOTE "S2.name=0", PHDR_SLOT, 0xb00,
    "tail 1500+b00 P4 120+40>2800 of 6240 S6=2800+1c S7=2820+20" },
  { NOTE "S2.name=0", PHDR_SLOT, 0xa81,
    "tail 1500+a81 P4 120+40>1f88 of 6240 S6=1f88+1c S7=1fa8+20" },
  { NOTE FULL "S2.name=0", PHDR_SLOT, 0x60,
    "tail 1500+60 P4 120+40>1560 of 6280 S6=1560+1c S7=1580+20" },
  { NOTE FULL "S2.name=0", PHDR_SLOT, 0x900,
    "segment 3050+900 P5 P4=3000@403000+950 120+40>3010 zeros 3000+980 of "
    "6c00 S4=3980+2b S5=3d80+18 S6=3010+1c S7=3030+20" },
  { NOTE FULL "S2.name=0", PHDR_PAGES, 0x900,
    "segment 3050+900 P5 P4=3000@403000+950 120+40>3010 zeros 3000+980 of "
    "6c00 S4=3980+2b S5=3d80+18 S6=3010+1c S7=3030+20" },
  { NOTE FULL "S2.name=0", PHDR_MOVE, 0x900,
    "segment 3050+900 P5 P4=3000@403000+950 120+40>3010 zeros 3000+980 of "
    "6c00 S4=3980+2b S5=3d80+18 S6=3010+1c S7=3030+20" },
  { NOTE "C0.0=0", PHDR_SLOT, 0x60,
    " no room for the 96 bytes of .sframe: something is appended to it at "
    "0x3001 (--force would move that)" },
  { "C0.0=0", PHDR_SLOT, 0x60, "none 1000+100 of 6000" },
  { "C0.0=0", PHDR_SLOT, 0x101,
    " no room for the 257 bytes of .sframe: something is appended to it at "
    "0x3001 (--force would move that)" },
  { "C0.0=0", PHDR_MOVE, 0x101,
    " no room for the 257 bytes of .sframe: something is appended to it at "
    "0x3001 (--force would move that)" },
  { "C0.0=0 P2.type=0", PHDR_MOVE, 0x101,
    " no room for the 257 bytes of .sframe: something is appended to it at "
    "0x3001 (--force would move that)" },
  { NOTE "P1.type=7", PHDR_MOVE, 0xc00,
    " no room for the 3072 bytes of .sframe: it is loaded as one piece" },
  { "B5fff.1=1", PHDR_MOVE, 0xc00,
    " no room for the 3072 bytes of .sframe: something is appended to it at "
    "0x5fff (--force would move that)" },
  { "B5fff.1=1", PHDR_SLOT, 0xc00,
    " no room for the 3072 bytes of .sframe: something is appended to it at "
    "0x5fff (--force would move that)" },
  { "P1.align=3000", PHDR_MOVE, 0xc00,
    " no room for the 3072 bytes of .sframe: its segments leave no address "
    "for another one" },
  { "P1.align=3", PHDR_MOVE, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "P1.align=10000 P1.addr=412000", PHDR_MOVE, 0xc00,
    "segment 3010+c00 P2 P3=3000@423000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "P1.align=20000000", PHDR_MOVE, 0xc00,
    " no room for the 3072 bytes of .sframe: its segments leave no address "
    "for another one" },
  { "P1.addr=7fffffffffff0000", PHDR_MOVE, 0xc00,
    "segment 3010+c00 P2 P3=3000@7fffffffffff1000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "P1.addr=ffffffffffff0000", PHDR_MOVE, 0xc00,
    " no room for the 3072 bytes of .sframe: its segments leave no address "
    "for another one" },
  { "P1.addr=50402000", PHDR_SLOT, 0xc00,
    "segment 3010+c00 P2 P3=3000@50403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { NOTE "S7.type=1 P1.addr=50402000 P1.paddr=50402000", PHDR_MOVE, 0xc00,
    " no room for the 3072 bytes of .sframe: a moved table of program headers "
    "would be at offset 0x50003000 of the file" },
  { NOTE "S7.type=1 P1.addr=10402000 P1.paddr=10402000", PHDR_MOVE, 0xc00,
    "moved-phdrs 10003150+c00 P5 P4=10003000@10403000+d50 of 10003d50:  "
    "follows the program headers S2=10003150+c00" },
  { NOTE "S7.type=1 P1.align=10000 P1.addr=412000 P1.paddr=412000", PHDR_MOVE,
    0xc00,
    "moved-phdrs 20150+c00 P5 P4=20000@420000+d50 of 20d50:  follows the "
    "program headers S2=20150+c00" },
  { "P3.type=0 P4.type=0", PHDR_SLOT, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40 P3@3000 "
    "P4@0 S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "P3.type=0", PHDR_SLOT, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40 P3@3000 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "P3.type=0 P2.type=0", PHDR_SLOT, 0xc00,
    "segment 3010+c00 P3 P2=3000@403000+c10 zeros 3000+c40 of 6c40 P3@3010 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "P2.type=0 P3.type=0 P4.type=0", PHDR_MOVE, 0xc00,
    "segment 3010+c00 P3 P2=3000@403000+c10 zeros 3000+c40 of 6c40 P3@3010 "
    "P4@0 S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "S3.addr=480000", PHDR_MOVE, 0xc00,
    "segment 3010+c00 P2 P3=3000@481000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "P1.paddr=403000", PHDR_MOVE, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "P0.paddr=403000", PHDR_MOVE, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "P3.type=4 P3.offset=5ff8 P3.filesz=10 P3.memsz=10", PHDR_MOVE, 0xc00,
    " no room for the 3072 bytes of .sframe: it lacks the bytes of its "
    "segments" },
  { "P3.type=0 P3.offset=5ff8 P3.filesz=10 P3.memsz=10", PHDR_MOVE, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "P3.type=6 P3.offset=5ff8 P3.filesz=10 P3.memsz=10", PHDR_MOVE, 0xc00,
    " no room for the 3072 bytes of .sframe: it lacks the bytes of its "
    "segments" },
  { "S6.offset=1600 S6.addr=401600 S6.flags=2 S6.size=100 S6.name=7 S2.name=0",
    PHDR_SLOT, 0x60, "none 1600+a00 of 6000 S6=1600+60" },
  { "S6.offset=1600 S6.addr=401600 S6.flags=2 S6.size=100 S6.name=7",
    PHDR_SLOT, 0x60,
    "none 1600+a00 of 6000 S2=1000+0 S6=1600+60 retired 1+0" },
  { "S6.offset=1600 S6.addr=401600 S6.flags=2 S6.size=100 S6.name=7",
    PHDR_SLOT, 0x500,
    "none 1600+a00 of 6000 S2=1000+0 S6=1600+500 retired 1+0" },
  { "S6.offset=1600 S6.addr=401600 S6.flags=2 S6.size=100 S6.name=7 Y1700.0=6",
    PHDR_SLOT, 0x60,
    "none 1600+100 of 6000: symbols mark the end of its section S2=1000+0 "
    "retired 1+0" },
  { "S6.offset=1600 S6.addr=401600 S6.flags=2 S6.size=100 S6.name=7 Y1700.0=6",
    PHDR_MOVE, 0x101,
    " no room for the 257 bytes of .sframe: symbols mark the end of its "
    "section" },
  { "S6.offset=1050 S6.addr=401050 S6.flags=2 S6.size=0 S6.name=7", PHDR_SLOT,
    0x60, "none 1000+400 of 6000 S2=1000+60 S6=1060+0 retired 1+0" },
  { "S6.type=13 S6.flags=2 S6.offset=1600 S6.addr=401600 S6.size=10",
    PHDR_SLOT, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  { "S2.flags=0", PHDR_SLOT, 0x60,
    "tail 1500+60 P2 of 61c0 S2=1000+0 retired 1+0" },
  { "S2.type=8", PHDR_SLOT, 0x60,
    "tail 1500+60 P2 of 61c0 S2=1000+0 retired 1+0" },
  { FULL, PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+2b S5=4040+18" },
  { FULL "P0.flags=6", PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+2b S5=4040+18" },
  { FULL "P0.flags=1", PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+2b S5=4040+18" },
  { FULL "P0.memsz=1801", PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+2b S5=4040+18" },
  { FULL "P1.addr=401900", PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+2b S5=4040+18" },
  { FULL "P1.addr=401800", PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+2b S5=4040+18" },
  { FULL "P1.align=10000 P1.addr=412000", PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@423000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+2b S5=4040+18" },
  { FULL "P1.align=400000 P1.addr=802000", PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@c03000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+2b S5=4040+18" },
  { FULL "P1.align=18", PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+2b S5=4040+18" },
  { FULL "S3.offset=17f8 S3.addr=4017f8", PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+2b S5=4040+18" },
  { FULL "P1.align=400000 P1.addr=802000", PHDR_LARGE_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@c03000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+2b S5=4040+18" },
  { NOTE FULL "S7.type=1", PHDR_PAGES, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { NOTE FULL "S7.type=1", PHDR_PAGES, 0x900,
    " no room for the 2304 bytes of .sframe:  follows the program headers; "
    "use --grow=move-phdrs" },
  { FULL "S9.type=8 S9.flags=3 S9.offset=1800 S9.addr=401800 S9.size=10",
    PHDR_PAGES, 0x900,
    "segment 3010+900 P2 P3=3000@403000+910 zeros 3000+940 of 6940 "
    "S2=3010+900 S4=3940+2c S5=3d40+18" },
  { FULL "P3.type=1 P3.offset=1810 P3.addr=403810 P3.memsz=100 P3.filesz=0",
    PHDR_PAGES, 0x900,
    "segment 3010+900 P2 P4=3000@404000+910 zeros 3000+940 of 6940 P3@1810 "
    "S2=3010+900 S4=3940+2b S5=3d40+18" },
  { DYNSYM, PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { DYNSYM, PHDR_PAGES, 0x60,
    "slot 1000+60 P3 e8+30>1060 of 6000 S2=1000+60 S6=1060+30" },
  { DYNSYM, PHDR_MOVE, 0x60,
    "slot 1000+60 P3 e8+30>1060 of 6000 S2=1000+60 S6=1060+30" },
  { HASHED, PHDR_SLOT, 0x60,
    "slot 1000+60 P3 e8+30>1060 of 6000 S2=1000+60 S6=1060+30" },
  { HASHED "W3810.8=6ffffef5 W3818.8=4000f8", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: dynamic tag 0x6ffffef5 names what would move "
    "S2=1000+60" },
  { HASHED "W3810.8=4 W3818.8=400100", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: dynamic tag 0x4 names what would move "
    "S2=1000+60" },
  { HASHED "W3808.8=4000f0", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers S2=1000+60" },
  { HASHED "W3810.8=c W3818.8=4000e8", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: dynamic tag 0xc names what would move "
    "S2=1000+60" },
  { HASHED "W3810.8=c W3818.8=400118", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: dynamic tag 0xc names what would move "
    "S2=1000+60" },
  { HASHED "S6.size=1000 S2.name=0 S2.type=0 B1000.100=0", PHDR_SLOT, 0x60,
    "segment 4010+60 P4 P3=3000@403000+1070 e8+1000>3010 zeros 3000+1080 of "
    "7280 S4=4080+29 S5=4480+18 S6=3010+1000" },
  { "P2.type=0", PHDR_SLOT, 0x60, "slot 1000+400 P2 of 6000 S2=1000+60" },
  { "P2.filesz=0 P2.memsz=0", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000 P2@1000 S2=1000+60" },
  { "P1.align=10000000", PHDR_MOVE, 0xc00,
    "segment 3010+c00 P2 P3=3000@10003000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "P1.align=10000001", PHDR_MOVE, 0xc00,
    " no room for the 3072 bytes of .sframe: its segments leave no address "
    "for another one" },
  { "S2.name=0 S4.flags=2", PHDR_MOVE, 0x60,
    " no room for the 96 bytes of .sframe: its section names cannot have "
    "another one" },
  { "S2.name=0 S4.type=1", PHDR_MOVE, 0x60,
    " no room for the 96 bytes of .sframe: its section names cannot have "
    "another one" },
  { NOTE "S8.name=7 S8.flags=2 S8.offset=1200 S8.addr=401200 S8.size=10",
    PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20 "
    "S8=1200+0 retired 1+0" },
  { NOTE
    "S8.name=7 S8.flags=2 S8.offset=1200 S8.addr=401200 S8.size=10 S8.type=8",
    PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20 "
    "S8=1200+0 retired 1+0" },
  { NOTE "S8.name=7 S8.flags=2 S8.offset=1200 S8.addr=401200 S8.size=10 "
         "S8.offset=1000 S8.addr=401000 S8.size=0",
    PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20 "
    "retired 1+0" },
  { NOTE "S8.name=7 S8.flags=2 S8.offset=1200 S8.addr=401200 S8.size=10 "
         "S8.offset=13f0 S8.addr=4013f0",
    PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20 "
    "S8=13f0+0 retired 1+0" },
  { NOTE "S8.name=7 S8.flags=2 S8.offset=1200 S8.addr=401200 S8.size=10 "
         "S8.offset=1040 S8.addr=401040 S8.size=0",
    PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1000+60 S6=1060+1c S7=1080+20 "
    "S8=1060+0 retired 1+0" },
  { "B3000.10=11", PHDR_SLOT, 0xb01,
    "segment 3010+b01 P2 P3=3000@403000+b11 zeros 3000+b40 of 6d30 S4=6b40+30 "
    "S5=3f40+18" },
  { "P3.type=1 P3.addr=403810 P0.paddr=1", PHDR_SLOT, 0x900,
    " no room for the 2304 bytes of .sframe: it is loaded by physical "
    "addresses" },
  { NOTE "S7.type=8", PHDR_SLOT, 0x1,
    "slot 1000+8 P4 120+40>1008 of 6000 S2=1000+1 S6=1008+1c" },
  { "P1.offset=5000", PHDR_MOVE, 0xc00,
    "segment 6010+c00 P2 P3=6000@403000+c10 of 6c10 S2=6010+c00" },
  { "S1.addr=0", PHDR_MOVE, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S3=3010+c00 S2=1400+100 S4=3c40+28 S5=4040+18" },
  { "S6.type=4 S6.info=2 S6.offset=3c00 S6.size=47 S4.flags=7", PHDR_SLOT,
    0x61, "none 1000+400 of 6000 S2=1000+61" },
  { "S6.offset=1050 S2.flags=1 S6.size=8", PHDR_SLOT, 0x1000,
    "  at [0x1050, 0x1058) lies in .sframe at [0x1000, 0x1100)" },
  { "S9.offset=1800 S9.size=10 S4.offset=120", PHDR_PAGES, 0x900,
    "segment 3010+900 P2 P3=3000@403000+910 zeros 3000+940 of 6c38 S4=6940+34 "
    "S5=3d40+18" },
  { "P3.type=2 P1.offset=400000", PHDR_MOVE, 0xb01,
    " no room for the 2817 bytes of .sframe: it lacks the bytes of its "
    "segments" },
  { "S8.offset=17f8 S8.size=10 S8.name=7", PHDR_PAGES, 0x900,
    " a segment at [0x0, 0x1800) lies in .sframe at [0x17f8, 0x1808)" },
  { "Be8.8=11 S7.offset=1800 S7.size=20 S8.flags=2 S8.offset=1800 "
    "S8.addr=500000 P2.memsz=ffffffffffffffff",
    PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 S1=3000+800 S2=1500+900 "
    "S4=4000+2b S5=4400+18 S7=2800+20 S8=2800+0" },
  { "Be8.8=11 P1.flags=7 S7.offset=1800 S7.size=20 P1.align=1", PHDR_PAGES,
    0x401,
    "tail 1500+401 P2 zeros 1800+1000 of 7000 S1=3000+800 S2=1500+401 "
    "S4=4000+2a S5=4400+18 S7=2800+20" },
  { NOTE "P3.align=10000", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: what lies at 0x140 after the program headers "
    "cannot move S2=1000+60" },
  { NOTE "P3.type=7", PHDR_SLOT, 0x400,
    "none 1000+400 of 6000: a segment of type 0x7 follows the program headers "
    "S2=1000+400" },
  { NOTE "S3.type=6ffffff4", PHDR_SLOT, 0x3f0,
    "slot 1000+3f0 P4 120+40>13f0 of 6000 S2=1000+3f0 S3=1400+0 S6=13f0+1c "
    "S7=1410+20 retired 1+0" },
  { "Y1100.0=2 S1.name=7", PHDR_MOVE, 0x60,
    "none 1000+100 of 6000: symbols mark the end of its section S1=2000+0 "
    "retired 1+0" },
  { "P0.filesz=10000 P0.memsz=401120", PHDR_SLOT, 0x60,
    " the output's section at 0x401000 would not be loaded, or not be alone "
    "there" },
  { "P2.type=6 P2.offset=40 P2.addr=400040 S8.offset=140", PHDR_SLOT, 0xc00,
    "segment 3010+c00 P4 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+2b S5=4040+18" },
  { NOTE "P0.offset=40 P0.addr=400040 P0.filesz=17c0", PHDR_SLOT, 0x1,
    "slot 1000+8 P4 120+40>1008 of 6000 P4~ffffffffffffffc0 S2=1000+1 "
    "S6=1008+1c S7=1028+20" },
  { "S1.name=7 S1.offset=1600 S1.addr=401600 S1.size=10", PHDR_SLOT, 0xaf0,
    "segment 3010+af0 P2 P3=3000@403000+b00 zeros 3000+b00 of 6b00 "
    "S1=3010+af0 S2=1000+0 S4=3b00+28 S5=3f00+18 retired 1+0" },
  { "Be8.8=11 P1.flags=7 S7.offset=1800 S7.size=20 S8.offset=1800 "
    "S8.addr=401800",
    PHDR_PAGES, 0x401,
    "tail 1500+401 P2 zeros 1800+1000 of 7000 S1=3000+800 S2=1500+401 "
    "S4=4000+2b S5=4400+18 S7=2800+20 S8=2800+0" },
  { NOTE "X0.0=1 P1.offset=2001 W2009.8=400140", PHDR_SLOT, 0x1,
    "slot 1000+8 P4 120+40>1008 of 6000 S2=1000+1 S6=1008+1c S7=1028+20" },
  { NOTE "S1.type=4 S1.offset=3c00 S1.size=18 W3c10.8=400140", PHDR_SLOT, 0x1,
    "none 1000+400 of 6000: a relocation (number 0 of .text) names what would "
    "move S2=1000+1" },
  { "Y1100.3=1 S5.link=8 S8.type=3 S8.offset=3d00 S8.size=10 B341c.1=10 "
    "W3418.4=1 B3d01.1=73 B3d02.1=66 B3d03.1=72 B3d04.1=61 B3d05.1=6d",
    PHDR_SLOT, 0x1, "none 1000+400 of 6000 S2=1000+1" },
};

int
main (void)
{
  room_try (cases, sizeof cases / sizeof cases[0]);
  return unit_exit ();
}
