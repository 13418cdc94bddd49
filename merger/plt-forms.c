/* SPDX-License-Identifier: MIT
   Copyright (C) 2026 the sfmerge authors

   plt-forms.c - PLT entries and stubs as linkers write them.  Each rule
   follows from the instructions.  */

#include "config.h"

#include "plt-forms.h"

#define HEAD PLT_HEAD
#define ENTRY PLT_ENTRY
#define TAIL PLT_TAIL
#define STUB PLT_STUB
#define AT PLT_AT

/* AMD64.

   An entry is reached by a call, so the CFA is SP+8 at its first byte.  After
   a push (68, ff35, 41 53) it is 8 more, and so it is at the target of a call
   inside the code.  A PLT0 is reached from an entry that has pushed its number
   (SP+16), or from one that has it in a register (SP+8: mold, and retpolines
   of -z now).

   The thunk of lazy retpolines, the last 16 bytes of their PLT0, is called
   from PLT0 (SP+32) and from entries (SP+16), so no single rule is right.  The
   instructions after those calls run only in speculation; they have the rule
   of the call.  */

/* clang-format off */
static const struct plt_template amd64_templates[] = {
  /* PLT0: GNU ld and lld; gold; GNU ld with MPX; mold; lld's retpolines,
     lazy and not.  */
  { HEAD, { AT (0, 16), AT (6, 24) }, "ff35........ ff25........ 0f1f4000" },
  { HEAD, { AT (0, 16), AT (6, 24) }, "ff35........ ff25........ 90909090" },
  { HEAD, { AT (0, 16), AT (6, 24) }, "ff35........ f2ff25........ 0f1f00" },
  { HEAD, { AT (0, 8), AT (6, 16), AT (12, 24) },
    "f30f1efa 4153 ff35........ ff25........ cccccccc cccccccccccccccccccc" },
  { HEAD, { AT (0, 16), AT (6, 24) },
    "ff35........ 4c8b1d........ e80e000000 f390 0faee8 ebf9 cccccccccccccc"
    "| 4c891c24 c3 cccccccccccccccccccccc" },
  { HEAD, { AT (0, 8), AT (16, 16) },
    "e80b000000 f390 0faee8 ebf9 cccccccc"
    "4c891c24 c3 cccccccccccccccccccccc" },

  /* Lazy entries: GNU ld, lld and gold; GNU ld with MPX; with IBT and MPX, IBT
     of GNU ld and lld, IBT of gold; mold, and its entries that serve as the
     function's address; lld's retpolines, lazy and not.  */
  { ENTRY, { AT (0, 8), AT (11, 16) }, "ff25........ 68........ e9........" },
  { ENTRY, { AT (0, 8), AT (5, 16) }, "68........ f2e9........ 0f1f440000" },
  { ENTRY, { AT (0, 8), AT (9, 16) }, "f30f1efa 68........ f2e9........ 90" },
  { ENTRY, { AT (0, 8), AT (9, 16) }, "f30f1efa 68........ e9........ 6690" },
  { ENTRY, { AT (0, 8), AT (9, 16) }, "f30f1efa 68........ e9........ 9090" },
  { ENTRY, { AT (0, 8) }, "41bb........ ff25........ cccccccc" },
  { ENTRY, { AT (0, 8) }, "f30f1efa 41bb........ ff25........" },
  { ENTRY, { AT (0, 8), AT (22, 16) },
    "4c8b1d........ e8........ e9........ 68........ e9........ cccccccccc" },
  { ENTRY, { AT (0, 8) }, "4c8b1d........ e9........ cccccccc" },

  /* Entries whose address is bound before they run: IBT of GNU ld and lld, of
     gold, with MPX and of wild, of old molds; without IBT GNU ld, with MPX,
     mold.  */
  { ENTRY, { AT (0, 8) }, "f30f1efa ff25........ 660f1f440000" },
  { ENTRY, { AT (0, 8) }, "f30f1efa ff25........ 0f1f0400 9090" },
  { ENTRY, { AT (0, 8) }, "f30f1efa f2ff25........ 0f1f440000" },
  { ENTRY, { AT (0, 8) }, "f30f1efa ff25........ cccccccccccc" },
  { ENTRY, { AT (0, 8) }, "ff25........ 6690" },
  { ENTRY, { AT (0, 8) }, "f2ff25........ 90" },
  { ENTRY, { AT (0, 8) }, "ff25........ cccc" },

  /* TLS descriptors, reached by a call: GNU ld; gold, with PLT0's bytes.  */
  { TAIL, { AT (0, 8), AT (10, 16) }, "f30f1efa ff35........ ff25........" },
  { TAIL, { AT (0, 8), AT (6, 16) }, "ff35........ ff25........ 0f1f4000" },
};
/* clang-format on */

