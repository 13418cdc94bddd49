/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-cases.c - sections and what the checker must say about them.

   The valid ones are the worked examples of the format reference (11), as
   real assemblers and linkers wrote them.  Every other case differs from one
   of them in as little as it takes to break one rule.  */

#include "config.h"

#include "check-cases.h"

/* clang-format off */

/* Two functions of 7 and 9 bytes.  */
#define ROWS_F "00 03 08  01 05 10 f0  04 04 10 f0  06 03 08 "
#define ROWS_G "00 03 08  04 03 20  08 03 08 "

/* Behind the preamble: fixed RA -8, 2 FDEs, 7 rows.  */
#define AMD64 "03 00 f8 00  02 00 00 00  07 00 00 00 "
#define PART(fre_len, freoff) \
  fre_len " 00 00 00  00 00 00 00  " freoff " 00 00 00 "

#define V1 \
  "e2 de 01 01 " AMD64 PART ("17", "22") \
  "b0 ef ff ff  07 00 00 00  00 00 00 00  04 00 00 00  00 " \
  "b7 ef ff ff  09 00 00 00  0e 00 00 00  03 00 00 00  00 " \
  ROWS_F ROWS_G

#define V2_HEAD(flags, fres, fre_len) \
  "e2 de 02 " flags " 03 00 f8 00  02 00 00 00 " fres " 00 00 00 " \
  PART (fre_len, "28")
#define V2_FDE(start, size, off, count) \
  start " " size " 00 00 00 " off " 00 00 00 " count " 00 00 00  00 00 00 00 "
#define V2 \
  V2_HEAD ("01", "07", "17") \
  V2_FDE ("b0 ef ff ff", "07", "00", "04") \
  V2_FDE ("b7 ef ff ff", "09", "0e", "03") \
  ROWS_F ROWS_G

/* As lld links it: relative to the field.  */
#define V2_FIELD(flags) \
  V2_HEAD (flags, "07", "17") \
  V2_FDE ("98 10 00 00", "07", "00", "04") \
  V2_FDE ("8b 10 00 00", "09", "0e", "03") \
  ROWS_F ROWS_G

/* FDEs at 1c and 2c, attributes at 3c and 4f, rows at 41 and 54.  */
#define V3_FDES \
  "94 ef ff ff ff ff ff ff  07 00 00 00  00 00 00 00 " \
  "8b ef ff ff ff ff ff ff  09 00 00 00  13 00 00 00 "
#define V3_FRES "04 00 00 00 00 " ROWS_F "03 00 00 00 00 " ROWS_G
#define V3 "e2 de 03 05 " AMD64 PART ("21", "20") V3_FDES V3_FRES

#define V3_OBJECT \
  "e2 de 03 04 " AMD64 PART ("21", "20") \
  "00 00 00 00 00 00 00 00  07 00 00 00  00 00 00 00 " \
  "00 00 00 00 00 00 00 00  09 00 00 00  13 00 00 00 " V3_FRES

/* A realigned stack: attribute at 2c, rows at 31, 35, 39, 40, 47, 4e, 52.  */
#define FLEX \
  "e2 de 03 05 03 00 f8 00  01 00 00 00  07 00 00 00 " PART ("2a", "10") \
  "00 10 00 00 00 00 00 00  20 00 00 00  00 00 00 00 " \
  "07 00 00 01 00  00 04 39 08  05 04 51 00  11 0a 51 00 00 33 00 " \
  "13 0a 33 f8 00 33 00  16 0a 51 00 00 33 00  17 04 51 00  1b 04 39 08 "

#define S390X_HEAD(version_flags, fres, fre_len, freoff) \
  "de e2 " version_flags " 04 00 00 00  00 00 00 01  00 00 00 " fres \
  " 00 00 00 " fre_len " 00 00 00 00  00 00 00 " freoff " "
/* Registers in rows: rows at 30, 33, 38, 3d, 41.  */
#define S390X_V2 \
  S390X_HEAD ("02 05", "05", "14", "14") \
  "00 00 10 00  00 00 00 18  00 00 00 00  00 00 00 05  00 00 00 00 " \
  "00 03 00  04 07 00 00 23  08 07 00 21 23  0c 05 00 21  10 03 00 "
