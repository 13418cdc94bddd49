/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   merge-cases.c - a few functions each, and what must become of them.

   A row is its start, its info byte and its words: "000308" starts at 0 with
   CFA = SP + 8.  Section 10 of doc/internals.md says what another version has
   for it.  */

#include "config.h"

#include <stdlib.h>

#include "elf-abi.h"
#include "engine.h"
#include "merge-cases.h"

enum
{
  HEADER_SIZE = 28
};

#define ARM SFM_ABI_AARCH64_ENDIAN_LITTLE
#define S390X SFM_ABI_S390X_ENDIAN_BIG
#define FP SFM_F_FRAME_POINTER
#define BY_START SFM_EVIDENCE_START
#define BY_SIZE SFM_EVIDENCE_SIZE

/* A function of FLEX rows, to version 2; one of s390x's version 2, to version
   3.  */
#define FLEX_TO_V2(machine, in, out)                                          \
  {                                                                           \
    "FLEX " in, { { .rows = in, FLEX } }, out, .abi = machine                 \
  }
#define TO_V3(in, out)                                                        \
  {                                                                           \
    "to version 3: " in, { { .rows = in } }, out, .abi = S390X,               \
                                                  .target = SFM_TO_V3         \
  }
#define STRICT(in, out)                                                       \
  {                                                                           \
    "for a strict reader: " in, { { .rows = in, FLEX } }, IS_FLEX (out),      \
        .target = SFM_TO_V3, .reader = SFM_READER_STRICT                      \
  }
#define LOST "!FLEX@0"
#define IMAGE .rank = SFM_RANK_IMAGE
#define FLEX .version = 3, .flex = 1
#define BLOCKS(bytes) .info = 0x10, .rep_size = bytes
#define KNOWN_CODE .text_start = 0x1000, .text_end = 0x1040
#define COMPACT .share = SFM_SHARE_ALWAYS
#define IS(rows) "1000+40: " rows
#define IS_FLEX(rows) "1000+40 flex: " rows

/* Rows A and B, which differ; A again by two rows.  */
#define A "000308"
#define B "000310"
#define A_TWICE "000308 010308"

/* One function, with its other members.  */
#define ONE(in)                                                               \
  {                                                                           \
    {                                                                         \
      .rows = in                                                              \
    }                                                                         \
  }
#define ONE_WITH(in, ...)                                                     \
  {                                                                           \
    {                                                                         \
      .rows = in, __VA_ARGS__                                                 \
    }                                                                         \
  }
/* One of several at 0x1000.  */
#define AT(in)                                                                \
  {                                                                           \
    .rows = in, .addr = 0x1000                                                \
  }
#define AT_WITH(in, ...)                                                      \
  {                                                                           \
    .rows = in, .addr = 0x1000, __VA_ARGS__                                   \
  }

