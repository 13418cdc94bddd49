/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   check-cases.c - sections and what the checker must say about them.

   The valid ones are as real assemblers and linkers wrote them, most of them
   with the two functions of inc/amd64.s.  Every other case differs from one
   of them in as little as it takes to break one rule.  */

#include "config.h"

#include "check-cases.h"

/* clang-format off */

/* Two functions of 7 and 9 bytes.  */
#define ROWS_F "00 03 08  01 05 10 f0  04 04 10 f0  06 03 08 "
#define ROWS_G "00 03 08  04 03 20  08 03 08 "

/* After the preamble: fixed RA -8, 2 FDEs, 7 rows.  */
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

#define AARCH64_BIG \
  "de e2 03 05 01 00 00 00  00 00 00 01  00 00 00 03 " \
  "00 00 00 13  00 00 00 00  00 00 00 10 " \
  "00 00 00 00 00 00 10 00  00 00 00 20  00 00 00 00 " \
  "00 03 20 00 00  00 03 00  04 83 00  08 a7 01 10 fe f8 fe f0 "

#define EMPTY_V3 \
  "e2 de 03 04 03 00 f8 00  00 00 00 00 00 00 00 00 00 00 00 00 " \
  "00 00 00 00 00 00 00 00 "

/* Starts of 4 bytes: attribute at 2c, rows at 31, 37.  */
#define WIDE \
  "e2 de 03 05 03 00 f8 00  01 00 00 00  03 00 00 00 " PART ("17", "10") \
  "00 10 00 00 00 00 00 00  00 00 01 01  00 00 00 00 " \
  "03 00 02 00 00  00 00 00 00 03 08  04 00 00 00 03 20  00 00 00 01 03 08 "

/* Three functions of ADDRESS and SIZE, one row each.  */
#define THREE_FDE(address, size, off) \
  address " 40 00 00 00 00 00 " size " 00 00 00 " off " 00 00 00 "
#define THREE(a, a_size, b, b_size, c, c_size) \
  "e2 de 03 01 03 00 f8 00  03 00 00 00  03 00 00 00 " PART ("18", "30") \
  THREE_FDE (a, a_size, "00") THREE_FDE (b, b_size, "08") \
  THREE_FDE (c, c_size, "10") \
  "01 00 00 00 00 00 03 08  01 00 00 00 00 00 03 08 " \
  "01 00 00 00 00 00 03 08 "

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
  { "aarch64-big", AARCH64_BIG, "", "", AT },
  { "header-only", EMPTY_V3, "", "", AT },
  { "plt", PLT, "", "", AT },
