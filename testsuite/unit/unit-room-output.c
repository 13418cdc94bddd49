/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unit-room-output.c - what the changed image has, by where its parts are:
   inserted zeros, new segments, sections in order, names.  */

#include "config.h"

#include "fixture-room.h"
#include "result.h"

/* The name ".rela.sframe_reserve", at 0x16 of the names.  */
#define RELA_RESERVE                                                          \
  "S4.name=0 S5.name=0 B3016.1=2e B3017.1=72 B3018.1=65 B3019.1=6c "          \
  "B301a.1=61 B301b.1=2e B301c.1=73 B301d.1=66 B301e.1=72 B301f.1=61 "        \
  "B3020.1=6d B3021.1=65 B3022.1=5f B3023.1=72 B3024.1=65 B3025.1=73 "        \
  "B3026.1=65 B3027.1=72 B3028.1=76 B3029.1=65 B302a.1=0 "
/* Two program headers that are spare, and nothing free beside the table.  */
#define SPARES                                                                \
  "P0.type=0 P0.offset=140 P0.addr=400140 P0.filesz=20 P0.memsz=20 "          \
  "P2.type=1 P2.flags=4 P2.offset=0 P2.addr=400000 P2.paddr=400000 "          \
  "P2.filesz=1800 P2.memsz=1800 P2.align=1000 P3.type=0 P3.offset=140 "       \
  "P3.addr=400140 P3.filesz=20 P3.memsz=20 P1.type=0 P1.offset=130 "          \
  "P1.addr=400130 P1.filesz=20 P1.memsz=20 P3.type=1 P3.offset=2000 "         \
  "P3.addr=402000 P3.paddr=402000 P3.filesz=1000 P3.memsz=1000 "              \
  "P3.align=1000 P3.flags=5 S6.type=7 S6.flags=2 S6.offset=120 "              \
  "S6.addr=400120 S6.size=40 B120.40=1 "