/* clang-format off */
const struct merge_case merge_cases[] = {
  /* CFA alone; with padding; relative to FP; to nothing else.  */
  FLEX_TO_V2 (0, "00043908", IS ("000308")),
  FLEX_TO_V2 (0, "0006390800", IS ("000308")),
  FLEX_TO_V2 (0, "00043110", IS ("000210")),
  FLEX_TO_V2 (0, "0000", "!UNDEFINED@0"),
  FLEX_TO_V2 (0, "00045100", LOST),
  FLEX_TO_V2 (0, "00043b08", LOST),
  /* RA, where it always is or not.  */
  FLEX_TO_V2 (0, "0008391002f8", IS ("000310")),
  FLEX_TO_V2 (0, "0008391002f0", LOST),
  FLEX_TO_V2 (0, "000839104100", LOST),
  /* FP: a slot by the CFA or by its register; by another; a register.  */
  FLEX_TO_V2 (0, "000a39100002f0", IS ("000510f0")),
  FLEX_TO_V2 (0, "000a3110003300", IS ("000410f0")),
  FLEX_TO_V2 (0, "000a3910003300", LOST),
  FLEX_TO_V2 (0, "000a3910000900", LOST),
  FLEX_TO_V2 (0, "000a3910000200", LOST),
  FLEX_TO_V2 (0, "000c391002f802f0", IS ("000510f0")),
  FLEX_TO_V2 (0, "000c391002f80000", IS ("000310")),
  FLEX_TO_V2 (0, "000c391002f80100", LOST),
  FLEX_TO_V2 (0, "000a3910000000", IS ("000310")),
  /* Words of two bytes; the least and the largest; one beyond.  */
  FLEX_TO_V2 (0, "002a3900800000000200f0ff", IS ("00258000f0ff")),
  FLEX_TO_V2 (0, "004a3900000010000000000000000200000000000080",
              IS ("00451000000000000080")),
  FLEX_TO_V2 (0, "004a39000000100000000000000002000000ffffff7f",
              IS ("004510000000ffffff7f")),
  FLEX_TO_V2 (0, "004a3900000010000000000000003b00000000000080", LOST),
  FLEX_TO_V2 (0, "004a39000000f0ffffff000000003b000000ffffff7f", LOST),
  FLEX_TO_V2 (ARM, "0004f900", IS ("000300")),
  FLEX_TO_V2 (ARM, "0084e900", IS ("008200")),
  FLEX_TO_V2 (ARM, "0008f91002f8", IS ("000510f8")),
  FLEX_TO_V2 (ARM, "0008f9104100", LOST),
  FLEX_TO_V2 (ARM, "000af9100002f0", LOST),
  FLEX_TO_V2 (ARM, "000cf91002f802f0", IS ("000710f8f0")),
  FLEX_TO_V2 (S390X, "00047900", IS ("000300")),
  FLEX_TO_V2 (S390X, "00045902", IS ("000202")),
  FLEX_TO_V2 (S390X, "000879008100", IS ("00050021")),
  FLEX_TO_V2 (S390X, "000879008108", LOST),
  FLEX_TO_V2 (S390X, "0008790002d0", IS ("000500d0")),
  FLEX_TO_V2 (S390X, "0008790002d1", LOST),
  FLEX_TO_V2 (S390X, "000879007b70", IS ("000500d0")),
  FLEX_TO_V2 (S390X, "000879005b70", LOST),
  FLEX_TO_V2 (S390X, "000a79000002d0", IS ("00070000d0")),
  FLEX_TO_V2 (S390X, "000c790081008900", IS ("0007002123")),
  TO_V3 ("000300", IS ("000300")),
  TO_V3 ("000300 02050021", IS_FLEX ("00047900 020879008100")),
  TO_V3 ("00040021", IS_FLEX ("000859008100")),
  TO_V3 ("0007000023", IS_FLEX ("000a7900008900")),
  TO_V3 ("000700d023", IS_FLEX ("000c790002d08900")),
  TO_V3 ("0007002123", IS_FLEX ("000c790081008900")),
  TO_V3 ("00050021 0200", IS_FLEX ("000879008100 0200")),
  TO_V3 ("0025007f0021", IS_FLEX ("0008797f8100")),
  TO_V3 ("002500800021", IS_FLEX ("00280079008000810000")),
  TO_V3 ("0025ff800021", IS_FLEX ("000879808100")),
  TO_V3 ("0025ff7f0021", IS_FLEX ("00280079ff7f00810000")),
  TO_V3 ("004500007fff00000021", IS_FLEX ("002800797fff00810000")),
  TO_V3 ("00450000800000000021",
         IS_FLEX ("004800000079000080000000008100000000")),
  { "no FLEX for such a reader", ONE ("00050030"), .expected = IS ("00050030"),
    .abi = S390X, .target = SFM_TO_V3, .reader = SFM_READER_NO_FLEX },
  { "FLEX for a reader without it", ONE ("00050021"), .expected = "!FORM@0",
    .abi = S390X, .target = SFM_TO_V3, .reader = SFM_READER_NO_FLEX },

  /* Functions at one address.  */
  { "equal functions", { AT (A), AT (A) },
    .expected = "1000+40: " A " !DUPLICATE@1" },
  { "different ones", { AT (A), AT (B) },
    .expected = "!AMBIGUOUS@0 !AMBIGUOUS@1" },
  { "equal ones of different rows", { AT (A_TWICE), AT (A) },
    .expected = "1000+40: " A_TWICE " !DUPLICATE@1" },
  { "an equal one with a row that covers nothing",
    { AT (A), AT ("000310 000308") },
    .expected = "1000+40: " A " !DUPLICATE@1" },
  { "ones that begin alike", { AT (A), AT (A " 020310") },
    .expected = "!AMBIGUOUS@0 !AMBIGUOUS@1" },
  { "equal ones of different starts",
    { AT (A), AT_WITH ("00000308", .info = 1) },
    .expected = "1000+40: " A " !DUPLICATE@1" },
  { "the same bytes, but FLEX", { AT_WITH ("00043908", FLEX),
    AT_WITH ("00043908", .version = 3) },
    .expected = "!AMBIGUOUS@0 !AMBIGUOUS@1", .target = SFM_TO_V3 },
  { "the same bytes, but wider starts", { AT_WITH ("0000 0300", .version = 3),
    AT_WITH ("00000300", .version = 3, .info = 1) },
    .expected = "!AMBIGUOUS@0 !AMBIGUOUS@1", .target = SFM_TO_V3 },
  { "one of them of a signal", { AT_WITH (A, .version = 3),
    AT_WITH (A, .version = 3, .info = 0x80) },
    .expected = "!AMBIGUOUS@0 !AMBIGUOUS@1", .target = SFM_TO_V3 },
  { "different sizes",
    { AT_WITH (A, .size = 0x40), AT_WITH (A, .size = 0x41) },
    .expected = "!AMBIGUOUS@0 !AMBIGUOUS@1" },
  { "different blocks", { AT_WITH (A, BLOCKS (8)), AT_WITH (A, BLOCKS (16)) },
    .expected = "!AMBIGUOUS@0 !AMBIGUOUS@1" },
  { "the image's own first", { AT_WITH (B, IMAGE), AT (A), AT (B) },
    .expected = "1000+40: " B " !DUPLICATE@0 !REPLACED@1" },
  { "the image's own last", { AT (A), AT (B), AT_WITH (B, IMAGE) },
    .expected = "1000+40: " B " !REPLACED@0 !DUPLICATE@2" },
  { "the image's own between",
    { AT (A), AT_WITH (A, IMAGE), AT (B), AT (A_TWICE) },
    .expected = "1000+40: " A " !DUPLICATE@1 !REPLACED@2 !DUPLICATE@3" },
  { "the image's own above another", { AT_WITH (A, .rank = 1),
    AT_WITH (B, IMAGE), AT (A), AT (B) },
    .expected = "1000+40: " B " !REPLACED@0 !DUPLICATE@1 !REPLACED@2" },
  { "the image's own before a lower one", { AT_WITH (B, IMAGE),
    AT_WITH (A, .rank = 1), AT (A), AT (B) },
    .expected = "1000+40: " B " !DUPLICATE@0 !REPLACED@1 !REPLACED@2" },
  { "the lowest one", { AT_WITH (A, .rank = 1), AT (A), AT (B) },
    .expected = "1000+40: " A " !DUPLICATE@0 !REPLACED@2" },
  { "the image's own like none",
    { AT_WITH ("000318", IMAGE), AT (A), AT (B) },
    .expected = "!AMBIGUOUS@0 !AMBIGUOUS@1 !AMBIGUOUS@2" },
  { "two of the image's own that differ",
    { AT_WITH (A, IMAGE), AT_WITH (B, IMAGE), AT (A), AT (B) },
    .expected = "!AMBIGUOUS@0 !AMBIGUOUS@1 !AMBIGUOUS@2 !AMBIGUOUS@3" },
  { "one that the image has otherwise", { AT_WITH (A, IMAGE), AT (B) },
    .expected = "1000+40: " B " !REPLACED@0" },
  { "the size of the first", { AT_WITH (A, .evidence = BY_SIZE), AT (B) },
    .expected = "1000+40: " A " !REPLACED@1" },
  { "the size of the second", { AT (A), AT_WITH (B, .evidence = BY_SIZE) },
    .expected = "1000+40: " B " !REPLACED@0" },
  { "the size of one of the image", { AT_WITH (A, IMAGE, .evidence = BY_SIZE),
    AT (A_TWICE), AT (B) },
    .expected = "1000+40: " A_TWICE " !DUPLICATE@0 !REPLACED@2" },
  { "the size of one of the image like none",
    { AT_WITH ("000318", IMAGE, .evidence = BY_SIZE), AT (A), AT (B) },
    .expected = "!AMBIGUOUS@0 !AMBIGUOUS@1 !AMBIGUOUS@2" },
  { "sizes of both", { AT_WITH (A, .evidence = BY_SIZE),
    AT_WITH (B, .evidence = BY_SIZE) },
    .expected = "!AMBIGUOUS@0 !AMBIGUOUS@1" },
  { "a start that an equal one confirms", { AT (A),
    AT_WITH (A, .evidence = BY_START), { .rows = B, .addr = 0x1020 } },
    .expected = "1000+40: " A " !DUPLICATE@1 !OVERLAP@2" },
  { "a start that none confirms",
    { AT (A), AT (A), { .rows = B, .addr = 0x1020 } },
    .expected = "1000+40: " A "; 1020+40: " B " !DUPLICATE@1"
                " !OVERLAP_KEPT@2" },
  { "one in what another reaches over a third",
    { AT_WITH (A, .size = 0x100, .evidence = BY_START),
      { .rows = A, .addr = 0x1010, .size = 0x10, .evidence = BY_START },
      { .rows = B, .addr = 0x1020, .size = 8 } },
    .expected = "1000+100: " A "; 1010+10: " A " !OVERLAP_KEPT@1 !OVERLAP@2" },
  { "one that reaches further from in another",
    { AT_WITH (A, .size = 0x100, .evidence = BY_START),
      { .rows = A, .addr = 0x1010, .size = 0x1f0, .evidence = BY_START },
      { .rows = B, .addr = 0x1150 } },
    .expected = "1000+100: " A "; 1010+1f0: " A
                " !OVERLAP_KEPT@1 !OVERLAP@2" },
  { "one that reaches over a third",
    { { .rows = A, .addr = 0x1080, .evidence = BY_START },
      AT_WITH (B, .size = 0x100), { .rows = A, .addr = 0x1010 } },
    .expected = "1010+40: " A "; 1080+40: " A " !OVERLAP@1" },
  { "one in what another reaches over the end of a third",
    { AT (A), { .rows = A, .addr = 0x1020, .size = 0xe0 },
      { .rows = A, .addr = 0x1050 } },
    .expected = "1000+40: " A "; 1020+e0: " A "; 1050+40: " A
                " !OVERLAP_KEPT@1 !OVERLAP_KEPT@2" },
  { "two in one that reaches over both",
    { AT_WITH (A, .size = 0x100), { .rows = A, .addr = 0x1010, .size = 0x10 },
      { .rows = A, .addr = 0x1020 } },
    .expected = "1000+100: " A "; 1010+10: " A "; 1020+40: " A
                " !OVERLAP_KEPT@1 !OVERLAP_KEPT@2" },
  { "an optional one that an equal one needs", { AT_WITH (A, .optional = true),
    AT (A), { .rows = B, .optional = true } },
    .expected = "1000+40: " A " !DUPLICATE@1 !NO_ROOM@2", .room = 51 },
  { "an optional one that another one does not need",
    { AT_WITH (A, .optional = true, .evidence = BY_SIZE), AT (B),
      AT_WITH (A, .optional = true) },
    .expected = "!NO_ROOM@0 !REPLACED@1 !DUPLICATE@2", .room = 28 },
  { "optional ones of little code, as many as must go",
    { { .rows = A, .size = 0x10, .optional = true },
      { .rows = A, .optional = true }, { .rows = A, .optional = true } },
    .expected = "1100+40: " A " !NO_ROOM@0 !NO_ROOM@2", .room = 51 },
  { "an optional one that fits when one of more code has gone",
    { { .rows = A, .size = 0x10, .optional = true },
      { .rows = "000308 010310 020308 030310 040308 050310 060308 070310 "
                "080308 090310", .optional = true } },
    .expected = "1000+10: " A " !NO_ROOM@1", .room = 61 },
  { "one up to where one begins that another reaches into",
    { AT (A), { .rows = A, .addr = 0x1040, .evidence = BY_START },
      { .rows = B, .addr = 0x1050 } },
    .expected = "1000+40: " A "; 1040+40: " A " !OVERLAP@2" },

  /* Where functions can be.  */
  { "the last start", ONE_WITH (A, .addr = 0x80004fff),
    .expected = "80004fff+40: " A },
  { "one beyond", ONE_WITH (A, .addr = 0x80005000), .expected = "!RANGE@0" },
  { "any start in an object", ONE_WITH (A, .addr = 0x80005000),
    .expected = "0+40: " A, .relocatable = true },
  { "any order in an object",
    { { .rows = A, .addr = 0x2000 }, { .rows = B, .addr = 0x1000 } },
    .expected = "0+40: " A "; 0+40: " B, .relocatable = true },
  { "the first start", ONE_WITH (A, .addr = 0x5000), .expected = "5000+40: " A,
    .section = 0x80005000 },
  { "one before", ONE_WITH (A, .addr = 0x4fff), .expected = "!RANGE@0",
    .section = 0x80005000 },
  { "the last start from its field", ONE_WITH (A, .addr = 0x8000501b),
    .expected = "8000501b+40: " A, .target = SFM_TO_V2_PCREL },
  { "one beyond that", ONE_WITH (A, .addr = 0x8000501c),
    .expected = "!RANGE@0", .target = SFM_TO_V2_PCREL },
  { "any start in version 3", ONE_WITH (A, .addr = UINT64_MAX - 0x40),
    .expected = "ffffffffffffffbf+40: " A, .target = SFM_TO_V3 },
  { "but no end beyond all", ONE_WITH (A, .addr = UINT64_MAX - 0x3f),
    .expected = "!INVALID@0", .target = SFM_TO_V3 },
  { "all of the code", ONE (A), .expected = "1000+40: " A, KNOWN_CODE },
  { "a byte after it", ONE_WITH (A, .size = 0x41), .expected = "!OUTSIDE@0",
    KNOWN_CODE },
  { "a byte before it", ONE_WITH (A, .addr = 0xfff), .expected = "!OUTSIDE@0",
    KNOWN_CODE },
  { "all after it", ONE_WITH (A, .addr = 0x1041), .expected = "!OUTSIDE@0",
    KNOWN_CODE },

  /* Rows that are dropped.  */
  { "a row before one of the same start", ONE ("000308 000310 010308"),
    .expected = "1000+40: 000310 010308 !ROWS@0" },
  { "a row at the end", ONE (A " 3f0310 400308"),
    .expected = "1000+40: " A " 3f0310 !ROWS@0" },
  { "a row at the end of a block", ONE_WITH (A " 070310 080308", BLOCKS (8)),
    .expected = "1000+40 10 blocks 8: " A " 070310 !ROWS@0" },
  { "in an object", ONE ("000308 000310 400308"),
    .expected = "0+40: 000308 000310 400308", .relocatable = true },
  { "a row without words that does not hold", ONE ("0000 000308 4000"),
    .expected = "1000+40: " A " !ROWS@0" },
  { "the same in an object", ONE ("0000 000308"), .expected = "!UNDEFINED@0",
    .relocatable = true },
  { "one that holds", ONE ("000308 3f00"), .expected = "!UNDEFINED@0" },
  { "one that may be there", ONE ("000308 3f00"),
    .expected = "1000+40: 000308 3f00", .reader = SFM_READER_STOPS },

  /* Blocks.  */
  { "blocks one by one", ONE_WITH (A " 080310", BLOCKS (16)),
    .expected = "1000+40: 000308 080310 100308 180310 200308 280310"
                " 300308 380310",
    .reader = SFM_READER_NO_MASK },
  { "blocks whose starts one byte holds",
    ONE_WITH (A " 080310", BLOCKS (128), .size = 0x100),
    .expected = "1000+100: 000308 080310 800308 880310",
    .reader = SFM_READER_NO_MASK },
  { "blocks whose starts it does not hold",
    ONE_WITH (A " 080310", BLOCKS (129), .size = 0x102),
    .expected = "1000+102 01: 00000308 08000310 81000308 89000310",
    .reader = SFM_READER_NO_MASK },
  { "blocks with bytes before their rows", ONE_WITH ("080310", BLOCKS (16)),
    .expected = "!FORM@0", .reader = SFM_READER_NO_MASK },
  { "such blocks", ONE_WITH ("080310", BLOCKS (16)),
    .expected = "1000+40 10 blocks 16: 080310" },
  { "blocks of version 1", ONE_WITH (A " 070310", .version = 1, BLOCKS (8)),
    .expected = "1000+40 10 blocks 8: " A " 070310" },
  { "rows beyond their block",
    ONE_WITH (A " 080310", .version = 1, BLOCKS (8)),
    .expected = "!REP_SIZE@0" },
  { "blocks of a byte without words", ONE_WITH ("0000", BLOCKS (1)),
    .expected = "!UNDEFINED@0" },
  { "blocks of no size", ONE_WITH (A, .version = 1, .info = 0x10),
    .expected = "!REP_SIZE@0" },
  { "half a block", ONE_WITH (A, BLOCKS (0x18)), .expected = "!REP_SIZE@0" },

  /* What a version or a reader lacks.  */
  { "no rows", ONE_WITH ("", .version = 3), .expected = "!ROWLESS@0" },
  { "no rows in version 3", ONE_WITH ("", .version = 3),
    .expected = "1000+40:", .target = SFM_TO_V3 },
  { "a function of a signal",
    ONE_WITH ("010308", .version = 3, .info = 0x80), .expected = "!SIGNAL@0",
    .reader = SFM_READER_STRICT },
  { "one in version 3", ONE_WITH (A, .version = 3, .info = 0x80),
    .expected = "1000+40 80: " A, .target = SFM_TO_V3 },
  { "no row at the start", ONE ("010308"), .expected = "1000+40: 010308",
    KNOWN_CODE },
  { "none for a strict reader", ONE ("010308"), .expected = "!UNCOVERED@0",
    .reader = SFM_READER_STRICT },
  { "no rows for a strict reader", ONE_WITH ("", .version = 3),
    .expected = "!UNCOVERED@0", .target = SFM_TO_V3,
    .reader = SFM_READER_STRICT },
  STRICT ("0006390800", "00043908"),
  STRICT ("000839080210", "000839080210"),
  STRICT ("000a39080033f0", "000a39080033f0"),
  STRICT ("000a3908000000", "00043908"),
  STRICT ("000c390802100000", "000839080210"),
  STRICT ("000c3908021033f0", "000c3908021033f0"),

  { "functions with frame pointers",
    { { .rows = A, .flags = FP }, { .rows = B, .flags = FP } },
    .expected = "1000+40: " A "; 1100+40: " B " FP" },
  { "one without", { { .rows = A, .flags = FP }, { .rows = B } },
    .expected = "1000+40: " A "; 1100+40: " B },
  { "frame pointers in version 3", ONE_WITH (A, .flags = FP),
    .expected = "1000+40: " A, .target = SFM_TO_V3 },

  { "FLEX rows that name no register", ONE_WITH ("00043d08", FLEX),
    .expected = "!INVALID@0", .target = SFM_TO_V3 },
  { "rows of s390x that name the last one", ONE ("0005003f"),
    .expected = IS ("0005003f"), .abi = S390X },
  { "FLEX rows that name one", ONE_WITH ("00045108", FLEX),
    .expected = IS_FLEX ("00045108"), .target = SFM_TO_V3 },

  /* Compact plans.  */
  { "a repeated row", ONE (A_TWICE), .expected = IS (A), COMPACT },
  { "one of wider words", ONE (A " 01230800"), .expected = IS (A), COMPACT },
  { "a negative one of the widest words", ONE ("0043f0ffffff 0103f0"),
    .expected = IS ("0043f0ffffff"), COMPACT },
  { "starts of a byte", ONE_WITH ("00004308000000", .info = 1, .size = 1),
    .expected = "1000+1: 004308000000", COMPACT },
  { "another of wider words", ONE (A " 01230801"),
    .expected = IS (A " 01230801"), COMPACT },
  { "another base", ONE (A " 010208"), .expected = IS (A " 010208"), COMPACT },
  { "another FP", ONE ("000510f0 010510e8"),
    .expected = IS ("000510f0 010510e8"), COMPACT },
  { "the same FLEX rules by another register",
    ONE_WITH ("000a39100002f0 010a3910003b00", FLEX),
    .expected = IS_FLEX ("000a39100002f0"), .target = SFM_TO_V3,
    .share = SFM_SHARE_ALWAYS },
  { "a CFA in memory, at the same offset",
    ONE_WITH ("00043910 01043b10", FLEX),
    .expected = IS_FLEX ("00043910 01043b10"), .target = SFM_TO_V3,
    .share = SFM_SHARE_ALWAYS },
  { "a CFA of another register, at the same offset",
    ONE_WITH ("00043910 01043110", FLEX),
    .expected = IS_FLEX ("00043910 01043110"), .target = SFM_TO_V3,
    .share = SFM_SHARE_ALWAYS },
  { "starts that one byte holds",
    ONE_WITH ("00000308 01000310", .info = 1, .size = 0x100),
    .expected = "1000+100: 000308 010310", COMPACT },
  { "starts that it may not hold",
    ONE_WITH ("00000308 01000310", .info = 1, .size = 0x101),
    .expected = "1000+101 01: 00000308 01000310", COMPACT },
  { "shared rows of wide starts",
    { { .rows = "00000308 00010310", .info = 1, .size = 0x101 },
      { .rows = "00000308 00010310", .info = 1, .size = 0x101,
        .addr = 0x2000 } },
    .expected = "1000+101 01: 00000308 00010310; "
                "2000+101 01: 00000308 00010310",
    COMPACT, .room = 28 + 2 * 20 + 8 },
  { "starts in a block",
    ONE_WITH ("00000308", .info = 0x11, .rep_size = 8, .size = 0x400),
    .expected = "1000+400 10 blocks 8: 000308", COMPACT },
  { "shared rows", { { .rows = A }, { .rows = B }, { .rows = A_TWICE } },
    .expected = "1000+40: " A "; 1100+40: " B "; 1200+40: " A, COMPACT },
  { "shared rows of seven bytes and of eight",
    { { .rows = A " 010510f0" }, { .rows = A " 01230801" },
      { .rows = A " 010510f0" }, { .rows = A " 01230801" } },
    .expected = "1000+40: " A " 010510f0; 1100+40: " A " 01230801; 1200+40: "
                A " 010510f0; 1300+40: " A " 01230801",
    COMPACT, .room = 28 + 4 * 20 + 14 },
  { "shared rows of eight bytes and of nine",
    { { .rows = "000510f0 010510e8" }, { .rows = A " 010310 020308" },
      { .rows = "000510f0 010510e8" }, { .rows = A " 010310 020308" } },
    .expected = "1000+40: 000510f0 010510e8; 1100+40: " A " 010310 020308; "
                "1200+40: 000510f0 010510e8; 1300+40: " A " 010310 020308",
    COMPACT, .room = 28 + 4 * 20 + 17 },
  { "blocks that are all alike", ONE_WITH (A, BLOCKS (16)), .expected = IS (A),
    COMPACT, .reader = SFM_READER_NO_MASK },
};
/* clang-format on */

