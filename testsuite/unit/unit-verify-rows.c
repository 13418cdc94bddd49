/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-verify-rows.c - what the last look at an output says of one that is
   right but for a few words.  */

#include "config.h"

#include <string.h>

#include "fixture-damage.h"
#include "fixture-room.h"
#include "result.h"

/* Tables that dynamic tags lead to.  */
#define DYNAMIC                                                               \
  "P2.type=2 P2.offset=3800 P2.addr=403800 P2.filesz=40 P2.memsz=40 "         \
  "S6.flags=2 S6.offset=e8 S6.addr=4000e8 S6.size=30 Be8.30=61 "              \
  "S6.type=b S6.entsize=18 W3800.8=6 W3808.8=4000e8 "

/* A note after the program headers, which is the first section.  */
#define ORDERED                                                               \
  "P2.type=3 P2.offset=120 P2.addr=400120 P2.paddr=400120 P2.filesz=1c "      \
  "P2.memsz=1c P3.type=4 P3.offset=140 P3.addr=400140 P3.paddr=400140 "       \
  "P3.filesz=20 P3.memsz=20 S1.type=7 S1.flags=2 S1.addr=400120 "             \
  "S1.offset=120 S1.size=40 B120.1c=44 B140.20=55 "

/* The damage, and the end of what is said; NULL: nothing is wrong.  A row
   without an image has that of the row before.  */