static const struct room_case cases[] = {
  /* Other sections of the name.  */
  { NOTE "S8.name=7 S8.flags=2 S8.offset=1060 S8.addr=401060 S8.size=10",
    PHDR_SLOT, 0x60,
    " .sframe at [0x1060, 0x1070) lies in .sframe at [0x1000, 0x1100)" },
  { NOTE "S2.size=0 B1000.100=0 S8.name=7 S8.flags=2 S8.offset=1000 "
         "S8.addr=401000 S8.size=80",
    PHDR_SLOT, 0x60,
    " a segment at [0x1060, 0x107c) lies in .sframe at [0x1000, 0x1080)" },
  /* A new section, and symbols that follow.  */
  { "S2.name=0 S3.name=0 S4.name=0 S5.name=0 S1.name=0 H4120.8=f", PHDR_SLOT,
    0x60, "tail 1500+60 P2 of 61c0" },
  { "S2.name=0 H3c.2=0 H4020.8=6", PHDR_SLOT, 0x60,
    "tail 1500+60 P2 of 61c0" },
  { "S2.name=0 H3c.2=0 H4020.8=6", PHDR_SLOT, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6e00 S4=3c40+28 "
    "S5=4040+18" },
  { "S2.name=0 H3e.2=0", PHDR_SLOT, 0x60,
    " no room for the 96 bytes of .sframe: its sections have no names" },
  { "S2.name=0 Y0.3=4 H3420.8=0", PHDR_SLOT, 0x60, "tail 1500+60 P2 of 61c0" },
  { "Y1000.3=2 Y1001.3=3 Yfff.3=3", PHDR_SLOT, 0xb00,
    "tail 1500+b00 P2 of 6000 S2=1500+b00 Y1500" },
  { "S2.size=0 P2.filesz=0 P2.memsz=0 Y1001.0=2", PHDR_SLOT, 0xb00,
    "tail 1500+b00 P2 of 6000 P2@1500 S2=1500+b00" },
  { "S2.name=0 H38.2=0", PHDR_SLOT, 0x60,
    " no room for the 96 bytes of .sframe: it has no program headers" },
  /* Alignment.  */
  { "S2.align=0", PHDR_NONE, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  { "S2.align=1", PHDR_NONE, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  /* Its segment grows.  */
  { "P0.type=6474e554 P0.offset=1000 P0.addr=401000 P0.filesz=100 "
    "P0.memsz=100 P2.type=1 P2.offset=0 P2.addr=400000 P2.filesz=1800 "
    "P2.memsz=1800 P2.paddr=400000 P2.align=1000",
    PHDR_NONE, 0x60, "none 1000+400 of 6000 S2=1000+60" },
  /* Inserted zeros.  */
  { STUCK "P1.align=200000 P1.addr=602000", PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+200000 of 206000 S1=202000+800 S2=1500+900 "
    "S4=203000+2a S5=203400+18 S7=201800+20" },
  { STUCK "T1.0=200", PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 S1=3000+800 S2=1500+900 "
    "S4=4000+2a S5=4400+18 S7=2800+20" },
  { "T1.0=200 T0.0=900 S8.offset=1800 S8.size=20 B1800.20=77", PHDR_PAGES,
    0x900,
    "segment 3010+900 P2 P3=3000@403000+910 zeros 3000+940 of 6940 "
    "S2=3010+900 S4=3940+2b S5=3d40+18" },
  { "P0.offset=2000 P0.addr=402000 P0.paddr=402000 P0.flags=5 P0.filesz=1000 "
    "P0.memsz=1000 P1.offset=0 P1.addr=400000 P1.paddr=400000 P1.flags=4 "
    "P1.filesz=1800 P1.memsz=1800 " FULL,
    PHDR_PAGES, 0x900,
    "segment 3010+900 P2 P3=3000@403000+910 zeros 3000+940 of 6940 "
    "S2=3010+900 S4=3940+2b S5=3d40+18" },
  { TAKEN "P0.offset=2000 P0.addr=402000 P0.paddr=402000 P0.flags=5 "
          "P0.filesz=1000 P0.memsz=1000 P1.offset=0 P1.addr=400000 "
          "P1.paddr=400000 P1.flags=4 P1.filesz=1800 P1.memsz=1800",
    PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 S1=3000+800 S2=1500+900 "
    "S4=4000+2a S5=4400+18 S7=2800+20" },
  { "P0.offset=2000 P0.addr=402000 P0.paddr=402000 P0.flags=5 P0.filesz=1000 "
    "P0.memsz=1000 P1.offset=0 P1.addr=400000 P1.paddr=400000 P1.flags=4 "
    "P1.filesz=1800 P1.memsz=1800 " FULL
    "P0.align=10000 P0.addr=412000 P0.paddr=412000 S1.addr=412000",
    PHDR_PAGES, 0x900,
    "segment 3010+900 P2 P3=3000@423000+910 zeros 3000+940 of 6940 "
    "S2=3010+900 S4=3940+2b S5=3d40+18" },
  { TAKEN "P0.offset=2000 P0.addr=402000 P0.paddr=402000 P0.flags=5 "
          "P0.filesz=1000 P0.memsz=1000 P1.offset=0 P1.addr=400000 "
          "P1.paddr=400000 P1.flags=4 P1.filesz=1800 P1.memsz=1800 "
          "P0.align=10000 P0.addr=412000 P0.paddr=412000 S1.addr=412000",
    PHDR_PAGES, 0x900,
    "tail 2800+900 P2 zeros 3000+d000 of 13000 S2=2800+900 S4=10000+2a "
    "S5=10400+18" },
  { TAKEN "P0.offset=2000 P0.addr=402000 P0.paddr=402000 P0.flags=5 "
          "P0.filesz=1000 P0.memsz=1000 P1.offset=0 P1.addr=400000 "
          "P1.paddr=400000 P1.flags=4 P1.filesz=1800 P1.memsz=1800 P0.align=3",
    PHDR_PAGES, 0x900,
    " no room for the 2304 bytes of .sframe:  follows the program headers; "
    "use --grow=move-phdrs" },
  { TAKEN
    "P0.offset=2000 P0.addr=402000 P0.paddr=402000 P0.flags=5 P0.filesz=1000 "
    "P0.memsz=1000 P1.offset=0 P1.addr=400000 P1.paddr=400000 P1.flags=4 "
    "P1.filesz=1800 P1.memsz=1800 P1.align=10000",
    PHDR_PAGES, 0x900,
    "tail 1500+900 P2 zeros 1800+1000 of 7000 S1=3000+800 S2=1500+900 "
    "S4=4000+2a S5=4400+18 S7=2800+20" },
  /* A new segment.  */
  { "T0.0=3080 S4.offset=3000", PHDR_MOVE, 0x1000,
    "moved-phdrs 60e0+1000 P2 P3=6000@406000+10e0 of 70e0: the program "
    "headers are not loaded S2=60e0+1000" },
  { "T0.0=2f58 S1.size=800", PHDR_SLOT, 0xc00,
    " no room for the 3072 bytes of .sframe: .shstrtab follows the program "
    "headers; use --grow=move-phdrs" },
  { "P1.memsz=0 P1.filesz=0", PHDR_SLOT, 0xc00,
    "segment 2010+c00 P2 P3=2000@403000+c10 zeros 2000+c40 of 6c40 P1@2000 "
    "S1=2c40+800 S2=2010+c00 S4=3c40+28 S5=4040+18" },
  { "P1.memsz=0 P1.filesz=0", PHDR_MOVE, 0x1000,
    "segment 2010+1000 P2 P3=2000@403000+1010 zeros 2000+1040 of 7040 P1@2000 "
    "S1=3040+800 S2=2010+1000 S4=4040+28 S5=4440+18" },
  { "X0.0=1 P1.type=4", PHDR_SLOT, 0xc00,
    "segment 1810+c00 P2 P3=1800@403800+c10 zeros 1800+c40 of 6c40 "
    "S1=2c40+800 S2=1810+c00 S4=3c40+28 S5=4040+18" },
  { "X0.0=1 P1.type=4", PHDR_MOVE, 0x1000,
    "segment 1810+1000 P2 P3=1800@403800+1010 zeros 1800+1040 of 7040 "
    "S1=3040+800 S2=1810+1000 S4=4040+28 S5=4440+18" },
  { "P0.addr=0 P0.paddr=0 P1.addr=2000 P1.paddr=2000 S1.addr=2000 "
    "S2.addr=1000 S3.addr=1400 P2.addr=1000",
    PHDR_SLOT, 0xc00,
    "segment 3010+c00 P2 P3=3000@3000+c10 zeros 3000+c40 of 6c40 S2=3010+c00 "
    "S4=3c40+28 S5=4040+18" },
  { "P0.offset=1000 P0.addr=1000 P0.paddr=1000 P0.filesz=800 P0.memsz=800 "
    "P1.addr=2000 P1.paddr=2000 S1.addr=2000 S2.addr=1000 S3.addr=1400 "
    "P2.addr=1000",
    PHDR_SLOT, 0xc00,
    " no room for the 3072 bytes of .sframe: the program headers are not "
    "loaded; use --grow=move-phdrs" },
  { "P0.offset=1000 P0.addr=0 P0.paddr=0 P0.filesz=800 P0.memsz=800 "
    "P1.addr=2000 P1.paddr=2000 S1.addr=2000 S2.addr=0 S3.addr=400 P2.addr=0",
    PHDR_SLOT, 0xc00,
    " no room for the 3072 bytes of .sframe: the program headers are not "
    "loaded" },
  { NOTE "S7.type=1 P1.addr=10405000 P1.paddr=10405000", PHDR_MOVE, 0xc00,
    "moved-phdrs 10006150+c00 P5 P4=10006000@10406000+d50 of 10006d50:  "
    "follows the program headers S2=10006150+c00" },
  { NOTE "S7.type=1 P0.addr=400800 P0.align=1 S2.addr=401800 S3.addr=401c00 "
         "S6.addr=400920 S7.addr=400940 P2.addr=400920 P3.addr=400940 "
         "P1.addr=403000 P1.paddr=403000",
    PHDR_MOVE, 0xc00,
    " no room for the 3072 bytes of .sframe: a moved table of program headers "
    "would be at offset 0x6000 of the file" },
  { NOTE "P2.type=0 S7.type=1", PHDR_MOVE, 0xc00,
    "moved-phdrs 6150+c00 P5 P4=6000@406000+d50 of 6d50:  follows the program "
    "headers S2=6150+c00" },
  { NOTE "P3.type=0 S7.type=1", PHDR_MOVE, 0xc00,
    "moved-phdrs 6150+c00 P5 P4=6000@406000+d50 of 6d50:  follows the program "
    "headers S2=6150+c00" },
  { "S3.addr=fffffffffffffeff", PHDR_SLOT, 0xc00,
    " no room for the 3072 bytes of .sframe: its segments leave no address "
    "for another one" },
  { "S3.addr=7ffffffffffffeff", PHDR_SLOT, 0xc00,
    " no room for the 3072 bytes of .sframe" },
  { "S3.addr=7fffffffffffe000 P1.align=8000000", PHDR_SLOT, 0xc00,
    " no room for the 3072 bytes of .sframe" },
  { "S3.addr=480000 S3.flags=0", PHDR_SLOT, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "S1.addr=480000 S1.flags=0", PHDR_SLOT, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "P3.type=6474e553 P3.offset=1400 P3.addr=401400 P3.filesz=20 P3.memsz=20 "
    "P4.type=4 P4.offset=1400 P4.addr=401400 P4.filesz=20 P4.memsz=20 "
    "P3.filesz=0 P4.filesz=0",
    PHDR_SLOT, 0xc00,
    "segment 3010+c00 P2 P5=3000@403000+c10 zeros 3000+c40 of 6c40 P3@1400 "
    "P4@1400 S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "P3.type=6474e553 P3.offset=1400 P3.addr=401400 P3.filesz=20 P3.memsz=20 "
    "P4.type=4 P4.offset=1400 P4.addr=401400 P4.filesz=20 P4.memsz=20 "
    "P4.filesz=0 P3.filesz=0 P3.memsz=0 P4.memsz=0",
    PHDR_SLOT, 0xc00,
    "segment 3010+c00 P2 P5=3000@403000+c10 zeros 3000+c40 of 6c40 P3@1400 "
    "P4@1400 S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "P3.type=6474e554 P3.offset=5ff8 P3.addr=405ff8 P3.filesz=10 P3.memsz=10",
    PHDR_SLOT, 0xc00,
    "segment 3010+c00 P2 P4=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "X0.0=1 P3.type=6474e554 P3.offset=5ff8 P3.addr=405ff8 P3.filesz=10 "
    "P3.memsz=10",
    PHDR_SLOT, 0xc00,
    "segment 3010+c00 P2 P4=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "X0.0=1 P1.paddr=0", PHDR_SLOT, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "P0.paddr=0 P1.paddr=0", PHDR_SLOT, 0xc00,
    "segment 3010+c00 P2 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "X0.0=1 P0.paddr=1000 P1.type=4", PHDR_SLOT, 0xc00,
    " no room for the 3072 bytes of .sframe: it is loaded by physical "
    "addresses" },
  { "X0.0=1 P2.type=1 P2.flags=4 P2.offset=0 P2.filesz=0 P2.addr=300000 "
    "P2.paddr=1000",
    PHDR_SLOT, 0xc00,
    " no room for the 3072 bytes of .sframe: it is loaded by physical "
    "addresses" },
  { "P0.type=6474e554 P0.offset=1000 P0.addr=401000 P0.filesz=100 "
    "P0.memsz=100 P2.type=1 P2.offset=0 P2.addr=400000 P2.filesz=1800 "
    "P2.memsz=1800 P2.paddr=400000 P2.align=1000",
    PHDR_SLOT, 0xc00,
    "segment 3010+c00 P0 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "P0.type=6474e554 P0.offset=1000 P0.addr=401000 P0.filesz=100 "
    "P0.memsz=100 P2.type=1 P2.offset=0 P2.addr=400000 P2.filesz=1800 "
    "P2.memsz=1800 P2.paddr=400000 P2.align=1000 P3.type=0",
    PHDR_SLOT, 0xc00,
    "segment 3010+c00 P0 P3=3000@403000+c10 zeros 3000+c40 of 6c40 P3@3000 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { "P0.type=0 P0.offset=1000 P0.addr=401000 P0.filesz=100 P0.memsz=100 "
    "P2.type=1 P2.offset=0 P2.addr=400000 P2.filesz=1800 P2.memsz=1800 "
    "P2.paddr=400000 P2.align=1000 P3.type=6474e554 P3.offset=1000 "
    "P3.addr=401000 P3.filesz=100 P3.memsz=100",
    PHDR_SLOT, 0xc00,
    "segment 3010+c00 P0 P3=3000@403000+c10 zeros 3000+c40 of 6c40 "
    "S2=3010+c00 S4=3c40+28 S5=4040+18" },
  { SPARES, PHDR_SLOT, 0x60, "slot 1000+400 P0 of 6000 S2=1000+60" },
  { SPARES, PHDR_SLOT, 0xc00,
    "segment 3050+c00 P0 P4=3000@403000+c50 120+40>3010 zeros 3000+c80 of "
    "6c80 S2=3050+c00 S4=3c80+29 S5=4080+18 S6=3010+40" },
  { SPARES " " FULL, PHDR_SLOT, 0xc00,
    "segment 3050+c00 P0 P4=3000@403000+c50 120+40>3010 zeros 3000+c80 of "
    "6c80 S2=3050+c00 S4=3c80+2b S5=4080+18 S6=3010+40" },
  /* The order of sections.  */
  { ORDERED "S6.type=70000000", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1060+40 S1=1000+60" },
  { ORDERED "S6.type=7fffffff", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1060+40 S1=1000+60" },
  { ORDERED "S6.type=80000000", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S1=1060+40 S2=1000+60" },
  { ORDERED "S6.type=60000001", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S1=1060+40 S2=1000+60" },
  { ORDERED "S6.type=13", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1060+40 S1=1000+60" },
  { ORDERED "S6.type=14", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S1=1060+40 S2=1000+60" },
  { ORDERED
    "S6.type=b S6.offset=3c00 S6.size=30 S6.entsize=18 W3c1e.2=1 B3c1c.1=1",
    PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1060+40 S1=1000+60" },
  { ORDERED "S6.type=4 S6.info=1 S6.link=5", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1060+40 S1=1000+60" },
  { ORDERED "S6.type=9 S6.info=1 S6.link=5", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1060+40 S1=1000+60" },
  { ORDERED "S6.type=1 S6.info=1 S6.flags=40", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1060+40 S1=1000+60" },
  { ORDERED "S6.type=1 S6.info=1", PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+40>1060 of 6000 S2=1060+40 S1=1000+60" },
  { ORDERED "S6.type=8 S6.flags=403 S6.addr=401400 S6.size=10", PHDR_SLOT,
    0x60, "slot 1000+60 P4 120+40>1060 of 6000 S2=1060+40 S1=1000+60" },
  { ORDERED "H3e.2=0", PHDR_SLOT, 0x60,
    " no room for the 96 bytes of .sframe: its sections have no names" },
  { ORDERED "S1.type=9", PHDR_SLOT, 0x60,
    "none 1000+400 of 6000: .text follows the program headers S2=1000+60" },
  { "S1.name=0 S1.type=60000001 S1.flags=2 S1.offset=40 S1.addr=400040 "
    "S1.size=e0 S2.name=f S2.type=7 S2.flags=2 S2.offset=120 S2.addr=400120 "
    "S2.size=40 S3.name=7 S3.offset=1000 S3.addr=401000 P2.type=4 "
    "P2.offset=120 P2.addr=400120 P2.filesz=20 P2.memsz=20 P3.type=4 "
    "P3.offset=140 P3.addr=400140 P3.filesz=20 P3.memsz=20 B120.40=55 "
    "B1400.100=0",
    PHDR_SLOT, 0x60,
    " the output would be wrong: section 1 () has other bytes" },
  /* Names.  */
  { "B3007.1=78 B3010.1=78 " RELA_RESERVE "S2.name=1b H4120.8=40", PHDR_NONE,
    0x60, "none 1000+400 of 6000 S2=1000+60 renamed" },
  { "B3007.1=78 B3010.1=78 " RELA_RESERVE "S2.name=1b H4120.8=40 S1.name=16",
    PHDR_NONE, 0x60, "none 1000+400 of 6000 S2=1000+60 not renamed" },
  { "B3007.1=78 B3010.1=78 " RELA_RESERVE "S2.name=1b H4120.8=40 S1.name=22",
    PHDR_NONE, 0x60, "none 1000+400 of 6000 S2=1000+60 not renamed" },
  { "B3007.1=78 B3010.1=78 " RELA_RESERVE "S2.name=1b H4120.8=40 S1.name=23",
    PHDR_NONE, 0x60, "none 1000+400 of 6000 S2=1000+60 renamed" },
  { "B3007.1=78 B3010.1=78 " RELA_RESERVE "S2.name=1b H4120.8=40 B3015.1=78",
    PHDR_NONE, 0x60, "none 1000+400 of 6000 S2=1000+60 not renamed" },
  /* Relocations of the section, and what shares their bytes.  */
  { "S1.type=4 S1.info=2 S1.flags=0 S1.offset=3c00 S1.size=30 B3c00.30=12 "
    "S7.offset=3c10 S7.size=8",
    PHDR_NONE, 0x60,
    "  at [0x3c10, 0x3c18) lies in .sframe at [0x3c00, 0x3c30)" },
  { "S1.name=7 S1.flags=0 S1.offset=3c00 S1.size=30 S7.offset=3c10 S7.size=8",
    PHDR_NONE, 0x60,
    "  at [0x3c10, 0x3c18) lies in .sframe at [0x3c00, 0x3c30)" },
  { "S6.name=7 S6.offset=3c00 S6.size=1 S7.offset=3c00 S7.size=8", PHDR_NONE,
    0x60, "  at [0x3c00, 0x3c08) lies in .sframe at [0x3c00, 0x3c01)" },
  /* .eh_frame_hdr.  */
  { "K0.0=1 B3007.1=2e B3008.1=65 B3009.1=68 B300a.1=5f B300b.1=66 B300c.1=72 "
    "B300d.1=61 B300e.1=6d B300f.1=65 B3010.1=5f B3011.1=68 B3012.1=64 "
    "B3013.1=72 B3014.1=0 B3015.1=0 S3.name=0 P2.type=6474e550",
    PHDR_SLOT, 0x401, "tail 1500+401 P2 of 6000 A8 S2=1500+401" },
  { "K0.0=1 B3007.1=2e B3008.1=65 B3009.1=68 B300a.1=5f B300b.1=66 B300c.1=72 "
    "B300d.1=61 B300e.1=6d B300f.1=65 B3010.1=5f B3011.1=68 B3012.1=64 "
    "B3013.1=72 B3014.1=0 B3015.1=0 S3.name=0 P2.type=6474e550",
    PHDR_SLOT, 0xb01,
    "segment 3010+b01 P2 P3=3000@403000+b11 zeros 3000+b40 of 6b40 A8 "
    "S2=3010+b01 S4=3b40+28 S5=3f40+18" },
  { STUCK "K0.0=1 B3007.1=2e B3008.1=65 B3009.1=68 B300a.1=5f B300b.1=66 "
          "B300c.1=72 B300d.1=61 B300e.1=6d B300f.1=65 B3010.1=5f B3011.1=68 "
          "B3012.1=64 B3013.1=72 B3014.1=0 B3015.1=0 S3.name=0",
    PHDR_PAGES, 0x900,
    " no room for the 2304 bytes of .eh_frame_hdr:  follows the program "
    "headers; use --grow=move-phdrs" },
  { ORDERED "S2.name=0 S6.type=b S6.offset=3c00 S6.size=48 S6.entsize=18 "
            "W3c1e.2=4 B3c1c.1=1 W3c36.2=3",
    PHDR_SLOT, 0x60,
    "tail 1500+60 P4 120+40>1560 of 6200 S4=1560+40 S1=1000+100 S2=1400+100 "
    "S5=3000+29 S6=3400+18 S7=3c00+48" },
  { ORDERED "S2.name=0 S6.type=4 S6.info=3 S6.link=5", PHDR_SLOT, 0x60,
    "tail 1500+60 P4 120+40>1560 of 6200 S4=1560+40 S1=1000+100 S2=1400+100 "
    "S5=3000+29 S6=3400+18 S7=0+0" },
  { ORDERED "S2.name=0 S6.type=9 S6.info=3 S6.link=5", PHDR_SLOT, 0x60,
    "tail 1500+60 P4 120+40>1560 of 6200 S4=1560+40 S1=1000+100 S2=1400+100 "
    "S5=3000+29 S6=3400+18 S7=0+0" },
  { ORDERED "S2.name=0 S6.info=3 S6.flags=40", PHDR_SLOT, 0x60,
    "tail 1500+60 P4 120+40>1560 of 6200 S4=1560+40 S1=1000+100 S2=1400+100 "
    "S5=3000+29 S6=3400+18 S7=0+0" },
  { ORDERED "S2.name=0 Y1.1=1 Y1.1=4 Y1.1=5 Y1.1=3 Y1.1=2 Y1.1=4", PHDR_SLOT,
    0x60,
    "tail 1500+60 P4 120+40>1560 of 61c0 S4=1560+40 S1=1000+100 S2=1400+100 "
    "S5=3000+28 S6=3400+a8" },
  { "P0.type=3 P0.offset=120 P0.addr=400120 P0.paddr=400120 P0.filesz=1c "
    "P0.memsz=1c P0.flags=4 P0.align=1 P2.type=1 P2.offset=0 P2.addr=400000 "
    "P2.filesz=1800 P2.memsz=1800 P2.paddr=400000 P2.align=1000 "
    "P3.offset=2900 P3.addr=402900 S6.type=1 S6.flags=2 S6.offset=120 "
    "S6.addr=400120 S6.size=1c B120.1c=44",
    PHDR_SLOT, 0x60,
    "slot 1000+60 P4 120+1c>1060 of 6000 P3@2900 S2=1000+60 S6=1060+1c" },
  /* Names that may be cut, or not.  */
  { "B3007.1=78 B3010.1=78 " RESERVE "S2.name=16 S6.name=16", PHDR_NONE, 0x60,
    "none 1000+400 of 6000 S2=1000+60 renamed retired 1+0" },
  { "B3007.1=78 B3010.1=78 " RESERVE "S2.name=16 S6.name=1d", PHDR_NONE, 0x60,
    "none 1000+400 of 6000 S2=1000+60 not renamed" },
  { "B3007.1=78 B3010.1=78 " RESERVE "S2.name=16 S6.name=15", PHDR_NONE, 0x60,
    "none 1000+400 of 6000 S2=1000+60 renamed" },
  { "B3007.1=78 B3010.1=78 " RESERVE "S2.name=16 S6.name=17", PHDR_NONE, 0x60,
    "none 1000+400 of 6000 S2=1000+60 not renamed" },
  { "B3007.1=78 B3010.1=78 " RESERVE
    "S2.name=16 S6.name=17 S6.type=4 S6.info=3 S6.offset=3c00",
    PHDR_NONE, 0x60, "none 1000+400 of 6000 S2=1000+60 not renamed" },
  { "B3007.1=78 B3010.1=78 " RESERVE
    "S2.name=16 S6.name=17 S6.type=9 S6.info=2 S6.offset=3c00",
    PHDR_NONE, 0x60, "none 1000+400 of 6000 S2=1000+60 not renamed" },
  { "B3007.1=78 B3010.1=78 " RESERVE "S2.name=16 S6.link=4", PHDR_NONE, 0x60,
    "none 1000+400 of 6000 S2=1000+60 not renamed" },
  { "S2.name=0 S3.name=0 S4.name=0 S5.name=0 S1.name=0 B3006.1=2e H4120.8=f",
    PHDR_SLOT, 0x60, "tail 1500+60 P2 of 61c0" },
};

int
main (void)
{
  room_try (cases, sizeof cases / sizeof cases[0]);
  return unit_exit ();
}