const size_t merge_case_count = sizeof merge_cases / sizeof *merge_cases;

static uint8_t
abi_of (const struct merge_case *c)
{
  return c->abi == 0 ? SFM_ABI_AMD64_ENDIAN_LITTLE : c->abi;
}

/* Put ROWS, in hexadecimal, at P; returns their bytes, and their number in
   *COUNT.  */
static size_t
put_rows (const char *rows, uint8_t *p, uint32_t *count)
{
  size_t size = 0;

  *count = *rows != '\0';
  while (*rows != '\0')
    {
      const char pair[3] = { rows[0], rows[1], '\0' };
      p[size++] = (uint8_t) strtoul (pair, NULL, 16);
      rows += 2;
      *count += *rows == ' ';
      rows += *rows == ' ';
    }
  return size;
}

size_t
merge_piece (const struct merge_case *c, const struct merge_function *f,
             uint8_t *p)
{
  const uint8_t abi = abi_of (c), version = f->version == 0 ? 2 : f->version;
  const bool big = sfm_abi_big_endian (abi), v3 = version == 3;
  const uint32_t stride = version == 1 ? 17 : v3 ? 16 : 20;
  uint8_t *fde = p + HEADER_SIZE, *fres = fde + stride;
  uint32_t count;
  const size_t size = put_rows (f->rows, fres + (v3 ? 5 : 0), &count);

  elf_put16 (p, 0xdee2, big);
  p[2] = version;
  p[3] = f->flags;
  p[4] = abi;
  p[6] = (uint8_t) sfm_abi_fixed_ra (abi);
  elf_put32 (p + 8, 1, big);
  elf_put32 (p + 12, count, big);
  elf_put32 (p + 16, (uint32_t) size + (v3 ? 5 : 0), big);
  elf_put32 (p + 24, stride, big);
  elf_put32 (fde + (v3 ? 8 : 4), f->size == 0 ? 0x40 : f->size, big);
  if (v3)
    {
      elf_put16 (fres, (uint16_t) count, big);
      fres[2] = f->info;
      fres[3] = f->flex;
      fres[4] = f->rep_size;
    }
  else
    {
      elf_put32 (fde + 12, count, big);
      fde[16] = f->info;
      if (version == 2)
        fde[17] = f->rep_size;
    }
  return HEADER_SIZE + stride + (v3 ? 5 : 0) + size;
}