#define VALID 13

  { "empty", "", "", "empty-section@0", NOWHERE },
  { "only-zeros", "00 00 00 00 00 00 00 00 00 00", "", "empty-section@0",
    NOWHERE },
  { "one-byte", "e2", "", "truncated@0", NOWHERE },
  { "two-bytes", "e2 df", "", "bad-magic@0", NOWHERE },
  { "short-header", EMPTY_V3, "cut=1", "truncated@0", AT },
  { "magic", V3, "0=e3", "bad-magic@0", AT },
  { "magic-other-order", V3, "0=de 1=e2", "bad-abi@4 out-of-bounds@8", AT },
  { "leading-zeros", "00 00 00 00 00 00 00 00" EMPTY_V3, "", "bad-magic@0",
    NOWHERE },
  { "version-0", V3, "2=0", "bad-version@2", AT },
  { "version-4", V3, "2=4", "bad-version@2", AT },
  { "v1-flags", V1, "3=5", "bad-flags@3", LD_244 },
  { "v1-flags-and-more", V1, "3=5 c=8", "bad-flags@3", LD_244 },
  { "v2-flags", V2, "3=9", "bad-flags@3", LD_244 },
  { "v3-frame-pointer", V3, "3=7", "bad-flags@3", AT },
  { "abi-0", V3, "4=0", "bad-abi@4", AT },
  { "abi-5", V3, "4=5", "bad-abi@4", AT },
  { "abi-endian", V3, "4=1", "bad-abi@4", AT },
  { "s390x-v1",
    "de e2 01 01 04 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
    "00 00 00 00 00 00 00 00", "", "bad-abi@4", NOWHERE },

  { "fres-cut", V3, "cut=1", "out-of-bounds@10", AT },
  { "fdes-too-many", V3, "8=ff 9=ff a=ff b=ff", "out-of-bounds@8", AT },
  { "fres-too-long", V3, "13=ff", "out-of-bounds@10", AT },
  { "aux-too-long", V3, "7=ff", "out-of-bounds@7", AT },
  { "fdes-after-fres", V3, "14=21", "out-of-bounds@14", AT },
  { "fdes-into-fres", V3, "18=1f", "out-of-bounds@18", AT },
  { "attribute-outside", V3, "38=1d", "out-of-bounds@38:1", AT },
  { "attribute-far-outside", V3, "3b=ff", "out-of-bounds@38:1", AT },
  { "attribute-alone", V3, "10=5 38=0 cut=1c",
    "out-of-bounds@41:0.0 fre-count@c fre-shared@2c:1", AT },
  { "attribute-cut", V3, "10=4 38=0 cut=1d",
    "out-of-bounds@28:0 out-of-bounds@38:1", AT },
  { "attribute-cut-far", V3, "10=4 28=ff 29=ff 2a=ff 2b=7f 38=0 cut=1d",
    "out-of-bounds@28:0 out-of-bounds@38:1", AT },
  { "attribute-none-far", V3, "10=0 28=f0 29=ff 2a=ff 2b=7f cut=21",
    "out-of-bounds@28:0 out-of-bounds@38:1", AT },
  { "attribute-at-end", V3, "c=4 10=18 34=0 4f=0 cut=9",
    "fde-zero-size@34:1 fde-no-rows@2c:1", AT },
  { "v2-rows-outside", V2, "38=17", "out-of-bounds@38:1", LD_244 },
  { "v2-rows-far-outside", V2, "3b=ff", "out-of-bounds@38:1", LD_244 },
  { "v2-no-rows-outside", V2, "3b=ff 3c=0 c=4 10=e cut=9",
    "fde-no-rows-old@30:1 out-of-bounds@38:1", LD_244 },
  { "v2-no-rows-at-end", V2, "38=e 3c=0 c=4 10=e cut=9",
    "fde-no-rows-old@30:1", LD_244 },
  { "v2-only-no-rows",
    V2_HEAD ("01", "00", "00") V2_FDE ("b0 ef ff ff", "07", "00", "00")
    V2_FDE ("b7 ef ff ff", "09", "00", "00"), "",
    "fde-no-rows-old@1c:0 fde-no-rows-old@30:1",
    LD_244 },
  { "row-too-many", V3, "4f=4 c=8", "out-of-bounds@5d:1.3", AT },
  { "row-cut", V3, "5b=5", "out-of-bounds@5a:1.2", AT },

  { "gap-before-fdes",
    "e2 de 03 05 " AMD64 "21 00 00 00 04 00 00 00 24 00 00 00 00 00 00 00 "
    V3_FDES V3_FRES, "", "not-packed@14", AT },
  { "gap-before-fres",
    "e2 de 03 05 " AMD64 PART ("21", "24") V3_FDES "00 00 00 00" V3_FRES,
    "", "not-packed@18", AT },
  { "aux",
    "e2 de 03 05 03 00 f8 04  02 00 00 00  07 00 00 00 " PART ("21", "20")
    "00 00 00 00 " V3_FDES V3_FRES, "", "auxiliary-header@7", AT },
  { "zero-tail", V3 "00 00 00 00 00 00 00 00 00 00 00 00", "", "", AT },
  { "tail-in-padding", V3 "01", "", "tail-not-zero@5d", AT },
  { "tail-after-padding", V3 "00 00 00 00 01", "", "tail-not-zero@61", AT },
  { "tail-of-one-byte", V3 "00 00 00 01", "", "tail-not-zero@60", AT },
  { "two-pieces", V3 "00 00 00" V3, "", "several-pieces@60", AT },
  { "two-pieces-far", V3 "00 00 00 00 00 00 00 00 00 00 00" V3, "",
    "several-pieces@68", AT },
  { "second-short", V3 "00 00 00 e2 de 03", "", "truncated@60", AT },
  { "second-magic", V3 "00 00 00 e2 de", "", "truncated@60", AT },
  { "second-abi", V3 "00 00 00" V3, "64=0", "bad-abi@64",
    AT },
  { "second-abi-order", V3 "00 00 00" V3, "64=1",
    "bad-abi@64 several-pieces@60", AT },
  { "first-abi-order", V3 "00 00 00" V3, "4=1", "bad-abi@4 several-pieces@60",
    AT },
  { "second-same-functions", V3 "00 00 00" V3, "7c=34 8c=2b",
    "several-pieces@60 functions-duplicate@7c:0 functions-duplicate@8c:1",
    AT },
  { "third-same-functions", V3 "00 00 00" V3 "00 00 00" V3,
    "dc=d4 dd=ee ec=cb ed=ee",
    "several-pieces@60 functions-duplicate@dc:0 functions-duplicate@ec:1",
    AT },
  { "mixed-ra", V3 "00 00 00" V3, "66=0",
    "fixed-offset@66 several-pieces@60 pieces-mixed@66", AT },
  { "mixed-fp", V3 "00 00 00" V3, "65=1",
    "fixed-offset@65 several-pieces@60 pieces-mixed@65 row-word-count@a5:0.1 "
    "row-word-count@a9:0.2", AT },
  { "mixed-abi", V3 "00 00 00" AARCH64, "",
    "several-pieces@60 pieces-mixed@64",
    AT },

  { "row-count", V3, "c=8", "fre-count@c", AT },
  { "shared",
    V2_HEAD ("01", "08", "0e") V2_FDE ("b0 ef ff ff", "07", "00", "04")
    V2_FDE ("b7 ef ff ff", "09", "00", "04") ROWS_F, "", "fre-shared@30:1",
    LD_244 },
  { "shared-beside-no-rows",
    V2_HEAD ("01", "08", "0e") V2_FDE ("a0 ef ff ff", "07", "00", "00")
    V2_FDE ("b0 ef ff ff", "07", "00", "04")
    V2_FDE ("b7 ef ff ff", "09", "00", "04") ROWS_F, "8=3 18=3c",
    "fde-no-rows-old@1c:0 fre-shared@44:2", LD_244 },
  { "shared-too-short",
    V2_HEAD ("01", "08", "0e") V2_FDE ("b0 ef ff ff", "07", "00", "04")
    V2_FDE ("b7 ef ff ff", "06", "00", "04") ROWS_F, "",
    "row-past-end@44:1.3 fre-shared@30:1", LD_244 },
  { "shared-too-short-last-without-words",
    V2_HEAD ("01", "04", "05") V2_FDE ("b0 ef ff ff", "07", "00", "02")
    V2_FDE ("b7 ef ff ff", "04", "00", "02") "00 03 08  04 00", "",
    "row-past-end@44:1.1 fre-shared@30:1", LD_244 },
  { "shared-too-short-into-no-type",
    "e2 de 03 05 03 00 f8 00  03 00 00 00  08 00 00 00 " PART ("13", "30")
    V3_FDES "84 ef ff ff ff ff ff ff  09 00 00 00  04 00 00 00 "
    "04 00 00 00 00 " ROWS_F, "34=6 38=0 53=10",
    "fde-info@52:2 fde-info@53:2 fde-no-rows@3c:2 rep-size-unused@54:2 "
    "row-past-end@51:1.3 fre-shared@2c:1", AT },
  { "shared-too-long",
    V2_HEAD ("01", "07", "17") V2_FDE ("a0 ef ff ff", "09", "0e", "03")
    V2_FDE ("b0 ef ff ff", "07", "00", "ff")
    V2_FDE ("b7 ef ff ff", "06", "00", "ff") ROWS_F ROWS_G, "8=3 18=3c",
    "fre-overlap@66:1.4 fre-count@c fre-shared@44:2", LD_244 },
  { "shared-disorder",
    V2_HEAD ("01", "08", "0e") V2_FDE ("b0 ef ff ff", "07", "00", "04")
    V2_FDE ("b7 ef ff ff", "06", "00", "04") ROWS_F, "4b=6 4f=5",
    "row-order@4f:0.3 row-past-end@44:1.3 fre-shared@30:1", LD_244 },
  { "shared-zero-size",
    V2_HEAD ("01", "02", "03") V2_FDE ("b0 ef ff ff", "07", "00", "01")
    V2_FDE ("b7 ef ff ff", "00", "00", "01") "00 03 08", "",
    "fde-zero-size@34:1 fre-shared@30:1", LD_244 },
  { "shared-zero-size-late-row",
    V2_HEAD ("01", "08", "0e") V2_FDE ("b0 ef ff ff", "07", "00", "04")
    V2_FDE ("b7 ef ff ff", "00", "00", "04") ROWS_F, "",
    "fde-zero-size@34:1 row-beyond-end@44:1.3 fre-shared@30:1", LD_244 },
  { "overlap-same-start",
    V2_HEAD ("01", "07", "0e") V2_FDE ("b0 ef ff ff", "07", "00", "04")
    V2_FDE ("b7 ef ff ff", "09", "00", "03") ROWS_F, "", "fre-overlap@44:1",
    LD_244 },
  { "overlap-other-type",
    V2_HEAD ("01", "02", "06") V2_FDE ("b0 ef ff ff", "07", "00", "01")
    V2_FDE ("b7 ef ff ff", "09", "00", "01") "00 00 00 00 00 00", "40=1",
    "fre-overlap@44:1 fre-unused@46", LD_244 },
  { "overlap-inside",
    V2_HEAD ("01", "05", "0e") V2_FDE ("b0 ef ff ff", "07", "00", "04")
    V2_FDE ("b7 ef ff ff", "09", "03", "01") ROWS_F, "", "fre-overlap@47:1",
    LD_244 },
  { "overlap-inside-twice",
    V2_HEAD ("01", "05", "0a") V2_FDE ("b0 ef ff ff", "09", "00", "03")
    V2_FDE ("b2 ef ff ff", "04", "05", "01")
    V2_FDE ("c0 ef ff ff", "04", "05", "01")
    "00 03 08  01 05 00 03  08 03 10 ", "8=3 18=3c",
    "fre-overlap@5d:1 fre-overlap@5d:2 functions-overlap@30:1", LD_244 },
  { "overlap-inside-unsorted",
    V2_HEAD ("01", "05", "0a") V2_FDE ("b0 ef ff ff", "09", "00", "03")
    V2_FDE ("a2 ef ff ff", "04", "05", "01")
    V2_FDE ("c0 ef ff ff", "04", "05", "01")
    "00 03 08  01 05 00 03  08 03 10 ", "8=3 18=3c",
    "not-sorted@30:1 fre-overlap@5d:1 fre-overlap@5d:2", LD_244 },
  { "overlap-reached",
    V2_HEAD ("01", "04", "09") V2_FDE ("b0 ef ff ff", "07", "03", "02")
    V2_FDE ("b7 ef ff ff", "09", "00", "02")
    "00 03 08  00 03 10  02 03 18", "", "fre-overlap@47:1.1", LD_244 },
  { "unused-end", V3 "00", "10=22", "fre-unused@5d", AT },
  { "unused-no-functions", EMPTY_V3 "00", "10=1", "fre-unused@1c", AT },
  { "unused-begin", V3 "00", "10=22 28=1 38=14 3c=0 3d=4 3e=0 3f=0 40=0 41=0 "
    "42=0 43=3 44=8 45=1 46=5 47=10 48=f0 49=4 4a=4 4b=10 4c=f0 4d=6 4e=3 "
    "4f=8 50=3 51=0 52=0 53=0 54=0 55=0 56=3 57=8 58=4 59=3 5a=20 5b=8 5c=3 "
    "5d=8", "fre-unused@3c", AT },

  { "fre-type-3", V3, "3e=3", "fde-info@3e:0", AT },
  { "fre-type-3-one-row", V3, "3e=3 3c=1 c=4", "fde-info@3e:0", AT },
  { "info-bit-6", V3, "3e=40", "fde-info@3e:0", AT },
  { "fde-type-2", V3, "3f=2", "fde-info@3f:0", AT },
  { "fde-type-bit-5", V3, "3f=20", "fde-info@3f:0", AT },
  { "v2-padding", V2, "2e=1", "fde-info@2e:0", LD_244 },
  { "v2-padding-high", V2, "2f=1", "fde-info@2e:0", LD_244 },
  { "pauth-amd64", V3, "3e=20", "fde-abi-bits@3e:0", AT },
  { "pauth-s390x", S390X_V3, "2e=20", "fde-abi-bits@2e:0", AT },
  { "signal-v1", V1, "2c=80", "fde-abi-bits@2c:0", LD_244 },
  { "signal-v2", V2, "2c=80", "fde-abi-bits@2c:0", LD_244 },
  { "signal-v3", V3, "3e=80", "", AT },
  { "mangled-amd64", V3, "42=83", "fde-abi-bits@42:0.0", AT },
  { "mangled-s390x", S390X_V2, "31=83", "fde-abi-bits@31:0.0", AT },
  { "zero-size", V3, "34=0 4f=1 10=1b c=5 cut=6", "fde-zero-size@34:1", AT },
  { "zero-size-late-row", V3, "34=0 4f=2 10=1e c=6 cut=3",
    "fde-zero-size@34:1 row-beyond-end@57:1.1", AT },
  { "no-rows", V3, "4f=0 10=18 c=4 cut=9", "fde-no-rows@2c:1", AT },
  { "wraps", V3, "2c=7c 2d=df 2e=bf", "fde-wraps@2c:1", AT },
  { "zero-size-at-the-end", V3,
    "2c=7c 2d=df 2e=bf 34=0 4f=1 10=1b c=5 cut=6", "fde-zero-size@34:1", AT },
  { "ends-with-the-space", V3, "2c=7b 2d=df 2e=bf", "", AT },
  { "mask-no-block", V3, "3e=10", "rep-size@40:0", AT },
  { "mask-block", V3, "51=10 53=9", "", AT },
  { "mask-remainder", V3, "34=a 51=10 53=9", "rep-size@53:1", AT },
  { "v2-mask-no-block", V2, "40=10", "rep-size@41:1", LD_244 },
  { "v1-mask", V1, "3d=10", "", LD_244 },
  { "block-no-mask", V3, "40=10", "rep-size-unused@40:0", AT },
  { "small-block-no-mask", V3, "40=3", "rep-size-unused@40:0", AT },
  { "v2-block-no-mask", V2, "2d=10", "rep-size-unused@2d:0", LD_244 },
  { "first-row", V3, "54=1", "first-row-not-0@54:1.0", AT },
  { "row-order", V3, "5a=3", "row-order@5a:1.2", AT },
  { "row-equal", V3, "5a=4", "row-equal-start@5a:1.2", AT },
  { "row-at-end", V3, "5a=9", "row-past-end@5a:1.2", AT },
  { "row-past-end", V3, "5a=a", "row-beyond-end@5a:1.2", AT },
  { "row-past-block-end", PLT, "34=11", "row-beyond-end@34:0.1", AT },
  { "row-at-block-end", PLT, "34=10", "row-past-end@34:0.1", AT },
  { "narrow-type", V3, "34=1 35=1", "fre-type-narrow@51:1", AT },
  { "type-wide-enough", V3, "34=0 35=1", "", AT },
  { "type-2-bytes", V3 "00 00 00", "51=1 54=0 55=0 56=3 57=8 58=4 59=0 5a=3 "
    "5b=20 5c=8 5d=0 5e=3 5f=8 10=24", "", AT },
  { "type-4-bytes", WIDE, "", "", AT },
  { "type-4-bytes-order", WIDE, "40=0", "row-order@3d:0.2", AT },
  { "size-code-3", V3, "42=63", "row-size-code@42:0.0", AT },
  { "amd64-3-words", V3 "00 00", "5b=7 10=23", "row-word-count@5b:1.2", AT },
  { "amd64-fixed-fp", V3, "5=f0",
    "fixed-offset@5 row-word-count@45:0.1 row-word-count@49:0.2", AT },
  { "amd64-no-fixed-ra", V3 "00 00", "6=0 5b=7 10=23", "fixed-offset@6", AT },
  { "aarch64-fixed-fp", AARCH64, "5=f0 38=a5 10=11 cut=2",
    "fixed-offset@5", AT },
  { "no-words", V3, "5b=0 10=20 cut=1", "", AT },
  { "no-words-mangled", V3, "5b=80 10=20 cut=1",
    "fde-abi-bits@5b:1.2 row-undefined-info@5b:1.2", AT },
  { "no-words-info", V3, "5b=1 10=20 cut=1", "row-undefined-info@5b:1.2", AT },

  { "flex-1-word", FLEX, "53=2 cut=1 10=29", "row-word-count@53:0.6", AT },
  { "flex-3-words", FLEX "00", "53=6 10=2b", "", AT },
  { "flex-3-words-control", FLEX "02", "53=6 10=2b", "row-word-count@53:0.6",
    AT },
  { "flex-5-words-no-pad", FLEX, "3d=2 3f=1", "row-word-count@3a:0.2", AT },
  { "flex-5-words-zero-fp", FLEX, "3d=2", "row-word-count@3a:0.2", AT },
  { "flex-4-words-pad", FLEX "00 00", "53=8 10=2c", "row-word-count@53:0.6",
    AT },
  { "flex-6-words-pad", FLEX "00 00 33 00", "53=c 10=2e",
    "row-word-count@53:0.6",
    AT },
  { "flex-7-words", FLEX "02 00 02 00 00", "53=e 10=2f",
    "row-word-count@53:0.6",
    AT },
  { "flex-cfa-cfa", FLEX, "33=2", "row-flex-control@33:0.0", AT },
  { "flex-cfa-nothing", FLEX, "33=0", "row-flex-control@33:0.0", AT },
  { "flex-bit-2", FLEX, "33=3d", "row-flex-control@33:0.0", AT },
  { "flex-reg-without-p", FLEX, "45=32", "row-flex-control@45:0.3", AT },
  { "flex-register-31", FLEX, "33=f9", "", AT },
  { "flex-register-32", FLEX "00 00", "52=1b 53=24 54=1 55=1 10=2c",
    "row-flex-control@54:0.6", AT },
  { "flex-register-apx", FLEX "00 00", "52=1b 53=24 54=11 55=4 10=2c", "",
    AT },
  { "flex-register-145", FLEX "00 00", "52=1b 53=24 54=89 55=4 10=2c", "",
    AT },
  { "flex-register-146", FLEX "00 00", "52=1b 53=24 54=91 55=4 10=2c",
    "row-flex-control@54:0.6", AT },
  { "flex-fp-control-0", FLEX, "3e=0", "", AT },
  { "flex-base", FLEX, "32=5", "row-flex-base@32:0.0", AT },
  { "flex-aarch64", FLEX, "4=2 6=0", "fde-flex-abi@2f:0", AT },

  { "aarch64-no-words-mangled", AARCH64,
    "10=12 35=80 36=8 37=a7 38=10 39=1 3a=f8 3b=fe 3c=f0 3d=fe cut=1",
    "row-undefined-info@35:0.1", AT },

  { "s390x-odd-v3", S390X_SLOTS, "3a=d1", "row-s390x-slot@39:0.1", AT },
  { "s390x-odd-positive-v3", S390X_SLOTS, "39=0 3a=21",
    "row-s390x-slot@39:0.1", AT },
  { "s390x-slot-4", S390X_SLOTS, "3a=d4", "row-s390x-slot@39:0.1", AT },
  { "s390x-no-ra", S390X_SLOTS, "39=0 3a=0", "", AT },
  { "s390x-register-31", S390X_V2, "37=3f", "", AT },
  { "s390x-register-32", S390X_V2, "37=41", "row-s390x-slot@37:0.1", AT },
  { "s390x-register-negative", S390X_V2, "37=ff", "row-s390x-slot@37:0.1",
    AT },
  { "s390x-v2-slot-4", S390X_V2, "37=4", "row-s390x-slot@37:0.1", AT },
  { "s390x-4-words", S390X_V2 "00 00 00", "42=9 13=17",
    "row-word-count@42:0.4",
    AT },
  { "s390x-flex-slot-4", S390X_V3, "3a=2 3b=4", "row-s390x-slot@3b:0.1", AT },
  { "s390x-row-order", S390X_V3, "44=7", "row-order@44:0.3", AT },
  { "s390x-unflagged", S390X_V3, "3=4", "sorted-flag-clear@3", AT },
  { "s390x-count", S390X_V3, "f=6", "fre-count@c", AT },

  { "unsorted", V3, "1c=a4", "not-sorted@2c:1", AT },
  { "unflagged", V3, "3=4", "sorted-flag-clear@3", AT },
  { "unflagged-unsorted", V3, "3=4 1c=a4", "sorted-flag-clear@3", AT },
  { "anchor-field", V2_FIELD ("01"), "", "", LLD },
  { "anchor-section", V2_FIELD ("01"), "", "not-sorted@30:1", LLD,
    .section_anchor = true },
  { "overlap", V3, "2c=8a", "functions-overlap@2c:1", AT },
  { "overlap-unsorted", V3, "1c=9c 24=8",
    "not-sorted@2c:1 functions-overlap@1c:0",
    AT },
  { "duplicate", V3, "24=9 2c=84", "functions-duplicate@2c:1", AT },
  { "same-start", V3, "2c=84", "functions-overlap@2c:1", AT },
  { "overlap-later", THREE ("00 20", "10", "00 10", "10", "08 20", "04"), "",
    "v3-not-pcrel@3 not-sorted@2c:1 functions-overlap@3c:2", NOWHERE },
  { "unsorted-one-byte", THREE ("00 20", "10", "00 10", "01", "00 30", "04"),
    "", "v3-not-pcrel@3 not-sorted@2c:1", NOWHERE },
  { "overlap-twice", THREE ("00 10", "7f", "10 10", "08", "20 10", "08"), "",
    "v3-not-pcrel@3 functions-overlap@2c:1 functions-overlap@3c:2", NOWHERE },
  { "second-anchor", V2 "00 00 00 00 00" V2, "", "several-pieces@60", LD_244 },
  { "overlap-one-byte",
    THREE ("00 10", "10", "08 10", "01", "00 20", "04"), "",
    "v3-not-pcrel@3 functions-overlap@2c:1", NOWHERE },
  { "overlap-from-0", THREE ("00 10", "10", "08 10", "10", "00 20", "04"), "",
    "v3-not-pcrel@3 functions-overlap@2c:1",
    .section_addr = 0xffffffffffbff000 },
  { "start-lowest", V2, "1c=0 1d=0 1e=0 1f=80", "",
    .section_addr = 0x100000000, .section_anchor = true },
  { "start-highest", V2, "30=ff 31=ff 32=ff 33=7f", "",
    .section_addr = 0xffffffff7ffffff8, .section_anchor = true },
  { "object-overlap", V3_OBJECT, "24=9", "", .object = true },
  { "object-sorted", V3_OBJECT, "3=5", "sorted-in-object@3", .object = true },
  { "object-shared",
    V2_HEAD ("04", "08", "0e") V2_FDE ("00 00 00 00", "07", "00", "04")
    V2_FDE ("00 00 00 00", "09", "00", "04") ROWS_F, "",
    "fre-shared-in-object@30:1", .object = true },
};

const size_t check_case_count = sizeof check_cases / sizeof *check_cases;
const size_t check_valid_count = VALID;