/* The same in FLEX: attribute at 2c, rows at 31, 35, 3c, 44, 4a.  */
#define S390X_V3 \
  S390X_HEAD ("03 05", "05", "22", "10") \
  "00 00 00 00 00 00 10 00  00 00 00 18  00 00 00 00 " \
  "00 05 00 01 00  00 04 79 00  04 0a 79 00 00 89 00 " \
  "08 0c 79 00 81 00 89 00  0c 08 79 00 81 00  10 04 79 00 "
/* DEFAULT rows of V3, two bytes a word: one saves RA and FP, rows 31, 35.  */
#define S390X_SLOTS \
  S390X_HEAD ("03 05", "02", "11", "10") \
  "00 00 00 00 00 00 10 00  00 00 00 18  00 00 00 00 " \
  "00 02 00 00 00  00 23 00 00  04 27 00 02 ff d0 ff b8 "

/* Key B, RA signed before and after it is saved.  */
#define AARCH64 \
  "e2 de 03 05 02 00 00 00  01 00 00 00  03 00 00 00 " PART ("13", "10") \
  "00 10 00 00 00 00 00 00  20 00 00 00  00 00 00 00 " \
  "03 00 20 00 00  00 03 00  04 83 00  08 a7 10 01 f8 fe f0 fe "

#define EMPTY_V3 \
  "e2 de 03 04 03 00 f8 00  00 00 00 00 00 00 00 00 00 00 00 00 " \
  "00 00 00 00 00 00 00 00 "

/* A PLT0 and PLTn of 16 bytes each.  */
#define PLT \
  "e2 de 03 05 03 00 f8 00  01 00 00 00  02 00 00 00 " PART ("0b", "10") \
  "00 10 00 00 00 00 00 00  80 00 00 00  00 00 00 00 " \
  "02 00 10 00 10  00 03 08  0b 03 10 "

#define NOWHERE .section_addr = 0
#define AT .section_addr = 0x402050
#define LD_244 AT, .section_anchor = true
#define LLD .section_addr = 0x400158