static const struct
{
  struct damage damage;
  const char *said;
} rows[] = {
  { { "", PHDR_NONE, 0x60, "" }, NULL },
  { { NULL, 0, 0, "B1000.1=12" },
    "the output would not have its section at 0x401000 alone with 96 bytes" },
  { { NULL, 0, 0, "B105f.1=12" },
    "the output would not have its section at 0x401000 alone with 96 bytes" },
  { { NULL, 0, 0, "b2000.1=1" },
    "(+0x2000) the output would differ there, though nothing had to change" },
  { { NULL, 0, 0, "S2.type=1" },
    "the output would not have its section at 0x401000 alone with 96 bytes" },
  { { NULL, 0, 0, "S2.offset=1008" },
    "the output would not have its section at 0x401000 alone with 96 bytes" },
  { { NULL, 0, 0, "S2.addr=401008" },
    "the output would not have its section at 0x401000 alone with 96 bytes" },
  { { NULL, 0, 0, "S2.name=8" },
    "the output would not have its section at 0x401000 alone with 96 bytes" },
  { { NULL, 0, 0, "S2.name=f" },
    "the output would not have its section at 0x401000 alone with 96 bytes" },
  { { NULL, 0, 0, "P2.type=4" }, "program header 2 has another type" },
  { { NULL, 0, 0, "P2.type=0" }, "program header 2 has another type" },
  { { NULL, 0, 0, "P0.flags=5" }, "program header 0 changed" },
  { { NULL, 0, 0, "P0.offset=8" }, "program header 0 changed" },
  { { NULL, 0, 0, "P0.filesz=2000 P0.memsz=2000" }, NULL },
  { { NULL, 0, 0, "P0.memsz=1900" }, "program header 0 has wrong sizes" },
  { { NULL, 0, 0, "P0.filesz=1900 P0.memsz=1901" },
    "program header 0 has wrong sizes" },
  { { NULL, 0, 0, "P0.filesz=17ff P0.memsz=17ff" },
    "program header 0 has wrong sizes" },
  { { NULL, 0, 0, "S3.entsize=1" }, "section 3 (.after) changed" },
  { { NULL, 0, 0, "S3.size=ff" }, "section 3 (.after) has another size" },
  { { NULL, 0, 0, "S4.name=1" }, "section 4 (.shstrtab) has another name" },
  { { NULL, 0, 0, "S1.addr=402008" }, "section 1 (.text) lost its content" },
  { { NULL, 0, 0, "M0.added=1" }, "program header 3 is not the last" },
  { { NULL, 0, 0, "M0.names=1" }, "section 4 (.shstrtab) lost its names" },
  { { NULL, 0, 0, "D40.a8=5000 H20.8=5000" },
    "program header 0 would not be loaded" },
  { { "H4160.8=35 H3430.4=11223344 H3434.1=12", PHDR_NONE, 0x60,
      "B3434.1=13" },
    "symbol 2 of .symtab" },
  { { NULL, 0, 0, "B3430.1=13" }, "symbol 2 of .symtab" },
  { { "Y1100.0=2", PHDR_NONE, 0x60, "S2.size=60" },
    "the output would not have its section at 0x401000 alone with 96 bytes" },
  { { NULL, 0, 0, "B1060.1=1" },
    "the output would not have its section at 0x401000 alone with 96 bytes" },
  { { NULL, 0, 0, "B10ff.1=1" },
    "the output would not have its section at 0x401000 alone with 96 bytes" },
  { { "S6.name=7 S6.flags=2 S6.offset=1000 S6.addr=401000", PHDR_NONE, 0x60,
      "S6.offset=1060 S6.addr=401060 S6.align=1" },
    "section 6 (.sframe) changed" },
  { { "S6.name=7 S6.flags=2 S6.offset=1050 S6.addr=401050", PHDR_NONE, 0x60,
      "S6.size=8" },
    "section 6 (.sframe) changed" },
  { { NULL, 0, 0, "S6.flags=0" }, "section 6 (.sframe) changed" },
  { { "S6.name=7 S6.flags=2 S6.offset=1060 S6.addr=401060", PHDR_NONE, 0x60,
      "" },
    NULL },
  { { NULL, 0, 0, "S6.offset=1060 S6.addr=401060 S6.align=1" },
    "section 6 (.sframe) changed" },
  { { "S6.name=7 S6.flags=2 S6.offset=1061 S6.addr=401061", PHDR_NONE, 0x60,
      "S6.offset=1060 S6.addr=401060 S6.align=2" },
    "section 6 (.sframe) changed" },
  { { "S6.name=7 S6.flags=0 S6.offset=3c00 S6.size=10 B3c00.10=11", PHDR_NONE,
      0x60, "S6.size=10 S6.name=7" },
    NULL },
  { { "P0.offset=2000 P0.addr=402000 P0.paddr=402000 P0.flags=5 "
      "P0.filesz=1000 P0.memsz=1000 P1.offset=0 P1.addr=400000 "
      "P1.paddr=400000 P1.flags=4 P1.filesz=1800 P1.memsz=1800",
      PHDR_NONE, 0x60, "P1.filesz=2001 P1.memsz=2001" },
    "program header 1 overlaps another one" },
  { { "P0.filesz=2000 P0.memsz=2000", PHDR_NONE, 0x60,
      "P1.filesz=fff P1.memsz=fff" },
    "program header 1 has wrong sizes" },
  { { "P1.memsz=1001", PHDR_NONE, 0x60, "P1.filesz=1001" },
    "program header 1 has wrong sizes" },
  { { NULL, 0, 0, "P1.filesz=1002 P1.memsz=1002" },
    "program header 1 has wrong sizes" },
  { { "P3.type=1 P3.flags=4 P3.offset=1900 P3.addr=401900 P3.filesz=0 "
      "P3.memsz=0",
      PHDR_NONE, 0x60, "P0.filesz=1a00 P0.memsz=1a00" },
    NULL },
  { { "P3.type=1 P3.flags=4 P3.offset=1900 P3.addr=401900 P3.filesz=0 "
      "P3.memsz=1",
      PHDR_NONE, 0x60, "P0.filesz=1900 P0.memsz=1900" },
    NULL },
  { { NULL, 0, 0, "P0.filesz=1901 P0.memsz=1901" },
    "program header 0 overlaps another one" },
  { { "P3.type=4 P3.offset=2900 P3.addr=402900 P3.filesz=20 P3.memsz=20",
      PHDR_NONE, 0x60, "B2900.1=1" },
    "program header 3 has other bytes" },
  { { NULL, 0, 0, "B291f.1=1" }, "program header 3 has other bytes" },
  { { NULL, 0, 0, "P3.offset=2904 P3.addr=402904" },
    "program header 3 lost its content" },
  { { NULL, 0, 0, "P3.offset=2908" }, "program header 3 lost its content" },
  { { NULL, 0, 0, "P3.addr=402908" }, "program header 3 lost its content" },
  { { "P3.type=3 P3.offset=2900 P3.addr=402900 P3.filesz=20 P3.memsz=20",
      PHDR_NONE, 0x60, "P3.offset=2904 P3.addr=402904" },
    "program header 3 lost its content" },
  { { "P3.type=6474e552 P3.offset=2900 P3.addr=402900 P3.filesz=20 "
      "P3.memsz=20",
      PHDR_NONE, 0x60, "B2900.1=1" },
    NULL },
  { { NULL, 0, 0, "B291f.1=1" }, NULL },
  { { "P3.type=0 P3.offset=2900 P3.addr=402900 P3.filesz=20 P3.memsz=20",
      PHDR_NONE, 0x60, "B2900.1=1" },
    NULL },
  { { NULL, 0, 0, "B291f.1=1" }, NULL },
  { { "P3.type=4 P3.offset=2900 P3.addr=402900 P3.filesz=20 P3.memsz=20 "
      "P3.align=0",
      PHDR_NONE, 0x60, "P3.offset=2904 P3.addr=402904" },
    NULL },
  { { "P3.type=6 P3.offset=40 P3.addr=400040 P3.filesz=e0 P3.memsz=e0",
      PHDR_NONE, 0x60, "P3.offset=48 P3.addr=400048" },
    "program header 3 lost its content" },
  { { NULL, 0, 0, "D40.e0=2900 P3.offset=2900 P3.addr=402900" },
    "program header 3 lost its content" },
  { { "P3.offset=5ff8 P3.filesz=10 P3.memsz=10", PHDR_NONE, 0x60,
      "P3.filesz=8 P3.memsz=8" },
    "program header 3 has another type" },
  { { NULL, 0, 0, "P3.offset=5ff0" }, "program header 3 has another type" },
  { { "S6.type=8 S6.flags=2 S6.offset=2900 S6.addr=402900 S6.size=10",
      PHDR_NONE, 0x60, "S6.offset=2908 S6.addr=402908" },
    "section 6 () lost its content" },
  { { "S6.flags=2 S6.offset=2900 S6.addr=402900 S6.size=10", PHDR_NONE, 0x60,
      "S6.offset=2904 S6.addr=402904" },
    "section 6 () lost its content" },
  { { NULL, 0, 0, "S6.offset=27f8 S6.addr=4027f8" },
    "section 6 () lost its content" },
  { { NULL, 0, 0, "S6.offset=3000 S6.addr=403000" },
    "section 6 () lost its content" },
  { { "S6.flags=2 S6.type=b S6.entsize=18 S6.offset=2900 S6.addr=402900 "
      "S6.size=18 B2900.18=0",
      PHDR_NONE, 0x60, "B2904.1=1" },
    "symbol 0 of " },
  { { NULL, 0, 0, "S6.offset=2918 S6.addr=402918 B2918.1=1" },
    "symbol 0 of " },
  { { NULL, 0, 0, "B2917.1=1" }, "symbol 0 of " },
  { { "S6.flags=2 S6.type=b S6.entsize=10 S6.offset=2900 S6.addr=402900 "
      "S6.size=18 B2900.18=0",
      PHDR_NONE, 0x60, "B2904.1=1" },
    NULL },
  { { NULL, 0, 0, "S6.offset=2918 S6.addr=402918 B2918.1=1" },
    "section 6 () lost its content" },
  { { NULL, 0, 0, "B2917.1=1" }, NULL },
  { { "S6.flags=2 S6.type=2 S6.entsize=18 S6.offset=2900 S6.addr=402900 "
      "S6.size=18 B2900.18=0",
      PHDR_NONE, 0x60, "S6.offset=2918 S6.addr=402918 B2918.1=1" },
    "section 6 () lost its content" },
  { { NULL, 0, 0, "B2917.1=1" }, "symbol 0 of " },
  { { "S6.flags=2 S6.type=6 S6.entsize=0 S6.offset=2900 S6.addr=402900 "
      "S6.size=18 B2900.18=0",
      PHDR_NONE, 0x60, "B2904.1=1" },
    NULL },
  { { NULL, 0, 0, "B2917.1=1" }, NULL },
  { { "S6.flags=2 S6.type=4 S6.entsize=18 S6.offset=2900 S6.addr=402900 "
      "S6.size=18 B2900.18=0",
      PHDR_NONE, 0x60, "B2904.1=1" },
    "section 6 () has other bytes" },
  { { NULL, 0, 0, "S6.offset=2918 S6.addr=402918 B2918.1=1" },
    "section 6 () lost its content" },
  { { NULL, 0, 0, "B2917.1=1" }, "section 6 () has other bytes" },
  { { "S6.type=4 S6.info=2 S6.offset=3c00 S6.size=30 B3c00.30=12", PHDR_NONE,
      0x60, "S6.info=3" },
    "section 6 () changed" },
  { { "S6.type=9 S6.info=2 S6.offset=3c00 S6.size=30 B3c00.30=12", PHDR_NONE,
      0x60, "B3c00.1=1" },
    "section 6 () has other bytes" },
  { { NOTE, PHDR_SLOT, 0x60, "M0.header=3" },
    "program header 3 does not lead to the section" },
  { { NULL, 0, 0, "M0.added=2" }, "program header 5 is not the last" },
  { { NOTE "Y160.3=7 Y140.3=7 Y11f.3=7 Y15f.3=7", PHDR_SLOT, 0x60,
      "H3420.8=4010a0" },
    "symbol 1 of .symtab" },
  { { NULL, 0, 0, "H3438.8=401081" }, "symbol 2 of .symtab" },
  { { NULL, 0, 0, "H3450.8=40105f" }, "symbol 3 of .symtab" },
  { { NOTE "P2.type=6 P2.offset=40 P2.addr=400040 S6.type=0 B120.1c=0",
      PHDR_SLOT, 0x60, "P2.memsz=e0" },
    "program header 2 is not the table of them" },
  { { NULL, 0, 0, "P2.filesz=e0 P2.memsz=e0" },
    "program header 2 is not the table of them" },
  { { NULL, 0, 0, "P2.addr=400041" },
    "program header 2 is not the table of them" },
  { { NULL, 0, 0, "P2.addr=401040" },
    "program header 2 is not the table of them" },
  { { NULL, 0, 0, "P2.filesz=150 P2.memsz=150" },
    "program header 2 is not the table of them" },
  { { DYNAMIC, PHDR_PAGES, 0x60, "H3800.8=5" },
    "program header 2 has other tags" },
  { { NULL, 0, 0, "H3808.8=4000e9" },
    "program header 2 leads to another section" },
  { { NULL, 0, 0, "H3810.8=1" }, "program header 2 has other tags" },
  { { DYNAMIC "H3810.8=4 H3818.8=402000 H3820.8=15 H3828.8=5", PHDR_PAGES,
      0x60, "H3818.8=402008" },
    "program header 2 leads to another section" },
  { { NULL, 0, 0, "H3820.8=0" }, "program header 2 has other tags" },
  { { NULL, 0, 0, "H3820.8=16" }, "program header 2 has other tags" },
  { { FULL, PHDR_PAGES, 0x900, "P3.filesz=940 P3.memsz=940" }, NULL },
  { { NULL, 0, 0, "P3.filesz=941 P3.memsz=941" },
    "program header 3 is not a valid PT_LOAD" },
  { { NULL, 0, 0, "P3.offset=3940 P3.addr=403940 P3.filesz=0 P3.memsz=0" },
    "the output's section at 0x403010 would not be loaded, or not be alone "
    "there" },
  { { NULL, 0, 0, "P3.offset=2ff8 P3.addr=402ff8" },
    "program header 3 is not a valid PT_LOAD" },
  { { NULL, 0, 0, "P3.type=4" }, "program header 3 is not a valid PT_LOAD" },
  { { NULL, 0, 0, "P3.flags=5" }, "program header 3 is not a valid PT_LOAD" },
  { { NULL, 0, 0, "P3.memsz=911" },
    "program header 3 is not a valid PT_LOAD" },
  { { NULL, 0, 0, "P3.filesz=90f" },
    "program header 3 is not a valid PT_LOAD" },
  { { NULL, 0, 0, "P3.addr=403001" },
    "program header 3 is not a valid PT_LOAD" },
  { { NULL, 0, 0, "P3.addr=403ff0" },
    "program header 3 is not a valid PT_LOAD" },
  { { NULL, 0, 0, "P3.addr=404000" },
    "the output's section at 0x403010 would not be loaded, or not be alone "
    "there" },
  { { NULL, 0, 0, "P3.addr=3ff000" }, "program header 3 is out of order" },
  { { NULL, 0, 0, "P3.addr=402000" }, "program header 3 is out of order" },
  { { NULL, 0, 0, "P3.addr=402800 P3.align=800" },
    "program header 3 overlaps another one" },
  { { NULL, 0, 0, "M0.zeros=90f" },
    "program header 3 is not a valid PT_LOAD" },
  { { NULL, 0, 0, "M0.load=2" }, "program header 2 is not a valid PT_LOAD" },
  { { NULL, 0, 0, "P1.filesz=1001 P1.memsz=1001" },
    "program header 1 overlaps another one" },
  { { NULL, 0, 0, "P1.filesz=1801 P1.memsz=1801" },
    "program header 1 overlaps another one" },
  { { NULL, 0, 0, "P2.type=4" },
    "the output would not have its section at 0x403010 alone with 2304 "
    "bytes" },
  { { FULL "P1.memsz=1001", PHDR_PAGES, 0x900, "P3.addr=403000" },
    "program header 3 overlaps another one" },
  { { "P2.type=0 P3.type=0 P4.type=0", PHDR_MOVE, 0xc00,
      "P4.type=6474e554 P4.flags=4 P4.offset=3010 P4.addr=403010 "
      "P4.filesz=c00 P4.memsz=c00 P3.type=0" },
    "program header 3 does not lead to the section" },
  { { NULL, 0, 0, "P3.type=0" },
    "the output would not have its section at 0x403010 alone with 3072 "
    "bytes" },
  { { NOTE "S7.type=1", PHDR_MOVE, 0x60, "P4.offset=5ff8 P4.addr=405ff8" },
    "program header 4 is not a valid PT_LOAD" },
  { { NULL, 0, 0, "P4.filesz=148 P4.memsz=148" },
    "program header 0 would not be loaded" },
  { { NULL, 0, 0, "P4.type=1 P4.flags=6" },
    "program header 4 is not a valid PT_LOAD" },
  { { NULL, 0, 0, "P4.align=2000" }, NULL },
  { { "S2.name=0", PHDR_SLOT, 0x60, "S4.size=31" },
    "section 4 (.shstrtab) has another size" },
  { { NULL, 0, 0, "S6.offset=1508" },
    "the output would not have its section at 0x401500 alone with 96 bytes" },
  { { NULL, 0, 0, "S6.size=61" },
    "the output would not have its section at 0x401500 alone with 96 bytes" },
  { { NULL, 0, 0, "S6.name=1" },
    "the output would not have its section at 0x401500 alone with 96 bytes" },
  { { NULL, 0, 0, "S6.type=1" },
    "the output would not have its section at 0x401500 alone with 96 bytes" },
  { { NULL, 0, 0, "H3c.2=6" },
    "the output would not have its section at 0x401500 alone with 96 bytes" },
  { { NULL, 0, 0, "b61bf.1=1" },
    "(+0x61bf) the output would differ there, though nothing had to change" },
  { { NULL, 0, 0, "S1.name=2" }, "section 1 (.text) has another name" },
  { { "S2.name=0 S6.offset=5000 S6.size=10", PHDR_SLOT, 0x60,
      "S6.offset=6000" },
    "section 6 () lost its content" },
  { { ORDERED, PHDR_SLOT, 0x60, "N1.to=0" },
    "section 0 () has the number of another one" },
  { { NULL, 0, 0, "N1.to=1" }, "section 0 () has the number of another one" },
  { { NULL, 0, 0, "N5.to=3" }, "section 0 () has the number of another one" },
  { { ORDERED "Y1400.1=3 Y120.3=1 Y2000.2=fff1", PHDR_SLOT, 0x60,
      "H3436.2=1" },
    "symbol 2 of .symtab" },
  { { NULL, 0, 0, "H344e.2=1" }, "symbol 3 of .symtab" },
  { { ORDERED
      "S6.type=4 S6.link=5 S6.info=1 S6.offset=3c00 S6.size=18 S7.type=1 "
      "S7.info=1 S7.flags=40 S8.type=1 S8.info=1 S9.type=9 S9.info=1",
      PHDR_SLOT, 0x60, "" },
    NULL },
  { { NULL, 0, 0, "S6.info=1" }, "section 6 () changed" },
  { { NULL, 0, 0, "S7.info=1" }, "section 7 () changed" },
  { { NULL, 0, 0, "S8.info=2" }, "section 8 () changed" },
  { { NULL, 0, 0, "S9.info=1" }, "section 9 () changed" },
  { { NULL, 0, 0, "S9.info=2" }, NULL },
  { { "S6.type=3 S6.offset=3000 S6.size=29", PHDR_NONE, 0x60, "H3e.2=6" },
    "section 0 () is not the first of all sections" },
  { { "S2.name=0 B3007.1=78 S6.offset=5000 S6.size=10", PHDR_SLOT, 0x60, "" },
    NULL },
  { { NULL, 0, 0, "S6.offset=6000" }, "section 4 (.shstrtab) lost its names" },
  { { NULL, 0, 0, "S6.offset=6028" }, "section 4 (.shstrtab) lost its names" },
  { { NULL, 0, 0, "S6.offset=6030" }, "section 4 (.shstrtab) lost its names" },
  { { NULL, 0, 0, "S6.offset=6031" }, "section 6 () lost its content" },
  { { NULL, 0, 0, "S4.offset=3000" },
    "the output would not have its section at 0x401500 alone with 96 bytes" },
  { { NULL, 0, 0, "S4.size=29" },
    "(+0x61f8) the name of section 7 is at 0x29 of 0x29 bytes of names" },
  { { NULL, 0, 0, "S4.size=28" },
    "(+0x61b8) the name of section 6 is at 0x28 of 0x28 bytes of names" },
  { { NULL, 0, 0, "B6001.1=79" }, "section 1 (.text) has another name" },
  { { NULL, 0, 0, "B6000.1=1" }, "section 2 () has another name" },
  { { NULL, 0, 0, "M0.names=0" }, "section 4 (.shstrtab) has another size" },
  { { NULL, 0, 0, "S4.offset=6001" },
    "the output would not have its section at 0x401500 alone with 96 bytes" },
  { { "Y1000.3=2 Y1001.3=3 Yfff.3=3", PHDR_SLOT, 0xb00, "" }, NULL },
  { { NULL, 0, 0, "H3420.8=401000" }, NULL },
  { { NULL, 0, 0, "H3420.8=401001" }, "symbol 1 of .symtab" },
  { { NULL, 0, 0, "H3420.8=401501" }, "symbol 1 of .symtab" },
  { { NULL, 0, 0, "H3438.8=401500" }, "symbol 2 of .symtab" },
  { { NULL, 0, 0, "H3438.8=401501" }, "symbol 2 of .symtab" },
  { { NULL, 0, 0, "H3450.8=401500" }, "symbol 3 of .symtab" },
  { { NULL, 0, 0, "H3450.8=4014ff" }, "symbol 3 of .symtab" },
  { { NULL, 0, 0, "M0.old=0" }, "symbol 1 of .symtab" },
  { { "S6.name=7 S6.flags=2 S6.offset=1050 S6.addr=401050 Y1050.3=6 Y1050.1=6",
      PHDR_NONE, 0x60, "" },
    NULL },
  { { NULL, 0, 0, "H3438.8=401060" }, "symbol 2 of .symtab" },
  { { NULL, 0, 0, "H3420.8=401050" }, NULL },
  { { NULL, 0, 0, "H3420.8=401061" }, "symbol 1 of .symtab" },
  { { "Y1408.3=3", PHDR_NONE, 0x60, "H3420.8=401400" },
    "symbol 1 of .symtab" },
  { { NOTE "P2.type=6 P2.offset=40 P2.addr=400040 S6.type=0 B120.1c=0",
      PHDR_SLOT, 0x60, "P2.offset=48 P2.addr=400048" },
    "program header 2 is not the table of them" },
  { { "S1.type=2 S1.flags=0 S1.offset=3c00 S1.size=18 S1.entsize=18",
      PHDR_NONE, 0x60, "B3c04.1=1" },
    "symbol 0 of .text" },
  { { NULL, 0, 0, "B3c08.1=1" }, "symbol 0 of .text" },
  { { ORDERED "Y120.3=1", PHDR_SLOT, 0x60, "" }, NULL },
  { { NULL, 0, 0, "H341e.2=1 H3420.8=400120" }, "symbol 1 of .symtab" },
  { { NULL, 0, 0, "H341e.2=1" }, "symbol 1 of .symtab" },
  { { FULL, PHDR_PAGES, 0x900, "I2000.1=1" },
    "the output would be wrong after the 0x940 bytes inserted at 0x3000" },
  { { NULL, 0, 0, "I3100.1=1" },
    "the output would be wrong after the 0x940 bytes inserted at 0x3000" },
  { { "S1.flags=2 S1.offset=2900 S1.addr=402900 S1.size=10 S3.offset=2a00 "
      "S3.addr=402a00",
      PHDR_NONE, 0x60, "S3.offset=2908 S3.addr=402908" },
    "section 3 (.after) lost its content" },
  { { NULL, 0, 0, "S3.offset=2898 S3.addr=402898" },
    "section 3 (.after) lost its content" },
  { { NULL, 0, 0, "S3.offset=2801 S3.addr=402801" },
    "section 3 (.after) lost its content" },
};

static bool
ends (const char *said, const char *end)
{
  const size_t size = strlen (said), wanted = strlen (end);

  return size >= wanted && strcmp (said + size - wanted, end) == 0;
}

int
main (void)
{
  struct damage damage = { .bend = NULL };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      const char *wanted = rows[i].said;
      bool passed = true;
      if (rows[i].damage.bend != NULL)
        damage = rows[i].damage;
      damage.words = rows[i].damage.words;
      for (unsigned big = 0; big < 2; big++)
        {
          const char *said = damage_said (&damage, big != 0);
          passed = passed && (said == NULL) == (wanted == NULL)
                   && (said == NULL || ends (said, wanted));
        }
      unit_result_of (passed, "mode %u, bytes 0x%zx, %s: %s",
                      (unsigned) damage.mode, damage.size, damage.bend,
                      damage.words);
    }
  return unit_exit ();
}
