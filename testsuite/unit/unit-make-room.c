/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-make-room.c - where the section goes in an image that is bent a little,
   what changes for that, and why not more does.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "edit-internal.h"
#include "fixture-bend.h"
#include "result.h"

/* Instead of PT_GNU_SFRAME, .interp and a note after the four program
   headers.  */
#define NOTE                                                                  \
  "P2.type=3 P2.offset=120 P2.addr=400120 P2.paddr=400120 P2.filesz=1c "      \
  "P2.memsz=1c P3.type=4 P3.offset=140 P3.addr=400140 P3.paddr=400140 "       \
  "P3.filesz=20 P3.memsz=20 S6.type=1 S6.flags=2 S6.addr=400120 "             \
  "S6.offset=120 S6.size=1c S7.type=7 S7.flags=2 S7.addr=400140 "             \
  "S7.offset=140 S7.size=20 B120.1c=44 B140.20=55 "
/* Nothing may go after the first segment, or into the section.  */
#define FULL "B1800.20=77 S8.offset=1800 S8.size=20 "

/* .dynsym or .hash after the three program headers, which its tag leads to.  */
#define TAGGED                                                                \
  "P2.type=2 P2.offset=3800 P2.addr=403800 P2.filesz=40 P2.memsz=40 "         \
  "S6.flags=2 S6.offset=e8 S6.addr=4000e8 S6.size=30 Be8.30=61 "              \
  "W3808.8=4000e8 "
#define DYNSYM TAGGED "S6.type=b S6.entsize=18 W3800.8=6 "
#define HASHED TAGGED "S6.type=5 W3800.8=4 "