const struct plt_table sfm_plt_amd64
    = { amd64_templates, sizeof amd64_templates / sizeof *amd64_templates };

/* AArch64, whose instructions are little-endian in images of either byte
   order.

   An entry is reached by BL or BR with the CFA at SP and the return address in
   x30, and changes neither.  PLT0 stores x16 and x30 in 16 new bytes of stack;
   from there on the return address is at CFA-8.  The code for TLS descriptors
   stores x2 and x3 there instead, so the return address stays in x30.  Stubs
   are called or jumped to in place of their targets, and change x16 and x17
   only; their last words may be data.  */

/* Instructions, as bytes in memory.  ADRP xD, PAGE; LDR xT, [xN, #OFF]; ADD
   xD, xN, #OFF.  */
#define ADRP_X16 "o0 .. .. p0"
#define ADRP_X2 "z2 .. .. p0"
#define ADRP_X3 "z3 .. .. p0"
#define LDR_X17_X16 "11 .q r. f9"
#define LDR_X2_X2 "42 .s r. f9"
#define ADD_X16_X16 "10 .q t. 91"
#define ADD_X3_X3 "63 .s t. 91"
#define STP_X16_X30 "f0 7b bf a9" /* [sp, #-16]! */
#define STP_X2_X3 "e2 0f bf a9"   /* [sp, #-16]! */
#define LDR_X16_8 "50 00 00 58"   /* x16, . + 8 */
#define LDR_X16_16 "90 00 00 58"  /* x16, . + 16 */
#define ADR_X17 "11 00 00 10"     /* x17, . */
#define ADD_X16_X17 "10 02 11 8b"
#define ADR_X16 "o0 .. .. m0"
#define MOVZ_X17_16 "o1 .. u. d2" /* x17, #IMM, lsl #16 */
#define MOVK_X17_32 "o1 .. v. f2"
#define MOVK_X17_48 "o1 .. w. f2"
#define MOVZ_X16 "o0 .. x. d2" /* x16, #IMM */
#define MOVK_X16_16 "o0 .. u. f2"
#define MOVK_X16_32 "o0 .. v. f2"
#define MOVK_X16_48 "o0 .. w. f2"
#define BR_X16 "00 02 1f d6"
#define B ".. .. .. 1r"
#define QUAD ".. .. .. .. .. .. .. .."
#define BR_X17 "20 02 1f d6"
#define BR_X2 "40 00 1f d6"
#define BTI_C "5f 24 03 d5"
#define AUTIA1716 "9f 21 03 d5"
#define NOP "1f 20 03 d5"
#define NOP3 NOP NOP NOP
#define BRK "00 7d 20 d4" /* #1000 */
#define BRK3 BRK BRK BRK

#define LOAD ADRP_X16 LDR_X17_X16 ADD_X16_X16
/* Linkers may turn an addition of 0 into a NOP.  */
#define LOAD_0 ADRP_X16 LDR_X17_X16 NOP

