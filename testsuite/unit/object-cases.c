/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   object-cases.c - what is written of objects.  */

#include "config.h"

#include "object-cases.h"

/* What is done to an object.  */
#define TO_V2 { .convert = true, .target = SFM_TO_V2 }, false
#define TO_V3 { .convert = true, .target = SFM_TO_V3 }, false
#define SPLIT { .split = true }, false
#define PARTIAL { .split = true, .partial = true }, false
#define SYNTH { .synth = true }, false
#define KEEP { .synth = true, .keep = true }, false
#define ALL { .split = true, .synth = true, .keep = true }, false
#define STRIP { 0 }, true

/* In the order of the options.  */
const struct rewrite rewrites[] = {
  { "", TO_V3, "2: v3 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "", TO_V2, "2: v2 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "", SPLIT, "2: v2 of 1 1+0:10 1+10:20 group 3 b c 11: v2 of 3 2+0:20",
    NULL },
  { "", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3", NULL },
  { "", ALL,
    "2: v2 of 1 1+0:10 1+10:20 1+30:10 group 3 b c 11: v2 of 3 2+0:20", NULL },
  { "S6.link=63", TO_V3,
    "E section 6 (.rela.sframe): its link is not a symbol table", NULL },
  { "S5.type=3", TO_V3,
    "E section 6 (.rela.sframe): its link is not a symbol table", NULL },
  { "S6.info=0", TO_V3,
    "E .sframe: has 3 functions and no relocation that says where they are; "
    "--partial drops them",
    NULL },
  { "S6.entsize=10", TO_V3,
    "E .sframe: its relocations are not a whole number of entries of the size "
    "that ELF64 has",
    NULL },
  { "S6.size=47", TO_V3,
    "E .sframe: its relocations are not a whole number of entries of the size "
    "that ELF64 has",
    NULL },
  { "S8.info=2", TO_V3,
    "E section 2 (.sframe): has more than one section of relocations", NULL },
  { "S2.flags=802", TO_V3,
    "E section 2 (.sframe): is compressed, which no section that is loaded "
    "may be",
    NULL },
  { "S2.size=0", TO_V3, "", NULL },
  { "B1002.1=7", TO_V3,
    "E(.sframe+0x2) sfp_version is 7, known are 1, 2 and 3: it may be of a "
    "later version than this program knows; --partial leaves the object as it "
    "is",
    NULL },
  { "S6.type=9", TO_V3,
    "E .sframe: its relocations are not a whole number of entries of the size "
    "that ELF64 has",
    NULL },
  { "W1208.8=100000001", TO_V3,
    "E(.sframe+0x1c) relocation number 0 has type 1, that of a start field "
    "would be 2 or 24",
    "E(.sframe+0x1c) relocation number 0 has type 1, that of a start field "
    "would be 261 or 260" },
  { "W1200.8=1d", TO_V3, "2: v3 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "W1208.8=100000000", TO_V3, "2: v3 1+10:20 2+0:20 group 3", NULL },
  { "W1208.8=2", TO_V3, "2: v3 1+10:20 2+0:20 group 3",
    "E(.sframe+0x1c) relocation number 0 has type 2, that of a start field "
    "would be 261 or 260" },
  { "W1210.8=ffff", TO_V3, "2: v3 1+ffff:10 1+10:20 2+0:20 group 3", NULL },
  { "W1208.8=6300000002", TO_V3,
    "E(.sframe+0x1c) relocation number 0 has symbol 99, which does not exist "
    "or is in no section",
    "E(.sframe+0x1c) relocation number 0 has type 2, that of a start field "
    "would be 261 or 260" },
  { "W1228.8=0", TO_V3, "2: v3 1+0:10 1+0:20 2+0:20 group 3", NULL },
  { "W1008.4=4", TO_V3,
    "E(.sframe+0x8) 4 FDEs end at 0x6c, but the section ends at 0x61", NULL },
  { "W341e.2=fff1", TO_V3, "2: v3 2+0:20 group 3", NULL },
  { "W341e.2=ffff", TO_V3,
    "E(.sframe+0x1c) relocation number 0 has symbol 1, which does not exist "
    "or is in no section",
    NULL },
  { "W341e.2=63", TO_V3,
    "E(.sframe+0x1c) relocation number 0 has symbol 1, which does not exist "
    "or is in no section",
    NULL },
  { "W341e.2=0", TO_V3, "2: v3 2+0:20 group 3", NULL },
  { "S2.type=6ffffff4", TO_V3, "2: v3 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "S9.size=0", SPLIT,
    "E section 9: a group of 0x0 bytes, which is not a whole number of words",
    NULL },
  { "S9.size=6", SPLIT,
    "E section 9: a group of 0x6 bytes, which is not a whole number of words",
    NULL },
  { "W1404.4=63", SPLIT, "E section 9: the group has section 99 of 11", NULL },
  { "S9.size=c W1408.4=3", SPLIT, "E section 3 is in the groups 9 and 9",
    NULL },
  { "S9.size=c W1408.4=2 S2.flags=202", SPLIT,
    "2: v2 of 3 2+0:20 group 3 2 6 11: v2 of 1 1+0:10 1+10:20", NULL },
  { "W1404.4=2 S2.flags=202", SPLIT,
    "2: v2 group 2 11: v2 of 1 1+0:10 1+10:20 13: v2 of 3 2+0:20", NULL },
  { "S9.type=1", SPLIT, "2: v2 of 1 1+0:10 1+10:20 11: v2 of 3 2+0:20", NULL },
  { "W1258.8=100000002 W1260.8=30", SPLIT,
    "2: v2 of 1 1+0:10 1+10:20 group 3 b c 11: v2 of 3 2+0:20", NULL },
  { "W1208.8=200000002", SPLIT,
    "2: v2 of 1 1+10:20 group 3 b c 11: v2 of 3 2+0:10 2+0:20",
    "E(.sframe+0x1c) relocation number 0 has type 2, that of a start field "
    "would be 261 or 260" },
  { "W3436.2=1", SPLIT, "2: v2 of 1 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "S4.size=0", SPLIT,
    "2: v2 of 1 1+0:10 1+10:20 group 3 b c 11: v2 of 3 2+0:20", NULL },
  { "H3e.2=0", SPLIT, "", NULL },
  { "B1002.1=7", SPLIT,
    "E(.sframe+0x2) sfp_version is 7, known are 1, 2 and 3: it may be of a "
    "later version than this program knows; --partial leaves the object as it "
    "is",
    NULL },
  { "S6.size=18", SPLIT, "2: v2 of 1 1+0:10 group 3", NULL },
  { "S3.type=8", SPLIT,
    "2: v2 of 1 1+0:10 1+10:20 group 3 b c 11: v2 of 3 2+0:20", NULL },
  { "S3.flags=2", SPLIT,
    "2: v2 of 1 1+0:10 1+10:20 group 3 b c 11: v2 of 3 2+0:20", NULL },
  { "B1002.1=7", PARTIAL,
    "W(.sframe+0x2) sfp_version is 7, known are 1, 2 and 3: it may be of a "
    "later version than this program knows; the object is left as it is",
    NULL },
  /* All are dead: where what is empty begins matters to nobody.  */
  { "W1208.8=0 W1220.8=0 W1238.8=0", PARTIAL, "2: v2 group 3 unseen 40b0 40b5",
    NULL },
  { "W1800.4=99", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "S7.type=70000001", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3",
    NULL },
  { "W1824.4=0", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3", NULL },
  { "W1824.4=ffffffff", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3",
    NULL },
  { "S8.info=0", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "W1a10.8=8", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3", NULL },
  { "W1a00.8=21", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3", NULL },
  { "W1a08.8=100000001", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3",
    NULL },
  { "W1a08.8=0", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3", NULL },
  { "W1a10.8=100", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3",
    NULL },
  { "W1020.4=0", SYNTH, "2: v2 1+10:20 2+0:20 1+0:10 1+30:10 group 3", NULL },
  { "S2.name=0 S6.info=0", SYNTH,
    "group 3 11: v3 1+0:10 1+10:20 1+30:10 2+0:20", NULL },
  { "S2.size=0 S6.info=0", SYNTH,
    "2: v3 1+0:10 1+10:20 1+30:10 2+0:20 group 3", NULL },
  { "B1812.1=55", SYNTH, "2: v2 group 3 unseen 40b0 40b5", NULL },
  { "W102c.1=40", SYNTH,
    "E(.sframe+0x2c) the function info is 0x40, version 2 leaves 0xc0 unused",
    NULL },
  { "W1a50.8=28", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "W1854.4=30", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3", NULL },
  { "B1807.1=42", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "W105a.1=10", SYNTH, "2: v2 1+10:20 2+0:20 1+0:10 1+30:10 group 3", NULL },
  { "S7.flags=802", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3",
    NULL },
  { "W1a58.8=10 W186c.4=20", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 group 3",
    NULL },
  { "W1a58.8=10 W186c.4=10", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 group 3",
    NULL },
  { "W1a58.8=18", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "W1a58.8=8", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 group 3", NULL },
  { "W1a58.8=20 W186c.4=20", SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 group 3",
    NULL },
  { "B1810.1=3 W1a08.8=10000000a W1a20.8=10000000a W1a38.8=20000000a "
    "W1a50.8=10000000a",
    SYNTH, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3",
    "2: v2 1+0:10 1+10:20 2+0:20 group 3" },
  { "S8.size=78 W1a60.8=20 W1a68.8=100000002 W1a70.8=0", SYNTH,
    "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3", NULL },
  { "S8.size=78 W1a60.8=28 W1a68.8=100000002 W1a70.8=0", SYNTH,
    "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3", NULL },
  { "W105a.1=10", KEEP, "2: v2 1+0:10 1+10:20 2+0:20 1+30:10 group 3", NULL },
  { "W1020.4=0", KEEP, "2: v2 1+0:0 1+10:20 2+0:20 1+30:10 group 3", NULL },
  { "W1010.4=0 W1024.4=3", KEEP,
    "E(.sframe+0x58) the header needs 28 bytes, but 9 are left", NULL },
  { "W1034.4=8", KEEP, "2: v2 1+0:10 1+10:8 2+0:20 1+30:10 group 3", NULL },
  { "", STRIP, "group 3", NULL },
  { "W341e.2=2", STRIP,
    "E section 8 (.rela.eh_frame) refers to its .sframe, which cannot be "
    "removed",
    NULL },
  { "W3436.2=2", STRIP,
    "E section 8 (.rela.eh_frame) refers to its .sframe, which cannot be "
    "removed",
    NULL },
  { "W344e.2=2", STRIP,
    "E symbol 3 (b) refers to its .sframe, which cannot be removed", NULL },
  { "W1404.4=2 S2.flags=202", STRIP, "", NULL },
  { "S9.size=c W1408.4=2 S2.flags=202", STRIP, "group 3 unseen 1360", NULL },
  { "S2.size=0", STRIP, "group 3", NULL },
  { "S6.type=9", STRIP, "group 3", NULL },
  { "S6.info=63", STRIP, "group 3", NULL },
  { "Sa.offset=1000", STRIP,
    "E section 10 (at 0x1000) shares bytes of the file with SFrame data (at "
    "0x1000)",
    NULL },
  { "Sa.size=0 S8.link=2", STRIP,
    "E section 8 (.rela.eh_frame) refers to its .sframe, which cannot be "
    "removed",
    NULL },
  { "S2.offset=2000", STRIP,
    "E section 1 (at 0x2000) shares bytes of the file with SFrame data (at "
    "0x2000)",
    NULL },
  { "S9.info=2 S9.link=2", STRIP,
    "E section 9 (.group) refers to its .sframe, which cannot be removed",
    NULL },
  { "S5.entsize=10", STRIP, "E section 5: symbols of 16 bytes, not 24", NULL },
  { "S5.link=63", STRIP, "group 3", NULL },
  { "W341e.2=2 S8.size=0", STRIP, "group 3", NULL },
  { "W341e.2=2 S8.type=1", STRIP, "group 3", NULL },
  { "Sb.type=12 Sb.link=5 Sb.offset=2300 Sb.size=10 W341e.2=ffff W2304.4=2 "
    "S8.type=1",
    STRIP, "group 3 unseen 4231", "group 3" },
  { "Sb.type=12 Sb.link=5 Sb.offset=2300 Sb.size=10 W341e.2=ffff W2304.4=1",
    STRIP, "group 3 unseen 4231", "group 3" },
  { "Sb.type=12 Sb.link=5 Sb.offset=2300 Sb.size=10 W341e.2=ffff W2304.4=2",
    STRIP,
    "E section 8 (.rela.eh_frame) refers to its .sframe, which cannot be "
    "removed",
    NULL },
  { "Sb.type=12 Sb.link=5 Sb.offset=2300 Sb.size=10 W341e.2=ffff W2304.4=2 "
    "S8.type=1 Sb.size=4",
    STRIP, "E section 11: 0x4 bytes are not a number for each of 4 symbols",
    NULL },
  { "S8.link=63", STRIP, "group 3", NULL },
  { "S8.type=9", STRIP, "group 3", NULL },
  { "S8.type=40000014", STRIP, "group 3", NULL },
  { "S5.type=b W341e.2=2 S8.type=1", STRIP,
    "E symbol 1 () refers to its .sframe, which cannot be removed", NULL },
  { "W341e.2=2 S8.type=1 S8.flags=40 S8.info=2", STRIP,
    "E section 8 (.rela.eh_frame) refers to its .sframe, which cannot be "
    "removed",
    NULL },
  { "Sa.type=1 W344e.2=2", STRIP,
    "E symbol 3 () refers to its .sframe, which cannot be removed", NULL },
  { "W3430.4=63 W344e.2=2 S8.type=1 S9.type=1", STRIP,
    "E symbol 3 (b) refers to its .sframe, which cannot be removed", NULL },
};

const size_t rewrite_count = sizeof rewrites / sizeof rewrites[0];