static const struct
{
  const char *bend;
  enum phdr_mode mode;
  size_t size;
  const char *wanted; /* what is chosen, or why nothing is */
} cases[] = {
  { "", PHDR_NONE, 0x60, "none 1000+400 of 6000" },
  { "", PHDR_SLOT, 0x60, "none 1000+400 of 6000" },
  { "", PHDR_PAGES, 0x60, "none 1000+400 of 6000" },
  { "", PHDR_MOVE, 0x60, "none 1000+400 of 6000" },
  { "", PHDR_NONE, 0x400, "none 1000+400 of 6000" },
  { "", PHDR_SLOT, 0x400, "none 1000+400 of 6000" },
  { "", PHDR_PAGES, 0x400, "none 1000+400 of 6000" },
  { "", PHDR_MOVE, 0x400, "none 1000+400 of 6000" },
  { "", PHDR_NONE, 0x401,
    " no room for the 1025 bytes of .sframe; allow more than --grow=none" },
  { "", PHDR_SLOT, 0x401, "tail 1500+401 P2 of 6000" },
  { "", PHDR_PAGES, 0x401, "tail 1500+401 P2 of 6000" },
  { "", PHDR_MOVE, 0x401, "tail 1500+401 P2 of 6000" },
  { "", PHDR_NONE, 0xb00,
    " no room for the 2816 bytes of .sframe; allow more than --grow=none" },
  { "", PHDR_SLOT, 0xb00, "tail 1500+b00 P2 of 6000" },
  { "", PHDR_PAGES, 0xb00, "tail 1500+b00 P2 of 6000" },
  { "", PHDR_MOVE, 0xb00, "tail 1500+b00 P2 of 6000" },
  { "", PHDR_NONE, 0xb01,
    " no room for the 2817 bytes of .sframe; allow more than --grow=none" },
  { "", PHDR_SLOT, 0xb01,
    "segment 3010+b01 P2 P3=3000@403000+b11 zeros 3000+b40 of 6b40" },
  { "", PHDR_PAGES, 0xb01,
    "segment 3010+b01 P2 P3=3000@403000+b11 zeros 3000+b40 of 6b40" },
  { "", PHDR_MOVE, 0xb01,
    "segment 3010+b01 P2 P3=3000@403000+b11 zeros 3000+b40 of 6b40" },
  { FULL, PHDR_SLOT, 0x401, "tail 2800+401 P2 of 6000" },
  { FULL, PHDR_PAGES, 0x401, "tail 2800+401 P2 of 6000" },
  { FULL, PHDR_PAGES, 0x900,
    "segment 3010+900 P2 P3=3000@403000+910 zeros 3000+940 of 6940" },
  { FULL, PHDR_MOVE, 0x900,
    "segment 3010+900 P2 P3=3000@403000+910 zeros 3000+940 of 6940" },
  { NOTE, PHDR_NONE, 0x60, "none 1000+400 of 6000" },
  { NOTE, PHDR_SLOT, 0x60, "slot 1000+60 P4 120+40>1060 of 6000" },
  { NOTE, PHDR_MOVE, 0x60, "slot 1000+60 P4 120+40>1060 of 6000" },
  { NOTE, PHDR_SLOT, 0x3c0, "slot 1000+3c0 P4 120+40>13c0 of 6000" },
  { NOTE, PHDR_MOVE, 0x3c0, "slot 1000+3c0 P4 120+40>13c0 of 6000" },
  { NOTE, PHDR_SLOT, 0x3c1, "slot 1000+400 P4 120+40>1500 of 6000" },
  { NOTE, PHDR_MOVE, 0x3c1, "slot 1000+400 P4 120+40>1500 of 6000" },
  { NOTE, PHDR_SLOT, 0x400, "slot 1000+400 P4 120+40>1500 of 6000" },
  { NOTE, PHDR_MOVE, 0x400, "slot 1000+400 P4 120+40>1500 of 6000" },
  { NOTE "S7.type=1", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers" },
  { NOTE "S7.type=1", PHDR_MOVE, 0x60,
    "moved-phdrs 1000+400 P5 P4=6000@406000+150 of 6150:  follows the program "
    "headers" },
  { NOTE "S7.type=1", PHDR_MOVE, 0x900,
    "moved-phdrs 6150+900 P5 P4=6000@406000+a50 of 6a50:  follows the program "
    "headers" },
  { NOTE "S7.flags=3", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers" },
  { NOTE "S7.flags=200002", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000" },
  { NOTE "S6.offset=118 S6.addr=400118", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers" },
  { NOTE "S7.addr=400148", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers" },
  { NOTE "P3.addr=400148", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: a segment of type 0x4 follows the program "
    "headers" },
  { NOTE "P3.offset=7ff8 P3.addr=407ff8 S7.offset=150", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers" },
  { NOTE "S6.size=1d", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers" },
  { NOTE "P2.filesz=1b", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers" },
  { NOTE "P2.addr=400121", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers" },
  { NOTE "P2.type=4", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers" },
  { NOTE "P3.align=10 S7.align=20", PHDR_SLOT, 0x61,
    "slot 1000+80 P4 120+40>1080 of 6000" },
  { NOTE "S7.align=1000", PHDR_SLOT, 0x60,
    " the output would be wrong: section 7 () lost its content" },
  { NOTE "S7.align=2000", PHDR_SLOT, 0x60,
    " the output would be wrong: section 7 () lost its content" },
  { NOTE "S7.align=18", PHDR_SLOT, 0x61,
    "slot 1000+68 P4 120+40>1068 of 6000" },
  { NOTE "P2.type=0", PHDR_SLOT, 0x60, "slot 1000+400 P2 of 6000" },
  { NOTE "P3.type=0 S7.type=0", PHDR_SLOT, 0x60, "slot 1000+400 P3 of 6000" },
  { NOTE "P2.type=6 P2.offset=40 P2.addr=400040 S6.type=0 B120.1c=0",
    PHDR_SLOT, 0x60, "slot 1000+60 P4 140+20>1060 of 6000" },
  { NOTE "P2.type=6 P2.offset=48 P2.addr=400048 S6.type=0 B120.1c=0",
    PHDR_SLOT, 0x60,
    " the output would be wrong: program header 2 is not the table of them" },
  { NOTE
    "P2.type=6474e553 P2.offset=140 P2.addr=400140 P2.filesz=20 P2.memsz=20",
    PHDR_SLOT, 0x60, "slot 1000+400 P3 of 6000" },
  { NOTE
    "P2.type=6474e553 P2.offset=140 P2.addr=400140 P2.filesz=20 P2.memsz=21",
    PHDR_SLOT, 0x60, "none 1000+400 of 6000:  follows the program headers" },
  { NOTE
    "P2.type=6474e553 P2.offset=140 P2.addr=400141 P2.filesz=20 P2.memsz=20",
    PHDR_SLOT, 0x60, "none 1000+400 of 6000:  follows the program headers" },
  { NOTE
    "P2.type=6474e553 P2.offset=141 P2.addr=400140 P2.filesz=20 P2.memsz=20",
    PHDR_SLOT, 0x60, "none 1000+400 of 6000:  follows the program headers" },
  { NOTE "P2.type=6474e550", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers" },
  { NOTE "B13c.1=1", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: the byte at 0x13c after the program headers is in "
    "use" },
  { NOTE "B157.1=1 P3.filesz=10 P3.memsz=10 S7.size=10", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: the byte at 0x150 after the program headers is in "
    "use" },
  { NOTE "B158.1=1 P3.filesz=10 P3.memsz=10 S7.size=10", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: the byte at 0x150 after the program headers is in "
    "use" },
  { NOTE "Y140.1=7", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: symbol 1 of .symtab () names what would move" },
  { NOTE "Y13f.1=6", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: symbol 1 of .symtab () names what would move" },
  { NOTE "Y160.1=7", PHDR_SLOT, 0x60, "slot 1000+60 P4 120+40>1060 of 6000" },
  { NOTE "Y15f.1=7", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: symbol 1 of .symtab () names what would move" },
  { NOTE "Y120.1=6", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: symbol 1 of .symtab () names what would move" },
  { NOTE "Y11f.1=6", PHDR_SLOT, 0x60, "slot 1000+60 P4 120+40>1060 of 6000" },
  { NOTE "Y140.3=7", PHDR_SLOT, 0x60, "slot 1000+60 P4 120+40>1060 of 6000" },
  { NOTE "Y1000.0=2", PHDR_MOVE, 0xc00,
    " no room for the 3072 bytes of .sframe: symbol 1 of .symtab () names "
    "what would move" },
  { NOTE "Y1000.3=2", PHDR_MOVE, 0xc00,
    "segment 3050+c00 P5 P4=3000@403000+c50 120+40>3010 zeros 3000+c80 of "
    "6c80" },
  { NOTE "Y1100.0=2", PHDR_MOVE, 0x60,
    "none 1000+100 of 6000: symbols mark the end of its section" },
  { NOTE "Y1100.0=2", PHDR_MOVE, 0x101,
    " no room for the 257 bytes of .sframe: symbols mark the end of its "
    "section" },
  { "S2.name=0", PHDR_SLOT, 0x60, "tail 1500+60 P2 of 61c0" },
  { "S2.name=0", PHDR_MOVE, 0x900, "tail 1500+900 P2 of 61c0" },
  { NOTE "S2.name=0", PHDR_SLOT, 0x60, "tail 1500+60 P4 120+40>1560 of 6240" },
  { NOTE "S2.name=0", PHDR_SLOT, 0xb00,
    "tail 1500+b00 P4 120+40>2800 of 6240" },
  { NOTE "S2.name=0", PHDR_SLOT, 0xa81,
    "tail 1500+a81 P4 120+40>1f88 of 6240" },
  { NOTE FULL "S2.name=0", PHDR_SLOT, 0x60,
    "tail 1500+60 P4 120+40>1560 of 6280" },
  { NOTE FULL "S2.name=0", PHDR_SLOT, 0x900,
    "segment 3050+900 P5 P4=3000@403000+950 120+40>3010 zeros 3000+980 of "
    "6c00" },
  { NOTE FULL "S2.name=0", PHDR_PAGES, 0x900,
    "segment 3050+900 P5 P4=3000@403000+950 120+40>3010 zeros 3000+980 of "
    "6c00" },
  { NOTE FULL "S2.name=0", PHDR_MOVE, 0x900,
    "segment 3050+900 P5 P4=3000@403000+950 120+40>3010 zeros 3000+980 of "
    "6c00" },
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
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40" },
  { "P1.align=10000 P1.addr=412000", PHDR_MOVE, 0xc00,
    "segment 3010+c00 P2 P3=3000@423000+c10 zeros 3000+c40 of 6c40" },
  { "P1.align=20000000", PHDR_MOVE, 0xc00,
    " no room for the 3072 bytes of .sframe: its segments leave no address "
    "for another one" },
  { "P1.addr=7fffffffffff0000", PHDR_MOVE, 0xc00,
    "segment 3010+c00 P2 P3=3000@7fffffffffff1000+c10 zeros 3000+c40 of "
    "6c40" },
  { "P1.addr=ffffffffffff0000", PHDR_MOVE, 0xc00,
    " no room for the 3072 bytes of .sframe: its segments leave no address "
    "for another one" },
  { "P1.addr=50402000", PHDR_SLOT, 0xc00,
    "segment 3010+c00 P2 P3=3000@50403000+c10 zeros 3000+c40 of 6c40" },
  { NOTE "S7.type=1 P1.addr=50402000 P1.paddr=50402000", PHDR_MOVE, 0xc00,
    " no room for the 3072 bytes of .sframe: a moved table of program headers "
    "would be at offset 0x50003000 of the file" },
  { NOTE "S7.type=1 P1.addr=10402000 P1.paddr=10402000", PHDR_MOVE, 0xc00,
    "moved-phdrs 10003150+c00 P5 P4=10003000@10403000+d50 of 10003d50:  "
    "follows the program headers" },
  { NOTE "S7.type=1 P1.align=10000 P1.addr=412000 P1.paddr=412000", PHDR_MOVE,
    0xc00,
    "moved-phdrs 20150+c00 P5 P4=20000@420000+d50 of 20d50:  follows the "
    "program headers" },
  { "P3.type=0 P4.type=0", PHDR_SLOT, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40" },
  { "P3.type=0", PHDR_SLOT, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40" },
  { "P3.type=0 P2.type=0", PHDR_SLOT, 0xc00,
    "segment 3010+c00 P3 P2=3000@403000+c10 zeros 3000+c40 of 6c40" },
  { "P2.type=0 P3.type=0 P4.type=0", PHDR_MOVE, 0xc00,
    "segment 3010+c00 P3 P2=3000@403000+c10 zeros 3000+c40 of 6c40" },
  { "S3.addr=480000", PHDR_MOVE, 0xc00,
    "segment 3010+c00 P2 P3=3000@481000+c10 zeros 3000+c40 of 6c40" },
  { "P1.paddr=403000", PHDR_MOVE, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40" },
  { "P0.paddr=403000", PHDR_MOVE, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40" },
  { "P3.type=4 P3.offset=5ff8 P3.filesz=10 P3.memsz=10", PHDR_MOVE, 0xc00,
    " no room for the 3072 bytes of .sframe: it lacks the bytes of its "
    "segments" },
  { "P3.type=0 P3.offset=5ff8 P3.filesz=10 P3.memsz=10", PHDR_MOVE, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40" },
  { "P3.type=6 P3.offset=5ff8 P3.filesz=10 P3.memsz=10", PHDR_MOVE, 0xc00,
    " no room for the 3072 bytes of .sframe: it lacks the bytes of its "
    "segments" },
  { "S6.offset=1600 S6.addr=401600 S6.flags=2 S6.size=100 S6.name=7 S2.name=0",
    PHDR_SLOT, 0x60, "none 1600+a00 of 6000" },
  { "S6.offset=1600 S6.addr=401600 S6.flags=2 S6.size=100 S6.name=7",
    PHDR_SLOT, 0x60, "none 1600+a00 of 6000" },
  { "S6.offset=1600 S6.addr=401600 S6.flags=2 S6.size=100 S6.name=7",
    PHDR_SLOT, 0x500, "none 1600+a00 of 6000" },
  { "S6.offset=1600 S6.addr=401600 S6.flags=2 S6.size=100 S6.name=7 Y1700.0=6",
    PHDR_SLOT, 0x60,
    "none 1600+100 of 6000: symbols mark the end of its section" },
  { "S6.offset=1600 S6.addr=401600 S6.flags=2 S6.size=100 S6.name=7 Y1700.0=6",
    PHDR_MOVE, 0x101,
    " no room for the 257 bytes of .sframe: symbols mark the end of its "
    "section" },
  { "S6.offset=1050 S6.addr=401050 S6.flags=2 S6.size=0 S6.name=7", PHDR_SLOT,
    0x60, "none 1000+400 of 6000" },
  { "S6.type=13 S6.flags=2 S6.offset=1600 S6.addr=401600 S6.size=10",
    PHDR_SLOT, 0x60, "none 1000+400 of 6000" },
  { "S2.flags=0", PHDR_SLOT, 0x60, "tail 1500+60 P2 of 61c0" },
  { "S2.type=8", PHDR_SLOT, 0x60,
    " the output would not have its section at 0x401500 alone with 96 bytes" },
  { FULL, PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40" },
  { FULL "P0.flags=6", PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40" },
  { FULL "P0.flags=1", PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40" },
  { FULL "P0.memsz=1801", PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40" },
  { FULL "P1.addr=401900", PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40" },
  { FULL "P1.addr=401800", PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40" },
  { FULL "P1.align=10000 P1.addr=412000", PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@423000+c10 zeros 3000+c40 of 6c40" },
  { FULL "P1.align=400000 P1.addr=802000", PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@c03000+c10 zeros 3000+c40 of 6c40" },
  { FULL "P1.align=18", PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40" },
  { FULL "S3.offset=17f8 S3.addr=4017f8", PHDR_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40" },
  { FULL "P1.align=400000 P1.addr=802000", PHDR_LARGE_PAGES, 0xc00,
    "segment 3010+c00 P2 P3=3000@c03000+c10 zeros 3000+c40 of 6c40" },
  { NOTE FULL "S7.type=1", PHDR_PAGES, 0x60,
    "none 1000+400 of 6000:  follows the program headers" },
  { NOTE FULL "S7.type=1", PHDR_PAGES, 0x900,
    " no room for the 2304 bytes of .sframe:  follows the program headers; "
    "use --grow=move-phdrs" },
  { FULL "S9.type=8 S9.flags=3 S9.offset=1800 S9.addr=401800 S9.size=10",
    PHDR_PAGES, 0x900,
    "segment 3010+900 P2 P3=3000@403000+910 zeros 3000+940 of 6940" },
  { FULL "P3.type=1 P3.offset=1810 P3.addr=403810 P3.memsz=100 P3.filesz=0",
    PHDR_PAGES, 0x900,
    "segment 3010+900 P2 P4=3000@404000+910 zeros 3000+940 of 6940" },
  { DYNSYM, PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers" },
  { DYNSYM, PHDR_PAGES, 0x60, "slot 1000+60 P3 e8+30>1060 of 6000" },
  { DYNSYM, PHDR_MOVE, 0x60, "slot 1000+60 P3 e8+30>1060 of 6000" },
  { HASHED, PHDR_SLOT, 0x60, "slot 1000+60 P3 e8+30>1060 of 6000" },
  { HASHED "W3810.8=6ffffef5 W3818.8=4000f8", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: dynamic tag 0x6ffffef5 names what would move" },
  { HASHED "W3808.8=4000f0", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000:  follows the program headers" },
  { HASHED "W3810.8=c W3818.8=4000e8", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: dynamic tag 0xc names what would move" },
  { HASHED "W3810.8=c W3818.8=400118", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: dynamic tag 0xc names what would move" },
  { HASHED "S6.size=1000 S2.name=0 S2.type=0 B1000.100=0", PHDR_SLOT, 0x60,
    "segment 4010+60 P4 P3=3000@403000+1070 e8+1000>3010 zeros 3000+1080 of "
    "7280" },
  { "P2.type=0", PHDR_SLOT, 0x60, "slot 1000+400 P2 of 6000" },
  { "P2.filesz=0 P2.memsz=0", PHDR_SLOT, 0x60, "none 1000+400 of 6000" },
};

/* What was planned, in words: the kind; the section's place; the numbers of
   its program header and of the new PT_LOAD, if any; what moves and where to;
   the new segment; the zeros that are inserted; the size of the file.  */
static void
tell (const struct image_change *change, char *text, size_t size)
{
  const struct phdr_plan *phdr = &change->phdr;
  const struct phdr_displaced *moved = &phdr->displaced;
  const char *end = text + size;

  text += snprintf (text, size, "%s %" PRIx64 "+%" PRIx64,
                    phdr_mode_name (phdr), change->space.offset,
                    change->space.size);
  if (phdr->header_idx != PHDR_NO_SLOT)
    text += snprintf (text, (size_t) (end - text), " P%" PRIu32,
                      phdr->header_idx);
  if (phdr->load_idx != PHDR_NO_SLOT)
    text += snprintf (text, (size_t) (end - text),
                      " P%" PRIu32 "=%" PRIx64 "@%" PRIx64 "+%" PRIx64,
                      phdr->load_idx, phdr->offset, phdr->addr, phdr->size);
  if (moved->size != 0)
    text += snprintf (text, (size_t) (end - text),
                      " %" PRIx64 "+%" PRIx64 ">%" PRIx64, moved->offset,
                      moved->size, moved->to_offset);
  for (unsigned i = 0; i < change->inserted_count; i++)
    text += snprintf (text, (size_t) (end - text),
                      " zeros %" PRIx64 "+%" PRIx64,
                      change->inserted[i].insertion.offset,
                      change->inserted[i].insertion.size);
  snprintf (text, (size_t) (end - text), " of %" PRIx64 "%s%s",
            phdr->file_size, phdr->why[0] != '\0' ? ": " : "", phdr->why);
}

/* Make and verify the change, for AMD64 or big-endian AArch64; TEXT tells of
   it.  */
static void
change_fixture (size_t i, bool big_endian, char *text, size_t size)
{
  static struct fixture fx;
  static uint8_t content[FIXTURE_SIZE];
  static const struct byte_range any = { .start = 0, .end = UINT64_MAX };
  const struct phdr_options options = { .mode = cases[i].mode };
  struct image_change change = { .image = &fx.image,
                                 .clear = &any,
                                 .clear_count = 1,
                                 .sink = &fixture_sink,
                                 .content = content,
                                 .content_size = cases[i].size };
  struct rewrite_result result;

  memset (content, 0xab, sizeof content);
  fixture_begin (&fx, big_endian);
  snprintf (text, size, "not opened");
  if (!fixture_bend (&fx, cases[i].bend) || fixture_open (&fx) != SFM_OK)
    return;
  sfm_status status = make_room (&change, NULL, &options);
  if (status == SFM_OK)
    {
      tell (&change, text, size);
      status = image_change_apply (&change, &result);
    }
  if (status == SFM_OK)
    status = verify_image (&change, &fixture_sink);
  if (status != SFM_OK)
    snprintf (text, size, "%s", fixture_said);
  image_change_free (&change);
  fixture_close (&fx);
}

int
main (void)
{
  char text[1500];

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      bool passed = true;
      for (unsigned big = 0; big < 2; big++)
        {
          change_fixture (i, big != 0, text, sizeof text);
          passed = passed && strcmp (text, cases[i].wanted) == 0;
        }
      unit_last_said (text);
      unit_result_of (passed, "bytes 0x%zx, mode %u, %s", cases[i].size,
                      (unsigned) cases[i].mode, cases[i].bend);
    }
  return unit_exit ();
}