/* clang-format off */
static const struct plt_template aarch64_templates[] = {
  /* PLT0: GNU ld and lld, without and with BTI; mold.  */
  { HEAD, { AT (0, 0), PLT_AT_SAVED (4, 16, -8) },
    STP_X16_X30 LOAD BR_X17 NOP3 },
  { HEAD, { AT (0, 0), PLT_AT_SAVED (8, 16, -8) },
    BTI_C STP_X16_X30 LOAD BR_X17 NOP NOP },
  { HEAD, { AT (0, 0), PLT_AT_SAVED (4, 16, -8) },
    STP_X16_X30 LOAD BR_X17 BRK3 },

  /* Entries of 24 bytes: lld, BTI in shared objects; PAC; BTI; both.  */
  { ENTRY, { AT (0, 0) }, LOAD BR_X17 NOP NOP },
  { ENTRY, { AT (0, 0) }, LOAD AUTIA1716 BR_X17 NOP },
  { ENTRY, { AT (0, 0) }, BTI_C LOAD BR_X17 NOP },
  { ENTRY, { AT (0, 0) }, BTI_C LOAD AUTIA1716 BR_X17 },
  { ENTRY, { AT (0, 0) }, LOAD_0 BR_X17 NOP NOP },
  { ENTRY, { AT (0, 0) }, LOAD_0 AUTIA1716 BR_X17 NOP },
  { ENTRY, { AT (0, 0) }, BTI_C LOAD_0 BR_X17 NOP },
  { ENTRY, { AT (0, 0) }, BTI_C LOAD_0 AUTIA1716 BR_X17 },

  /* Entries of 16 bytes: all linkers; mold's and wild's .plt.got.  */
  { ENTRY, { AT (0, 0) }, LOAD BR_X17 },
  { ENTRY, { AT (0, 0) }, LOAD_0 BR_X17 },
  { ENTRY, { AT (0, 0) }, ADRP_X16 LDR_X17_X16 BR_X17 BRK },
  { ENTRY, { AT (0, 0) }, ADRP_X16 LDR_X17_X16 BR_X17 NOP },

  /* TLS descriptors of GNU ld, without and with BTI.  */
  { TAIL, { AT (0, 0), AT (4, 16) },
    STP_X2_X3 ADRP_X2 ADRP_X3 LDR_X2_X2 ADD_X3_X3 BR_X2 NOP NOP },
  { TAIL, { AT (0, 0), AT (8, 16) },
    BTI_C STP_X2_X3 ADRP_X2 ADRP_X3 LDR_X2_X2 ADD_X3_X3 BR_X2 NOP },

  /* Stubs to far code: all linkers; lld's at absolute addresses, from readable
     and execute-only code; GNU ld's and mold's over 4 GiB.  To code that
     begins without BTI: GNU ld and lld.  */
  { STUB, { AT (0, 0) }, ADRP_X16 ADD_X16_X16 BR_X16 },
  { STUB, { AT (0, 0) }, ADRP_X16 NOP BR_X16 },
  { STUB, { AT (0, 0) }, LDR_X16_8 BR_X16 QUAD },
  { STUB, { AT (0, 0) },
    MOVZ_X16 MOVK_X16_16 MOVK_X16_32 MOVK_X16_48 BR_X16 },
  { STUB, { AT (0, 0) }, LDR_X16_16 ADR_X17 ADD_X16_X17 BR_X16 QUAD },
  { STUB, { AT (0, 0) },
    ADR_X16 MOVZ_X17_16 MOVK_X17_32 MOVK_X17_48 ADD_X16_X17 BR_X16 },
  { STUB, { AT (0, 0) }, BTI_C B },
};
/* clang-format on */

const struct plt_table sfm_plt_aarch64
    = { aarch64_templates,
        sizeof aarch64_templates / sizeof *aarch64_templates };

/* s390x.

   No linker's code moves the stack pointer or saves r14: it uses the save area
   of its caller's frame, at r15+48 and r15+56.  So the CFA is SP+160 at every
   instruction, and the return address is in r14.  */

/* clang-format off */
static const struct plt_template s390x_templates[] = {
  /* PLT0: GNU ld, gold and lld (STG, LARL, MVC, LG, BR); several versions of
     mold, which may compute the entry's number first (SGR, AGHI, SRLG,
     AGR).  */
  { HEAD, { AT (0, 160) },
    "e310f0380024 c010........ d207f0301008 e31010100004 07f1 070007000700" },
  { HEAD, { AT (0, 160) },
    "e300f0380024 c010........ d207f0301008 e31010100004 07f1 070007000700" },
  { HEAD, { AT (0, 160) },
    "b9090001 a70bffc2 eb100001000c b9080001 e300f0380024 c010........"
    "d207f0301008 e31010100004 07f1 07000700" },
  { HEAD, { AT (0, 160) },
    "b9090001 a70bffc2 eb100001000c b9080001 e300f0380024 c010........"
    "d207f0301008 e31010100004 07f1 00000000" },

  /* Entries: GNU ld, gold and lld (LARL, LG, BR; BASR, LGF, JG); several
     versions of mold (LARL, LG, then LGFI to %r0 and BR, or BASR to %r0), and
     its .plt.got (LARL, LG, BR).  */
  { ENTRY, { AT (0, 160) },
    "c010........ e31010000004 07f1 0d10 e310100c0014 c0f4........ ........" },
  { ENTRY, { AT (0, 160) },
    "c010........ e31010000004 c001........ 07f1 070007000700070007000700" },
  { ENTRY, { AT (0, 160) }, "c010........ e31010000004 0d01 0700" },
  { ENTRY, { AT (0, 160) }, "c010........ e31010000004 0d01 0000" },
  { ENTRY, { AT (0, 160) }, "c010........ e31010000004 07f1 0700" },
  { ENTRY, { AT (0, 160) }, "c010........ e31010000004 07f1 0000" },
};
/* clang-format on */

const struct plt_table sfm_plt_s390x
    = { s390x_templates, sizeof s390x_templates / sizeof *s390x_templates };