const struct check_case check_cases[] = {
  { "v1", V1, "", "", LD_244 },
  { "v2", V2, "", "", LD_244 },
  { "v2-pcrel", V2_FIELD ("05"), "", "", LLD },
  { "v3", V3, "", "", AT },
  { "v3-object", V3_OBJECT, "", "", .object = true },
  { "flex", FLEX, "", "", AT },
  { "s390x-v2", S390X_V2, "", "", AT },
  { "s390x-v3", S390X_V3, "", "", AT },
  { "s390x-slots", S390X_SLOTS, "", "", AT },
  { "aarch64", AARCH64, "", "", AT },
  { "header-only", EMPTY_V3, "", "", AT },
  { "plt", PLT, "", "", AT },
#define VALID 12

  { "empty", "", "", "empty-section", NOWHERE },
  { "only-zeros", "00 00 00 00 00 00 00 00 00 00", "", "empty-section", NOWHERE },
  { "one-byte", "e2", "", "truncated", NOWHERE },
  { "short-header", EMPTY_V3, "cut=1", "truncated", AT },
  { "magic", V3, "0=e3", "bad-magic", AT },
  { "magic-other-order", V3, "0=de 1=e2", "bad-abi out-of-bounds", AT },
  { "leading-zeros", "00 00 00 00 00 00 00 00" EMPTY_V3, "", "bad-magic",
    NOWHERE },
  { "version-0", V3, "2=0", "bad-version", AT },
  { "version-4", V3, "2=4", "bad-version", AT },
  { "v1-flags", V1, "3=5", "bad-flags", LD_244 },
  { "v2-flags", V2, "3=9", "bad-flags", LD_244 },
  { "v3-frame-pointer", V3, "3=7", "bad-flags", AT },
  { "abi-0", V3, "4=0", "bad-abi", AT },
  { "abi-5", V3, "4=5", "bad-abi", AT },
  { "abi-endian", V3, "4=1", "bad-abi", AT },
  { "s390x-v1",
    "de e2 01 01 04 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
    "00 00 00 00 00 00 00 00", "", "bad-abi", NOWHERE },

  { "fres-cut", V3, "cut=1", "out-of-bounds", AT },
  { "fdes-too-many", V3, "8=ff 9=ff a=ff b=ff", "out-of-bounds", AT },
  { "fres-too-long", V3, "13=ff", "out-of-bounds", AT },
  { "aux-too-long", V3, "7=ff", "out-of-bounds", AT },
  { "fdes-behind-fres", V3, "14=21", "out-of-bounds", AT },
  { "fdes-into-fres", V3, "18=1f", "out-of-bounds", AT },
  { "attribute-outside", V3, "38=1d", "out-of-bounds", AT },
  { "attribute-far-outside", V3, "3b=ff", "out-of-bounds", AT },
  { "v2-rows-outside", V2, "38=17", "out-of-bounds", LD_244 },
  { "v2-rows-far-outside", V2, "3b=ff", "out-of-bounds", LD_244 },
  { "v2-no-rows-outside", V2, "3b=ff 3c=0 c=4 10=e cut=9",
    "fde-no-rows out-of-bounds", LD_244 },
  { "row-too-many", V3, "4f=4 c=8", "out-of-bounds", AT },
  { "row-cut", V3, "5b=5", "out-of-bounds", AT },

  { "gap-before-fdes",
    "e2 de 03 05 " AMD64 "21 00 00 00 04 00 00 00 24 00 00 00 00 00 00 00 "
    V3_FDES V3_FRES, "", "not-packed", AT },
  { "gap-before-fres",
    "e2 de 03 05 " AMD64 PART ("21", "24") V3_FDES "00 00 00 00" V3_FRES,
    "", "not-packed", AT },
  { "aux",
    "e2 de 03 05 03 00 f8 04  02 00 00 00  07 00 00 00 " PART ("21", "20")
    "00 00 00 00 " V3_FDES V3_FRES, "", "auxiliary-header", AT },
  { "zero-tail", V3 "00 00 00 00 00 00 00 00 00 00 00 00", "", "", AT },
  { "tail-in-padding", V3 "01", "", "tail-not-zero", AT },
  { "tail-behind-padding", V3 "00 00 00 00 01", "", "tail-not-zero", AT },
  { "two-pieces", V3 "00 00 00" V3, "", "several-pieces", AT },
  { "two-pieces-far", V3 "00 00 00 00 00 00 00 00 00 00 00" V3, "",
    "several-pieces", AT },
  { "second-short", V3 "00 00 00 e2 de 03", "", "truncated", AT },
  { "mixed-ra", V3 "00 00 00" V3, "66=0", "several-pieces pieces-mixed", AT },
  { "mixed-fp", V3 "00 00 00" V3, "65=1",
    "several-pieces pieces-mixed row-word-count row-word-count", AT },
  { "mixed-abi", V3 "00 00 00" AARCH64, "", "several-pieces pieces-mixed",
    AT },

  { "row-count", V3, "c=8", "fre-count", AT },
  { "shared",
    V2_HEAD ("01", "08", "0e") V2_FDE ("b0 ef ff ff", "07", "00", "04")
    V2_FDE ("b7 ef ff ff", "09", "00", "04") ROWS_F, "", "fre-shared",
    LD_244 },
  { "shared-too-short",
    V2_HEAD ("01", "08", "0e") V2_FDE ("b0 ef ff ff", "07", "00", "04")
    V2_FDE ("b7 ef ff ff", "06", "00", "04") ROWS_F, "",
    "row-past-end fre-shared", LD_244 },
  { "overlap-same-start",
    V2_HEAD ("01", "07", "0e") V2_FDE ("b0 ef ff ff", "07", "00", "04")
    V2_FDE ("b7 ef ff ff", "09", "00", "03") ROWS_F, "", "fre-overlap",
    LD_244 },
  { "overlap-other-type",
    V2_HEAD ("01", "02", "06") V2_FDE ("b0 ef ff ff", "07", "00", "01")
    V2_FDE ("b7 ef ff ff", "09", "00", "01") "00 00 00 00 00 00", "40=1",
    "fre-overlap fre-unused", LD_244 },
  { "overlap-inside",
    V2_HEAD ("01", "05", "0e") V2_FDE ("b0 ef ff ff", "07", "00", "04")
    V2_FDE ("b7 ef ff ff", "09", "03", "01") ROWS_F, "", "fre-overlap",
    LD_244 },
  { "overlap-reached",
    V2_HEAD ("01", "04", "09") V2_FDE ("b0 ef ff ff", "07", "03", "02")
    V2_FDE ("b7 ef ff ff", "09", "00", "02")
    "00 03 08  00 03 10  02 03 18", "", "fre-overlap", LD_244 },
  { "unused-end", V3 "00", "10=22", "fre-unused", AT },
  { "unused-begin", V3 "00", "10=22 28=1 38=14 3c=0 3d=4 3e=0 3f=0 40=0 41=0 "
    "42=0 43=3 44=8 45=1 46=5 47=10 48=f0 49=4 4a=4 4b=10 4c=f0 4d=6 4e=3 "
    "4f=8 50=3 51=0 52=0 53=0 54=0 55=0 56=3 57=8 58=4 59=3 5a=20 5b=8 5c=3 "
    "5d=8", "fre-unused", AT },

  { "fre-type-3", V3, "3e=3", "fde-info", AT },
  { "info-bit-6", V3, "3e=40", "fde-info", AT },
  { "fde-type-2", V3, "3f=2", "fde-info", AT },
  { "fde-type-bit-5", V3, "3f=20", "fde-info", AT },
  { "v2-padding", V2, "2e=1", "fde-info", LD_244 },
  { "v2-padding-high", V2, "2f=1", "fde-info", LD_244 },
  { "pauth-amd64", V3, "3e=20", "fde-abi-bits", AT },
  { "pauth-s390x", S390X_V3, "2e=20", "fde-abi-bits", AT },
  { "signal-v1", V1, "2c=80", "fde-abi-bits", LD_244 },
  { "signal-v2", V2, "2c=80", "fde-abi-bits", LD_244 },
  { "signal-v3", V3, "3e=80", "", AT },
  { "mangled-amd64", V3, "42=83", "fde-abi-bits", AT },
  { "mangled-s390x", S390X_V2, "31=83", "fde-abi-bits", AT },
  { "zero-size", V3, "34=0 4f=1 10=1b c=5 cut=6", "fde-zero-size", AT },
  { "no-rows", V3, "4f=0 10=18 c=4 cut=9", "fde-no-rows", AT },
  { "wraps", V3, "2c=80 2d=df 2e=bf", "fde-wraps", AT },
  { "ends-with-the-space", V3, "2c=7b 2d=df 2e=bf", "", AT },
  { "mask-no-block", V3, "3e=10", "rep-size", AT },
  { "mask-block", V3, "51=10 53=9", "", AT },
  { "mask-remainder", V3, "34=a 51=10 53=9", "rep-size", AT },
  { "v2-mask-no-block", V2, "40=10", "rep-size", LD_244 },
  { "v1-mask", V1, "3d=10", "", LD_244 },
  { "block-no-mask", V3, "40=10", "rep-size-unused", AT },
  { "v2-block-no-mask", V2, "2d=10", "rep-size-unused", LD_244 },
  { "first-row", V3, "54=1", "first-row-not-0", AT },
  { "row-order", V3, "5a=3", "row-order", AT },
  { "row-equal", V3, "5a=4", "row-equal-start", AT },
  { "row-at-end", V3, "5a=9", "row-past-end", AT },
  { "row-at-block-end", PLT, "34=10", "row-past-end", AT },
  { "narrow-type", V3, "34=1 35=1", "fre-type-narrow", AT },
  { "type-wide-enough", V3, "34=0 35=1", "", AT },
  { "size-code-3", V3, "42=63", "row-size-code", AT },
  { "amd64-3-words", V3 "00 00", "5b=7 10=23", "row-word-count", AT },
  { "amd64-fixed-fp", V3, "5=f0", "row-word-count row-word-count", AT },
  { "amd64-no-fixed-ra", V3 "00 00", "6=0 5b=7 10=23", "", AT },
  { "no-words", V3, "5b=0 10=20 cut=1", "", AT },
  { "no-words-mangled", V3, "5b=80 10=20 cut=1",
    "fde-abi-bits row-undefined-info", AT },
  { "no-words-info", V3, "5b=1 10=20 cut=1", "row-undefined-info", AT },

  { "flex-1-word", FLEX, "53=2 cut=1 10=29", "row-word-count", AT },
  { "flex-3-words", FLEX "00", "53=6 10=2b", "", AT },
  { "flex-3-words-control", FLEX "02", "53=6 10=2b", "row-word-count", AT },
  { "flex-5-words-no-pad", FLEX, "3d=2 3f=1", "row-word-count", AT },
  { "flex-5-words-zero-fp", FLEX, "3d=2", "", AT },
  { "flex-6-words-pad", FLEX "00 00 33 00", "53=c 10=2e", "row-word-count",
    AT },
  { "flex-7-words", FLEX "02 00 02 00 00", "53=e 10=2f", "row-word-count",
    AT },
  { "flex-cfa-cfa", FLEX, "33=2", "row-flex-control", AT },
  { "flex-cfa-nothing", FLEX, "33=0", "row-flex-control", AT },
  { "flex-bit-2", FLEX, "33=3d", "row-flex-control", AT },
  { "flex-reg-without-p", FLEX, "44=32", "row-flex-control", AT },
  { "flex-register-31", FLEX, "33=f9", "", AT },
  { "flex-register-32", FLEX "00 00", "52=1b 53=24 54=1 55=1 10=2c",
    "row-flex-control", AT },
  { "flex-register-apx", FLEX "00 00", "52=1b 53=24 54=11 55=4 10=2c", "",
    AT },

  { "s390x-odd-v3", S390X_SLOTS, "3a=d1", "row-s390x-slot", AT },
  { "s390x-slot-4", S390X_SLOTS, "3a=d4", "row-s390x-slot", AT },
  { "s390x-no-ra", S390X_SLOTS, "39=0 3a=0", "", AT },
  { "s390x-register-31", S390X_V2, "37=3f", "", AT },
  { "s390x-register-32", S390X_V2, "37=41", "row-s390x-slot", AT },
  { "s390x-register-negative", S390X_V2, "37=ff", "row-s390x-slot", AT },
  { "s390x-v2-slot-4", S390X_V2, "37=4", "row-s390x-slot", AT },
  { "s390x-4-words", S390X_V2 "00 00 00", "42=9 13=17", "row-word-count",
    AT },
  { "s390x-flex-slot-4", S390X_V3, "3a=2 3b=4", "row-s390x-slot", AT },
  { "s390x-row-order", S390X_V3, "44=7", "row-order", AT },
  { "s390x-unflagged", S390X_V3, "3=4", "sorted-flag-clear", AT },
  { "s390x-count", S390X_V3, "f=6", "fre-count", AT },

  { "unsorted", V3, "1c=a4", "not-sorted", AT },
  { "unflagged", V3, "3=4", "sorted-flag-clear", AT },
  { "unflagged-unsorted", V3, "3=4 1c=a4", "sorted-flag-clear", AT },
  { "anchor-field", V2_FIELD ("01"), "", "", LLD },
  { "anchor-section", V2_FIELD ("01"), "", "not-sorted", LLD,
    .section_anchor = true },
  { "overlap", V3, "2c=8a", "functions-overlap", AT },
  { "overlap-unsorted", V3, "1c=9c 24=8", "not-sorted functions-overlap",
    AT },
  { "duplicate", V3, "24=9 2c=84", "functions-duplicate", AT },
  { "same-start", V3, "2c=84", "functions-overlap", AT },
  { "object-overlap", V3_OBJECT, "24=9", "", .object = true },
};

const size_t check_case_count = sizeof check_cases / sizeof *check_cases;
const size_t check_valid_count = VALID;
